package csv

import (
	"bytes"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// rowPerColumn finds 9 or 16 columns, one behind the other, each with a row of a grid, whose
// names are a series. The first one that has blanks is the puzzle: rows of it and of its
// solution do not clash, either, but such a grid begins later, or has other names.
func (t *tableSample) rowPerColumn(columns []table.GridColumn, data [][][]byte) (best found) {
	for _, order := range []int{9, 16} {
		for first := 0; first+order <= len(columns); first++ {
			good, full := countRowGrids(data, first, order)
			if good == 0 || !isSeries(columns[first:first+order]) {
				continue
			}
			switch {
			case good > 2*best.good && full < good:
				best = found{order: order, puzzle: first, solution: -1, width: order, good: good}
			case full == good && best.solution < 0 && order == best.order && first >= best.puzzle+order:
				best.solution = first
			}
		}
	}
	return best
}

// namesRows reports whether columns have rows of grids in one of the next rows, but not in
// the first.
func (t *tableSample) namesRows() bool {
	columns := make([]table.GridColumn, len(t.rows[0]))
	for i, name := range t.rows[0] {
		columns[i].Name = string(name)
	}
	return t.rowPerColumn(columns, t.nextRows()).good > 0 && t.rowPerColumn(columns, t.rows[:1]).good == 0
}

// countRowGrids counts the rows of data with a grid that has a column for each of its rows,
// from one on, and those that have no blanks.
func countRowGrids(data [][][]byte, first, order int) (good, full int) {
	for _, row := range data {
		grid := rowCells(row, first, order)
		if grid == nil || hasClash(grid, order) {
			continue
		}
		clues := 0
		for _, cell := range grid {
			if digitBit(cell) > 0 {
				clues++
			}
		}
		switch {
		case clues < cells.LeastClues:
			continue
		case clues == len(grid):
			full++
		}
		good++
	}
	return good, full
}

// rowCells returns the cells of a grid that has a column for each row, from one on; nil
// where there is none.
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

// isCut reports whether grids have rows that lost their first zeros: some are short, and
// none has such a zero.
func (f *found) isCut(data [][][]byte) bool {
	short := false
	for _, row := range data {
		if f.width != f.order || rowCells(row, f.puzzle, f.order) == nil {
			continue
		}
		for _, value := range row[f.puzzle : f.puzzle+f.order] {
			if value = bytes.TrimSpace(value); len(value) == f.order && value[0] == '0' {
				return false
			}
			short = short || len(value) < f.order
		}
	}
	return short
}

// rowFields reads a grid that has a column for each row.
func (r *records) rowFields(cells []uint8) syntax.Error {
	layout, order := r.layout, r.layout.info.Order
	at, _ := layout.field(r.record, layout.info.Puzzle)
	for i := range order {
		if at > len(r.record) {
			return r.located(syntax.Error{Column: 1, Err: syntax.ErrShort, Have: i * order, Want: len(cells)}, len(r.record))
		}
		from, to, next := layout.fieldAt(r.record, at)
		value := inQuotes(r.record[from:to])
		from += (to - from - len(value)) / 2
		if layout.cut {
			value = table.PadRow(value, order)
		}
		if fault := layout.info.Cells.ReadTokens(cells[i*order:(i+1)*order], value); fault.Err != nil {
			fault = r.located(fault, from)
			if len(layout.info.Header) > 0 {
				fault.Field = layout.info.Columns[layout.info.Puzzle+i].Name
			}
			return fault
		}
		at = next
	}
	return syntax.Error{}
}
