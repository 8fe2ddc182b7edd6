package cells

// This file makes grids of lists of clues.

import (
	"slices"
	"strings"
)

// The names of a clue's row, column and digit, in lower case, see [IsNamed].
var (
	RowNames    = []string{"row", "r", "y"}
	ColumnNames = []string{"column", "col", "c", "x"}
	DigitNames  = []string{"value", "val", "v", "digit", "number", "num", "entry"}
)

// IsNamed reports whether a name in lower case is one of some names, or one with a word for a number behind it.
func IsNamed(names []string, name string) bool {
	stem := name
	for _, word := range []string{"index", "idx", "number", "no"} {
		stem = strings.TrimRight(strings.TrimSuffix(stem, word), "_")
	}
	return slices.Contains(names, name) || slices.Contains(names, stem)
}

// A Clue is a digit at a place. Digit 0 is a blank.
type Clue struct{ Row, Column, Digit int }

// PlaceClues returns the grid of order 9 that has these clues. Rows and columns count from 0 if one of
// them is 0, and from 1 if one of them is 9. If there is no such grid, a reason says why, and bad is the
// index of the first clue that does not fit.
func PlaceClues(clues []Clue) (grid []uint8, bad int, reason string) {
	least, most := 9, 0
	for i, c := range clues {
		least, most = min(least, c.Row, c.Column), max(most, c.Row, c.Column)
		switch {
		case least < 0 || max(most, c.Digit) > 9 || c.Digit < 0:
			return nil, i, "a row, column or digit outside 0 to 9"
		case least == 0 && most == 9:
			return nil, i, "rows and columns count from 0 and from 1"
		}
	}
	switch {
	case len(clues) < LeastClues:
		return nil, 0, "fewer than 17 clues"
	case least > 0 && most < 9:
		return nil, 0, "rows and columns may count from 0 or from 1: neither 0 nor 9 occurs"
	}
	first := min(least, 1)
	grid = make([]uint8, 81)
	for i, c := range clues {
		cell := &grid[9*(c.Row-first)+c.Column-first]
		if *cell > 0 {
			return nil, i, "a second clue in one cell"
		}
		*cell = uint8(c.Digit)
	}
	return grid, 0, ""
}
