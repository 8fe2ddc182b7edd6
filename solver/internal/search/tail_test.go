package search

import (
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
	"github.com/sudokubatch/sudokubatch/solver/internal/reference"
)

// A tailPuzzle is a puzzle, and its outcomes without a threshold.
type tailPuzzle struct {
	cells, first []uint8           // the puzzle and the first solution in the order of the search
	want         [4]engine.Outcome // of the search without a threshold, by limit
}

// tailPuzzles returns n puzzles of some guesses with one solution, and n whose
// first two solutions lie a guess or more apart, in this order. How many
// solutions there are comes from an engine that shares nothing with the search.
func tailPuzzles(tb testing.TB, order int, seed uint64, n int) []tailPuzzle {
	tb.Helper()
	const most = 60 // guesses
	g, search, witness := puzzletest.NewGenerator(order, seed), portable(order), reference.NewDLX(order)
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
		if i/len(base)%2 == 0 { // for several solutions
			puzzle[slices.IndexFunc(puzzle, func(value uint8) bool { return value > 0 })] = 0
		}
		p := tailPuzzle{cells: puzzle, first: slices.Clone(puzzle)}
		p.want[1] = search.Search(p.first, 1, most)
		for limit := 2; limit <= 3; limit++ {
			p.want[limit] = search.Search(slices.Clone(puzzle), limit, most)
		}
		if out := p.want[3]; out.Found < 3 && !out.Complete {
			continue // it takes long
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

// expect returns the outcome that a search must have which hands on after
// threshold guesses, whether its first solution is the search's own, and whether
// it is handed on: it then makes as many guesses as the threshold or more.
func (p *tailPuzzle) expect(limit int, threshold, maxGuesses uint64) (want engine.Outcome, own, handedOn bool) {
	want = p.want[limit]
	own = p.want[1].Guesses <= min(threshold, maxGuesses)
	switch {
	case want.Guesses > threshold && maxGuesses > threshold && p.foundBy(2, threshold) < 2:
		return want, own, true
	case want.Guesses > maxGuesses: // it gives up, with what it has found by then
		want = engine.Outcome{Guesses: maxGuesses, Found: p.foundBy(limit, maxGuesses)}
	}
	return want, p.want[1].Guesses <= want.Guesses, false
}

// foundBy returns how many solutions, up to a limit, the search has found after so
// many guesses.
func (p *tailPuzzle) foundBy(limit int, guesses uint64) (found int) {
	for n := 1; n <= limit; n++ {
		if nth := p.want[n]; nth.Found == n && nth.Guesses <= guesses {
			found = n
		}
	}
	return found
}

// check fails the test unless an outcome and the cells that go with it are what
// they must be.
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

// A search that is handed on has been made in part. The solutions before the
// threshold and beyond it are counted once each, the first stays the first, and
// a puzzle with a second solution beyond the threshold is not called unique. A
// budget of as many guesses as the threshold ends there, one guess more is
// handed on.
func TestTailThreshold(t *testing.T) {
	t.Parallel()
	for order, n := range map[int]int{9: 12, 16: 4} {
		p, puzzles := newLanesPanel(order), tailPuzzles(t, order, 31, n)
		delete(p.engines, "plain32") // slow, and no other than plain16
		between := 0                 // puzzles handed on with one solution of two
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

// someGuesses returns up to three numbers of guesses that searches for the first solution come to.
func someGuesses(puzzles []tailPuzzle) (guesses []uint64) {
	for _, p := range puzzles {
		if n := p.want[1].Guesses; n > 0 && !slices.Contains(guesses, n) && len(guesses) < 3 {
			guesses = append(guesses, n)
		}
	}
	return guesses
}

// tryTail checks all puzzles on all engines of a panel, which must agree to the
// last guess.
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

// A larger budget never changes the answer that a smaller one gave, and a
// search that gives up does so at the budget: at every budget, threshold and limit.
func TestTailBudgets(t *testing.T) {
	t.Parallel()
	for order, n := range map[int]int{9: 6, 16: 3} {
		for _, p := range tailPuzzles(t, order, 33, n) {
			for _, threshold := range []uint64{1, 4} {
				e := withTail(order, portable(order))
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
