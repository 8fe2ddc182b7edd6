package solver

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// countGrids counts the grids that candidates allow, from a cell on, up to a limit. used holds the
// digits of each row, column and box so far. grid is the last one counted.
func countGrids(shape geometry.Box, candidates []uint32, used *[3][geometry.MaxSide]uint32, cell, limit int, grid []uint8) (n int) {
	if cell == len(candidates) {
		return 1
	}
	row, column, box := shape.Houses(cell)
	for digit := range shape.Side() {
		bit := uint32(1) << digit
		if candidates[cell]&^(used[0][row]|used[1][column]|used[2][box])&bit == 0 {
			continue
		}
		used[0][row], used[1][column], used[2][box] = used[0][row]^bit, used[1][column]^bit, used[2][box]^bit
		found := countGrids(shape, candidates, used, cell+1, limit-n, grid)
		used[0][row], used[1][column], used[2][box] = used[0][row]^bit, used[1][column]^bit, used[2][box]^bit
		if n += found; found > 0 {
			grid[cell] = uint8(digit + 1)
		}
		if n >= limit {
			break
		}
	}
	return n
}

// TestRedundantCandidates compares RedundantCandidates with a count of all grids, for each missing candidate of random puzzles.
func TestRedundantCandidates(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var needed, redundant int
	for i := range 50 {
		shape := []geometry.Box{{Rows: 2, Columns: 2}, {Rows: 2, Columns: 3}, {Rows: 3, Columns: 2}}[max(0, i%10-7)] // the larger ones take longer
		s := mustNew(t, shape.Side(), Options{Box: shape})
		all := uint32(1)<<shape.Side() - 1
		candidates, solution := slices.Repeat([]uint32{all}, shape.Cells()), make([]uint8, shape.Cells())
		count := func() int { return countGrids(shape, candidates, new([3][geometry.MaxSide]uint32), 0, 2, solution) }
		for count() != 1 {
			cell, bit := random.IntN(len(candidates)), uint32(1)<<random.IntN(shape.Side())
			missing := candidates[cell] & bit
			if candidates[cell] ^= missing; count() == 0 {
				candidates[cell] ^= missing
			}
		}
		before, got, want := slices.Clone(candidates), make([]uint32, len(candidates)), make([]uint32, len(candidates))
		s.RedundantCandidates(got, candidates, slices.Clone(solution))
		if !slices.Equal(candidates, before) {
			t.Error("candidates changed")
		}
		for cell, m := range candidates {
			for digit := range shape.Side() {
				if candidates[cell] |= 1 << digit; candidates[cell] != m && count() == 1 {
					want[cell] |= 1 << digit
					redundant++
				} else if candidates[cell] != m {
					needed++
				}
				candidates[cell] = m
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v, %v: got %v, want %v", shape, candidates, got, want)
		}
	}
	if needed == 0 || redundant == 0 {
		t.Errorf("%d candidates are needed, %d are redundant", needed, redundant)
	}
}
