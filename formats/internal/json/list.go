package json

import (
	"bytes"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
)

// noCell is a bad cell of every alphabet.
const noCell = 0x7f

// appendList appends an array of cells with a point instead of each null, false, -1 and each
// string that is empty or blank, of each space in a string that is a row, and with noCell
// instead of any other element that has no cell: a string of separators, an empty array, an
// object that is no cell either. Everything else keeps its place.
func appendList(dst, array []byte) []byte {
	from := len(dst)
	dst = append(dst, array...)
	array = dst[from:]
	if bytes.IndexByte(array, '{') >= 0 {
		readCellObjects(array)
	}
	length, odd, spaced := 0, 0, false // of the first text; where one of another length begins; one is a row with blanks
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
	if spaced && odd > 0 { // rows are as long
		array[odd] = noCell
	}
	return dst
}

// pointBlanks writes points for the blanks of a string in an array of cells, and reports
// whether it is a row of them.
func pointBlanks(quoted []byte) bool {
	text := quoted[1 : len(quoted)-1]
	isRow := (len(text) == 9 || len(text) == 16) && bytes.IndexByte(text, ' ') >= 0 &&
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
