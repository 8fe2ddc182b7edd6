package formats

import (
	"bytes"
	"unicode/utf8"

	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// appendNDJSON appends a row as an object, with null for what is not there.
func appendNDJSON(f Form, dst []byte, values [][]byte) []byte {
	dst = append(dst, '{')
	dst = appendMembers(dst, f.Layout, 0, values)
	return append(dst, "}\n"...)
}

// appendMembers appends members of an object, from one column on.
func appendMembers(dst []byte, l *Layout, first int, values [][]byte) []byte {
	for i, value := range values {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, l.keys[first+i]...)
		if l.lists == first+i+1 && len(value) > 0 && value[0] == '[' && isJSONOf(Raw, value) {
			dst = append(dst, value...) // JSON, which the column's type does not say
			continue
		}
		dst = appendJSONValue(dst, value, l.Columns[first+i].Type)
	}
	return dst
}

// appendJSONValue appends a value of a column; one that is not of the column's type
// is a string.
func appendJSONValue(dst, value []byte, column Type) []byte {
	switch {
	case value == nil:
		return append(dst, "null"...)
	case isJSONOf(column, value):
		return append(dst, value...)
	}
	return appendJSONString(dst, value)
}

// isJSONOf reports whether a text is JSON for a value of the type, on one line.
func isJSONOf(t Type, value []byte) bool {
	if t == Text || len(value) == 0 {
		return false
	}
	s := jsonScanner{text: value}
	ok := false
	switch first := value[0]; t {
	case Int:
		s.take('-')
		ok = s.take('0') || s.digits()
	case Float:
		ok = (first == '-' || syntax.IsDigit(first)) && s.number()
	case Bool:
		ok = (first == 't' || first == 'f') && s.value(0)
	case Raw:
		ok = s.value(0) && bytes.IndexByte(value, '\n') < 0
	case Text:
	}
	return ok && s.at == len(value)
}

// appendJSONString appends a text as a string. Bytes that are no UTF-8 become
// U+FFFD.
func appendJSONString[T string | []byte](dst []byte, text T) []byte {
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
			dst = append(dst, `\u00`...)
			dst = append(dst, syntax.HexDigits[char>>4], syntax.HexDigits[char&15])
		default:
			dst = utf8.AppendRune(dst, char)
		}
	}
	return dst
}

// appendBehindObject appends a record, which is an object, with members added to
// it. One of JSON loses what may be line ends between its tokens.
func appendBehindObject(dst []byte, f Form, row *Row) []byte {
	object := row.Record[:bytes.LastIndexByte(row.Record, '}')]
	if row.From.Kind == JSON {
		dst = appendCompact(dst, object)
	} else {
		dst = append(dst, bytes.TrimLeft(object, " \t\r\n")...)
	}
	if len(row.Added) > 0 {
		dst = append(dst, ',')
		dst = appendMembers(dst, f.Layout, len(f.Layout.Columns)-len(row.Added), row.Added)
	}
	return append(dst, "}\n"...)
}
