package line

// This file writes lines.

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// AppendSdm appends a grid of order 9 as one line, with 0 for a blank.
func AppendSdm(dst []byte, _ geometry.Box, grid []uint8) []byte {
	return append(cells.DigitsZero.Append(dst, grid), '\n')
}

// AppendHodoku appends a grid of order 9 as one line of HoDoKu's library: technique 0000,
// variant x, the cells, and no candidates, eliminations or comment.
func AppendHodoku(dst []byte, _ geometry.Box, grid []uint8) []byte {
	dst = cells.AppendCells(append(dst, ":0000:x:"...), grid)
	return append(dst, ":::\n"...)
}
