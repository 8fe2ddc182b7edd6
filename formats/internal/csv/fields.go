package csv

import (
	"bytes"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// field returns where a field of a record lies, its quotes included: at the end
// where the record has fewer.
func (l *layout) field(record []byte, column int) (from, to int) {
	next := 0
	for range column + 1 {
		if next > len(record) {
			return len(record), len(record)
		}
		from, to, next = l.fieldAt(record, next)
	}
	return from, to
}

// fieldAt returns where the field at a place lies, and where the next one may
// begin: after the end of the record if it is the last.
func (l *layout) fieldAt(record []byte, at int) (from, to, next int) {
	switch l.info.Separator {
	case gridRuns:
		from, to = cells.NextRun(record, min(at, len(record)))
		return from, to, to + 1
	case ' ':
		for at < len(record) && syntax.IsSpace(record[at]) {
			at++
		}
		to = at
		for to < len(record) && !syntax.IsSpace(record[to]) {
			to++
		}
		return at, to, to + 1
	}
	if at < len(record) && record[at] == '"' {
		if size, closed := quotedField(record[at:], l.info.Separator); closed {
			return at, at + size, at + size + 1
		}
	}
	if i := bytes.IndexByte(record[at:], l.info.Separator); i >= 0 {
		return at, at + i, at + i + 1
	}
	to = len(record)
	return at, to, to + 1
}

// inQuotes returns what is between the quotes of a field that holds cells:
// doubled quotes stay, as none is a cell.
func inQuotes(value []byte) []byte {
	if n := len(value); n >= 2 && value[0] == '"' && value[n-1] == '"' {
		return value[1 : n-1]
	}
	return value
}

// Fields implements form.Layout.
func (l *layout) Fields(dst *form.Fields, record []byte) {
	record = syntax.TrimCR(bytes.TrimSuffix(record, []byte{'\n'}))
	dst.Buffer = slices.Grow(dst.Buffer, len(record))
	next := 0
	for i := range l.info.Columns {
		if next > len(record) {
			dst.Values = append(dst.Values, nil)
			continue
		}
		var from, to int
		from, to, next = l.fieldAt(record, next)
		if i == len(l.info.Columns)-1 && l.isList() && l.info.Separator != gridRuns {
			to = len(syntax.TrimBlanks(record))
			to = max(to, from)
		}
		dst.Values = append(dst.Values, l.unquoted(dst, record[from:to]))
	}
}

// unquoted returns the value of a field, nil where it is empty and has no quotes. Those
// that are not all around it are a part of it.
func (l *layout) unquoted(d *form.Fields, field []byte) []byte {
	switch {
	case len(field) == 0:
		return nil
	case l.isList() || field[0] != '"':
		return field
	}
	inner := field[1:]
	if bytes.IndexByte(inner, '"') == len(inner)-1 && len(inner) > 0 {
		return inner[:len(inner)-1]
	}
	if size, closed := quotedField(field, l.info.Separator); !closed || size < len(field) {
		return field
	}
	inner = inner[:len(inner)-1]
	from := len(d.Buffer)
	for i := 0; i < len(inner); i++ {
		d.Buffer = append(d.Buffer, inner[i])
		if inner[i] == '"' {
			i++
		}
	}
	return d.Buffer[from:]
}

// count returns the number of fields of a record.
func (l *layout) count(record []byte) (n int) {
	if bytes.IndexByte(record, '"') < 0 {
		return 1 + bytes.Count(record, []byte{l.info.Separator})
	}
	for next := 0; next <= len(record); n++ {
		_, _, next = l.fieldAt(record, next)
	}
	return n
}
