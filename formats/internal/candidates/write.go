package candidates

// This file writes candidates.

import "github.com/sudokubatch/sudokubatch/formats/internal/cells"

// AppendGrid appends the candidates of a puzzle: one for a clue, and all for a blank.
func (f candidatesForm) AppendGrid(dst []byte, _ int, grid []uint8) []byte {
	var masks [cellCount]uint32
	for cell, digit := range grid {
		if masks[cell] = all; digit != 0 {
			masks[cell] = 1 << (digit - 1)
		}
	}
	return f.AppendCandidates(dst, masks[:])
}

// AppendCandidates appends a line of 729 characters.
func (candidatesForm) AppendCandidates(dst []byte, candidates []uint32) []byte {
	return append(cells.AppendCandidates(dst, candidates), '\n')
}
