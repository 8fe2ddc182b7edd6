package toytest

// This file writes records.

import "github.com/sudokubatch/sudokubatch/formats/internal/cells"

// appendGrid appends a grid after the prefix.
func appendGrid(dst []byte, order int, grid []uint8) []byte {
	return cells.AppendLines(append(dst, prefix...), grid, order)
}
