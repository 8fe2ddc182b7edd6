// Package table is columns: which of them hold the puzzle and its solution, and how rows are
// written.
package table

import (
	"bytes"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// PadRow returns a row of an order with the zeros that it lost where a program took it for
// a number.
func PadRow(value []byte, order int) []byte {
	if len(value) == 0 || len(value) >= order || slices.ContainsFunc(value, func(b byte) bool { return !syntax.IsDigit(b) }) {
		return value
	}
	return append(bytes.Repeat(cells.Zero, order-len(value)), value...)
}

// Join returns the text of the cells in a row, a blank between fields and a point
// for empty ones; nil where it has none. Fields with rows of the grid have all zeros.
func Join(row [][]byte, first, width int) []byte {
	switch {
	case first >= len(row):
		return nil
	case width == 1:
		return row[first]
	}
	return AppendJoined(nil, row[first:min(first+width, len(row))])
}

// AppendJoined appends cells as join has them.
func AppendJoined(dst []byte, grid [][]byte) []byte {
	for i, value := range grid {
		if i > 0 {
			dst = append(dst, ' ')
		}
		if len(value) == 0 || cells.IsNoValue(value) {
			value = cells.Dot
		}
		if len(grid) <= 16 {
			value = PadRow(value, len(grid))
		}
		dst = append(dst, value...)
	}
	return dst
}
