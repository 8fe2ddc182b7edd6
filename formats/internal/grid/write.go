package grid

// This file writes grids.

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// AppendCompact appends a line for each row, without separators.
func AppendCompact(dst []byte, board geometry.Box, grid []uint8) []byte {
	return appendRows(dst, board.Side(), grid, whole(board), false)
}

// AppendSpaced appends a line for each row, with a space between cells.
func AppendSpaced(dst []byte, board geometry.Box, grid []uint8) []byte {
	return appendRows(dst, board.Side(), grid, whole(board), true)
}

// AppendBoxed appends a line for each row, with spaces between cells, bars between boxes,
// and rules.
func AppendBoxed(dst []byte, board geometry.Box, grid []uint8) []byte {
	return appendRows(dst, board.Side(), grid, board, true)
}

// AppendSdk appends the title of a puzzle and a compact grid.
func AppendSdk(dst []byte, board geometry.Box, grid []uint8) []byte {
	return AppendCompact(append(dst, "[Puzzle]\n"...), board, grid)
}

// whole returns one box that is the whole board.
func whole(board geometry.Box) geometry.Box {
	return geometry.Box{Rows: board.Side(), Columns: board.Side()}
}

// appendRows appends rows, with bars and rules between boxes, and with a space
// between cells if they are spaced.
func appendRows(dst []byte, order int, grid []uint8, box geometry.Box, spaced bool) []byte {
	glyphs := cells.GlyphsOf(order)
	for row := range order {
		if row > 0 && row%box.Rows == 0 {
			dst = appendRule(dst, order, box.Columns)
		}
		for column, cell := range grid[row*order:][:order] {
			switch {
			case column > 0 && column%box.Columns == 0:
				dst = append(dst, ' ', '|', ' ')
			case column > 0 && spaced:
				dst = append(dst, ' ')
			}
			dst = append(dst, glyphs[cell&cells.GlyphMask])
		}
		dst = append(dst, '\n')
	}
	return dst
}

// appendRule appends the rule between boxes.
func appendRule(dst []byte, order, box int) []byte {
	for column := range order {
		if column > 0 && column%box == 0 {
			dst = append(dst, "+-"...)
		}
		dst = append(dst, "--"...)
	}
	dst[len(dst)-1] = '\n'
	return dst
}
