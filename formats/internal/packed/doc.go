// Package packed reads and writes lines of packed cells: the order² cells of a
// puzzle, a byte each, and a newline. It knows the usual line alone, and stops
// at any other, so that whoever calls it can look at that with care. A byte at
// a time, text would cost as much as solving an easy puzzle does.
//
// The cells of order 9 are "1" to "9", and "." or "0" for a blank; those of
// order 16 "A" to "P", upper or lower case, and "." or "-". Written are upper
// case and ".".
package packed

//go:generate go -C _asm run . -out ../avx2_amd64.s -stubs ../avx2stubs_amd64.go -pkg packed

// ReadLines reads puzzles from the beginning of text, up to the first line that
// is not order² cells and a newline, or is not whole. It returns their number.
// cells takes the puzzles one after the other, and needs room for all that
// text could hold; what lies behind the puzzles read is of no use.
func ReadLines(cells []uint8, text []byte, order int) (lines int) {
	size := order * order
	lines = len(text) / (size + 1)
	if lines == 0 {
		return 0
	}
	cells, text = cells[:lines*size], text[:lines*(size+1)]
	if hasAVX2 {
		return readLinesAVX2(cells, text, order, lines)
	}
	return readLines(cells, text, size)
}

// WriteLines writes the puzzles that lie one after the other in cells, up to
// the first in which a value is beyond the order. It returns their number. text
// needs room for all of them; what lies behind the lines written is of no use.
func WriteLines(text []byte, cells []uint8, order int) (lines int) {
	size := order * order
	lines = len(cells) / size
	if lines == 0 {
		return 0
	}
	cells, text = cells[:lines*size], text[:lines*(size+1)]
	if hasAVX2 {
		return writeLinesAVX2(text, cells, order, lines)
	}
	return writeLines(text, cells, order)
}

// ReadCells reads the first len(cells) bytes of text, which is as long at
// least, as the cells of one puzzle, and reports whether they all are. If not,
// what it left in cells is of no use. len(cells) is 81 or 256.
func ReadCells(cells []uint8, text []byte) bool {
	if hasAVX2 {
		return readCellsAVX2(cells, text[:len(cells)])
	}
	return readCells(cells, text)
}
