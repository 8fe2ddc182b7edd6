package npy

// This file decides which numbers of an array stand for which digits.

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// A coding says which numbers are the cells of a grid.
type coding struct {
	blank int  // the number for a blank; the digits follow it
	minus bool // -1 is a blank, too
}

// codings are the known codings. Of two that explain an array alike, the first is right.
var codings = [...]coding{{}, {minus: true}, {blank: -1}, {blank: 1}}

// note returns a description of the field's coding, for people to read.
func (f *field) note() string {
	switch {
	case f.minus:
		return fmt.Sprintf("values -1 to %d: -1 is a blank", f.order)
	case f.blank < 0:
		return fmt.Sprintf("values -1 to %d: -1 is a blank, and 0 the first digit", f.order-1)
	case f.blank > 0:
		return fmt.Sprintf("values 1 to %d: 1 is a blank, as HRM writes them", f.order+1)
	}
	return fmt.Sprintf("values 0 to %d: 0 is a blank", f.order)
}

// value returns the number in a cell. 255 and the greatest number of an unsigned type are
// -1, which such types cannot hold.
func (f *field) value(element []byte) float64 {
	number := f.number(element)
	if number == 255 || f.kind == 'u' && f.signed(f.bits(element)) == -1 {
		return -1
	}
	return number
}

// count returns how many cells of a grid have a number.
func (f *field) count(elements []byte, number float64) (n int) {
	for ; len(elements) > 0; elements = elements[f.size:] {
		if f.value(elements) == number {
			n++
		}
	}
	return n
}

// hasOneValue reports whether all numbers of a grid are equal. Then it is no solution.
func (f *field) hasOneValue(elements []byte) bool {
	return f.order > 0 && !f.isText() && bytes.Equal(elements[f.size:], elements[:len(elements)-f.size])
}

// chooseCoding chooses the coding that explains the records best. If they hold only missing
// grids, it goes by the number in these.
func (f *field) chooseCoding(records [][]byte) {
	if strings.HasSuffix(f.name+".npy", inputsEnding) && f.holdTokens(records) {
		f.coding, f.decided = coding{blank: 1}, true
		return
	}
	most := vote{}
	for _, c := range codings {
		g, sum := *f, vote{}
		g.coding = c
		for _, record := range records {
			v := g.explain(f.of(record))
			sum.points += v.points
			sum.missing += v.missing
			sum.sure = sum.sure || v.sure
		}
		if sum.points > most.points || sum.points == most.points && sum.missing > most.missing {
			most, f.coding = sum, c
		}
	}
	f.decided, f.strict = most.points > 0, !most.sure
}

// holdTokens reports whether all numbers may be tokens of HRM: it has no 0 but as padding.
func (f *field) holdTokens(records [][]byte) bool {
	return !slices.ContainsFunc(records, func(record []byte) bool { return f.count(f.of(record), 0) > 0 })
}

// A vote says how well a coding explains the numbers of a grid.
type vote struct {
	points  int
	missing int  // 1: all numbers are the blank
	sound   bool // the numbers are a grid without a clash
	// sure says that no other coding explains them better. A grid with few blanks may be a
	// complete one in another coding.
	sure bool
}

// explain returns the vote of a grid for the field's coding.
func (f *field) explain(elements []byte) (v vote) {
	var room [geometry.MaxCells]uint8
	grid := room[:f.order*f.order]
	if f.readNumbers(grid, elements).Err != nil {
		return v
	}
	if f.hasOneValue(elements) {
		if n := f.value(elements); n == float64(f.blank) || f.minus && n == -1 {
			v.missing = 1
		}
		return v
	}
	clues := cells.CountClues(grid)
	blanks := len(grid) - clues
	v.sound = !cells.HasClash(grid, f.order)
	v.sure = v.sound && (blanks == 0 || blanks >= 2*f.order && clues >= min(cells.LeastClues, len(grid)/4))
	zeros, short := 0, bytes.IndexByte(grid, uint8(f.order)) < 0 // short: without the last digit
	if f.minus {
		zeros = f.count(elements, 0)
	}
	switch {
	case 2*zeros > blanks: // 0 is the blank
		v.sure = false
		return v
	case zeros > 0 && short: // 0 is the first digit
		return vote{}
	case short && blanks > 0 && blanks < 2*f.order:
		return v
	}
	v.points = clues
	for digit := range f.order {
		v.points -= 2 * max(bytes.Count(grid, []byte{uint8(digit + 1)})-f.order, 0)
	}
	if v.sound {
		v.points += len(grid)
	}
	v.points = max(v.points, 0)
	return v
}

// isOther reports whether another coding than the field's explains a grid.
func (f *field) isOther(elements []byte) bool {
	if own := f.explain(elements); own.sure || own.sound && !f.strict {
		return false
	}
	return !f.hasOneValue(elements) && slices.ContainsFunc(codings[:], func(c coding) bool {
		g := *f
		g.coding = c
		return g.explain(elements).sure
	})
}

// isDoubtful reports whether a grid without a bad cell may be in another coding: it should
// be complete and is not, 0 may be a digit, or many cells have the number of another blank.
func (f *field) isDoubtful(grid []uint8) bool {
	if beginsBlank(grid) || !cells.IsComplete(grid) {
		return f.strict || f.minus && bytes.IndexByte(grid, uint8(f.order)) < 0
	}
	return bytes.Count(grid, []byte{1}) >= 2*f.order || bytes.Count(grid, []byte{2}) >= 2*f.order
}

// isSolved reports whether the grids of the records are solutions: some are complete, or
// all are missing.
func (f *field) isSolved(records [][]byte) bool {
	var room [geometry.MaxCells]uint8
	grid, missing := room[:f.order*f.order], 0
	for _, record := range records {
		elements := f.of(record)
		if f.hasOneValue(elements) {
			missing++
		} else if f.isText() || f.readNumbers(grid, elements).Err == nil && cells.IsComplete(grid) {
			return true
		}
	}
	return missing == len(records)
}
