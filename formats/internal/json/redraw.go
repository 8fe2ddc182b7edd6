package json

// This file writes answers in the drawing of their records: boards as boards.

import (
	"bytes"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// CanRedraw reports whether each value of the file is an array of cells or rows.
func (l *layout) CanRedraw() bool { return l.shape == grids && l.Lists > 0 }

// Redraw appends a line with the record, an array, with cells in place of its blanks. Several
// lines become one. If
// there is a mark, the line is an object with the mark as "status", and the array, if there
// is a grid, as "solution". A record that is not an array is written like an array of numbers.
func (l *layout) Redraw(dst, record, mark []byte, grid []uint8) []byte {
	if mark != nil {
		dst = AppendString(append(dst, `{"status":`...), mark)
	}
	if mark != nil && grid != nil {
		dst = append(dst, `,"solution":`...)
	}
	record = bytes.TrimSpace(record)
	switch {
	case grid == nil:
	case l.lines:
		dst = l.appendBoard(dst, record, grid)
	default:
		dst = AppendCompact(dst, l.appendBoard(nil, record, grid))
	}
	if mark != nil {
		dst = append(dst, '}')
	}
	return append(dst, '\n')
}

// Between appends nothing: each answer has its line.
func (*layout) Between(dst, _ []byte) []byte { return dst }

// appendBoard appends an array with cells in place of its blanks.
func (l *layout) appendBoard(dst, array []byte, grid []uint8) []byte {
	list := appendList(nil, array) // its cells are where they are in the array
	alphabet := l.Cells
	if alphabet == nil {
		alphabet = cells.StandardAlphabet(len(grid))
	}
	style := alphabet.StyleOf([][]byte{list}, len(grid))
	strings := bytes.IndexByte(array, '"') >= 0
	from, at, n := len(dst), 0, 0
	style.Each(list, func(cell []byte) {
		begin := cap(list) - cap(cell)
		value, known := alphabet.Token(cell)
		if n++; !known || value > 0 || n > len(grid) {
			return
		}
		dst = append(dst, array[at:begin]...)
		at = begin + len(cell)
		blank := array[begin] // of null, false, -1 or an empty string, or a cell
		switch word := cells.TokenOf(array[begin:]); {
		case blank == '"':
			at = begin + 1 + bytes.IndexByte(array[begin+1:], '"') + 1
		case blank == 'n' || blank == 'f' || string(word) == "-1":
			at = begin + len(word)
		}
		isText := strings && at-begin > 1 && array[begin-1] != '"'
		if isText {
			dst = append(dst, '"')
		}
		dst = style.AppendCell(dst, grid[n-1])
		if isText {
			dst = append(dst, '"')
		}
	})
	if n != len(grid) || array[0] != '[' || bytes.IndexByte(array, '{') >= 0 {
		return appendNumbers(dst[:from], grid)
	}
	return append(dst, array[at:]...)
}

// appendNumbers appends a grid as an array of rows of numbers.
func appendNumbers(dst []byte, grid []uint8) []byte {
	order := geometry.OfCells(len(grid)).Side()
	for i, cell := range grid {
		switch {
		case i == 0:
			dst = append(dst, "[["...)
		case i%order == 0:
			dst = append(dst, "],["...)
		default:
			dst = append(dst, ',')
		}
		dst = strconv.AppendUint(dst, uint64(cell), 10)
	}
	return append(dst, "]]"...)
}
