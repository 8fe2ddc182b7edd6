package json

// This file converts arrays of cells to text that an alphabet can read.

import (
	"bytes"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// noCell is a byte that is a bad cell in every alphabet.
const noCell = 0x7f

// appendList appends an array of cells, with a point for each null, false, -1, and each
// empty or blank string. In a string that is a row, each space becomes a point. Any other
// element without a cell becomes noCell: a string of separators, an empty array, an object
// that is not a cell. All other bytes keep their positions.
func appendList(dst, array []byte) []byte {
	from := len(dst)
	dst = append(dst, array...)
	array = dst[from:]
	if bytes.IndexByte(array, '{') >= 0 {
		readCellObjects(array)
	}
	if isTriples(array) {
		array[0] = noCell
	}
	length, odd, spaced := 0, 0, false // the length of the first text; where a text of another length begins; some text is a row with blanks
	for i := 0; i < len(array); i++ {
		switch array[i] {
		case 'n':
			i += copy(array[i:], ".   ") - 1
		case 'f':
			i += copy(array[i:], ".    ") - 1
		case '-':
			if word := cells.TokenOf(array[i:]); string(word) == "-1" {
				i += copy(array[i:], ". ") - 1
			}
		case '{':
			array[i] = noCell
		case '[':
			if i > 0 && array[i+1+lengthOfSpace(array[i+1:])] == ']' {
				array[i] = noCell
			}
		case '"':
			s := scanner{array, i}
			s.str()
			if length == 0 {
				length = s.at - i
			} else if s.at-i != length {
				odd = i
			}
			spaced = pointBlanks(array[i:s.at]) || spaced
			i = s.at - 1
		}
	}
	if spaced && odd > 0 { // rows have equal lengths
		array[odd] = noCell
	}
	return dst
}

// isTriples reports whether an array holds lists of three numbers. No grid has such rows: each may be a clue with its
// row and column.
func isTriples(array []byte) bool {
	lists := bytes.Count(array, []byte{'['}) - 1
	return lists > 0 && 3*lists == bytes.Count(array, []byte{','})+1 && !bytes.ContainsAny(array, `"{`)
}

// pointBlanks replaces the blanks of a string in an array of cells by points, and reports
// whether the string is a row with blanks.
func pointBlanks(quoted []byte) bool {
	text := quoted[1 : len(quoted)-1]
	isRow := geometry.Of(len(text)).Known() && len(text) >= 9 && bytes.IndexByte(text, ' ') >= 0 &&
		!slices.ContainsFunc(text, func(b byte) bool { return b != ' ' && !cells.IsCellByte(b) })
	switch {
	case isRow:
		for i, b := range text {
			if b == ' ' {
				text[i] = '.'
			}
		}
	case len(bytes.Trim(text, " ")) == 0:
		quoted[0], quoted[len(quoted)-1] = '.', ' '
	case !slices.ContainsFunc(text, func(b byte) bool { return !cells.Between(b) }):
		quoted[0] = noCell
	}
	return isRow
}
