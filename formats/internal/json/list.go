package json

import (
	"bytes"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
)

// readList reads an array of as many numbers or texts of one byte as there are
// cells, nested or not. There is nothing wrong with any other.
func (l *layout) readList(grid []uint8, array []byte) bool {
	alphabet := l.info.Cells
	if alphabet == nil {
		alphabet = cells.StandardAlphabet(len(grid))
	}
	first := alphabet.Table['0'] & 1     // 0 may be the first digit
	n, last, inText := 0, byte(0), false // the last byte that is no blank
	for i, b := range array {
		cell := alphabet.Table[b]
		switch {
		case cell == cells.BadCell:
			switch {
			case !cells.Between(b) || b == '{' || b == ']' && last == '[':
				return false
			case b == '"' && inText && cells.Between(last): // without a cell
				return false
			case b == '"':
				inText = !inText
			}
			if b > ' ' {
				last = b
			}
			continue
		case cells.Between(array[i-1]):
			if n == len(grid) {
				return false
			}
			grid[n] = cell
			n++
		case array[i-1] == '1' && cells.Between(array[i-2]) && b >= '0' && b <= '6' && alphabet.Order == 16:
			grid[n-1] = 10 + b - '0' + first
			if grid[n-1] > 16 {
				return false
			}
		default:
			return false
		}
		last = b
	}
	return n == len(grid)
}

// elements appends an array of cells with a point instead of each null, false, -1 and each
// string that is empty or blank, of each space in a string that is a row, and with
// noCell instead of any other element that has no cell: a string of separators, an empty
// array, an object that is no cell either. Everything else keeps its place.
func elements(dst, array []byte) []byte {
	from := len(dst)
	dst = append(dst, array...)
	array = dst[from:]
	if bytes.IndexByte(array, '{') >= 0 {
		cellObjects(array)
	}
	var texts rowTexts
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
			if s := (jsonScanner{array, i + 1}); i > 0 {
				s.space()
				if s.take(']') {
					array[i] = noCell
				}
			}
		case '"':
			i = texts.read(array, i)
		}
	}
	texts.check(array)
	return dst
}

// rowTexts are the texts of an array, which may be the rows of a grid with spaces as its
// blanks. Then all of them are as long.
type rowTexts struct {
	length int  // of the first one, and its quotes
	spaced bool // one is such a row
	odd    int  // where one of another length begins; 0: there is none
}

// read reads the text that begins at a place, and returns that of its last quote.
func (r *rowTexts) read(array []byte, from int) (last int) {
	s := jsonScanner{array, from}
	s.str()
	last = s.at - 1
	if r.length == 0 {
		r.length = s.at - from
	}
	if s.at-from != r.length {
		r.odd = from
	}
	switch text := array[from+1 : last]; {
	case isSpacedRow(text):
		r.spaced = true
		for at, b := range text {
			if b == ' ' {
				text[at] = '.'
			}
		}
	case len(bytes.Trim(text, " ")) == 0:
		array[from], array[last] = '.', ' '
	case !slices.ContainsFunc(text, func(b byte) bool { return !cells.Between(b) }):
		array[from] = noCell
	}
	return last
}

// check makes the array wrong where a row with spaces has another length.
func (r *rowTexts) check(array []byte) {
	if r.spaced && r.odd > 0 {
		array[r.odd] = noCell
	}
}

// isSpacedRow reports whether a text has a byte for each cell of a row, of which spaces are
// blanks.
func isSpacedRow(text []byte) bool {
	if len(text) != 9 && len(text) != 16 || bytes.IndexByte(text, ' ') < 0 {
		return false
	}
	return !slices.ContainsFunc(text, func(b byte) bool { return b != ' ' && !cells.IsCellByte(b) })
}

// noCell is a bad cell of every alphabet.
const noCell = 0x7f
