package grid

// This file writes grids.

import "github.com/sudokubatch/sudokubatch/formats/internal/cells"

// AppendGrid appends a boxed grid.
func (gridForm) AppendGrid(dst []byte, order int, grid []uint8) []byte {
	return AppendBoxed(dst, order, grid)
}

// AppendCompact appends a line for each row, without separators.
func AppendCompact(dst []byte, order int, grid []uint8) []byte {
	return appendRows(dst, order, grid, order, false)
}

// AppendSpaced appends a line for each row, with a space between cells.
func AppendSpaced(dst []byte, order int, grid []uint8) []byte {
	return appendRows(dst, order, grid, order, true)
}

// AppendBoxed appends a line for each row, with spaces between cells, bars between boxes,
// and rules.
func AppendBoxed(dst []byte, order int, grid []uint8) []byte {
	box := 3
	if order == 16 {
		box = 4
	}
	return appendRows(dst, order, grid, box, true)
}

// AppendSdk appends the title of a puzzle and a compact grid.
func AppendSdk(dst []byte, order int, grid []uint8) []byte {
	return AppendCompact(append(dst, "[Puzzle]\n"...), order, grid)
}

// appendRows appends rows, with bars and rules after a number of cells and rows, and with a space
// between cells if they are spaced.
func appendRows(dst []byte, order int, grid []uint8, box int, spaced bool) []byte {
	glyphs := cells.DigitsDot
	if order == 16 {
		glyphs = cells.LettersDot
	}
	for row := range order {
		if row > 0 && row%box == 0 {
			dst = appendRule(dst, order, box)
		}
		for column, cell := range grid[row*order:][:order] {
			switch {
			case column > 0 && column%box == 0:
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
