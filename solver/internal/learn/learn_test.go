package learn

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// solve returns up to limit solutions, and the last verdict. It calls Run with
// the given number of steps at a time.
func solve(l *Learner, cells, known []uint8, limit, steps int) (solutions [][]uint8, verdict Verdict) {
	l.Begin(cells, known)
	for len(solutions) < limit {
		switch verdict = l.Run(steps, 1<<20); verdict {
		case More:
		case Found:
			solutions = append(solutions, slices.Clone(l.Solution()))
		case Exhausted, Spent, Full:
			return solutions, verdict
		}
	}
	return solutions, verdict
}

// checkSolutions fails the test unless a learner finds the same solutions as
// trial and error, each once. It tries with and without a known solution.
func checkSolutions(tb testing.TB, l *Learner, cells []uint8, limit int) (found int) {
	tb.Helper()
	want, ok := bruteForce(l.order, cells, limit+1, 200_000)
	if !ok {
		return -1
	}
	got, verdict := solve(l, cells, nil, limit, 1<<30)
	if len(got) != min(len(want), limit) || len(want) < limit && verdict != Exhausted {
		tb.Fatalf("%v: got %d solutions and verdict %d, want %d", cells, len(got), verdict, len(want))
	}
	for i, solution := range got {
		if known := func(s []uint8) bool { return slices.Equal(s, solution) }; slices.ContainsFunc(got[:i], known) ||
			len(want) <= limit && !slices.ContainsFunc(want, known) {
			tb.Fatalf("%v: %v was found twice, or is not a solution", cells, solution)
		}
	}
	if len(want) > 0 && len(want) <= limit {
		others, _ := solve(l, cells, want[0], limit, 1<<30)
		if len(others) != len(want)-1 || slices.ContainsFunc(others, func(s []uint8) bool { return slices.Equal(s, want[0]) }) {
			tb.Fatalf("%v: %d other solutions than a known one, want %d", cells, len(others), len(want)-1)
		}
	}
	return len(want)
}

func TestSolutions(t *testing.T) {
	r, l := rand.New(rand.NewPCG(1, 1)), New(geometry.Of(9))
	var counts [3]int
	for i := range 1500 {
		if n := checkSolutions(t, l, randomPuzzle(r, 22+i%30, r.IntN(3)), 20); n >= 0 {
			counts[min(n, 2)]++
		}
	}
	for found, n := range counts {
		if n < 100 {
			t.Errorf("%d puzzles with %d solutions are no test", n, found)
		}
	}
}

func FuzzLearner(f *testing.F) {
	r := rand.New(rand.NewPCG(2, 2))
	for i := range 20 {
		f.Add(randomPuzzle(r, 25+i%9, i%3))
	}
	learners := map[int]*Learner{9: New(geometry.Of(9)), 16: New(geometry.Of(16))}
	f.Fuzz(func(t *testing.T, data []byte) {
		order := 9
		if len(data) > 81 {
			order = 16
		}
		cells := make([]uint8, order*order)
		for i, value := range data[:min(len(data), len(cells))] {
			if int(value) <= order {
				cells[i] = value
			}
		}
		checkSolutions(t, learners[order], cells, 1+len(data)%5)
	})
}

// TestLearnedIsImplied checks that learned clauses hold in all solutions that
// were not found yet.
func TestLearnedIsImplied(t *testing.T) {
	r, l := rand.New(rand.NewPCG(3, 3)), New(geometry.Of(9))
	clauses, drops := 0, 0
	for range 800 {
		cells := randomPuzzle(r, 21+r.IntN(6), 0)
		want, ok := bruteForce(9, cells, 300, 100_000)
		if !ok || len(want) == 300 {
			continue
		}
		l.Begin(cells, nil)
		var found [][]uint8
		for range 1 + r.IntN(8) {
			if l.Run(1<<30, 1<<20) != Found {
				break
			}
			found = append(found, slices.Clone(l.Solution()))
			if before := l.clauses.learned; !l.dead && l.closeRoot() {
				l.reduce()
				drops += before - l.clauses.learned
			}
		}
		for _, solution := range want {
			if !slices.ContainsFunc(found, func(s []uint8) bool { return slices.Equal(s, solution) }) {
				clauses += checkClauses(t, l, solution)
			}
		}
	}
	if clauses < 1000 || drops < 10 {
		t.Errorf("%d clauses and %d dropped are no test", clauses, drops)
	}
}

// checkClauses fails the test unless a solution satisfies all clauses and
// agrees with the trail at the root. It returns the number of clauses.
func checkClauses(tb testing.TB, l *Learner, solution []uint8) (n int) {
	tb.Helper()
	holds := func(p literal) bool {
		c := p.candidate()
		return (int(solution[c/l.order]) == c%l.order+1) == (p == isTrue(c))
	}
	for _, p := range l.trail[:l.rootLength] {
		if !holds(p) {
			tb.Fatalf("%v: literal %d does not hold", solution, p)
		}
	}
	for ref := int32(1); int(ref) < len(l.clauses.words); ref += clauseHeader + l.clauses.words[ref+clauseSize] {
		n++
		if !slices.ContainsFunc(l.clauses.literals(ref), func(p int32) bool { return holds(literal(p)) }) {
			tb.Fatalf("%v: clause %v does not hold", solution, l.clauses.literals(ref))
		}
	}
	return n
}

// TestReuse checks that earlier puzzles, and the number of steps in each call
// of Run, do not change the search.
func TestReuse(t *testing.T) {
	r, used := rand.New(rand.NewPCG(4, 4)), New(geometry.Of(9))
	for range 100 {
		cells := randomPuzzle(r, 20+r.IntN(8), r.IntN(2))
		fresh := New(geometry.Of(9))
		want, verdict := solve(fresh, cells, nil, 5, 1<<30)
		got, again := solve(used, cells, nil, 5, 1+r.IntN(3))
		if again != verdict || used.Decisions() != fresh.Decisions() || !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("%v: got %d solutions, %d decisions, verdict %d; want %d, %d, %d", cells,
				len(got), used.Decisions(), again, len(want), fresh.Decisions(), verdict)
		}
	}
}

// TestBudget checks that the learner keeps its budget exactly, and that a
// larger budget changes no answer.
func TestBudget(t *testing.T) {
	r, l := rand.New(rand.NewPCG(5, 5)), New(geometry.Of(9))
	spent := 0
	for range 60 {
		cells := randomPuzzle(r, 20+r.IntN(6), 0)
		l.Begin(cells, nil)
		first := l.Run(1<<30, 1<<20)
		all, solution := l.Decisions(), slices.Clone(l.Solution())
		for budget := range all + 3 {
			l.Begin(cells, nil)
			verdict := l.Run(1<<30, budget)
			switch {
			case budget < all:
				spent++
				if verdict != Spent || l.Decisions() != budget {
					t.Fatalf("%v: budget %d of %d: verdict %d after %d", cells, budget, all, verdict, l.Decisions())
				}
			case verdict != first || first == Found && !slices.Equal(l.Solution(), solution):
				t.Fatalf("%v: budget %d of %d: verdict %d, want %d", cells, budget, all, verdict, first)
			}
		}
	}
	if spent < 100 {
		t.Errorf("%d budgets spent are no test", spent)
	}
}

// TestFull has a puzzle with more solutions than a learner records.
func TestFull(t *testing.T) {
	for _, order := range []int{9, 16} {
		l := New(geometry.Of(order))
		got, verdict := solve(l, make([]uint8, order*order), nil, 1000, 1<<30)
		if len(got) != maxSolutions || verdict != Full {
			t.Errorf("order %d: got %d solutions, verdict %d", order, len(got), verdict)
		}
		if n := len(l.clauses.words); n > l.clauses.size {
			t.Errorf("order %d: the arena has grown to %d words", order, n)
		}
	}
}
