package solver

import (
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// meansOf solves a puzzle and returns its means.
func meansOf(s *Solver, puzzle []uint8) Means {
	return MeansOf(geometry.OfCells(len(puzzle)), puzzle, s.Solve(slices.Clone(puzzle)))
}

// TestMeansOfIsomorphs checks that isomorphs have the same means, for any limit
// and budget that finds a solution.
func TestMeansOfIsomorphs(t *testing.T) {
	for _, order := range Orders() {
		solvers := []*Solver{
			mustNew(t, order, Options{Limit: 2}),
			mustNew(t, order, Options{}),
			mustNew(t, order, Options{Limit: 100, MaxGuesses: 50}),
		}
		g := puzzletest.NewGenerator(order, 71)
		for i, puzzle := range puzzletest.Mixed(order, 72, 60) {
			want := meansOf(solvers[0], puzzle)
			for range 5 {
				image := puzzletest.RandomSymmetry(order, g.Perm, g.IntN(2) == 0).Apply(puzzle)
				result := solvers[i%3].Solve(slices.Clone(image))
				if got := MeansOf(geometry.OfCells(len(image)), image, result); got != want && result.Status != GaveUp {
					t.Fatalf("%s: means %v, its isomorph %s: %v", puzzletest.Encode(puzzle), want, puzzletest.Encode(image), got)
				}
			}
		}
	}
}

func TestMeansOfKnown(t *testing.T) {
	s := mustNew(t, 9, Options{Limit: 2})
	for line, want := range map[string]Means{
		puzzletest.SolvedGrid: MeansSingles,
		puzzletest.Escargot:   MeansSearch,
		puzzletest.Two:        MeansSearch,
		puzzletest.Many:       MeansSearch,
		puzzletest.None:       MeansUnknown,
	} {
		if got := meansOf(s, puzzletest.Decode(line)); got != want {
			t.Errorf("%s: %v, want %v", line, got, want)
		}
	}
	escargot := puzzletest.Decode(puzzletest.Escargot)
	if got := MeansOf(geometry.OfCells(len(escargot)), escargot, Result{Status: GaveUp, Guesses: 5}); got != MeansUnknown {
		t.Errorf("%v for a search without a solution", got)
	}
	if got := MeansOf(geometry.OfCells(len(escargot)), escargot, Result{Status: GaveUp, Guesses: 5, Solutions: 1}); got != MeansSearch {
		t.Errorf("%v for a search with one solution", got)
	}
}

func TestMeansString(t *testing.T) {
	for means, want := range map[Means]string{
		MeansUnknown: "unknown", MeansSingles: "singles", MeansClosure: "closure", MeansSearch: "search", 7: "Means(7)",
	} {
		if got := means.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
