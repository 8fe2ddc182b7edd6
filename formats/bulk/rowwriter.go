package bulk

// This file writes rows.

import (
	"bytes"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/csv"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// A Row is the data for one row of a table.
type Row struct {
	From   Form    // the form of the record
	Record []byte  // the input record, unchanged; nil: none
	Cells  []uint8 // the puzzle; nil if the record is malformed
	// Candidates, if not nil, are written in place of Cells.
	Candidates []uint32
	// Replaced: Cells and Solution replace the grids of the record, in the same notation. A
	// nil Solution empties its column.
	Replaced bool
	Solution []uint8
	// Missing is the number of fields that the record lacks, see [model.Span]. If it is negative,
	// the record has too many fields, and the surplus is dropped.
	Missing int
	Added   [][]byte // the values of the added columns; nil: none
}

// A RowWriter appends rows. It reuses its buffers, and is for one goroutine.
type RowWriter struct {
	fields model.Fields
	values [][]byte
	cells  []byte       // grids as values
	grids  []byte       // grids that were replaced
	record table.Record // of the row, for canCopy
}

// Append appends a row to dst in the form to, which [Form.Target] or [Form.Report] made of
// row.From. It does not allocate if dst has room.
func (w *RowWriter) Append(dst []byte, to Form, row *Row) []byte {
	t := to.Layout.target
	if !row.Replaced && w.canCopy(to, row) {
		return to.Layout.writer.AppendCopy(dst, t, &w.record, row.Added)
	}
	return to.Layout.writer.AppendRow(dst, t, w.collect(t, row))
}

// canCopy reports whether a row is its unchanged record with values after it. It sets w.record.
func (w *RowWriter) canCopy(to Form, row *Row) bool {
	// One by one: a struct would be made elsewhere first, and its copy waits for these writes.
	r := &w.record
	r.From, r.Text, r.Good, r.Missing = row.From.file(), row.Record, row.Cells != nil, row.Missing
	return to.Layout.writer.CanCopy(to.Layout.target, r)
}

// AppendFields appends the fields of a record, without the added values, if these come last in a
// target of delimited text; ok says whether they do. The caller then appends each added value
// after a separator, and a newline; no value may need quotes. This saves a copy of each value in
// most large tables.
func (w *RowWriter) AppendFields(dst []byte, to Form, row *Row) (out []byte, separator byte, ok bool) {
	t := to.Layout.target
	if row.Replaced || to.Layout.json || t.OwnFirst == 0 && !t.Verbatim && !t.Unquoted {
		return dst, 0, false
	}
	if t.Verbatim && row.Cells != nil && row.Missing == 0 && len(row.Record) > len("\n") { // most rows
		return csv.AppendRecord(dst, row.Record), t.Separator, true
	}
	if (t.Verbatim || t.Unquoted) && w.canCopy(to, row) {
		return csv.AppendFields(dst, t, &w.record), t.Separator, true
	}
	if t.OwnFirst == 0 {
		return dst, 0, false
	}
	return csv.AppendValues(dst, t, w.collect(t, row)[:t.OwnFirst]), t.Separator, true
}

// collect returns the value of a row for each column of the target, nil for a missing one.
// The values are valid until the next call.
func (w *RowWriter) collect(t *table.Target, row *Row) [][]byte {
	from := row.From.info()
	w.fields.Values, w.fields.Buffer = w.fields.Values[:0], w.fields.Buffer[:0]
	if row.Record != nil {
		row.From.file().Fields(&w.fields, row.Record)
	}
	if row.Replaced {
		w.replaceGrids(from, row, t.Verbatim)
	}
	w.values, w.cells = w.values[:0], slices.Grow(w.cells[:0], 2*256)
	for i, source := range t.Sources {
		var value []byte
		at, isAdded := table.AddedAt(source)
		switch {
		case isAdded:
			if at < len(row.Added) {
				value = row.Added[at]
			}
		case source >= 0:
			value = w.value(t, row, from, source)
			if from.HoldsJSON(source) && (!t.Typed || t.Columns[i].Type != model.Raw) {
				value = table.TextOfJSON(value)
			}
		case i == t.Solution && row.Replaced && row.Solution != nil && t.CellColumns == 1:
			value = added(&w.cells, t.Cells.AppendCells(w.cells, row.Solution))
		}
		w.values = append(w.values, value)
	}
	return w.values
}

// value returns a value of the record. A grid that is a list of numbers or rows becomes a
// value with one byte per cell. So does a grid with several columns if the target has one.
func (w *RowWriter) value(t *table.Target, row *Row, from *form.Info, column int) []byte { //nolint:cyclop // the order of the cases decides
	size := from.Order * from.Order
	var value []byte
	if column < len(w.fields.Values) {
		value = w.fields.Values[column]
	}
	width := from.Width(column)
	switch {
	case width > t.CellColumns:
		value = w.joined(from, column, value)
	case width > 1, row.Replaced && value != nil && t.Verbatim:
		return value
	}
	isSolution := from.Solution >= 0 && column == from.Solution
	single := width == 1 && (from.IsCells(column) || isSolution)
	switch {
	case t.Rewritten && value != nil && single, isSolution && row.Replaced && from.Cells != nil && from.Cells.Spaced:
		return w.rewritten(t, from, value)
	case len(value) == size:
		return value
	case len(w.fields.Values) == 0 && row.Cells == nil && from.RecordSize == 0:
		return bytes.TrimRight(row.Record, "\r\n") // a malformed record of a list
	case from.IsCells(column) && row.Candidates != nil:
		return added(&w.cells, cells.AppendCandidates(w.cells, row.Candidates))
	case from.IsCells(column) && row.Cells != nil:
		return added(&w.cells, t.Cells.AppendCells(w.cells, row.Cells))
	case isSolution && len(value) > size:
		return w.rewritten(t, from, value)
	}
	return value
}

// rewritten returns a grid in the characters of the target. A value that is not a grid does
// not change.
func (w *RowWriter) rewritten(t *table.Target, from *form.Info, value []byte) []byte {
	var room [geometry.MaxCells]uint8
	grid := room[:from.Order*from.Order]
	if fault := from.Cells.Read(grid, value); fault.Err != nil {
		return value
	}
	return added(&w.cells, t.Cells.AppendCells(w.cells, grid))
}

// added sets a buffer to itself with more bytes, and returns these.
func added(buffer *[]byte, longer []byte) []byte {
	n := len(*buffer)
	*buffer = longer
	return longer[n:len(longer):len(longer)]
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
	return added(&w.cells, table.AppendJoined(w.cells, grid))
}

// gridFields returns the fields of the grid that begins at a column.
func (w *RowWriter) gridFields(from *form.Info, column int) [][]byte {
	values := w.fields.Values[min(column, len(w.fields.Values)):]
	return values[:min(from.Width(column), len(values))]
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
	if from.HoldsJSON(column) && len(values) == 1 && (len(values[0]) <= 2 || values[0][0] != '[' && values[0][0] != '"') {
		values[0] = added(&w.grids, append(a.AppendCells(append(w.grids, '"'), grid), '"'))
		return
	}
	if len(values) == 1 && len(values[0]) == len(grid) {
		values[0] = added(&w.grids, a.RewriteBytes(w.grids, values[0], grid))
		return
	}
	style := a.StyleOf(values, len(grid))
	width := from.Width(column)
	for i := range values {
		values[i] = added(&w.grids, style.Rewrite(w.grids, values[i], grid[i*len(grid)/width:(i+1)*len(grid)/width]))
	}
}
