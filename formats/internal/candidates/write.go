package candidates

// This file writes candidates.

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// appendGrid appends the candidates of a puzzle: one for a clue, and all for a blank.
func appendGrid(dst []byte, _ geometry.Box, grid []uint8) []byte {
	var masks [cellCount]uint32
	for cell, digit := range grid {
		if masks[cell] = all; digit != 0 {
			masks[cell] = 1 << (digit - 1)
		}
	}
	return appendMasks(dst, masks[:])
}

// appendMasks appends a line of 729 characters.
func appendMasks(dst []byte, candidates []uint32) []byte {
	return append(cells.AppendCandidates(dst, candidates), '\n')
}
