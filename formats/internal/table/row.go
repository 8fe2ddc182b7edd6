// Package table finds the columns with the puzzle and its solution, and writes rows.
package table

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// A Row is the data for one row.
type Row struct {
	From   form.Layout // the layout of the record
	Record []byte      // unchanged; nil: none
	Cells  []uint8     // the puzzle; nil if the record is malformed
	// Candidates, if not nil, are written in place of Cells.
	Candidates []uint32
	// Replaced: Cells and Solution replace the grids of the record, in the same notation. A
	// nil Solution empties its column.
	Replaced bool
	Solution []uint8
	Missing  int      // number of fields that the record lacks; negative: it has too many
	Added    [][]byte // the values of the added columns; nil: none
}

// A Writer is a form that writes rows. Its methods do not allocate if dst has room.
type Writer interface {
	form.Form
	// Style returns what the form requires of columns, for records of a file in another form,
	// or nil.
	Style(from form.Form, info *form.Info) Style
	// AppendHeader appends the text before the first row.
	AppendHeader(dst []byte, t *Target) []byte
	// AppendRow appends a row with a value for each column, nil for a missing one.
	AppendRow(dst []byte, t *Target, values [][]byte) []byte
	// CanCopy reports whether a row is its unchanged record with values after it.
	CanCopy(t *Target, row *Row) bool
	// AppendCopy appends such a row.
	AppendCopy(dst []byte, t *Target, row *Row) []byte
}

// A RowWriter appends rows. It reuses its buffers, and is for one goroutine.
type RowWriter struct {
	fields model.Fields
	values [][]byte
	cells  []byte // grids as values
	grids  []byte // grids that were replaced
}

// Append appends a row. It does not allocate if dst has room.
func (w *RowWriter) Append(dst []byte, to Writer, t *Target, row *Row) []byte {
	if !row.Replaced && to.CanCopy(t, row) {
		return to.AppendCopy(dst, t, row)
	}
	return to.AppendRow(dst, t, w.Values(t, row))
}

// Values returns the value of a row for each column of the target, nil for a missing one.
// The values are valid until the next call.
func (w *RowWriter) Values(t *Target, row *Row) [][]byte {
	from := row.From.Info()
	w.fields.Values, w.fields.Buffer = w.fields.Values[:0], w.fields.Buffer[:0]
	if row.Record != nil {
		row.From.Fields(&w.fields, row.Record)
	}
	if row.Replaced {
		w.replaceGrids(from, row, t.Verbatim)
	}
	w.values, w.cells = w.values[:0], slices.Grow(w.cells[:0], 2*256)
	for i, column := range t.from {
		var value []byte
		switch {
		case isAdded(column):
			if k := firstAdded - column; k < len(row.Added) {
				value = row.Added[k]
			}
		case column == missingColumn && i == t.Solution && row.Replaced && row.Solution != nil && t.CellColumns == 1:
			n := len(w.cells)
			w.cells = t.Cells.AppendCells(w.cells, row.Solution)
			value = w.cells[n:]
		case column >= 0:
			value = w.value(t, row, column)
			if from.HoldsJSON(column) && (!t.Typed || t.Columns[i].Type != model.Raw) {
				value = TextOfJSON(value)
			}
		}
		w.values = append(w.values, value)
	}
	return w.values
}

// value returns a value of the record. A grid that is a list of numbers or rows becomes a
// value with one byte per cell. So does a grid with several columns if the target has one.
func (w *RowWriter) value(t *Target, row *Row, column int) []byte {
	from := row.From.Info()
	size := from.Order * from.Order
	var value []byte
	if column < len(w.fields.Values) {
		value = w.fields.Values[column]
	}
	switch {
	case from.CellColumns > t.CellColumns:
		value = w.joined(from, column, value)
	case from.CellColumns > 1, row.Replaced && value != nil && t.Verbatim:
		return value
	}
	isSolution := from.Solution >= 0 && column == from.Solution
	single := from.CellColumns == 1 && (from.IsCells(column) || isSolution)
	switch {
	case t.Rewritten && value != nil && single:
		return w.rewritten(t, from, value)
	case len(value) == size:
		return value
	case len(w.fields.Values) == 0 && row.Cells == nil && from.RecordSize == 0:
		return bytes.TrimRight(row.Record, "\r\n") // a malformed record of a list
	case from.IsCells(column) && row.Candidates != nil:
		n := len(w.cells)
		w.cells = cells.AppendCandidates(w.cells, row.Candidates)
		return w.cells[n:]
	case from.IsCells(column) && row.Cells != nil:
		n := len(w.cells)
		w.cells = t.Cells.AppendCells(w.cells, row.Cells)
		return w.cells[n:]
	case isSolution && len(value) > size:
		return w.rewritten(t, from, value)
	}
	return value
}

// rewritten returns a grid in the characters of the target. A value that is not a grid does
// not change.
func (w *RowWriter) rewritten(t *Target, from *form.Info, value []byte) []byte {
	var room [geometry.MaxCells]uint8
	grid := room[:from.Order*from.Order]
	if fault := from.Cells.Read(grid, value); fault.Err != nil {
		return value
	}
	n := len(w.cells)
	w.cells = t.Cells.AppendCells(w.cells, grid)
	return w.cells[n:]
}

// joined returns the cells of a grid as one value, or nil if it has none, if column is its
// first column. For any other column it returns value.
func (w *RowWriter) joined(from *form.Info, column int, value []byte) []byte {
	if column != from.Puzzle && column != from.Solution {
		return value
	}
	grid := w.gridFields(from, column)
	if !slices.ContainsFunc(grid, func(cell []byte) bool { return len(cell) > 0 }) {
		return nil
	}
	n := len(w.cells)
	w.cells = AppendJoined(w.cells, grid)
	return w.cells[n:]
}

// gridFields returns the fields of the grid that begins at a column.
func (w *RowWriter) gridFields(from *form.Info, column int) [][]byte {
	values := w.fields.Values[min(column, len(w.fields.Values)):]
	return values[:min(from.CellColumns, len(values))]
}

// replaceGrids puts the cells and the solution of a row into the values of its record, in
// the notation of these values. A puzzle with several bytes per cell is removed if it goes
// into another kind of table, which gets only its cells.
func (w *RowWriter) replaceGrids(from *form.Info, row *Row, sameKind bool) {
	values := w.fields.Values
	if len(from.Columns) == 0 || len(values) == 0 {
		return
	}
	const most = 4 // the most bytes for a cell that took fewer
	size := 2 * most * len(row.Cells)
	for _, value := range values {
		size += len(value)
	}
	w.grids = slices.Grow(w.grids[:0], size) // usually enough
	p := from.Puzzle
	if from.CellColumns == 1 && !sameKind && (p >= len(values) || len(values[p]) != from.Order*from.Order) {
		values[p] = nil
	} else {
		w.replaceGrid(from, p, row.Cells)
	}
	if from.Solution >= 0 {
		w.replaceGrid(from, from.Solution, row.Solution)
	}
}

// replaceGrid puts cells into the values from one column on. If grid is nil, it empties
// them.
func (w *RowWriter) replaceGrid(from *form.Info, column int, grid []uint8) {
	values := w.gridFields(from, column)
	if grid == nil {
		clear(values)
		return
	}
	a := from.Cells
	if a == nil {
		a = cells.StandardAlphabet(len(grid))
	}
	n := len(w.grids)
	if from.HoldsJSON(column) && len(values) == 1 && (len(values[0]) <= 2 || values[0][0] != '[' && values[0][0] != '"') {
		w.grids = append(a.AppendCells(append(w.grids, '"'), grid), '"')
		values[0] = w.grids[n:len(w.grids):len(w.grids)]
		return
	}
	if len(values) == 1 && len(values[0]) == len(grid) {
		w.grids = a.RewriteBytes(w.grids, values[0], grid)
		values[0] = w.grids[n:len(w.grids):len(w.grids)]
		return
	}
	style := a.StyleOf(values, len(grid))
	for i := range values {
		w.grids = style.Rewrite(w.grids, values[i], grid[i*len(grid)/from.CellColumns:(i+1)*len(grid)/from.CellColumns])
		values[i] = w.grids[n:len(w.grids):len(w.grids)]
		n = len(w.grids)
	}
}

// TextOfJSON returns a JSON value as text: the characters of a string, or the value as it
// is.
func TextOfJSON(value []byte) []byte {
	n := len(value)
	switch {
	case n < 2 || value[0] != '"' || !json.Valid(value):
		return value
	case bytes.IndexByte(value, '\\') < 0:
		return value[1 : n-1]
	}
	text, _ := jsontext.AppendUnquote(nil, value) // fails only for invalid UTF-8
	return text
}

// PadRow returns a row of an order with its first zeros, which a program dropped when it
// read the row as a number.
func PadRow(value []byte, order int) []byte {
	if len(value) == 0 || len(value) >= order || slices.ContainsFunc(value, func(b byte) bool { return !syntax.IsDigit(b) }) {
		return value
	}
	return append(bytes.Repeat(cells.Zero, order-len(value)), value...)
}

// Join returns the cells in the fields of a row as text, or nil if there are none. Fields
// are separated by blanks, and empty fields become points. Fields that are rows of the grid
// get their zeros back.
func Join(row [][]byte, first, width int) []byte {
	switch {
	case first >= len(row):
		return nil
	case width == 1:
		return row[first]
	}
	return AppendJoined(nil, row[first:min(first+width, len(row))])
}

// AppendJoined appends cells in the notation of Join.
func AppendJoined(dst []byte, grid [][]byte) []byte {
	for i, value := range grid {
		if i > 0 {
			dst = append(dst, ' ')
		}
		if value = cells.Unquoted(value); len(value) == 0 || cells.IsNoValue(value) {
			value = cells.Dot
		}
		if len(grid) <= 16 {
			value = PadRow(value, len(grid))
		}
		dst = append(dst, value...)
	}
	return dst
}
