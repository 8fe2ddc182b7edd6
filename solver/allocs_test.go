package solver

import (
	"fmt"
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// TestNoAllocations checks that engines allocate nothing when they solve.
func TestNoAllocations(t *testing.T) {
	generated := puzzletest.Generated(12, 8)
	eachEngine(t, Orders(), func(t *testing.T, order int, engine string) {
		n := order * order
		puzzles := append(slices.Concat(generated[order]...), make([]uint8, 2*n)...)
		puzzles[8*n], puzzles[8*n+1] = 1, 1
		cells, results := make([]uint8, len(puzzles)), make([]Result, len(puzzles)/n)
		for _, limit := range []int{1, 2} {
			s := mustNew(t, order, Options{Engine: engine, Limit: limit, MaxGuesses: 50})
			if allocs := testing.AllocsPerRun(3, func() {
				copy(cells, puzzles)
				s.SolveBatch(cells, results)
			}); allocs != 0 {
				t.Errorf("limit %d: %v allocations a batch", limit, allocs)
			}
			if allocs := testing.AllocsPerRun(3, func() {
				copy(cells, puzzles)
				for i := range results {
					results[i] = s.Solve(cells[i*n : (i+1)*n])
				}
			}); allocs != 0 {
				t.Errorf("limit %d: %v allocations for puzzles one by one", limit, allocs)
			}
		}
		if results[8].Status != Contradiction {
			t.Errorf("got %+v for clues that clash", results[8])
		}
	})
}

// TestNothingElseAllocates checks the same of all that works on puzzles, engines apart.
func TestNothingElseAllocates(t *testing.T) {
	c, r, form := NewCanonicalizer(), newRater(t), make([]uint8, 81)
	escargot, large := puzzletest.Decode(puzzletest.Escargot), make([]uint8, 256)
	puzzles, ratings := slices.Concat(escargot, puzzletest.Decode(puzzletest.SolvedGrid), make([]uint8, 81)), make([]Rating, 3)
	var by Symmetry
	calls := map[string]func(){
		"Canonical":      func() { c.Canonical(form, escargot) },
		"CanonicalBy":    func() { c.CanonicalBy(form, escargot, &by) },
		"Representative": func() { c.Representative(form, escargot) },
		"Rate":           func() { r.Rate(ratings, puzzles) },
		"MeansOf":        func() { MeansOf(geometry.OfCells(len(large)), large, Result{Solutions: 1}) },
	}
	for order, puzzles := range puzzletest.Generated(44, 3) {
		if order > 16 {
			continue // takes long
		}
		cells := slices.Repeat(slices.Concat(puzzles...), 32)
		solutions, sets := slices.Clone(cells), make([]CellSet, len(cells)/(order*order))
		mustNew(t, order, Options{}).SolveBatch(solutions, make([]Result, len(sets)))
		for i := range solutions { // any grid will do for a puzzle without a solution
			solutions[i] = max(solutions[i], 1)
		}
		m, err := NewMinimalChecker(geometry.Of(order))
		if err != nil {
			t.Fatal(err)
		}
		calls[fmt.Sprint("Redundant ", order)] = func() { m.Redundant(sets, cells, solutions) }
	}
	for name, call := range calls {
		// Take the mean of several runs, because the runtime may allocate in one of them.
		if allocs := testing.AllocsPerRun(5, call); allocs != 0 {
			t.Errorf("%s: %v allocations", name, allocs)
		}
	}
}
