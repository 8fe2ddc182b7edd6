package letters16

// This file decodes grids of letters.

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/packed"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// readPlain reads a grid without blanks at the ends of its rows. It returns its length, or
// 0.
func readPlain(cells []uint8, text []byte) int {
	if !packed.ReadRows16((*[256]uint8)(cells), (*[16 * 17]byte)(text)) {
		return 0
	}
	return 16 * 17
}

// isRow reads sixteen packed cells, and reports whether line is such a row.
func isRow(grid []uint8, line []byte) bool {
	if len(line) != 16 {
		return false
	}
	to, from := (*[16]uint8)(grid), (*[16]byte)(line)
	var seen uint8
	for i, b := range from {
		cell := cells.Cells16[b]
		to[i] = cell
		seen |= cell
	}
	return seen&cells.BadCell == 0
}

// findFault returns the fault of a line that is not a row.
func findFault(line []byte) model.SyntaxError {
	n := cells.Cells16.Run(line, 16)
	switch {
	case n == len(line):
		return model.SyntaxError{Column: n + 1, Err: model.ErrShort, Have: n, Want: 16}
	case cells.Cells16[line[n]] != cells.BadCell:
		return model.SyntaxError{Column: n + 1, Err: model.ErrLong, Want: 16}
	}
	return model.SyntaxError{Column: n + 1, Err: model.ErrCell, Got: line[n]}
}

// sideOf returns the size of a grid of digits that a line is a row of, or 0. A row without a digit is one
// only in such a grid.
func sideOf(line []byte, open int) int {
	n, digits := 0, 0
	for _, b := range line {
		switch {
		case cells.Between(b):
			continue
		case b >= '1' && b <= '9':
			digits++
		case b != '0' && cells.Cells16[b] == cells.BadCell:
			return 0
		}
		n++
	}
	if n == 16 || geometry.OfCells(n*n).Side() == 0 || digits == 0 && n != open {
		return 0
	}
	return n
}
