package formats

import (
	"errors"
	"fmt"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
)

// The reasons of [Parse] beside those of a [SyntaxError] and of [Detect].
var (
	errNoPuzzle    = errors.New("no puzzle")
	errManyPuzzles = errors.New("more than one puzzle")
)

// Parse reads the one puzzle that text holds, in whatever form: what a file of
// one record holds, or the cells alone in lines of any length. It returns the 81 or 256 cells, row by row, 0 for a blank, which
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
	if cells, ok := parseCells(text); ok {
		return cells, nil
	}
	return nil, err
}

// parseFile reads text as a file of one record.
func parseFile(text string) (only []uint8, err error) {
	for cells, e := range Puzzles(strings.NewReader(text)) {
		if e == nil && only != nil {
			e = errManyPuzzles
		}
		if only, err = cells, e; e != nil {
			break
		}
	}
	if err == nil && only == nil {
		err = errNoPuzzle
	}
	return only, err
}

// parseCells reads text that holds as many cells as a grid and nothing else, in
// lines of any length.
func parseCells(text string) ([]uint8, bool) {
	order := cells.GridSize([]byte(text))
	if order == 0 || order > 16 {
		return nil, false
	}
	var glyphs cells.GlyphCount
	glyphs.Add([]byte(text))
	alphabet, err := glyphs.Alphabet(order, "")
	if err != nil {
		return nil, false
	}
	cells := make([]uint8, order*order)
	fault := alphabet.Read(cells, []byte(text))
	return cells, fault.Err == nil
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
