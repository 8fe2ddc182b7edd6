package puzzletest_test

import (
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
	"github.com/sudokubatch/sudokubatch/solver/internal/reference"
)

// TestGenerator checks that the generator keeps its promises, on which other
// tests rely.
func TestGenerator(t *testing.T) {
	for _, order := range puzzletest.Orders {
		g := puzzletest.NewGenerator(order, 1)
		counts := [3]int{}
		grids := map[string]bool{}
		for i := range 24 {
			grid := g.Grid()
			puzzletest.CheckSolution(t, grid, make([]uint8, len(grid)))
			grids[puzzletest.Encode(grid)] = true
			puzzle := g.Puzzle(i)
			if puzzletest.HasClash(puzzle) {
				t.Fatalf("order %d: clues of %s clash", order, puzzletest.Encode(puzzle))
			}
			out, _ := puzzletest.SearchCopy(t, reference.NewDLX(geometry.Of(order)), puzzle, 2, engine.Unlimited)
			counts[out.Found]++
		}
		if len(grids) < 24 || slices.Contains(counts[:], 0) {
			t.Errorf("order %d: %d different grids, %v puzzles with 0, 1 and more solutions", order, len(grids), counts)
		}
	}
}
