package csv

// This file splits records into fields.

import (
	"bytes"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A separator stands between the fields of a record. ' ' means any number of spaces and
// tabs.
type separator byte

// Runs is the separator of lines whose fields are the grids in them. Any text may surround
// the grids: an SQL statement, a function call, an address.
const Runs = 1

// isList reports whether fields are in a list. The last field of a list may contain the
// separator, and a list may have comments.
func (s separator) isList() bool { return s == ' ' || s == ':' || s == '=' || s == Runs }

// mayQuote reports whether fields may be in quotes.
func (s separator) mayQuote() bool { return s != ' ' && s != Runs }

// fieldAt returns the range of the field that begins at a place of a record, including
// quotes, and where the next field may begin. If there is no next field, this is after the
// end of the record.
func (s separator) fieldAt(record []byte, at int) (from, to, next int) {
	switch s {
	case Runs:
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
		if size, closed := s.quotedField(record[at:]); closed {
			return at, at + size, at + size + 1
		}
	}
	to = len(record)
	if i := bytes.IndexByte(record[at:], byte(s)); i >= 0 {
		to = at + i
	}
	return at, to, to + 1
}

// field returns where a field of a record begins, or the end of a record with fewer fields.
func (s separator) field(record []byte, column int) (from int) {
	next := 0
	for range column + 1 {
		if next > len(record) {
			return len(record)
		}
		from, _, next = s.fieldAt(record, next)
	}
	return from
}

// count returns the number of fields of a record.
func (s separator) count(record []byte) (n int) {
	for from, next := 0, 0; next <= len(record); n++ {
		if from, _, next = s.fieldAt(record, next); from >= len(record) && !s.mayQuote() {
			break
		}
	}
	return n
}

// quotedField returns the length of the quoted field at the beginning of text. If the
// closing quote is missing, or is not followed by the end of the field, the length is 0 and
// closed is false.
func (s separator) quotedField(text []byte) (n int, closed bool) {
	for at := 1; ; at++ {
		i := bytes.IndexByte(text[at:], '"')
		if i < 0 {
			return len(text), false
		}
		at += i + 1
		if at == len(text) {
			return at, true
		}
		switch b := text[at]; {
		case b == byte(s) || b == '\n' || b == '\r':
			return at, true
		case b != '"':
			return 0, false
		}
	}
}

// inQuotes returns the text between the quotes of a field that holds cells. It keeps
// doubled quotes, because they are not cells.
func inQuotes(value []byte) []byte {
	if n := len(value); n >= 2 && value[0] == '"' && value[n-1] == '"' {
		return value[1 : n-1]
	}
	return value
}

func (l *layout) Fields(dst *model.Fields, record []byte) {
	l.split(dst, record, len(l.Columns))
	l.PadZeros(dst.Values)
}

// split appends the given number of values of a record to dst.
func (s separator) split(dst *model.Fields, record []byte, columns int) {
	record = syntax.TrimCR(bytes.TrimSuffix(record, []byte{'\n'}))
	dst.Buffer = slices.Grow(dst.Buffer, len(record))
	next := 0
	for i := range columns {
		if next > len(record) {
			dst.Values = append(dst.Values, nil)
			continue
		}
		var from, to int
		from, to, next = s.fieldAt(record, next)
		if i == columns-1 && s.isList() && s != Runs {
			to = max(from, len(syntax.TrimBlanks(record)))
		}
		dst.Values = append(dst.Values, s.unquoted(dst, record[from:to]))
	}
}

// unquoted returns the value of a field: nil if it is empty and has no quotes. Quotes that
// do not surround the whole field are part of its value.
func (s separator) unquoted(dst *model.Fields, field []byte) []byte {
	switch {
	case len(field) == 0:
		return nil
	case s.isList() || field[0] != '"':
		return field
	}
	inner := field[1:]
	if bytes.IndexByte(inner, '"') == len(inner)-1 && len(inner) > 0 {
		return inner[:len(inner)-1]
	}
	if size, closed := s.quotedField(field); !closed || size < len(field) {
		return field
	}
	inner = inner[:len(inner)-1]
	from := len(dst.Buffer)
	for i := 0; i < len(inner); i++ {
		dst.Buffer = append(dst.Buffer, inner[i])
		if inner[i] == '"' {
			i++
		}
	}
	return dst.Buffer[from:]
}
