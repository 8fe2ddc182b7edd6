package csv

import (
	"bytes"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// Parquet is the text that package corpus makes of a Parquet file, and a Parquet file of
// the text: CSV with a second line, of the types of the columns, as [form.Type] names them.
// A null is an empty field, and an empty text is "" in quotes.
var Parquet table.Writer = parquetForm{}

type parquetForm struct{}

var parquetSpec = form.Spec{Name: "parquet", Orders: orders, MaxLine: form.TextMaxLine, MaxRecord: form.TextMaxRecord, Divisible: true}

var parquet9, parquet16 = newTyped(9), newTyped(16)

func newTyped(order int) *layout {
	l := plainLayout(order, ',')
	l.typed = true
	return l
}

func (parquetForm) Spec() form.Spec { return parquetSpec }

func (parquetForm) Plain(order int) form.Layout {
	if order == 16 {
		return parquet16
	}
	return parquet9
}

// Detect looks for the puzzle's column as for CSV. Without rows it is the column with a
// usual name, or else the first.
func (parquetForm) Detect(s *form.Sample) form.Reading {
	names, known := recordLen(s.Text, ',', s.All) // a name may have line ends
	types := bytes.IndexByte(s.Text[names:], '\n') + 1
	if !s.Typed || !known || types == 0 {
		return form.Reading{}
	}
	table := &form.Sample{Text: slices.Concat(s.Text[:names], s.Text[names+types:]), All: s.All, Hints: s.Hints}
	var c form.Reading
	if s.All && names+types == len(s.Text) {
		c = rowsOf(table, ',', true).withoutRows()
	} else {
		c = detectTable(table, ',', true)
	}
	if c.Layout == nil {
		return c
	}
	info := c.Layout.Info()
	info.Notes = []string{"the columns of a Parquet file"}
	info.Header = bytes.Clone(s.Text[:names+types])
	for i, name := range bytes.Split(bytes.TrimSpace(s.Text[names:names+types]), []byte{','}) {
		if i < len(info.Columns) {
			info.Columns[i].Type = form.Type(max(0, slices.Index(form.TypeNames[:], string(name))))
		}
	}
	return c
}
