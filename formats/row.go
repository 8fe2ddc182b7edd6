package formats

import (
	"bytes"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// A Row is what is written as one row of a table.
type Row struct {
	From   Form    // of the record
	Record []byte  // as it came; nil: there is none
	Cells  []uint8 // the puzzle; nil where the record is malformed
	// Replaced says that Cells and Solution take the place of what the record has,
	// written as that is. A nil Solution empties its column.
	Replaced bool
	Solution []uint8
	// Missing is how many fields the record lacks, see [Span]; less than 0: it has
	// too many, and loses those.
	Missing int
	Added   [][]byte // the values of the added columns; nil: none
}

// A RowWriter appends rows. It is for one goroutine; its buffers are reused.
type RowWriter struct {
	fields Fields
	values [][]byte
	cells  []byte // grids as values
	grids  []byte // that were replaced
}

// AppendHeader appends what comes before the first row of a table, which may be
// nothing.
func (f Form) AppendHeader(dst []byte) []byte {
	if header := f.grammar().appendHeader; header != nil {
		return header(f, dst)
	}
	return dst
}

// Append appends a row of a target: a form that [Form.Target] or [Form.Report] made
// of row.From. It does not allocate if dst has room.
func (w *RowWriter) Append(dst []byte, to Form, row *Row) []byte {
	if !row.Replaced && to.copies(row) {
		return appendBehind(dst, to, row)
	}
	w.collect(to, row)
	return to.grammar().appendRow(to, dst, w.values)
}

// AppendFields appends the fields of a record that stays as it came, and reports
// whether it does, in a target of delimited text. What is added, without anything
// that takes quotes, then goes right behind it: each value after the separator, and
// a newline. That spares most tables of a million rows a copy of each value.
func (*RowWriter) AppendFields(dst []byte, to Form, row *Row) (out []byte, separator byte, ok bool) {
	if row.Replaced || to.Kind == NDJSON || !to.copies(row) {
		return dst, 0, false
	}
	return appendFields(dst, to, row), to.Layout.separator, true
}

// AppendMembers appends what a report of kind NDJSON has of the record itself, as
// members of an object, each with a comma before it.
func (w *RowWriter) AppendMembers(dst []byte, to Form, row *Row) []byte {
	w.collect(to, row)
	for i, from := range to.Layout.from {
		if from != addedColumn {
			dst = append(append(dst, ','), to.Layout.keys[i]...)
			dst = appendJSONValue(dst, w.values[i], to.Layout.Columns[i].Type)
		}
	}
	return dst
}

// collect finds the value for each column of a target.
func (w *RowWriter) collect(to Form, row *Row) {
	w.fields.Values = w.fields.Values[:0]
	if row.Record != nil {
		row.From.Fields(&w.fields, row.Record)
	}
	if row.Replaced {
		w.replaceGrids(row, to.Layout.verbatim)
	}
	w.values, w.cells = w.values[:0], slices.Grow(w.cells[:0], 2*256)
	added := 0
	for i, from := range to.Layout.from {
		switch {
		case from == addedColumn:
			var value []byte
			if added < len(row.Added) {
				value = row.Added[added]
			}
			w.values = append(w.values, value)
			added++
		case from >= 0:
			value := w.value(to, row, from)
			if row.From.holdsJSON(from) && !to.holdsJSON(i) {
				value = textOfJSON(value)
			}
			w.values = append(w.values, value)
		default:
			w.values = append(w.values, nil)
		}
	}
}

// holdsJSON reports whether the values of a column are JSON, so that texts are in quotes.
func (f Form) holdsJSON(column int) bool {
	if f.Layout == nil || f.Kind == CSV || f.Kind == TSV {
		return false
	}
	return column < len(f.Layout.Columns) && f.Layout.Columns[column].Type == Raw
}

// Text returns the value of a column as text: that of a string among other values of
// JSON, which is in quotes in Values. It returns nil where there is none.
func (f Form) Text(fields *Fields, column int) []byte {
	switch {
	case column < 0 || column >= len(fields.Values):
		return nil
	case f.holdsJSON(column):
		return textOfJSON(fields.Values[column])
	}
	return fields.Values[column]
}

// value returns a value of the record. Grids that are not written as a byte a cell,
// but as lists of numbers or rows, or in a column for each cell where the target has
// one for all, become that.
func (w *RowWriter) value(to Form, row *Row, column int) []byte {
	from := row.From
	size := from.Order * from.Order
	var value []byte
	if column < len(w.fields.Values) {
		value = w.fields.Values[column]
	}
	switch {
	case from.cellColumns() > to.cellColumns():
		value = w.joined(from, column, value)
	case from.cellColumns() > 1, row.Replaced && value != nil && to.Layout.verbatim:
		return value
	}
	if to.Layout.rewritten && value != nil && from.isGrid(column) {
		return w.rewritten(to, from, value)
	}
	if len(value) == size {
		return value
	}
	n := len(w.cells)
	switch {
	case len(w.fields.Values) == 0 && row.Cells == nil && from.MaxLine() > 0:
		return bytes.TrimRight(row.Record, "\r\n") // a list's malformed record
	case from.isCells(column) && row.Cells != nil:
		w.cells = to.AppendCells(w.cells, row.Cells)
	case from.Layout != nil && column == from.Layout.Solution && len(value) > size:
		var cells [256]uint8
		if fault := from.Layout.alphabet.Read(cells[:size], value); fault.Err != nil {
			return value
		}
		w.cells = to.AppendCells(w.cells, cells[:size])
	default:
		return value
	}
	return w.cells[n:]
}

// isGrid reports whether a column holds puzzles or solutions, each in one value.
func (f Form) isGrid(column int) bool {
	return f.cellColumns() == 1 && (f.isCells(column) || f.Layout != nil && column == f.Layout.Solution)
}

// rewritten returns a grid as a target writes its cells; a value that is none stays.
func (w *RowWriter) rewritten(to, from Form, value []byte) []byte {
	var cells [256]uint8
	size := from.Order * from.Order
	if fault := from.alphabet().Read(cells[:size], value); fault.Err != nil {
		return value
	}
	n := len(w.cells)
	w.cells = to.AppendCells(w.cells, cells[:size])
	return w.cells[n:]
}

// joined returns the cells of a grid as one value, nil where it has none, if a column
// is the first of these; or else the value of the column.
func (w *RowWriter) joined(from Form, column int, value []byte) []byte {
	if column != from.Layout.Puzzle && column != from.Layout.Solution {
		return value
	}
	cells := w.fields.Values[min(column, len(w.fields.Values)):]
	cells = cells[:min(from.cellColumns(), len(cells))]
	if !slices.ContainsFunc(cells, func(cell []byte) bool { return len(cell) > 0 }) {
		return nil
	}
	n := len(w.cells)
	w.cells = table.AppendJoined(w.cells, cells)
	return w.cells[n:]
}

// isPuzzle reports whether a column is the puzzle, all of it.
func (f Form) isPuzzle(column int) bool { return f.cellColumns() == 1 && f.isCells(column) }

// keepsPuzzle reports whether the value of the puzzle's column is written as it
// came: cells, one byte each. Lists of numbers and grids of rows are not.
func (f Form) keepsPuzzle(values [][]byte, column int) bool {
	return column < len(values) && len(values[column]) == f.Order*f.Order
}
