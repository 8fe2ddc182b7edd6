package csv

// This file finds grids that have one column per row.

import (
	"bytes"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// rowsInColumns finds as many adjacent columns as a grid has rows, each with a row of a grid, whose names are
// a series. The first such grid with blanks is the puzzle. A run that mixes rows
// of the puzzle and of its solution is not chosen: its names are not a series, or it begins
// after the puzzle's first row.
func (t *sample) rowsInColumns(names []string, data [][][]byte) (best grids) {
	for _, order := range t.Orders() {
		for first := 0; first+order <= len(names); first++ {
			good, full := countRowGrids(data, first, order)
			if good == 0 || !isSeries(names[first:first+order]) {
				continue
			}
			switch {
			case good > 2*best.good && full < good:
				best = grids{order: order, puzzle: first, solution: -1, width: order, good: good}
			case full == good && best.solution < 0 && order == best.order && first >= best.puzzle+order:
				best.solution = first
			}
		}
	}
	return best
}

// countRowGrids counts the rows of data with a grid in the columns from first on, and the
// rows whose grid has no blank. Each of the columns holds a row of the grid.
func countRowGrids(data [][][]byte, first, order int) (good, full int) {
	for _, row := range data {
		grid := digitsOf(rowCells(row, first, order))
		clues := cells.CountClues(grid)
		if clues < max(1, min(cells.LeastClues, len(grid)/4)) || cells.HasClash(grid, order) {
			continue
		}
		good++
		if clues == len(grid) {
			full++
		}
	}
	return good, full
}

// rowCells returns the cells of the grid with one column per row, from column first on, or
// nil.
func rowCells(row [][]byte, first, order int) (grid [][]byte) {
	if first < 0 || len(row) < first+order {
		return nil
	}
	for _, value := range row[first : first+order] {
		value = table.PadRow(bytes.TrimSpace(value), order)
		if len(value) != order || slices.ContainsFunc(value, func(b byte) bool { return !cells.IsCellByte(b) }) {
			return nil
		}
		for i := range value {
			grid = append(grid, value[i:i+1])
		}
	}
	return grid
}

// isPadded reports whether rows of grids lost their first zeros: some are short, and none
// begins with a zero.
func (g *grids) isPadded(data [][][]byte) bool {
	short := false
	for _, row := range data {
		if g.width != g.order || rowCells(row, g.puzzle, g.order) == nil {
			continue
		}
		for _, value := range row[g.puzzle : g.puzzle+g.order] {
			value = bytes.TrimSpace(value)
			if len(value) == g.order && value[0] == '0' {
				return false
			}
			short = short || len(value) < g.order
		}
	}
	return short
}
