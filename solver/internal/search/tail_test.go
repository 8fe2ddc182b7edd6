package search

import (
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
	"github.com/sudokubatch/sudokubatch/solver/internal/reference"
)

// A tailPuzzle is a puzzle with its outcomes without a threshold.
type tailPuzzle struct {
	cells, first []uint8           // the puzzle and the first solution of the search
	want         [4]engine.Outcome // by limit: the outcome without a threshold
}

// tailPuzzles returns 2n puzzles: n with some guesses and one solution, then n
// whose first two solutions are at least a guess apart. An engine that shares
// no code with the search counts the solutions.
func tailPuzzles(tb testing.TB, order int, seed uint64, n int) []tailPuzzle {
	tb.Helper()
	const most = 60 // maximum guesses
	g, search, witness := puzzletest.NewGenerator(order, seed), portable(geometry.Of(order)), reference.NewDLX(geometry.Of(order))
	base := make([][]uint8, 108/order)
	for i := range base {
		base[i], _ = g.Unique(22 + order/16*70)
	}
	var one, several []tailPuzzle
	for i := 0; len(one) < n || len(several) < n; i++ {
		if i == 200*n {
			tb.Fatalf("order %d: %d and %d puzzles, not %d of each", order, len(one), len(several), n)
		}
		puzzle := puzzletest.RandomSymmetry(order, g.Perm, i%2 == 0).Apply(base[i%len(base)])
		if i/len(base)%2 == 0 { // make several solutions likely
			puzzle[slices.IndexFunc(puzzle, func(value uint8) bool { return value > 0 })] = 0
		}
		p := tailPuzzle{cells: puzzle, first: slices.Clone(puzzle)}
		p.want[1] = search.Search(p.first, 1, most)
		for limit := 2; limit <= 3; limit++ {
			p.want[limit] = search.Search(slices.Clone(puzzle), limit, most)
		}
		if out := p.want[3]; out.Found < 3 && !out.Complete {
			continue // takes too long
		}
		for limit := 1; limit <= 3; limit++ {
			truth := witness.Search(slices.Clone(puzzle), limit, engine.Unlimited)
			if p.want[limit].Found != truth.Found || p.want[limit].Complete != truth.Complete {
				tb.Fatalf("%s: limit %d: got %+v, dlx %+v", puzzletest.Encode(puzzle), limit, p.want[limit], truth)
			}
		}
		switch {
		case p.want[2].Found == 1 && p.want[2].Guesses > 0 && len(one) < n:
			one = append(one, p)
		case p.want[2].Found == 2 && p.want[2].Guesses > p.want[1].Guesses && len(several) < n:
			several = append(several, p)
		}
	}
	return append(one, several...)
}

// expect returns the expected outcome of a search with a threshold, whether the
// first solution must be the one without a threshold, and whether the puzzle
// goes to clause learning. In this case the outcome has at least threshold
// guesses.
func (p *tailPuzzle) expect(limit int, threshold, maxGuesses uint64) (want engine.Outcome, own, handedOn bool) {
	want = p.want[limit]
	own = p.want[1].Guesses <= min(threshold, maxGuesses)
	switch {
	case want.Guesses > threshold && maxGuesses > threshold && p.foundBy(2, threshold) < 2:
		return want, own, true
	case want.Guesses > maxGuesses: // it gives up with the solutions found so far
		want = engine.Outcome{Guesses: maxGuesses, Found: p.foundBy(limit, maxGuesses)}
	}
	return want, p.want[1].Guesses <= want.Guesses, false
}

// foundBy returns how many solutions, up to limit, the search finds within the
// given number of guesses.
func (p *tailPuzzle) foundBy(limit int, guesses uint64) (found int) {
	for n := 1; n <= limit; n++ {
		if nth := p.want[n]; nth.Found == n && nth.Guesses <= guesses {
			found = n
		}
	}
	return found
}

// check fails the test unless an outcome and its cells are as expected.
func (p *tailPuzzle) check(tb testing.TB, name string, out engine.Outcome, cells []uint8, limit int, threshold, maxGuesses uint64) {
	tb.Helper()
	want, own, handedOn := p.expect(limit, threshold, maxGuesses)
	if handedOn {
		gaveUp := !out.Complete && out.Found < limit
		switch {
		case gaveUp && out.Guesses == maxGuesses && out.Found <= want.Found:
			want = out
		case !gaveUp && out.Guesses >= threshold && out.Guesses <= maxGuesses:
			want.Guesses = out.Guesses
		}
	}
	if out != want {
		tb.Errorf("%s, limit %d, threshold %d, at most %d guesses: %s\ngot %+v, want %+v",
			name, limit, threshold, maxGuesses, puzzletest.Encode(p.cells), out, want)
	}
	switch {
	case out.Found == 0 && !slices.Equal(cells, p.cells):
		tb.Errorf("%s, limit %d, threshold %d: %s: no solution, but the cells changed", name, limit, threshold, puzzletest.Encode(p.cells))
	case out.Found > 0 && own && !slices.Equal(cells, p.first):
		tb.Errorf("%s, limit %d, threshold %d: %s: not the first solution, %s", name, limit, threshold,
			puzzletest.Encode(p.cells), puzzletest.Encode(cells))
	case out.Found > 0:
		puzzletest.CheckSolution(tb, cells, p.cells)
	}
}

// TestTailThreshold checks the change from search to clause learning. Solutions
// before and after the threshold count once each, the first solution stays the
// first, and a puzzle with its second solution after the threshold is not
// unique. A budget equal to the threshold ends the search; a larger one starts
// clause learning.
func TestTailThreshold(t *testing.T) {
	t.Parallel()
	for order, n := range map[int]int{9: 12, 16: 4} {
		p, puzzles := newLanesPanel(order), tailPuzzles(t, order, 31, n)
		delete(p.engines, "plain32") // slow, and no other than plain16
		between := 0                 // puzzles that go to clause learning between their two solutions
		for _, threshold := range someGuesses(puzzles[n:]) {
			p.setThreshold(threshold)
			for _, puzzle := range puzzles {
				if first, second := puzzle.want[1], puzzle.want[2]; second.Found == 2 &&
					first.Guesses <= threshold && second.Guesses > threshold {
					between++
				}
			}
			for _, limit := range []int{1, 2, 3} {
				for _, budget := range []uint64{threshold, threshold + 1, engine.Unlimited} {
					tryTail(t, p, puzzles, limit, budget)
				}
			}
		}
		if between < 4 {
			t.Errorf("order %d: %d puzzles were handed on between their solutions: too few", order, between)
		}
	}
}

// someGuesses returns up to three numbers of guesses that searches with limit 1
// need.
func someGuesses(puzzles []tailPuzzle) (guesses []uint64) {
	for _, p := range puzzles {
		if n := p.want[1].Guesses; n > 0 && !slices.Contains(guesses, n) && len(guesses) < 3 {
			guesses = append(guesses, n)
		}
	}
	return guesses
}

// tryTail checks all puzzles on all engines of a panel. All must have the same
// number of guesses.
func tryTail(tb testing.TB, p *lanesPanel, puzzles []tailPuzzle, limit int, maxGuesses uint64) {
	tb.Helper()
	threshold := p.judge.threshold
	var batch, want []uint8
	var wantOut []engine.Outcome
	for i := range puzzles {
		batch = append(batch, puzzles[i].cells...)
		cells := slices.Clone(puzzles[i].cells)
		out := p.judge.Search(cells, limit, maxGuesses)
		puzzles[i].check(tb, "alone", out, cells, limit, threshold, maxGuesses)
		want, wantOut = append(want, cells...), append(wantOut, out)
	}
	for name, e := range p.engines {
		cells, out := slices.Clone(batch), make([]engine.Outcome, len(puzzles))
		e.searchBatch(cells, out, limit, maxGuesses)
		if !slices.Equal(out, wantOut) || !slices.Equal(cells, want) {
			tb.Errorf("%s, limit %d, threshold %d, at most %d guesses:\ngot  %+v,\nwant %+v; cells equal: %v",
				name, limit, threshold, maxGuesses, out, wantOut, slices.Equal(cells, want))
		}
	}
}

// TestTailBudgets checks at every budget, threshold and limit that a larger
// budget never changes an answer of a smaller one, and that a search that gives
// up has used its budget.
func TestTailBudgets(t *testing.T) {
	t.Parallel()
	for order, n := range map[int]int{9: 6, 16: 3} {
		for _, p := range tailPuzzles(t, order, 33, n) {
			for _, threshold := range []uint64{1, 4} {
				e := withTail(geometry.Of(order), portable(geometry.Of(order)))
				e.threshold = threshold
				for limit := 1; limit <= 3; limit++ {
					full, solution := puzzletest.SearchCopy(t, e, p.cells, limit, engine.Unlimited)
					for budget := range full.Guesses + 2 {
						out, cells := puzzletest.SearchCopy(t, e, p.cells, limit, budget)
						if budget >= full.Guesses {
							if out != full || !slices.Equal(cells, solution) {
								t.Errorf("budget %d: got %+v, without one %+v", budget, out, full)
							}
						} else if out.Complete || out.Guesses != budget || out.Found > full.Found {
							t.Errorf("budget %d: got %+v, without one %+v", budget, out, full)
						}
					}
				}
			}
		}
	}
}
