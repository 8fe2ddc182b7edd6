package checkreport

import (
	"fmt"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
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
	kind bulk.Kind
	Columns
	first   bulk.Form // form of the first row; its Kind is 0 until there is one
	from    bulk.Form // form of the last record
	to      bulk.Form // form of the row for it
	others  bulk.Form // form with only the columns of the first input
	lost    []string  // columns of the last input that the rows cannot hold
	writer  bulk.RowWriter
	row     bulk.Row
	values  [][]byte      // memory of the values of the columns
	found   columns.Found // of the record
	checked columns.Checked
	err     error // the columns of an input do not fit the first row
}

// begin appends the header, unless a row was written. Without any record the columns are the ones
// for lines of 9×9 puzzles.
func (t *rows) begin(dst []byte) []byte {
	if t.first.Kind != 0 {
		return dst
	}
	t.enter(bulk.Form{Kind: bulk.Line, Order: 9})
	return t.first.AppendHeader(dst)
}

// enter prepares for records of a form. All rows have the columns of the first row.
func (t *rows) enter(from bulk.Form) {
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
func (t *rows) findLost(from bulk.Form) {
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
func (t *rows) report(from bulk.Form) (bulk.Form, error) {
	var names []model.Column
	for _, c := range t.chosen {
		names = append(names, c.Column.Column)
	}
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

// of returns the row of a record, still without the values of the report's columns.
func (t *rows) of(r *check.Record) *bulk.Row {
	if t.first.Kind == 0 || r.Form != t.from {
		t.enter(r.Form)
	}
	t.row = bulk.Row{From: r.Form, Record: r.Text, Cells: r.Puzzle, Candidates: r.Candidates, Missing: r.Missing, Added: t.row.Added}
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
		dst = t.first.AppendHeader(dst)
	}
	t.setFound(r, row.Cells)
	line := bulk.Form{Kind: bulk.Line, Order: r.Order}
	row.Added = row.Added[:0]
	for i := range t.chosen {
		c := &t.chosen[i]
		if c.label >= 0 {
			row.Added = append(row.Added, r.Label(c.label))
			continue
		}
		value := c.Append(t.values[i][:0], line, &t.found)
		if row.Added = append(row.Added, value); value != nil {
			t.values[i] = value
		}
	}
	return t.writer.Append(dst, t.to, row)
}
