package solver

import (
	"slices"
	"strconv"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// A jury has one solver of each engine for an order, all with the same limit.
type jury struct {
	limit   int
	solvers []*Solver
	judge   *witness
	answers map[string]int // by engine: puzzles it did not give up
	counts  [3]int         // puzzles with 0, 1, and 2 or more solutions
}

// newJury returns a jury. Engines that may be slow get a guess budget.
func newJury(tb testing.TB, order, limit int, budget uint64) *jury {
	tb.Helper()
	j := &jury{
		limit:   limit,
		judge:   newWitness(order),
		answers: map[string]int{},
	}
	for _, info := range Engines() {
		if slices.Contains(info.Orders, order) {
			j.solvers = append(j.solvers, mustNew(tb, order, Options{Engine: info.Name, Limit: limit, MaxGuesses: budget}))
		}
	}
	return j
}

// try fails the test unless all engines that do not give up agree on the
// status, on the number of solutions, and on the solution if it is unique. It
// returns the result and the judge's solution.
func (j *jury) try(tb testing.TB, puzzle []uint8) (Result, []uint8) {
	tb.Helper()
	solution := slices.Clone(puzzle)
	want := j.judge.solve(tb, solution, j.limit)
	j.counts[min(want.Solutions, 2)]++
	for _, s := range j.solvers {
		cells := slices.Clone(puzzle)
		got := s.Solve(cells)
		if problem := disagreement(j.limit, got, want, puzzle, cells, solution); problem != "" {
			tb.Fatalf("%s\n%s: %s: %+v, the judge says %+v", puzzletest.Encode(puzzle), s.Engine(), problem, got, want)
		}
		if !gaveUp(got, j.limit) {
			j.answers[s.Engine()]++
		}
	}
	return want, solution
}

// gaveUp reports whether the budget ended the search before the limit. With a
// limit over 2 that may be after the second solution.
func gaveUp(r Result, limit int) bool { return !r.Complete && r.Solutions < limit }

// disagreement returns how a result and its cells contradict the judge's, or
// "".
func disagreement(limit int, got, want Result, puzzle, cells, solution []uint8) string {
	switch {
	case got.Solutions == 0 && !slices.Equal(cells, puzzle):
		return "no solution, but other cells"
	case got.Solutions > 0 && puzzletest.SolutionError(cells, puzzle) != "":
		return puzzletest.SolutionError(cells, puzzle)
	case got.Solutions > 0 && want.Unique() && !slices.Equal(cells, solution):
		return "another solution"
	case got.Solutions > want.Solutions:
		return "too many solutions"
	case got.Status == GaveUp && (got.Complete || got.Solutions > 1):
		return "gave up, but has an answer"
	case gaveUp(got, limit):
		return ""
	case got.Status != want.Status, got.Complete != want.Complete, got.Clash != want.Clash:
		return "another result"
	case got.Solutions != want.Solutions:
		return "another number of solutions"
	}
	return ""
}

// silent returns the engines that gave up every puzzle.
func (j *jury) silent() []string {
	var names []string
	for _, s := range j.solvers {
		if j.answers[s.Engine()] == 0 {
			names = append(names, s.Engine())
		}
	}
	return names
}

// TestEnginesAgreeOnCorpora checks that all engines agree on the corpora, and
// that the corpora hold the kinds of puzzles that they should.
func TestEnginesAgreeOnCorpora(t *testing.T) {
	samples := map[string]int{
		"kaggle": 90, "17clue": 90, "diabolical": 90, "top1465": 60, "hardest11": 45, "multi": 90, "mixed": 300,
		"x16_CH": 10, "x16_TF": 10, "x16_ST": 10, "x16_goomii": 10, "x16_minimal": 4,
	}
	for _, corpus := range puzzletest.Corpora {
		t.Run(corpus.Name, func(t *testing.T) {
			t.Parallel()
			if lines := puzzletest.Lines(t, corpus.Name); len(lines) != corpus.Puzzles {
				t.Errorf("%d puzzles, want %d", len(lines), corpus.Puzzles)
			}
			budget := uint64(10_000)
			if corpus.Order() == 16 {
				budget = 2000
			}
			first, second := newJury(t, corpus.Order(), 1, budget), newJury(t, corpus.Order(), 2, budget)
			for i, line := range puzzletest.Sample(t, corpus.Name, samples[corpus.Name]) {
				result, _ := second.try(t, puzzletest.Decode(line))
				if !corpus.Counts[result.Solutions] {
					t.Fatalf("%s: %+v", line, result)
				}
				if i%3 == 0 {
					first.try(t, puzzletest.Decode(line))
				}
			}
			for solutions, want := range corpus.Counts {
				if want && second.counts[solutions] == 0 {
					t.Errorf("no puzzle has %d solutions", solutions)
				}
			}
			if silent := second.silent(); len(silent) > 0 && corpus.Order() == 9 && !testing.Short() {
				t.Errorf("%v gave all puzzles up", silent)
			}
		})
	}
}

func TestEnginesAgreeOnAdversarial(t *testing.T) {
	for _, order := range puzzletest.Orders {
		t.Run(strconv.Itoa(order), func(t *testing.T) {
			j := newJury(t, order, 2, 1000)
			for _, adversary := range puzzletest.Adversaries(t, order) {
				result, _ := j.try(t, adversary.Puzzle)
				if result.Solutions != adversary.Solutions || (result.Status == Contradiction) != adversary.Clash {
					t.Errorf("%s: got %+v, want %d solutions, clash %v",
						adversary.Name, result, adversary.Solutions, adversary.Clash)
				}
			}
		})
	}
}

// TestEnginesAgreeOnMutants checks that all engines agree on puzzles with one
// solution, and on the same puzzles with one clue added, removed or changed.
func TestEnginesAgreeOnMutants(t *testing.T) {
	for order, n := range map[int]int{9: 60, 16: 8} {
		g := puzzletest.NewGenerator(order, 7)
		clues := 5 * order / 2
		if order == 16 {
			clues = 115
		}
		one, two, five := newJury(t, order, 1, 3000), newJury(t, order, 2, 3000), newJury(t, order, 5, 3000)
		for range n {
			puzzle, solution := g.Unique(clues + g.IntN(order))
			if result, cells := two.try(t, puzzle); !result.Unique() || !slices.Equal(cells, solution) {
				t.Fatalf("%s: got %+v, want one solution, %s", puzzletest.Encode(puzzle), result, puzzletest.Encode(solution))
			}
			for range 3 {
				puzzle = g.Mutate(puzzle)
				one.try(t, puzzle)
				two.try(t, puzzle)
				five.try(t, puzzle)
			}
		}
		if slices.Contains(two.counts[:], 0) {
			t.Errorf("order %d: %v puzzles with 0, 1 and more solutions: no test without each", order, two.counts)
		}
		if silent := two.silent(); len(silent) > 0 {
			t.Errorf("order %d: %v gave all puzzles up", order, silent)
		}
	}
}
