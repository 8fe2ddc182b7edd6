package search

import (
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
	"github.com/sudokubatch/sudokubatch/solver/internal/literaltest"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// checkSearch fails the test unless an engine has the same outcome and first
// solution as the literal search. It returns the outcome.
func checkSearch(tb testing.TB, e engine.Engine, puzzle []uint8, limit int, maxGuesses uint64) engine.Outcome {
	tb.Helper()
	want := slices.Clone(puzzle)
	wantOut := literaltest.Search(geometry.Of(puzzletest.OrderOf(puzzle)), want, limit, maxGuesses)
	out, cells := puzzletest.SearchCopy(tb, e, puzzle, limit, maxGuesses)
	if out != wantOut {
		tb.Fatalf("%s\nlimit %d, at most %d guesses: got %+v, literally %+v",
			puzzletest.Encode(puzzle), limit, maxGuesses, out, wantOut)
	}
	if !slices.Equal(cells, want) {
		tb.Fatalf("%s\nlimit %d: got %s\n literally %s", puzzletest.Encode(puzzle), limit, puzzletest.Encode(cells), puzzletest.Encode(want))
	}
	return out
}

// TestSearchCorpora compares the engines with the literal search on corpora.
func TestSearchCorpora(t *testing.T) {
	samples := map[string]int{
		"kaggle": 150, "17clue": 400, "diabolical": 400, "top1465": 120, "hardest11": 36, "multi": 400, "mixed": 900,
		"x16_CH": 30, "x16_TF": 15, "x16_ST": 9, "x16_goomii": 24, "x16_minimal": 3,
	}
	for _, corpus := range puzzletest.Corpora {
		t.Run(corpus.Name, func(t *testing.T) {
			t.Parallel()
			lines := puzzletest.Sample(t, corpus.Name, samples[corpus.Name])
			e, budget := portable(geometry.Of(corpus.Order())), uint64(300)
			if corpus.Order() == 16 && !puzzletest.Full {
				budget = 50
			}
			guesses, proofs := uint64(0), 0
			for i, line := range lines {
				limit := [3]int{2, 1, 5}[i%3]
				out := checkSearch(t, e, puzzletest.Decode(line), limit, budget)
				if limit > 1 {
					guesses, proofs = guesses+out.Guesses, proofs+1
				}
			}
			t.Logf("%d puzzles; %.3f guesses for each of %d proofs", len(lines), float64(guesses)/float64(proofs), proofs)
		})
	}
}

func TestSearchAdversarial(t *testing.T) {
	for _, order := range puzzletest.Orders {
		e, budget := portable(geometry.Of(order)), uint64(150)
		if order == 16 {
			budget = 30
		}
		for _, adversary := range puzzletest.Adversaries(t, order) {
			for _, limit := range []int{1, 5, 2}[order/16:] {
				out := checkSearch(t, e, adversary.Puzzle, limit, budget)
				if out.Found > 0 && adversary.Solutions == 0 || out.Complete && out.Found < adversary.Solutions {
					t.Errorf("%s, limit %d: got %+v, want %d solutions", adversary.Name, limit, out, adversary.Solutions)
				}
			}
		}
	}
}

// TestSearchGenerated tries generated puzzles with all limits and budgets. The
// engine is reused, so errors in one puzzle would show in the next.
func TestSearchGenerated(t *testing.T) {
	for order, n := range map[int]int{4: 200, 6: 200, 8: 100, 9: 60, 12: 20, 16: 8, 25: 4} {
		if testing.Short() {
			n /= 4
		}
		g, e := puzzletest.NewGenerator(order, 2), portable(geometry.Of(order))
		for i := range n {
			puzzle := g.Puzzle(i)
			for _, limit := range []int{1, 2, 5} {
				for _, budget := range []uint64{0, 1, 2, 30} {
					out := checkSearch(t, e, puzzle, limit, budget)
					if out.Guesses > budget {
						t.Fatalf("%s: budget %d: got %+v", puzzletest.Encode(puzzle), budget, out)
					}
				}
			}
		}
	}
}

// TestSearchFewClues solves grids with few or no clues, which need branch cells
// with more than two candidates.
func TestSearchFewClues(t *testing.T) {
	for order, most := range map[int]int{4: 12, 6: 24, 8: 24, 9: 24, 12: 48, 16: 72, 25: 240} {
		g, e := puzzletest.NewGenerator(order, 3), portable(geometry.Of(order))
		for n := 0; n < most; n += most / 12 {
			checkSearch(t, e, g.Sparse(n), 2, 70)
		}
	}
}

// FuzzSearch checks that the portable engines and the literal search agree on
// any cells.
func FuzzSearch(f *testing.F) {
	for _, seed := range puzzletest.FuzzSeeds() {
		f.Add(seed)
	}
	fast := map[int]engine.Engine{9: newBand(), 16: newGrid()}
	most := map[int]uint64{9: 60, 16: 6} // the literal search is slow
	f.Fuzz(func(t *testing.T, data []byte) {
		if puzzle := puzzletest.FuzzPuzzle(data); puzzle != nil {
			order := puzzletest.OrderOf(puzzle)
			// Budgets of all sizes, because searches that end early test as
			// much as long ones.
			checkSearch(t, fast[order], puzzle, 2, most[order]>>(puzzletest.FuzzPick(data)%8))
		}
	})
}
