package formats

import (
	"errors"
	"fmt"
	"strings"
)

// The reasons of [Parse] beside those of a [SyntaxError] and of [Detect].
var (
	errNoPuzzle    = errors.New("no puzzle")
	errManyPuzzles = errors.New("more than one puzzle")
)

// Parse reads the one puzzle that text holds, in whatever form: what a file of
// one record holds, or a block of nine rows without the header that Hiho wants
// of a file. It returns the 81 or 256 cells, row by row, 0 for a blank, which
// are the caller's.
//
// The error is a [*SyntaxError] with the position in text where that is of a
// known form, and what [Detect] says where it is not. Text without a puzzle, or
// with several, is an error, too.
func Parse(text string) (cells []uint8, err error) {
	cells, err = parseFile(text)
	if err == nil {
		return cells, nil
	}
	if cells, ok := parseBlock(text); ok {
		return cells, nil
	}
	return nil, err
}

// parseFile reads text as a file of one record.
func parseFile(text string) (only []uint8, err error) {
	p := newPuzzleReader(strings.NewReader(text), len(text))
	p.yield = func(cells []uint8, e error) bool {
		if e == nil && only != nil {
			e = errManyPuzzles
		}
		only, err = cells, e
		return e == nil
	}
	p.run()
	if err == nil && only == nil {
		err = errNoPuzzle
	}
	return only, err
}

// parseBlock reads text as a block of Hiho without a header.
func parseBlock(text string) ([]uint8, bool) {
	var recs Records
	hiho9.Decode(&recs, []byte(text))
	return recs.Cells, recs.N == 1 && len(recs.Faults) == 0
}

// Format writes a puzzle of 81 or 256 cells, row by row, 0 for a blank, as a line
// without its end: the digits 1 to 9 or the letters A to P, and "." for a blank.
// It panics for any other number of cells. [Form.AppendPuzzle] writes the other
// forms, and does not allocate.
func Format(cells []uint8) string {
	var form Form
	switch len(cells) {
	case 81:
		form = line9
	case 256:
		form = line16
	default:
		panic(fmt.Sprintf("formats: Format of %d cells, want 81 or 256", len(cells)))
	}
	line := form.AppendPuzzle(make([]byte, 0, len(cells)+1), cells)
	return string(line[:len(cells)])
}
