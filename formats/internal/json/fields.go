package json

import (
	"bytes"
	"slices"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
)

// Fields implements form.Layout. There are no values behind something that is no JSON.
func (l *layout) Fields(dst *form.Fields, record []byte) {
	layout := l
	dst.Buffer = slices.Grow(dst.Buffer, len(record))
	for range layout.info.Columns {
		dst.Values = append(dst.Values, nil)
	}
	if layout.fieldsQuick(dst, record) {
		return
	}
	clear(dst.Values)
	s := jsonScanner{text: record}
	s.space()
	if layout.bare {
		if from := s.at; s.value(0) {
			dst.Values[layout.info.Puzzle] = jsonValue(dst, record[from:s.at], form.Text)
		}
		return
	}
	if layout.listed {
		layout.itemFields(dst, &s)
		return
	}
	if !s.take('{') {
		return
	}
	s.at--
	layout.objectFields(dst, &s, nil)
}

// itemFields takes the array at the scanner apart.
func (l *layout) itemFields(dst *form.Fields, s *jsonScanner) {
	column := 0
	s.items(func(from, to int) {
		if column < len(l.info.Columns) {
			dst.Values[column] = jsonValue(dst, s.text[from:to], l.info.Columns[column].Type)
		}
		column++
	})
}

// objectFields takes the object at the scanner apart: the value of the member
// with the key outer, if that is not nil.
func (l *layout) objectFields(dst *form.Fields, s *jsonScanner, outer []byte) {
	s.at++
	next := 0 // column that is expected
	for first := true; ; first = false {
		key, plain, more, ok := s.key(first)
		if !ok || !more {
			return
		}
		from := s.at
		if !s.value(1) {
			return
		}
		value := s.text[from:s.at]
		if l.flat && outer == nil && value[0] == '{' {
			l.objectFields(dst, &jsonScanner{text: value}, key)
		} else if column := l.column(outer, key, plain, next); column >= 0 {
			dst.Values[column] = jsonValue(dst, value, l.info.Columns[column].Type)
			next = column + 1
		}
	}
}

// column returns that of a member, or of a member of outer; -1: there is none.
func (l *layout) column(outer, key []byte, plain bool, expected int) int {
	for i := range l.info.Columns {
		i = (expected + i) % len(l.info.Columns)
		name, ok := l.info.Columns[i].Name, true
		if outer != nil {
			name, ok = l.within(name, outer)
		}
		if ok && sameName(key, plain, name) {
			return i
		}
	}
	return -1
}

// sameName reports whether a member's key, as it is between quotes, is a name.
func sameName(key []byte, plain bool, name string) bool {
	if plain {
		return string(key) == name
	}
	var buffer [64]byte
	return string(unescape(buffer[:0], key)) == name
}

// jsonValue returns a value as text: what is in a string, and anything else
// without blanks; nil where it is null. A column of JSON keeps its quotes, as the text
// "3" is no number; see textOfJSON.
func jsonValue(d *form.Fields, value []byte, column form.Type) []byte {
	from := len(d.Buffer)
	switch {
	case value[0] == 'n':
		return nil
	case value[0] == '"' && column == form.Raw:
		return value
	case value[0] == '"' && bytes.IndexByte(value, '\\') < 0:
		return value[1 : len(value)-1]
	case value[0] == '"':
		d.Buffer = unescape(d.Buffer, value[1:len(value)-1])
		return d.Buffer[from:]
	case value[0] == '[' || value[0] == '{':
		d.Buffer = appendCompact(d.Buffer, value)
		return d.Buffer[from:]
	}
	return value
}

// appendCompact appends a value without what stands between its tokens.
func appendCompact(dst, value []byte) []byte {
	for at := 0; at < len(value); {
		from := at
		switch {
		case value[at] == '"':
			s := jsonScanner{value, at}
			s.str()
			at = max(s.at, at+1)
		case isJSONSpace(value[at]):
			at++
			continue
		default:
			at++
		}
		dst = append(dst, value[from:at]...)
	}
	return dst
}

// unescape appends what stands between the quotes of a string.
func unescape(dst, text []byte) []byte {
	for len(text) > 0 {
		i := bytes.IndexByte(text, '\\')
		if i < 0 {
			return append(dst, text...)
		}
		dst = append(dst, text[:i]...)
		text = text[i:]
		n, char := escaped(text)
		dst = utf8.AppendRune(dst, char)
		text = text[n:]
	}
	return dst
}

// escaped returns the length of the escape that text begins with, and what it
// stands for. Half of a pair stands for nothing that is known.
func escaped(text []byte) (n int, char rune) {
	if i := bytes.IndexByte([]byte("bfnrt"), text[1]); i >= 0 {
		return 2, rune("\b\f\n\r\t"[i])
	}
	if text[1] != 'u' {
		return 2, rune(text[1])
	}
	char = hexRune(text)
	if utf16.IsSurrogate(char) {
		if len(text) >= 12 && text[6] == '\\' && text[7] == 'u' {
			if pair := utf16.DecodeRune(char, hexRune(text[6:])); pair != utf8.RuneError {
				return 12, pair
			}
		}
		char = utf8.RuneError
	}
	return 6, char
}

// hexRune is that of an escape of four digits.
func hexRune(text []byte) (char rune) {
	for _, b := range text[2:6] {
		char = char<<4 | rune(hexValue(b))
	}
	return char
}

// escapedLength returns how many bytes the first n of an unescaped text take as
// they are written.
func escapedLength(text []byte, n int) int {
	at := 0
	for n > 0 && at < len(text) {
		if text[at] != '\\' {
			at++
			n--
			continue
		}
		size, char := escaped(text[at:])
		if n < utf8.RuneLen(char) {
			break
		}
		at += size
		n -= utf8.RuneLen(char)
	}
	return at
}
