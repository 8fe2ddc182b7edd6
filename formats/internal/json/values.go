package json

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// IsValid reports whether text is one value.
func IsValid(text []byte) bool {
	s := scanner{text: bytes.Trim(text, " \t\r\n")}
	return s.value(0) && s.at == len(s.text)
}

// IsValue reports whether a text is JSON for a value of the type, on one line.
func IsValue(t form.Type, value []byte) bool {
	s := scanner{text: value}
	if t == form.Text || !s.value(0) || s.at < len(value) {
		return false
	}
	switch t {
	case form.Int:
		return (value[0] == '-' || syntax.IsDigit(value[0])) && !bytes.ContainsAny(value, ".eE")
	case form.Float:
		return value[0] == '-' || syntax.IsDigit(value[0])
	case form.Bool:
		return value[0] == 't' || value[0] == 'f'
	case form.Raw, form.Text:
	}
	return bytes.IndexByte(value, '\n') < 0
}

// Text returns a JSON value as text: the text of a string, or the value.
func Text(value []byte) []byte {
	if len(value) == 0 || value[0] != '"' || !IsValue(form.Raw, value) {
		return value
	}
	return unquote([]byte{}, value) // which is empty rather than nil
}

// AppendValue appends a value of a column. One that is not of the column's type becomes a
// string.
func AppendValue(dst, value []byte, column form.Type) []byte {
	switch {
	case value == nil:
		return append(dst, "null"...)
	case IsValue(column, value):
		return append(dst, value...)
	}
	return appendString(dst, value)
}

// appendString appends a text as a string. Bytes that are no UTF-8 become U+FFFD.
func appendString[T string | []byte](dst []byte, text T) []byte {
	from := len(dst) + 1
	dst = append(append(dst, '"'), text...)
	if plainRun(dst[from:]) == len(text) && utf8.Valid(dst[from:]) { // as nearly all are
		return append(dst, '"')
	}
	dst, _ = jsontext.AppendQuote(dst[:from-1], text) // which fails for such bytes alone
	return dst
}

// compact are the options with which values are made short, and stay as they are.
var compact = append(slices.Clip(lenient), jsontext.PreserveRawStrings(true))

// AppendCompact appends a value without what stands between its tokens; text that is no value
// stays.
func AppendCompact(dst, value []byte) []byte {
	dst, _ = jsontext.AppendFormat(dst, value, compact...)
	return dst
}

// Keys returns the names of columns as they are written before values.
func Keys(columns []form.Column) (keys [][]byte) {
	for _, c := range columns {
		keys = append(keys, append(appendString(nil, c.Name), ':'))
	}
	return keys
}
