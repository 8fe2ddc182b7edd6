// Package packed reads and writes lines of packed cells: the order² cells of a puzzle, one
// byte each, and a newline. It handles only the usual line and stops at any other, which
// the caller can then examine with care. If it read text byte by byte, reading would cost
// as much as solving an easy puzzle.
//
// The cells of order 9 are "1" to "9", and "." or "0" for a blank. The cells of order 16
// are "A" to "P" in upper or lower case, and "." or "-" for a blank. Written cells are
// upper case letters or digits, and ".".
package packed

// A backend is one implementation. Its slices of cells and of text have the same number of
// lines, at least one; for readCells they have the same length.
type backend struct {
	name       string
	readLines  func(cells []uint8, text []byte, order, lines int) int
	writeLines func(text []byte, cells []uint8, order, lines int) int
	readCells  func(cells []uint8, text []byte) bool
}

// plain is the backend for processors without kernels, and defines how kernels must behave.
var plain = backend{"plain", readLines, writeLines, readCells}

// best is the backend for this processor. The file of each backend replaces it if the
// processor has the instructions.
var best = plain

// Has reports whether puzzles of a number of cells are read and written here.
func Has(cells int) bool { return cells == 81 || cells == 256 }

// ReadLines reads puzzles from the beginning of text and returns their number. It stops at
// the first line that is not order² cells and a newline. cells receives the puzzles, one
// after the other, and must have room for as many as text can hold. Its contents after the
// puzzles are undefined.
func ReadLines(cells []uint8, text []byte, order int) (lines int) {
	size := order * order
	lines = len(text) / (size + 1)
	if lines == 0 || !Has(size) {
		return 0
	}
	return best.readLines(cells[:lines*size], text[:lines*(size+1)], order, lines)
}

// WriteLines writes the puzzles that lie one after the other in cells and returns their
// number. It stops at the first puzzle with a value beyond the order. text must have room
// for all of them. Its contents after the written lines are undefined.
func WriteLines(text []byte, cells []uint8, order int) (lines int) {
	size := order * order
	lines = len(cells) / size
	if lines == 0 || !Has(size) {
		return 0
	}
	return best.writeLines(text[:lines*(size+1)], cells[:lines*size], order, lines)
}

// ReadCells reads the first len(cells) bytes of text as the cells of one puzzle, and
// reports whether all of them are cells. If not, the contents of cells are undefined.
// len(cells) is 81 or 256, and text must be at least as long.
func ReadCells(cells []uint8, text []byte) bool { return best.readCells(cells, text[:len(cells)]) }
