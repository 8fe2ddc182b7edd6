package formats

import (
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
)

// replaceGrids puts the cells and the solution of a row into the values of its
// record, written as those are that were there. The value of a puzzle that is not
// written like that, as it would go into another kind of table as cells alone, is
// taken away.
func (w *RowWriter) replaceGrids(row *Row, sameKind bool) {
	f, values := row.From, w.fields.Values
	if f.Layout == nil || len(values) == 0 {
		return
	}
	const most = 4 // bytes that a cell takes, at most, where it took fewer
	size := 2 * most * len(row.Cells)
	for _, value := range values {
		size += len(value)
	}
	w.grids = slices.Grow(w.grids[:0], size) // enough, as a rule
	if f.isPuzzle(f.Layout.Puzzle) && !sameKind && !f.keepsPuzzle(values, f.Layout.Puzzle) {
		values[f.Layout.Puzzle] = nil
	} else {
		w.replaceGrid(f, f.Layout.Puzzle, row.Cells)
	}
	if f.Layout.Solution >= 0 {
		w.replaceGrid(f, f.Layout.Solution, row.Solution)
	}
}

// replaceGrid puts cells into the values from one column on; nil empties them.
func (w *RowWriter) replaceGrid(f Form, column int, grid []uint8) {
	width := f.cellColumns()
	values := w.fields.Values[min(column, len(w.fields.Values)):]
	values = values[:min(width, len(values))]
	if grid == nil {
		clear(values)
		return
	}
	a := f.Layout.alphabet
	if a == nil {
		a = cells.StandardAlphabet(len(grid))
	}
	from := len(w.grids)
	if width == 1 && len(values) == 1 && len(values[0]) == len(grid) {
		w.grids = a.RewriteBytes(w.grids, values[0], grid)
		values[0] = w.grids[from:len(w.grids):len(w.grids)]
		return
	}
	style := a.StyleOf(values, len(grid))
	for i := range values {
		w.grids = style.Rewrite(w.grids, values[i], grid[i*len(grid)/width:(i+1)*len(grid)/width])
		values[i] = w.grids[from:len(w.grids):len(w.grids)]
		from = len(w.grids)
	}
}
