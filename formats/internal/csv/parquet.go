package csv

import (
	"bytes"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
)

type parquetForm struct{ tableForm }

// Detect finds the columns as in CSV. If there are no rows the puzzle is in the column with
// a usual name, or else in the first.
func (parquetForm) Detect(s *form.Sample) form.Reading {
	names, known := separator(',').recordSize(s.Text, s.All) // a name may have line ends
	types := bytes.IndexByte(s.Text[names:], '\n') + 1
	if !s.Typed || !known || types == 0 {
		return form.Reading{}
	}
	header, rows := s.Text[:names+types], s.Text[names+types:]
	untyped := &form.Sample{Text: slices.Concat(s.Text[:names], rows), All: s.All, Hints: s.Hints}
	t := readRows(untyped, ',', true)
	var r form.Reading
	if s.All && len(rows) == 0 {
		r = t.withoutRows()
	} else {
		r = t.reading()
	}
	l, ok := r.Layout.(*layout)
	if !ok {
		return r
	}
	l.Notes = []string{"the columns of a Parquet file"}
	l.setHeader(header)
	for i, name := range bytes.Split(bytes.TrimSpace(header[names:]), []byte{','}) {
		if i < len(l.Columns) {
			l.Columns[i].Type = form.Type(max(0, slices.Index(form.TypeNames[:], string(name))))
		}
	}
	return r
}
