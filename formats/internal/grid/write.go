package grid

// This file writes grids.

import "github.com/sudokubatch/sudokubatch/formats/internal/cells"

// AppendGrid appends a boxed grid.
func (gridForm) AppendGrid(dst []byte, order int, grid []uint8) []byte {
	return AppendBoxed(dst, order, grid)
}

// AppendCompact appends a line for each row, without separators.
func AppendCompact(dst []byte, order int, grid []uint8) []byte {
	return appendRows(dst, order, grid, 0, "")
}

// AppendSpaced appends a line for each row, with a space between cells.
func AppendSpaced(dst []byte, order int, grid []uint8) []byte {
	return appendRows(dst, order, grid, 0, " ")
}

// AppendBoxed appends a line for each row, with spaces between cells, bars between boxes,
// and rules.
func AppendBoxed(dst []byte, order int, grid []uint8) []byte {
	box := 3
	if order == 16 {
		box = 4
	}
	return appendRows(dst, order, grid, box, " ")
}

// AppendSdk appends the title of a puzzle and a compact grid.
func AppendSdk(dst []byte, order int, grid []uint8) []byte {
	return AppendCompact(append(dst, "[Puzzle]\n"...), order, grid)
}

// appendRows appends rows whose cells have a separator between them and, if box is not 0,
// bars and rules after this number of cells and rows.
func appendRows(dst []byte, order int, grid []uint8, box int, separator string) []byte {
	glyphs := cells.DigitsDot
	if order == 16 {
		glyphs = cells.LettersDot
	}
	for i, cell := range grid[:order*order] {
		row, column := i/order, i%order
		atBox := box > 0 && i > 0
		switch {
		case atBox && column == 0 && row%box == 0:
			dst = appendRule(dst, order, box)
		case atBox && column > 0 && column%box == 0:
			dst = append(dst, "| "...)
		}
		dst = append(dst, glyphs[cell&cells.GlyphMask])
		if column < order-1 {
			dst = append(dst, separator...)
		} else {
			dst = append(dst, '\n')
		}
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
