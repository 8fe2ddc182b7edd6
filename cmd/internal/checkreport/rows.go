package checkreport

import (
	"fmt"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
)

// A place is the position of the input's columns in a row.
type place uint8

const (
	nowhere place = iota
	behind        // after the columns of the report
	ahead         // before them
)

// rows writes one row of a csv, ndjson or parquet report for each record.
type rows struct {
	kind   formats.Kind
	own    []column         // columns of the report
	taken  []formats.Column // more names that no column of the input may use
	came   place            // position of the input's columns
	first  formats.Form     // form of the first row; its Kind is 0 until there is one
	name   *string          // set to the name of the first row's input
	from   formats.Form     // form of the last record
	to     formats.Form     // form of the row for it
	others formats.Form     // form with only the columns of the first input
	lost   []string         // columns of the last input that the rows cannot hold
	writer formats.RowWriter
	row    formats.Row
	again  formats.Records // the decoded puzzle of a record
	err    error           // the columns of an input do not fit the first row
}

// begin appends the header, unless a row was written. Without any record the columns are the ones
// for lines of 9×9 puzzles.
func (t *rows) begin(dst []byte) []byte {
	if t.first.Kind != 0 {
		return dst
	}
	t.enter(formats.Form{Kind: formats.Line, Order: 9})
	return t.first.AppendHeader(dst)
}

// resume continues a report whose first input had the form.
func (t *rows) resume(from formats.Form) {
	if t.first.Kind == 0 {
		t.enter(from)
	}
}

// enter prepares for records of a form. All rows have the columns of the first row.
func (t *rows) enter(from formats.Form) {
	var err error
	t.from = from
	if t.to, err = t.report(from); err != nil {
		t.err = err
		return
	}
	if t.first.Kind == 0 {
		t.first = t.to
	}
	if t.came != nowhere {
		t.findLost(from)
	}
}

// findLost sets lost to the columns of a form that the first input, and so every row, lacks.
func (t *rows) findLost(from formats.Form) {
	others, lost, err := from.Target(t.kind, nil, t.others)
	if err != nil {
		return // report returned the same error
	}
	if t.lost = lost; t.others.Kind == 0 {
		t.others = others
	}
}

// takeLost returns the columns that the rows cannot hold, and clears the list.
func (t *rows) takeLost() []string {
	lost := t.lost
	t.lost = nil
	return lost
}

// report returns the form of the rows for records of a form.
func (t *rows) report(from formats.Form) (formats.Form, error) {
	names := make([]formats.Column, 0, len(t.own)+len(members))
	for _, c := range t.own {
		names = append(names, c.Column)
	}
	names = append(names, t.taken...)
	switch t.came {
	case ahead:
		to, _, err := from.Target(t.kind, names, t.first)
		if err != nil {
			return to, err
		}
		return to.Headed(), nil
	case behind:
		return from.Report(t.kind, names, true, t.first.Layout)
	}
	return from.Report(t.kind, names, false, t.first.Layout)
}

// of returns the row of a record with the columns of its input. The columns of the report are
// still missing.
func (t *rows) of(r *check.Record) *formats.Row {
	if t.first.Kind == 0 || r.Form != t.from {
		t.enter(r.Form)
	}
	t.row = formats.Row{From: r.Form, Record: r.Text, Added: t.row.Added}
	if r.Verdict != formats.Malformed {
		r.Form.Decode(&t.again, r.Text)
		t.row.Cells = t.again.Cells
		if len(t.again.Spans) > 0 {
			t.row.Missing = t.again.Spans[0].Missing
		}
	}
	return &t.row
}

// append appends the row of a record. The header precedes the first row.
func (t *rows) append(dst []byte, r *check.Record) []byte {
	begun := t.first.Kind != 0
	row := t.of(r)
	if t.err != nil {
		t.err = fmt.Errorf("%s: %w", r.File, t.err)
		return dst
	}
	if !begun {
		*t.name = r.File
		dst = t.first.AppendHeader(dst)
	}
	row.Added = row.Added[:0]
	for i := range t.own {
		if value := t.own[i].value; value != nil {
			row.Added = append(row.Added, value(r))
		} else {
			row.Added = append(row.Added, puzzleText(row.Cells))
		}
	}
	return t.writer.Append(dst, t.to, row)
}

// puzzleText returns a puzzle as the text of a field, or nil if there is none.
func puzzleText(cells []uint8) []byte {
	if len(cells) == 0 {
		return nil
	}
	return []byte(formats.Format(cells))
}
