package solver

import (
	"slices"
	"testing"

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
