package checkreport

import (
	"fmt"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
)

// A place is where the columns that came with records are among others.
type place uint8

const (
	nowhere place = iota
	behind
	ahead
)

// rows writes a row of a table for each record.
type rows struct {
	kind   formats.Kind
	own    []column
	taken  []formats.Column // names of more than that
	came   place            // where the columns that came with a record are
	first  formats.Form     // the first target; its Kind is 0 before that
	name   *string          // of the input that has it
	from   formats.Form     // of the last record
	to     formats.Form     // the target for that
	others formats.Form     // the columns that came with records of the first form
	lost   []string         // those of the last form that have no place in the rows
	writer formats.RowWriter
	row    formats.Row
	again  formats.Records // the puzzle of a record
	err    error           // of a record's columns, which cannot be those of the first
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

// resume goes on with rows that have the columns of a form.
func (t *rows) resume(from formats.Form) {
	if t.first.Kind == 0 {
		t.enter(from)
	}
}

// enter prepares for records of a form. All rows have the columns of the first.
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

// findLost finds the columns of a form that the first one lacks: so do all rows.
func (t *rows) findLost(from formats.Form) {
	others, lost, err := from.Target(t.kind, nil, t.others)
	if err != nil {
		return // as the rows' own target has said
	}
	if t.lost = lost; t.others.Kind == 0 {
		t.others = others
	}
}

// takeLost returns the names of columns that have no place, once.
func (t *rows) takeLost() []string {
	lost := t.lost
	t.lost = nil
	return lost
}

// report is the target for records of a form.
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

// of has the record's own values found.
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

// append appends a record, the first one after the names of the columns.
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

// puzzleText is a puzzle as a value, nil where there is none.
func puzzleText(cells []uint8) []byte {
	if len(cells) == 0 {
		return nil
	}
	return []byte(formats.Format(cells))
}
