package solver

import (
	"slices"
	"testing"
)

// checkSearch fails the test unless an engine of the common search finds out
// the same about a puzzle, with the same guesses and the same first solution,
// as the literal search does. It returns the outcome.
func checkSearch(tb testing.TB, e engine, puzzle []uint8, limit int, maxGuesses uint64) outcome {
	tb.Helper()
	want := slices.Clone(puzzle)
	reference := searchReference(orderOf(puzzle), want, limit, maxGuesses)
	out, cells := searchCopy(tb, e, puzzle, limit, maxGuesses)
	if out != reference {
		tb.Fatalf("%s\nlimit %d, at most %d guesses: got %+v, the reference %+v",
			encodePuzzle(puzzle), limit, maxGuesses, out, reference)
	}
	if !slices.Equal(cells, want) {
		tb.Fatalf("%s\nlimit %d: got %s\n the reference %s", encodePuzzle(puzzle), limit, encodePuzzle(cells), encodePuzzle(want))
	}
	return out
}

// The engines of the common search are equal to the reference on corpora.
func TestSearchCorpora(t *testing.T) {
	samples := map[string]int{
		"kaggle": 150, "17clue": 400, "diabolical": 400, "top1465": 120, "hardest11": 36, "multi": 400, "mixed": 900,
		"x16_CH": 30, "x16_TF": 15, "x16_ST": 9, "x16_goomii": 24, "x16_minimal": 3,
	}
	for _, corpus := range corpora {
		t.Run(corpus.name, func(t *testing.T) {
			t.Parallel()
			lines := corpusSample(t, corpus.name, samples[corpus.name])
			e, budget := portable(corpus.order()), uint64(300)
			if corpus.order() == 16 && !full {
				budget = 50
			}
			guesses, proofs := uint64(0), 0
			for i, line := range lines {
				limit := [3]int{2, 1, 5}[i%3]
				out := checkSearch(t, e, decodePuzzle(line), limit, budget)
				if limit > 1 {
					guesses, proofs = guesses+out.guesses, proofs+1
				}
			}
			t.Logf("%d puzzles; %.3f guesses for each of %d proofs", len(lines), float64(guesses)/float64(proofs), proofs)
		})
	}
}

func TestSearchAdversarial(t *testing.T) {
	for _, order := range orders {
		e, budget := portable(order), uint64(150)
		if order == 16 {
			budget = 30
		}
		for _, adversary := range adversaries(t, order) {
			for _, limit := range []int{1, 5, 2}[order/16:] {
				out := checkSearch(t, e, adversary.puzzle, limit, budget)
				if out.found > 0 && adversary.solutions == 0 || out.complete && out.found < adversary.solutions {
					t.Errorf("%s, limit %d: got %+v, want %d solutions", adversary.name, limit, out, adversary.solutions)
				}
			}
		}
	}
}

// Generated puzzles, each with all limits and budgets; the engine is the same
// for all, so that one puzzle would spoil the next.
func TestSearchGenerated(t *testing.T) {
	for order, n := range map[int]int{9: 120, 16: 12} {
		if testing.Short() {
			n /= 4
		}
		g, e := newGenerator(order, 2), portable(order)
		for i := range n {
			puzzle := g.puzzle(i)
			for _, limit := range []int{1, 2, 5} {
				for _, budget := range []uint64{0, 1, 2, 30} {
					out := checkSearch(t, e, puzzle, limit, budget)
					if out.guesses > budget {
						t.Fatalf("%s: budget %d: got %+v", encodePuzzle(puzzle), budget, out)
					}
				}
			}
		}
	}
}

// Grids with few clues, down to none, need cells with more than two candidates
// to branch at.
func TestSearchFewClues(t *testing.T) {
	for order, most := range map[int]int{9: 24, 16: 72} {
		g, e := newGenerator(order, 3), portable(order)
		for n := 0; n < most; n += most / 12 {
			checkSearch(t, e, g.sparse(n), 2, 70)
		}
	}
}

// Counting goes on to the end: all solutions, not just a few.
func TestSearchCounts(t *testing.T) {
	for line, want := range map[string]int{lineMany: 847, lineTwo: 2, lineNone: 0, lineSolved: 1, lineEscargot: 1} {
		out := checkSearch(t, newBand(), decodePuzzle(line), 1000, unlimited)
		if out.found != want || !out.complete {
			t.Errorf("%s: got %+v, want %d solutions", line, out, want)
		}
	}
}

// The images of puzzles cost other numbers of guesses than the puzzles, but
// the same as the literal search needs.
func TestSearchSymmetric(t *testing.T) {
	for _, order := range orders {
		g, e, budget := newGenerator(order, 6), portable(order), uint64(80)
		if order == 16 {
			budget = 4 // the literal search is slow
		}
		var puzzles [][]uint8
		for i := range 8 {
			puzzles = append(puzzles, g.puzzle(i))
		}
		if order == 9 {
			puzzles = append(puzzles, decodePuzzle(lineEscargot), decodePuzzle(lineNone), decodePuzzle(lineMany))
		}
		for i := range 100 {
			image := randomSymmetry(order, g.Perm, g.IntN(2) == 0).apply(puzzles[i%len(puzzles)])
			checkSearch(t, e, image, 1+g.IntN(3), budget)
		}
	}
}

// The portable engines and the literal search agree on any cells.
func FuzzSearch(f *testing.F) {
	for _, seed := range fuzzSeeds() {
		f.Add(seed)
	}
	fast := map[int]engine{9: newBand(), 16: newGrid()}
	guesses := map[int]uint64{9: 60, 16: 6} // for the literal search, which is slow
	f.Fuzz(func(t *testing.T, data []byte) {
		if puzzle := fuzzPuzzle(data); puzzle != nil {
			checkSearch(t, fast[orderOf(puzzle)], puzzle, 2, guesses[orderOf(puzzle)])
		}
	})
}
