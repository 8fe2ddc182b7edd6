package hiho

// This file decodes blocks.

import (
	"encoding/binary"

	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// plainBytes is the length of a grid as programs write it. Cell i is at byte 2·i, followed
// by a space or, at the end of a row, by a newline.
const plainBytes = 162

// blankGrid is the text of an empty grid.
var blankGrid = func() (text [plainBytes]byte) {
	for i := range 81 {
		text[2*i], text[2*i+1] = '0', ' '
		if i%9 == 8 {
			text[2*i+1] = '\n'
		}
	}
	return text
}()

// readPlain reads a grid as programs write it, four cells at a time, as the even bytes of a
// word. The last word overlaps the one before. It returns the length of the grid, or 0.
func readPlain(cells []uint8, text []byte) int {
	to, from := (*[81]uint8)(cells), (*[plainBytes]byte)(text)
	var seen uint64
	for i := 0; i < 81; i += 4 {
		i := min(i, 77)
		word := binary.LittleEndian.Uint64(from[2*i:2*i+8]) ^ binary.LittleEndian.Uint64(blankGrid[2*i:2*i+8])
		// Digits beyond 9, and other bytes between the digits, set a top bit.
		seen |= word | (word + 0x7f767f767f767f76)
		word = (word | word>>8) & 0x0000ffff0000ffff
		binary.LittleEndian.PutUint32(to[i:i+4], uint32(word|word>>16))
	}
	if seen&0x8080808080808080 != 0 {
		return 0
	}
	return plainBytes
}

// IsRow reads nine digits with blanks between them, and reports whether line is such a row.
func IsRow(cells []uint8, line []byte) bool {
	to := (*[9]uint8)(cells)
	n := 0
	for i, b := range line {
		if syntax.IsSpace(b) {
			continue
		}
		if b < '0' || b > '9' || n == 9 || i > 0 && !syntax.IsSpace(line[i-1]) {
			return false
		}
		to[n] = b - '0'
		n++
	}
	return n == 9
}

// findFault returns the fault of a line that is not a row.
func findFault(line []byte) model.SyntaxError {
	n := 0
	for i, b := range line {
		switch {
		case syntax.IsSpace(b):
			continue
		case b < '0' || b > '9':
			return model.SyntaxError{Column: i + 1, Err: model.ErrCell, Got: b}
		case i > 0 && !syntax.IsSpace(line[i-1]):
			return model.SyntaxError{Column: i + 1, Err: model.ErrSeparator}
		case n == 9:
			return model.SyntaxError{Column: i + 1, Err: model.ErrLong, Want: 9}
		}
		n++
	}
	return model.SyntaxError{Column: len(line) + 1, Err: model.ErrShort, Have: n, Want: 9}
}
