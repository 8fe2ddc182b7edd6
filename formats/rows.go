package formats

import (
	"bytes"
	"errors"

	"github.com/sudokubatch/sudokubatch/formats/internal/csv"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/json"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// errSizes is wrong with puzzles of several sizes in one file.
var errSizes = errors.New("an array or a table holds puzzles of one size")

// Target returns the form, of a kind that can be written, for what is made of the puzzles
// of f: in the columns of f, with the added ones behind them. A name that is taken gets a
// number behind it. Kind 0 is the kind of f, or the nearest that can be written.
//
// First is the target of the first of several files, which later ones follow; the zero
// Form if f is of the first. If it is a table, the rows have its columns and no others, of
// whatever kind; if it is none, a table is written as it is, too, where kind is 0. Columns
// are matched by name, puzzles and solutions whatever their names. If first has a column
// for each cell, f must have so, too. Grids are written as the first file has them, so that
// all can be read as one.
//
// In NDJSON a grid with a column for each cell is one member, as so many could not be told
// from others; there and in Parquet no two columns have the same name.
//
// Lost are the names of the columns that the target cannot hold.
func (f Form) Target(kind Kind, added []Column, first Form) (to Form, lost []string, err error) {
	switch {
	case first.Kind.IsTable(), kind == 0 && first.Kind != 0 && f.Kind.IsTable():
		kind = first.Kind
	case kind == 0:
		kind = f.nearest()
	}
	if to, err = kind.Form(f.Order); err != nil {
		return Form{}, nil, err
	}
	if (kind == Npy || kind.IsTable()) && first.Kind != 0 && first.Order != f.Order {
		return Form{}, nil, errSizes
	}
	info := f.info()
	if !kind.IsTable() {
		for i, c := range info.AllColumns() {
			if !info.IsCells(i) {
				lost = append(lost, c.Name)
			}
		}
		return to, lost, nil
	}
	t := table.NewTarget(info, kind.style(f.Kind, info))
	if first.Layout == nil {
		t.Append(added)
	} else if err = t.Follow(first.Layout.target); err != nil {
		return Form{}, nil, err
	}
	f.setCopied(t, kind, first.Layout == nil)
	if s := t.Solution; first.Layout == nil && !t.Verbatim && s >= 0 && t.Columns[s].Type == Raw {
		t.Columns[s].Type = Text // what was a list becomes one text
	}
	to.Layout = layoutOf(kind, t)
	return to, t.Lost(info), nil
}

// setCopied decides which records of f become rows of t as they are.
func (f Form) setCopied(t *table.Target, kind Kind, first bool) {
	info := f.info()
	same := kind == f.Kind || f.Kind == JSON && kind == NDJSON
	keeps := !t.Rewritten && t.Keeps(len(info.AllColumns()))
	switch {
	case f.Layout == nil:
	case same:
		t.Unnamed = info.Unnamed && first
		if t.Verbatim = keeps && (kind != CSV || info.Separator == t.Separator); t.Verbatim {
			t.Lists = info.Lists
		}
	case f.Kind == CSV && kind == Parquet, f.Kind == Parquet && kind == CSV:
		t.Unquoted = keeps && info.Separator == t.Separator
	}
}

// style returns what rows of a kind ask of their columns, for the records of a file.
func (k Kind) style(from Kind, info *form.Info) table.Style {
	style := table.Style{
		Separator: ',',
		Named:     k == Parquet || k == NDJSON && from != NDJSON && from != JSON,
		Single:    k == NDJSON,
		Typed:     k == NDJSON || k == Parquet,
	}
	switch {
	case k == TSV:
		style.Separator = '\t'
	case k == CSV && from == CSV && info.Separator == ';':
		style.Separator = ';'
	}
	return style
}

// nearest is the kind in which answers to puzzles of f are written if no other is asked
// for.
func (f Form) nearest() Kind {
	switch {
	case f.Kind == JSON:
		return NDJSON
	case f.Kind == Parquet:
		return CSV
	case f.Kind == Npy:
		return Line
	case f.Kind == CSV && !bytes.ContainsRune([]byte(",;\t"), rune(f.info().Separator)):
		return Line
	case f.Kind.CanWrite():
		return f.Kind
	}
	return Line
}

// Report is Target for rows that begin with columns of the writer's own. If the columns of
// f are asked for they follow, and get the numbers where names are the same.
func (f Form) Report(kind Kind, own []Column, others bool, first *Layout) (to Form, err error) {
	if to, err = kind.Form(f.Order); err != nil {
		return Form{}, err
	}
	info := f.info()
	style := kind.style(f.Kind, info)
	t := table.NewReport(info, style, own)
	if others || first != nil {
		t = table.NewTarget(info, style)
	}
	if others {
		t.Prepend(own) // so that equal names get the same numbers
	}
	if first != nil {
		if err := t.Follow(first.target); err != nil {
			return Form{}, err
		}
	}
	to.Layout = layoutOf(kind, t)
	return to, nil
}

// AddedColumns returns how many columns Target added to those of the input.
func (f Form) AddedColumns() int {
	if f.Layout == nil || f.Layout.target == nil {
		return 0
	}
	return f.Layout.target.Added()
}

// Copies reports whether rows of a target are records of JSON as they came, with members
// that have no column.
func (f Form) Copies() bool { return f.Kind == NDJSON && f.Layout != nil && f.Layout.target.Verbatim }

// Headed returns the table f with names above its rows, also if the file it was made for
// has none.
func (f Form) Headed() Form {
	t := *f.Layout.target
	t.Unnamed = false
	f.Layout = layoutOf(f.Kind, &t)
	return f
}

// With returns the table f with other columns behind its own.
func (f Form) With(columns ...Column) Form {
	f.Layout = layoutOf(f.Kind, f.Layout.target.With(columns))
	return f
}

// A Row is what is written as one row of a table.
type Row struct {
	From   Form    // of the record
	Record []byte  // as it came; nil: there is none
	Cells  []uint8 // the puzzle; nil where the record is malformed
	// Replaced: Cells and Solution take the place of the record's own, in the record's way
	// of writing them. A nil Solution empties its column.
	Replaced bool
	Solution []uint8
	// Missing is how many fields the record lacks, see [Span]; less than 0: it has too
	// many, and loses those.
	Missing int
	Added   [][]byte // the values of the added columns; nil: none
}

// A RowWriter appends rows. It is for one goroutine; its buffers are reused.
type RowWriter struct {
	rows table.RowWriter
	row  table.Row
}

// set makes the row at hand.
func (w *RowWriter) set(row *Row) *table.Row {
	w.row = table.Row{
		From: row.From.file(), Record: row.Record, Cells: row.Cells, Replaced: row.Replaced,
		Solution: row.Solution, Missing: row.Missing, Added: row.Added,
	}
	return &w.row
}

// Append appends a row of a target: a form that [Form.Target] or [Form.Report] made of
// row.From. It does not allocate if dst has room.
func (w *RowWriter) Append(dst []byte, to Form, row *Row) []byte {
	return w.rows.Append(dst, to.Layout.writer, to.Layout.target, w.set(row))
}

// AppendFields appends the fields of a record that stays as it came, and reports whether
// it does, in a target of delimited text. What is added, without anything that takes
// quotes, then goes right behind it: each value after the separator, and a newline. That
// spares most tables of a million rows a copy of each value.
func (w *RowWriter) AppendFields(dst []byte, to Form, row *Row) (out []byte, separator byte, ok bool) {
	if row.Replaced || to.Kind == NDJSON {
		return dst, 0, false
	}
	t := to.Layout.target
	if !to.Layout.writer.CanCopy(t, w.set(row)) {
		return dst, 0, false
	}
	return csv.AppendFields(dst, t, &w.row), t.Separator, true
}

// AppendMembers appends what a report of kind NDJSON has of the record itself, as members
// of an object, each with a comma before it.
func (w *RowWriter) AppendMembers(dst []byte, to Form, row *Row) []byte {
	t := to.Layout.target
	t.Own(w.rows.Values(t, w.set(row)), func(column int, value []byte) {
		dst = json.AppendMember(append(dst, ','), t, column, value)
	})
	return dst
}

// AppendHeader appends what comes before the first row of a table or the first puzzle of
// an array; for other kinds nothing.
func (f Form) AppendHeader(dst []byte) []byte {
	switch w := f.Kind.writer(); {
	case w != nil:
		return w.AppendHeader(dst, f.Layout.target)
	case f.Kind == Npy:
		return append(dst, f.npyHeader(-1)...)
	}
	return dst
}

// CanCopy reports whether records as they came, behind a header, are a file of the kind
// again. Records of other kinds are within something, a bracket or a count, or are no
// text.
func (k Kind) CanCopy() bool { return k.valid() && forms[k].Spec().Copied }

// RecordsHeader returns what comes before records that are written as they came, so that
// they can be read again: the names of columns, if the file has some.
func (f Form) RecordsHeader() []byte {
	switch f.Kind {
	case CSV, TSV:
		return f.info().Header
	case Parquet:
		return csv.AppendNames(nil, f.info().Columns)
	}
	return nil
}

// AppendCopy appends a record as it came, with what must stand behind it: the last one of
// a file may lack its newline, and grids need an empty line between them.
func (f Form) AppendCopy(dst, record []byte) []byte {
	if f.Kind == Parquet && len(record) <= len("\n") {
		record = []byte("\"\"\n") // an empty line is no record of the CSV that it becomes
	}
	dst = append(dst, record...)
	if !bytes.HasSuffix(record, []byte{'\n'}) {
		dst = append(dst, '\n')
	}
	return f.appendSeparator(dst)
}

// Alike reports whether records of f and of g, as they came, can stand in one file, so
// that both are read as they were.
func (f Form) Alike(g Form) bool {
	if f.Kind != g.Kind || f.Order != g.Order || f.LeavesOutSolutions() != g.LeavesOutSolutions() {
		return false
	}
	a, b := f.file(), g.file()
	if own, ok := a.(form.Comparer); ok && !own.Alike(b) {
		return false
	}
	return a.Info().Alike(b.Info(), f.Kind == NDJSON)
}
