package formats

import (
	"bytes"

	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// appendCSVHeader appends the names of the columns.
func appendCSVHeader(f Form, dst []byte) []byte {
	if f.Layout.headless {
		return dst
	}
	for i, c := range f.Layout.Columns {
		if i > 0 {
			dst = append(dst, f.Layout.separator)
		}
		if len(c.Name) > 0 {
			dst = appendCSVField(dst, []byte(c.Name), f.Layout.separator)
		}
	}
	return append(dst, '\n')
}

// appendCSVRow appends a record.
func appendCSVRow(f Form, dst []byte, values [][]byte) []byte {
	for i, value := range values {
		if i > 0 {
			dst = append(dst, f.Layout.separator)
		}
		dst = appendCSVField(dst, value, f.Layout.separator)
	}
	if len(values) == 1 && values[0] == nil && f.Kind != Parquet {
		dst = append(dst, `""`...) // an empty line is no record there
	}
	return append(dst, '\n')
}

// appendCSVField appends a field, in quotes if it takes some. What is not there
// is empty, and what is empty is in quotes.
func appendCSVField(dst, value []byte, separator byte) []byte {
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

// needsQuotes reports whether a field cannot stand as it is.
func needsQuotes(value []byte, separator byte) bool {
	for _, b := range [...]byte{separator, '"', '\n', '\r'} {
		if bytes.IndexByte(value, b) >= 0 {
			return true
		}
	}
	return value[0] == ' ' || value[0] == '#'
}

// copies reports whether a row is a record as it came, with fields behind it. One that
// is an empty line, as the null of a Parquet file with one column, is none elsewhere.
func (f Form) copies(row *Row) bool {
	if f.Kind == NDJSON {
		return f.Layout.verbatim && row.Record != nil && row.Cells != nil && !row.From.Layout.bare && !row.From.Layout.listed
	}
	if len(row.Record) <= len("\n") || row.Missing < 0 || !f.Layout.verbatim && !f.Layout.unquoted {
		return false
	}
	return f.Layout.verbatim && row.Cells != nil || bytes.IndexByte(row.Record, '"') < 0
}

// appendBehind appends a record and, behind it, the added fields.
func appendBehind(dst []byte, f Form, row *Row) []byte {
	if f.Kind == NDJSON {
		return appendBehindObject(dst, f, row)
	}
	dst = appendFields(dst, f, row)
	for _, value := range row.Added {
		dst = appendCSVField(append(dst, f.Layout.separator), value, f.Layout.separator)
	}
	return append(dst, '\n')
}

// appendFields appends a record, without its line end. One that has fewer fields
// than there are columns gets the rest.
func appendFields(dst []byte, f Form, row *Row) []byte {
	record := row.Record
	if n := len(record); n > 0 && record[n-1] == '\n' {
		record = record[:n-1]
	}
	dst = append(dst, syntax.TrimCR(record)...)
	for range row.Missing {
		dst = append(dst, f.Layout.separator)
	}
	return dst
}

// count returns the number of fields of a record.
func (l *Layout) count(record []byte) (n int) {
	if bytes.IndexByte(record, '"') < 0 {
		return 1 + bytes.Count(record, []byte{l.separator})
	}
	for next := 0; next <= len(record); n++ {
		_, _, next = l.fieldAt(record, next)
	}
	return n
}
