package solver

import (
	"slices"
	"testing"
)

// The generator makes what it says it does: the tests that use it mean nothing
// otherwise.
func TestGenerator(t *testing.T) {
	for _, order := range orders {
		g := newGenerator(order, 1)
		counts := [3]int{}
		grids := map[string]bool{}
		for i := range 24 {
			grid := g.grid()
			checkSolution(t, grid, make([]uint8, len(grid)))
			grids[encodePuzzle(grid)] = true
			puzzle := g.puzzle(i)
			if hasClash(puzzle) {
				t.Fatalf("order %d: clues of %s clash", order, encodePuzzle(puzzle))
			}
			out, _ := searchCopy(t, newCDCL(order), puzzle, 2, unlimited)
			counts[out.found]++
		}
		if len(grids) < 24 || slices.Contains(counts[:], 0) {
			t.Errorf("order %d: %d different grids, %v puzzles with 0, 1 and more solutions", order, len(grids), counts)
		}
	}
}
