package csv

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// found are the columns of a table that hold grids.
type found struct {
	order            int
	puzzle, solution int
	width            int // columns that a grid takes
	good             int // rows whose puzzle is a grid
}

// findGrids finds the columns of the puzzle and of its solution. A puzzle of -1 with a
// solution: there are only these, and so many of them.
func (t *tableSample) findGrids(header bool, data [][][]byte) (f found, err error) {
	columns := make([]table.GridColumn, t.columns)
	for i := range columns {
		if header && i < len(t.rows[0]) {
			columns[i].Name = string(t.rows[0][i])
		}
		for _, row := range data {
			if i < len(row) {
				columns[i].Add(row[i])
			}
		}
	}
	if f = cellsAt(columns, data, t.hints.Puzzle); f.good > 0 {
		return f, nil
	}
	if f.puzzle, f.solution, err = table.PickGrids(columns, &t.hints); err != nil {
		return f, err
	}
	if f.puzzle < 0 {
		cells := t.cellPerColumn(columns, data)
		if cells.order == 0 && header {
			cells = t.rowPerColumn(columns, data)
		}
		if cells.order > 0 || f.solution < 0 {
			return cells, nil
		}
		f.order, f.good = columns[f.solution].Order()
		return f, nil
	}
	f.width = 1
	if f.order, f.good = columns[f.puzzle].Order(); f.order == 0 && columns[f.puzzle].Meant > 0 && f.solution >= 0 {
		f.order, f.good = columns[f.solution].Order() // all puzzles are malformed
	}
	return f, nil
}
