package json

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
)

// A span is a part of an array.
type span struct{ from, to int }

// A cellObject is an object that may be a cell.
type cellObject struct {
	span
	digit       span // in it; empty: a blank
	named       bool // there is a member for it
	bad         bool // the digit is none
	told        bool // the object says whether it is given
	given       bool // it says so
	row, column int  // as the object says; noPlace: it does not
}

// noPlace is no number of a row.
const noPlace = -1

// The names of members, in lower case and without "is", that have a cell's digit, that
// tell whether it is given, and where it is. A member "type" has one of givenMembers if it is.
var (
	digitMembers  = []string{"value", "val", "v", "digit", "number", "num", "entry"}
	givenMembers  = []string{"given", "fixed", "readonly", "locked", "initial", "prefilled", "clue", "original"}
	rowMembers    = []string{"row", "r", "y"}
	columnMembers = []string{"column", "col", "c", "x"}
)

// readCellObjects makes cells of the objects in an array, as apps and editors of puzzles have
// them: each with a member for its digit, or without one for a blank, with others beside
// it, and perhaps with the row and the column, which have to be those of its place. Where
// members tell which digits are given, the others are what a player placed. Where some
// blanks have a digit's member all cells have it, and where some digits say that they are
// not given each tells. A list in place of a digit is of pencil marks: a blank. Everything
// keeps its place, with spaces around it. Other objects stay.
func readCellObjects(array []byte) {
	grid := objectsIn(array)
	order := map[int]int{81: 9, 256: 16}[len(grid)]
	switch {
	case !slices.ContainsFunc(grid, cellObject.hasDigit):
		return
	case order == 0:
		placeGivens(array, grid)
		return
	}
	allNamed := slices.ContainsFunc(grid, func(c cellObject) bool { return c.named && !c.hasDigit() })
	allTell := slices.ContainsFunc(grid, func(c cellObject) bool { return c.told && !c.given })
	someGiven := slices.ContainsFunc(grid, func(c cellObject) bool { return c.given })
	for i, c := range grid {
		var text [2]byte
		digit := text[:copy(text[:], array[c.digit.from:c.digit.to])]
		at := c.digit.from
		switch {
		case c.bad, c.isMoved(&grid[0], i, order), allNamed && !c.named, allTell && !c.told && c.hasDigit():
			digit, at = []byte{noCell}, c.from
		case !c.hasDigit(), someGiven && !c.given:
			digit, at = cells.Dot, c.from
		}
		for i := range array[c.from:c.to] {
			array[c.from+i] = ' '
		}
		copy(array[at:], digit)
	}
}

// placeGivens makes a grid of order 9 of a list of givens, each of which says its digit, its
// row and its column, and leaves all other cells blank. Rows and columns count from 0 if one is
// 0, and from 1 if one is 9. A list in which neither or both are met, or which names a cell
// twice, is left as it is.
func placeGivens(array []byte, givens []cellObject) {
	least, most := 9, 0
	for _, c := range givens {
		least, most = min(least, c.row, c.column), max(most, c.row, c.column)
	}
	if len(givens) < cells.LeastClues || least < 0 || most > 9 || (least == 0) == (most == 9) {
		return
	}
	first := min(least, 1)
	someGiven := slices.ContainsFunc(givens, func(c cellObject) bool { return c.given })
	grid := bytes.Repeat(cells.Dot, 81)
	for _, c := range givens {
		cell := &grid[9*(c.row-first)+c.column-first]
		switch {
		case c.bad, *cell != cells.Dot[0], c.digit.to-c.digit.from > 1:
			return
		case c.hasDigit() && (c.given || !someGiven):
			*cell = array[c.digit.from]
		}
	}
	n := copy(array, grid)
	for i := range array[n:] {
		array[n+i] = ' '
	}
}

// hasDigit reports whether a cell is no blank.
func (c cellObject) hasDigit() bool { return c.digit.from < c.digit.to }

// isMoved reports whether a cell says that it is not the nth, counted from the first.
func (c *cellObject) isMoved(first *cellObject, n, order int) bool {
	return c.row != noPlace && c.column != noPlace && (c.row-first.row != n/order || c.column-first.column != n%order)
}

// objectsIn returns the objects of an array that are in no other object, and in few arrays.
func objectsIn(array []byte) (found []cellObject) {
	var visit func(at int, text []byte, depth int)
	visit = func(at int, text []byte, depth int) {
		walk(text, func(_ []byte, from, to int) {
			switch {
			case text[from] == '[' && depth < maxArrayDepth:
				visit(at+from, text[from:to], depth+1)
			case text[from] == '{':
				found = append(found, newCellObject(at+from, text[from:to]))
			}
		})
	}
	visit(0, array, 1)
	return found
}

// newCellObject returns the cell that an object at a place is.
func newCellObject(at int, object []byte) cellObject {
	c := cellObject{span: span{at, at + len(object)}, row: noPlace, column: noPlace}
	walk(object, func(name []byte, from, to int) {
		c.member(string(bytes.TrimPrefix(bytes.ToLower(name), []byte("is"))), object[from:to], at+from)
	})
	return c
}

// member takes note of a member, whose value is at a place.
func (c *cellObject) member(name string, value []byte, at int) {
	switch {
	case slices.Contains(digitMembers, name):
		c.named = true
		text := bytes.Trim(value, `" `)
		n, err := strconv.ParseUint(string(text), 10, 5)
		switch {
		case err == nil && n > 0 && len(text) <= 2:
			at += bytes.Index(value, text)
			c.digit = span{at, at + len(text)}
		case err == nil, len(text) == 0, text[0] == '[', cells.IsNoValue(text), string(text) == ".", string(text) == "false":
		default:
			c.bad = true
		}
	case slices.Contains(givenMembers, name):
		c.given = c.given || string(value) == "true"
		c.told = c.given || c.told || string(value) == "false"
	case name == "type":
		c.given = c.given || slices.Contains(givenMembers, string(bytes.Trim(value, `"`)))
	case slices.Contains(rowMembers, name):
		c.row = placeOf(value)
	case slices.Contains(columnMembers, name):
		c.column = placeOf(value)
	}
}

// placeOf returns the number that a value is, or noPlace.
func placeOf(value []byte) int {
	if n, err := strconv.ParseUint(string(value), 10, 5); err == nil {
		return int(n)
	}
	return noPlace
}
