package json

// This file converts single JSON values.

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// IsValid reports whether text is one JSON value.
func IsValid(text []byte) bool {
	s := scanner{text: bytes.Trim(text, " \t\r\n")}
	return s.value(0, nil) && s.at == len(s.text)
}

// IsValue reports whether value is JSON for a value of type t, on one line.
func IsValue(t model.Type, value []byte) bool {
	s := scanner{text: value}
	if t == model.Text || !s.value(0, nil) || s.at < len(value) {
		return false
	}
	switch t {
	case model.Int:
		return (value[0] == '-' || syntax.IsDigit(value[0])) && !bytes.ContainsAny(value, ".eE")
	case model.Float:
		return value[0] == '-' || syntax.IsDigit(value[0])
	case model.Bool:
		return value[0] == 't' || value[0] == 'f'
	case model.Raw, model.Text:
	}
	return bytes.IndexByte(value, '\n') < 0
}

// AppendValue appends a value of a column as JSON. A value that does not have the column's
// type becomes a string.
func AppendValue(dst, value []byte, column model.Type) []byte {
	switch {
	case value == nil:
		return append(dst, "null"...)
	case IsValue(column, value):
		return append(dst, value...)
	}
	return AppendString(dst, value)
}

// AppendString appends a text as a JSON string. Bytes that are not UTF-8 become U+FFFD.
func AppendString[T string | []byte](dst []byte, text T) []byte {
	from := len(dst) + 1
	dst = append(append(dst, '"'), text...)
	if plainRun(dst[from:]) == len(text) && utf8.Valid(dst[from:]) { // nearly all texts are
		return append(dst, '"')
	}
	dst, _ = jsontext.AppendQuote(dst[:from-1], text) // fails only for such bytes
	return dst
}

// compact are the options that remove blanks from values and change nothing else.
var compact = append(slices.Clip(lenient), jsontext.PreserveRawStrings(true))

// AppendCompact appends a value without blanks between its tokens. Text that is not a value
// does not change.
func AppendCompact(dst, value []byte) []byte {
	dst, _ = jsontext.AppendFormat(dst, value, compact...)
	return dst
}

// Keys returns the column names as JSON keys, with a colon.
func Keys(columns []model.Column) (keys [][]byte) {
	for _, c := range columns {
		keys = append(keys, append(AppendString(nil, c.Name), ':'))
	}
	return keys
}
