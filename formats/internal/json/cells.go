package json

// This file reads grids whose cells are JSON objects.

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// A span is a part of an array.
type span struct{ from, to int }

// A cellObject is an object that may be a cell.
type cellObject struct {
	span
	digit       span // the digit's place in the object; empty: a blank
	named       bool // there is a member for the digit
	bad         bool // the digit's value is not a digit
	told        bool // the object says whether it is a clue
	given       bool // the object says that it is a clue
	row, column int  // the place that the object gives; noPlace: none
	region      int  // its region; noPlace: none
	caged       bool // the object names a cage
}

// noPlace means that there is no row or column number.
const noPlace = -1

// givenMembers are the names of members in lower case, without "is", for whether a cell is a clue. A member
// "type" says so by having one of them as its value.
var givenMembers = []string{"given", "fixed", "readonly", "locked", "initial", "prefilled", "clue", "original"}

// readCellObjects replaces the objects in an array by cells, in place. Apps and puzzle
// editors write cells as objects with a member for the digit, or without one for a blank.
// Objects may have other members, for example their row and column, which must match their
// place.
//
// If members say which digits are clues, other digits were placed by a player and become
// blanks. If some blanks have a member for the digit, all cells must have it. If some
// digits say that they are not clues, every digit must say whether it is one. A list in
// place of a digit holds pencil marks, so the cell is a blank.
//
// Each cell keeps its position in the text, with spaces around it. Other objects do not
// change.
func readCellObjects(array []byte) {
	grid := objectsIn(array)
	order := geometry.OfCells(len(grid)).Side()
	for i := range grid {
		if order > 0 && order < 9 && grid[i].isMoved(&grid[0], i, order) {
			order = 0 // they are clues of order 9
		}
	}
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

// placeGivens replaces a list of clues by a grid of order 9. Each clue gives its digit, row
// and column; all other cells are blank. The list does not change if the clues have no such grid.
func placeGivens(array []byte, givens []cellObject) {
	someGiven := slices.ContainsFunc(givens, func(c cellObject) bool { return c.given })
	clues := make([]cells.Clue, len(givens))
	for i, c := range givens {
		if c.bad || c.digit.to-c.digit.from > 1 {
			return
		}
		if clues[i] = (cells.Clue{Row: c.row, Column: c.column}); c.hasDigit() && (c.given || !someGiven) {
			clues[i].Digit = int(array[c.digit.from] - '0')
		}
	}
	grid, _, reason := cells.PlaceClues(clues)
	if reason != "" {
		return
	}
	n := copy(array, cells.AppendCells(nil, grid))
	for i := range array[n:] {
		array[n+i] = ' '
	}
}

// hasDigit reports whether a cell is not a blank.
func (c cellObject) hasDigit() bool { return c.digit.from < c.digit.to }

// isMoved reports whether the place that a cell gives is not place n, counted from the
// first cell.
func (c *cellObject) isMoved(first *cellObject, n, order int) bool {
	return c.row != noPlace && c.column != noPlace && (c.row-first.row != n/order || c.column-first.column != n%order)
}

// objectsIn returns the objects of an array that are not inside other objects, and not deep
// inside arrays.
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

// newCellObject returns the cell for an object that begins at a place of the array.
func newCellObject(at int, object []byte) cellObject {
	c := cellObject{span: span{at, at + len(object)}, row: noPlace, column: noPlace, region: noPlace}
	walk(object, func(name []byte, from, to int) {
		c.member(string(bytes.TrimPrefix(bytes.ToLower(name), []byte("is"))), object[from:to], at+from)
	})
	return c
}

// member processes a member whose value begins at a place of the array.
func (c *cellObject) member(name string, value []byte, at int) {
	switch {
	case slices.Contains(cells.DigitNames, name):
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
	case cells.IsNamed(cells.RowNames, name):
		c.row = placeOf(value)
	case cells.IsNamed(cells.ColumnNames, name):
		c.column = placeOf(value)
	case name == "region":
		c.region = placeOf(value)
	case name == "cage":
		c.caged = placeOf(value) != noPlace || value[0] == '"' && len(value) > 2
	}
}

// placeOf returns the number in value, or noPlace.
func placeOf(value []byte) int {
	if n, err := strconv.ParseUint(string(value), 10, 5); err == nil {
		return int(n)
	}
	return noPlace
}
