package formats

import (
	"fmt"
	"slices"
)

// Target returns the form, of a kind that can be written, for what is made of the
// puzzles of f, in the columns of f and behind them those that are added. A name
// that is taken gets a number behind it. Kind 0 is the kind of f, or the nearest
// that can be written. Where columns is not nil, the rows have those and no
// others: it is how later files follow the first.
//
// What f has and the target cannot hold is in lost, by name.
func (f Form) Target(kind Kind, added []Column, columns []Column) (to Form, lost []string, err error) {
	if kind == 0 {
		kind = f.nearest()
	}
	if to, err = kind.Form(f.Order); err != nil {
		return Form{}, nil, err
	}
	have := f.columns()
	if !kind.IsTable() {
		for i, c := range have {
			if !f.isCells(i) {
				lost = append(lost, c.Name)
			}
		}
		return to, lost, nil
	}
	layout := &Layout{Solution: -1, CellColumns: f.cellColumns(), separator: separatorOf(f, kind)}
	layout.Columns = columns
	if columns == nil {
		layout.Columns = withAdded(have, added)
	}
	layout.keys = jsonKeys(layout.Columns)
	layout.from = make([]int, len(layout.Columns))
	for i, c := range layout.Columns {
		layout.from[i] = slices.IndexFunc(have, func(h Column) bool { return h.Name == c.Name })
		if i >= len(layout.Columns)-len(added) {
			layout.from[i] = -1
		}
	}
	for i, c := range have {
		if !slices.Contains(layout.from, i) {
			lost = append(lost, c.Name)
		}
	}
	if f.Layout != nil && (kind == f.Kind || f.Kind == JSON && kind == NDJSON) {
		layout.headless = f.Layout.headless && columns == nil
		layout.verbatim = layout.follows(len(have))
		if layout.verbatim {
			layout.lists = f.Layout.lists
		}
	}
	to.Layout = layout
	return to, lost, nil
}

// With returns the table f with other columns behind its own.
func (f Form) With(columns ...Column) Form {
	layout := *f.Layout
	layout.Columns = slices.Concat(layout.Columns, columns)
	layout.keys = jsonKeys(layout.Columns)
	f.Layout = &layout
	return f
}

// follows reports whether the rows of a target are those of the input, n fields,
// with others behind them.
func (l *Layout) follows(n int) bool {
	for i, from := range l.from {
		if i < n && from != i || i >= n && from >= 0 {
			return false
		}
	}
	return len(l.from) >= n
}

// nearest is the kind in which answers to puzzles of f are written if no other is
// asked for.
func (f Form) nearest() Kind {
	switch {
	case f.Kind == JSON:
		return NDJSON
	case f.Kind == Parquet:
		return CSV
	case f.Kind == Npy:
		return Line
	case f.Kind == CSV && f.Layout.separator != ',' && f.Layout.separator != ';' && f.Layout.separator != '\t':
		return Line
	case f.Kind.CanWrite():
		return f.Kind
	}
	return Line
}

// separatorOf is what stands between the fields of a target.
func separatorOf(f Form, kind Kind) byte {
	switch {
	case kind == TSV:
		return '\t'
	case f.Kind == CSV && kind == CSV && f.Layout.separator == ';':
		return ';'
	}
	return ','
}

// withAdded returns the columns of a file and those that are added, under names of
// their own.
func withAdded(have, added []Column) []Column {
	all := slices.Clone(have)
	for _, c := range added {
		name := c.Name
		for n := 2; slices.ContainsFunc(all, func(h Column) bool { return h.Name == c.Name }); n++ {
			c.Name = fmt.Sprintf("%s_%d", name, n)
		}
		all = append(all, c)
	}
	return all
}

// columns are those of a file: of a list form, the puzzle.
func (f Form) columns() []Column {
	if f.Layout == nil || len(f.Layout.Columns) == 0 {
		return []Column{{Name: "puzzle"}}
	}
	return f.Layout.Columns
}

// cellColumns is how many columns a grid takes.
func (f Form) cellColumns() int {
	if f.Layout == nil || f.Layout.CellColumns == 0 {
		return 1
	}
	return f.Layout.CellColumns
}

// isCells reports whether a column holds the puzzle, or a cell of it.
func (f Form) isCells(column int) bool {
	first := 0
	if f.Layout != nil {
		first = f.Layout.Puzzle
	}
	return column >= first && column < first+f.cellColumns()
}

// A Row is what is written as one row of a table.
type Row struct {
	From   Form    // of the record
	Record []byte  // as it came; nil: there is none
	Cells  []uint8 // the puzzle; nil where the record is malformed
	// Replaced says that Cells and Solution take the place of what the record has,
	// written as that is. A nil Solution empties its column.
	Replaced bool
	Solution []uint8
	// Missing is how many fields the record lacks, see [Span].
	Missing int
	// Added are the values of the added columns, nil: none. They are words and
	// numbers, with nothing in them that a table has to quote.
	Added [][]byte
}

// A RowWriter appends rows. It is for one goroutine; its buffers are reused.
type RowWriter struct {
	fields Fields
	values [][]byte
	puzzle []byte
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

// Append appends a row of a target: a form that [Form.Target] made of row.From.
// It does not allocate if dst has room.
func (w *RowWriter) Append(dst []byte, to Form, row *Row) []byte {
	if !row.Replaced && to.copies(row) {
		return appendBehind(dst, to, row)
	}
	w.fields.Values = w.fields.Values[:0]
	if row.Record != nil {
		row.From.Fields(&w.fields, row.Record)
	}
	if row.Replaced {
		w.replaceGrids(row, to.Layout.verbatim)
	}
	w.values = w.values[:0]
	added := row.Added
	for i, from := range to.Layout.from {
		switch {
		case from >= 0 && row.From.isPuzzle(from) && row.Cells != nil && !w.hasPuzzle(row, from):
			w.puzzle = appendCells(w.puzzle[:0], row.Cells)
			w.values = append(w.values, w.puzzle)
		case from >= 0 && from < len(w.fields.Values):
			w.values = append(w.values, w.fields.Values[from])
		case from < 0 && i >= len(to.Layout.from)-len(added):
			w.values = append(w.values, added[i-(len(to.Layout.from)-len(added))])
		default:
			w.values = append(w.values, nil)
		}
	}
	return to.grammar().appendRow(to, dst, w.values)
}

// isPuzzle reports whether a column is the puzzle, all of it.
func (f Form) isPuzzle(column int) bool { return f.cellColumns() == 1 && f.isCells(column) }

// hasPuzzle reports whether the value of the puzzle's column is what is written.
func (w *RowWriter) hasPuzzle(row *Row, column int) bool {
	if row.Replaced {
		return column < len(w.fields.Values) && w.fields.Values[column] != nil
	}
	return row.From.keepsPuzzle(w.fields.Values, column)
}

// keepsPuzzle reports whether the value of the puzzle's column is written as it
// came: cells, one byte each. Lists of numbers and grids of rows are not.
func (f Form) keepsPuzzle(values [][]byte, column int) bool {
	return column < len(values) && len(values[column]) == f.Order*f.Order
}

// appendCells appends cells as the form Line has them, without a line end.
func appendCells(dst []byte, cells []uint8) []byte {
	order := 9
	if len(cells) == 256 {
		order = 16
	}
	dst = appendLines(dst, cells, order)
	return dst[:len(dst)-1]
}
