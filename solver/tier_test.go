package solver

import (
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// tierOf solves a puzzle and returns its tier.
func tierOf(s *Solver, puzzle []uint8) Tier { return TierOf(puzzle, s.Solve(slices.Clone(puzzle))) }

// TestTierInCorpora checks whether all, some or no puzzles of a corpus are in
// each tier.
func TestTierInCorpora(t *testing.T) {
	const n = 300
	for corpus, want := range map[string][tierCount]bool{
		"kaggle":     {TierSingles: true},
		"diabolical": {TierSearch: true},
		"hardest11":  {TierSearch: true},
		"multi":      {TierSearch: true},
		"17clue":     {TierSingles: true, TierClosure: true, TierSearch: true},
		"x16_goomii": {TierSingles: true, TierClosure: true, TierSearch: true},
	} {
		lines := puzzletest.Sample(t, corpus, n)
		s := mustNew(t, puzzletest.OrderOf(puzzletest.Decode(lines[0])), Options{Limit: 2})
		var got [tierCount]bool
		for _, line := range lines {
			got[tierOf(s, puzzletest.Decode(line))] = true
		}
		if got != want {
			t.Errorf("%s: tiers %v, want %v", corpus, got, want)
		}
	}
}

// TestTierOfIsomorphs checks that isomorphs have the same tier, for any limit
// and budget that finds a solution.
func TestTierOfIsomorphs(t *testing.T) {
	for _, order := range Orders() {
		solvers := []*Solver{
			mustNew(t, order, Options{Limit: 2}),
			mustNew(t, order, Options{}),
			mustNew(t, order, Options{Limit: 100, MaxGuesses: 50}),
		}
		g := puzzletest.NewGenerator(order, 71)
		for i, puzzle := range puzzletest.Mixed(order, 72, 60) {
			want := tierOf(solvers[0], puzzle)
			for range 5 {
				image := puzzletest.RandomSymmetry(order, g.Perm, g.IntN(2) == 0).Apply(puzzle)
				result := solvers[i%3].Solve(slices.Clone(image))
				if got := TierOf(image, result); got != want && result.Status != GaveUp {
					t.Fatalf("%s: tier %v, its isomorph %s: %v", puzzletest.Encode(puzzle), want, puzzletest.Encode(image), got)
				}
			}
		}
	}
}

func TestTierOfKnown(t *testing.T) {
	s := mustNew(t, 9, Options{Limit: 2})
	for line, want := range map[string]Tier{
		puzzletest.SolvedGrid: TierSingles,
		puzzletest.Escargot:   TierSearch,
		puzzletest.Two:        TierSearch,
		puzzletest.Many:       TierSearch,
		puzzletest.None:       TierUnknown,
	} {
		if got := tierOf(s, puzzletest.Decode(line)); got != want {
			t.Errorf("%s: %v, want %v", line, got, want)
		}
	}
	escargot := puzzletest.Decode(puzzletest.Escargot)
	if got := TierOf(escargot, Result{Status: GaveUp, Guesses: 5}); got != TierUnknown {
		t.Errorf("%v for a search without a solution", got)
	}
	if got := TierOf(escargot, Result{Status: GaveUp, Guesses: 5, Solutions: 1}); got != TierSearch {
		t.Errorf("%v for a search with one solution", got)
	}
}

func TestTierMistakes(t *testing.T) {
	for _, n := range []int{0, 80, 255} {
		checkPanics(t, func() { TierOf(make([]uint8, n), Result{}) })
	}
}

func TestTierString(t *testing.T) {
	for tier, want := range map[Tier]string{
		TierUnknown: "unknown", TierSingles: "singles", TierClosure: "closure", TierSearch: "search", 7: "Tier(7)",
	} {
		if got := tier.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestTierDoesNotAllocate(t *testing.T) {
	puzzle := make([]uint8, 256)
	if allocs := testing.AllocsPerRun(10, func() { TierOf(puzzle, Result{Solutions: 1}) }); allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}
