package toytest

// This file writes records.

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// appendGrid appends a grid after the prefix.
func appendGrid(dst []byte, board geometry.Box, grid []uint8) []byte {
	return cells.AppendLines(append(dst, prefix...), grid, board.Side())
}
