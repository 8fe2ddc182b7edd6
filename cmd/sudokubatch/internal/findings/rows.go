package findings

import (
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
)

// own are the columns of what is found out about a record. Names, once published,
// stay; new ones follow. Behind them are the columns that came with the record.
var own = []formats.Column{
	{Name: "id", Type: formats.Int},
	{Name: "file"},
	{Name: "record", Type: formats.Int},
	{Name: "line", Type: formats.Int},
	{Name: "column", Type: formats.Int},
	{Name: "status"},
	{Name: "clues", Type: formats.Int},
	{Name: "guesses", Type: formats.Int},
	{Name: "automorphisms", Type: formats.Int},
	{Name: "solution"},
	{Name: "flags"},
	{Name: "detail"},
	{Name: "solutions", Type: formats.Int},
	{Name: "complete", Type: formats.Bool},
}

// rows writes a row of a table for each record.
type rows struct {
	kind   formats.Kind
	own    []formats.Column
	first  formats.Form // the first target; its Kind is 0 before that
	from   formats.Form // of the last record
	to     formats.Form // the target for that
	writer formats.RowWriter
	row    formats.Row
	again  formats.Records // the puzzle of a record
}

// begin appends the names of the columns, unless they were: of those that records
// would have, where there is none.
func (t *rows) begin(dst []byte) []byte {
	if t.first.Kind != 0 {
		return dst
	}
	t.enter(formats.Form{Kind: formats.Line, Order: 9})
	return t.first.AppendHeader(dst)
}

// enter prepares for records of a form. All rows have the columns of the first.
func (t *rows) enter(from formats.Form) {
	var err error
	t.from = from
	if t.to, err = from.Report(t.kind, t.own, t.first.Layout); err != nil {
		panic(err) // every size can be written in tables
	}
	if t.first.Kind == 0 {
		t.first = t.to
	}
}

// of has the record's own values found.
func (t *rows) of(r *check.Record) *formats.Row {
	if t.first.Kind == 0 || r.Form != t.from {
		t.enter(r.Form)
	}
	t.row.From, t.row.Record, t.row.Cells = r.Form, r.Text, nil
	if r.Verdict != formats.Malformed {
		r.Form.Decode(&t.again, r.Text)
		t.row.Cells = t.again.Cells
	}
	return &t.row
}

// append appends a record, the first one after the names of the columns.
func (t *rows) append(dst []byte, r *check.Record) []byte {
	begun := t.first.Kind != 0
	row := t.of(r)
	if !begun {
		dst = t.first.AppendHeader(dst)
	}
	row.Added = values(row.Added[:0], r)
	return t.writer.Append(dst, t.to, row)
}

// values appends those of the own columns; what does not apply to a record is nil.
func values(dst [][]byte, r *check.Record) [][]byte {
	var flags, details []string
	if r.Failed() {
		for _, why := range reasonsOf(r, false) {
			flags, details = append(flags, why.flag), append(details, why.words)
		}
	}
	text := func(s string) { dst = append(dst, []byte(s)) }
	number := func(n int64, known bool) {
		if !known {
			dst = append(dst, nil)
			return
		}
		dst = append(dst, strconv.AppendInt(nil, n, 10))
	}
	good := r.Verdict != formats.Malformed
	line := r.Line
	if !good {
		line = r.FaultLine
	}
	number(r.Number, true)
	text(r.File)
	number(r.Record, true)
	number(line, line > 0)
	number(int64(r.Column), r.Column > 0)
	text(statusNames[r.Verdict])
	number(int64(r.Clues), good)
	number(int64(r.Guesses), good)
	number(int64(r.Automorphisms), r.Automorphisms > 0)
	dst = append(dst, appendSolution(nil, r))
	texts := func(list []string, separator string) {
		if len(list) == 0 {
			dst = append(dst, nil)
			return
		}
		text(strings.Join(list, separator))
	}
	texts(flags, " ")
	texts(details, "; ")
	number(int64(r.Solutions), good)
	if good {
		text(strconv.FormatBool(r.Complete))
	} else {
		dst = append(dst, nil)
	}
	return dst
}
