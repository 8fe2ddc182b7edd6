package csv

// This file writes rows as delimited text.

import (
	"bytes"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// Style implements table.Writer. A file with semicolons keeps them.
func (f tableForm) Style(_ form.Form, info *form.Info) table.Style {
	if info != nil && info.Separator == ';' && f.separators[0] == ',' {
		return table.Style{Separator: ';'}
	}
	return table.Style{Separator: f.separators[0]}
}

// Style implements table.Writer.
func (parquetForm) Style(form.Form, *form.Info) table.Style {
	return table.Style{Separator: ',', Named: true, Typed: true}
}

// AppendHeader appends the line with the column names, if the rows have names.
func (tableForm) AppendHeader(dst []byte, t *table.Target) []byte {
	if t.Unnamed {
		return dst
	}
	return appendNames(dst, t.Columns, t.Separator)
}

// AppendHeader appends the line with the column names and the line with their types.
func (parquetForm) AppendHeader(dst []byte, t *table.Target) []byte {
	dst = appendNames(dst, t.Columns, t.Separator)
	for i, c := range t.Columns {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, c.Type.String()...)
	}
	return append(dst, '\n')
}

// appendNames appends the line with the column names.
func appendNames(dst []byte, columns []model.Column, separator byte) []byte {
	for i, c := range columns {
		if i > 0 {
			dst = append(dst, separator)
		}
		if len(c.Name) > 0 {
			dst = appendField(dst, []byte(c.Name), separator)
		}
	}
	return append(dst, '\n')
}

// AppendRow appends a record. A single null becomes "", because an empty line is not a
// record.
func (tableForm) AppendRow(dst []byte, t *table.Target, values [][]byte) []byte {
	if len(values) == 1 && values[0] == nil {
		return append(dst, "\"\"\n"...)
	}
	return parquetForm{}.AppendRow(dst, t, values)
}

// AppendRow appends a record.
func (parquetForm) AppendRow(dst []byte, t *table.Target, values [][]byte) []byte {
	return append(AppendValues(dst, t, values), '\n')
}

// AppendValues appends the fields of a row, or of its beginning.
func AppendValues(dst []byte, t *table.Target, values [][]byte) []byte {
	for i, value := range values {
		if i > 0 {
			dst = append(dst, t.Separator)
		}
		dst = appendField(dst, value, t.Separator)
	}
	return dst
}

// appendField appends a field, in quotes if it needs them. A null becomes an empty field,
// and an empty text becomes "".
func appendField(dst, value []byte, separator byte) []byte {
	if value == nil || len(value) > 0 && !needsQuotes(value, separator) {
		return append(dst, value...)
	}
	dst = append(dst, '"')
	for {
		i := bytes.IndexByte(value, '"') + 1
		if i == 0 {
			break
		}
		dst = append(append(dst, value[:i]...), '"')
		value = value[i:]
	}
	return append(append(dst, value...), '"')
}

// needsQuotes reports whether a field must be in quotes.
func needsQuotes(value []byte, separator byte) bool {
	for _, b := range [...]byte{separator, '"', '\n', '\r'} {
		if bytes.IndexByte(value, b) >= 0 {
			return true
		}
	}
	return value[0] == ' ' || value[0] == '#'
}

// CanCopy reports whether a row is its unchanged record with fields after it. An empty line
// is the null of a Parquet file with one column, but not a record in other kinds.
func (tableForm) CanCopy(t *table.Target, record *table.Record) bool {
	if len(record.Text) <= len("\n") || record.Missing < 0 {
		return false
	}
	return t.Verbatim && record.Good || (t.Verbatim || t.Unquoted) && bytes.IndexByte(record.Text, '"') < 0
}

// AppendCopy appends an unchanged record and the added fields.
func (tableForm) AppendCopy(dst []byte, t *table.Target, record *table.Record, added [][]byte) []byte {
	dst = AppendFields(dst, t, record)
	for _, value := range added {
		dst = appendField(append(dst, t.Separator), value, t.Separator)
	}
	return append(dst, '\n')
}

// AppendFields appends an unchanged record without its line end. If the record lacks
// fields, it appends empty ones.
func AppendFields(dst []byte, t *table.Target, record *table.Record) []byte {
	dst = AppendRecord(dst, record.Text)
	for range record.Missing {
		dst = append(dst, t.Separator)
	}
	return dst
}

// AppendRecord appends a record without its line end.
func AppendRecord(dst, record []byte) []byte {
	if n := len(record); n > 0 && record[n-1] == '\n' {
		record = record[:n-1]
	}
	return append(dst, syntax.TrimCR(record)...)
}
