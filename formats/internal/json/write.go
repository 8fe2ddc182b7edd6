package json

import (
	"bytes"
	"unicode/utf8"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// AppendHeader appends nothing: each row names its members.
func (ndjsonForm) AppendHeader(dst []byte, _ *table.Target) []byte { return dst }

// AppendRow appends a row as an object on a line, with null for a value that is missing.
func (ndjsonForm) AppendRow(dst []byte, t *table.Target, values [][]byte) []byte {
	dst = append(dst, '{')
	dst = appendMembers(dst, t, 0, values)
	return append(dst, "}\n"...)
}

// CanCopy reports whether a row can be its record as it came, with members behind it.
func (ndjsonForm) CanCopy(t *table.Target, row *table.Row) bool {
	return t.Verbatim && row.Record != nil && row.Cells != nil && row.From.Info().Objects
}

// AppendCopy appends a record, which is an object, with the added members. What may be
// line ends between its tokens is left out.
func (ndjsonForm) AppendCopy(dst []byte, t *table.Target, row *table.Row) []byte {
	object := row.Record[:bytes.LastIndexByte(row.Record, '}')]
	if isElement(row.From) {
		dst = appendCompact(dst, object)
	} else {
		dst = append(dst, bytes.TrimLeft(object, " \t\r\n")...)
	}
	if len(row.Added) > 0 {
		dst = append(dst, ',')
		dst = appendMembers(dst, t, len(t.Columns)-len(row.Added), row.Added)
	}
	return append(dst, "}\n"...)
}

// appendMembers appends members of an object, from one column on.
func appendMembers(dst []byte, t *table.Target, first int, values [][]byte) []byte {
	for i, value := range values {
		if i > 0 {
			dst = append(dst, ',')
		}
		if t.Lists == first+i+1 && len(value) > 0 && value[0] == '[' && isValueOf(form.Raw, value) {
			dst = append(append(dst, t.Keys[first+i]...), value...) // JSON, although the column is text
			continue
		}
		dst = AppendMember(dst, t, first+i, value)
	}
	return dst
}

// AppendMember appends the name of a column and a value. A value that is not of the
// column's type is a string.
func AppendMember(dst []byte, t *table.Target, column int, value []byte) []byte {
	dst = append(dst, t.Keys[column]...)
	switch {
	case value == nil:
		return append(dst, "null"...)
	case isValueOf(t.Columns[column].Type, value):
		return append(dst, value...)
	}
	return appendString(dst, value)
}

// Keys returns the names of columns as they are written before values.
func Keys(columns []form.Column) (keys [][]byte) {
	for _, c := range columns {
		keys = append(keys, append(appendString(nil, c.Name), ':'))
	}
	return keys
}

// appendString appends a text as a string. Bytes that are no UTF-8 become U+FFFD.
func appendString[T string | []byte](dst []byte, text T) []byte {
	dst = append(dst, '"')
	from := len(dst)
	dst = append(dst, text...)
	if n := plainRun(dst[from:]); from+n < len(dst) || !utf8.Valid(dst[from:]) {
		dst = appendEscaped(dst[:from], text)
	}
	return append(dst, '"')
}

// appendEscaped appends a text character by character.
func appendEscaped[T string | []byte](dst []byte, text T) []byte {
	const digits = "0123456789abcdef"
	for _, char := range string(text) {
		switch {
		case char == '"' || char == '\\':
			dst = append(dst, '\\', byte(char))
		case char == '\n':
			dst = append(dst, `\n`...)
		case char == '\r':
			dst = append(dst, `\r`...)
		case char == '\t':
			dst = append(dst, `\t`...)
		case char < ' ':
			dst = append(dst, '\\', 'u', '0', '0', digits[char>>4], digits[char&15])
		default:
			dst = utf8.AppendRune(dst, char)
		}
	}
	return dst
}

// isValueOf reports whether a text is JSON for a value of a type, on one line.
func isValueOf(t form.Type, value []byte) bool {
	if t == form.Text || len(value) == 0 {
		return false
	}
	s := jsonScanner{text: value}
	ok := false
	switch first := value[0]; t {
	case form.Int:
		s.take('-')
		ok = s.take('0') || s.digits()
	case form.Float:
		ok = (first == '-' || syntax.IsDigit(first)) && s.number()
	case form.Bool:
		ok = (first == 't' || first == 'f') && s.value(0)
	case form.Raw:
		ok = s.value(0) && bytes.IndexByte(value, '\n') < 0
	}
	return ok && s.at == len(value)
}
