package json

import (
	"bytes"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// readJSON reads a record, one JSON value, as the next one of dst. What is wrong is
// at a column of the record.
func (l *layout) readJSON(dst *form.Records, cells []uint8, record []byte) syntax.Error {
	s := jsonScanner{text: record}
	s.space()
	value, known, ok := span{s.at, s.at}, false, false
	switch {
	case l.listed:
		value, ok = s.item(l.info.Puzzle)
	case l.bare:
		ok = !bytes.HasPrefix(record[s.at:], []byte{'{'}) && s.value(0)
		value.to = s.at
	default:
		value, known, ok = l.findPuzzle(dst, &s, cells, l.info.Columns[l.info.Puzzle].Name)
	}
	if !ok {
		return s.fault()
	}
	if s.space(); s.at < len(record) {
		return s.fault()
	}
	if known {
		return syntax.Error{}
	}
	fault := l.readValue(dst, cells, record[value.from:value.to])
	if fault.Err != nil {
		fault.Column += value.from
		if !l.bare && !l.listed {
			fault.Field = l.info.Columns[l.info.Puzzle].Name
		}
	}
	return fault
}

// A span is a part of a record.
type span struct{ from, to int }

// item walks over the array at the scanner and finds its item of a number, from 0.
// Where there is none, the value is the empty text behind the array.
func (s *jsonScanner) item(number int) (value span, ok bool) {
	n := 0
	ok = s.items(func(from, to int) {
		if n == number {
			value = span{from, to}
		}
		n++
	})
	if n <= number {
		value = span{s.at, s.at}
	}
	return value, ok
}

// items walks over the array at the scanner, and visits its items.
func (s *jsonScanner) items(visit func(from, to int)) bool {
	if !s.take('[') {
		return false
	}
	if s.space(); s.take(']') {
		return true
	}
	for {
		s.space()
		from := s.at
		if !s.value(1) {
			return false
		}
		visit(from, s.at)
		if s.space(); s.take(']') {
			return true
		}
		if !s.take(',') {
			return false
		}
	}
}

// findPuzzle walks over the object at the scanner and finds the puzzle's value, the
// last one if there are several. It is known if it is in cells. Where there is
// none, the value is the empty text behind the object.
func (l *layout) findPuzzle(dst *form.Records, s *jsonScanner, cells []uint8, name string) (value span, known, ok bool) {
	fast := l.info.Cells == nil || l.info.Cells.Packed
	if s.at == len(s.text) || s.text[s.at] != '{' {
		return value, false, false
	}
	s.at++
	none, next := true, 0 // column that is expected
	for first := true; ; first = false {
		key, plain, more, ok := s.key(first)
		if !ok || !more {
			if none {
				value = span{s.at, s.at}
			}
			return value, known, ok
		}
		from := s.at
		if dst.Late.Err == nil && !l.plain && !l.flat {
			column := l.column(nil, key, plain, next)
			if next = column + 1; column < 0 {
				dst.Late = syntax.Error{Record: dst.N, Field: string(unescape(nil, key)), Err: syntax.ErrLate}
			}
		}
		mine := sameName(key, plain, name)
		if mine && fast && s.takeGrid(cells) {
			none, known = false, true
			continue
		}
		if inner, inside := l.within(name, key); inside && from < len(s.text) && s.text[from] == '{' {
			none = false
			if value, known, ok = l.findPuzzle(dst, s, cells, inner); !ok {
				return value, false, false
			}
			continue
		}
		if !s.value(1) {
			return value, false, false
		}
		if mine {
			none, known = false, false
			value = span{from, s.at}
		}
	}
}

// within returns the rest of a column's name, if it is that of a member of the
// member with a key.
func (l *layout) within(name string, key []byte) (inner string, ok bool) {
	n := len(key)
	if l.flat && n < len(name) && name[n] == '.' && name[:n] == string(key) {
		return name[n+1:], true
	}
	return "", false
}

// readValue reads the value of a puzzle: a string of cells, or an array of them or
// of rows. What is wrong is at a column of the value.
func (l *layout) readValue(dst *form.Records, cells []uint8, value []byte) syntax.Error {
	switch {
	case len(value) == 0 || value[0] == 'n':
		return syntax.Error{Column: 1, Err: syntax.ErrShort, Want: len(cells)}
	case value[0] == '[' && l.readList(cells, value):
		return syntax.Error{}
	case value[0] == '[':
		dst.Scratch = elements(dst.Scratch[:0], value)
		fault := l.info.Cells.Read(cells, dst.Scratch)
		if fault.Got != 0 {
			fault.Got = value[fault.Column-1]
		}
		return fault
	case value[0] != '"':
		return syntax.Error{Column: 1, Err: syntax.ErrJSON, Got: value[0]}
	}
	text := value[1 : len(value)-1]
	plain := bytes.IndexByte(text, '\\') < 0
	if !plain {
		dst.Scratch = unescape(dst.Scratch[:0], text)
		text = dst.Scratch
	}
	fault := l.info.Cells.Read(cells, text)
	if fault.Err != nil {
		if !plain {
			fault.Column = 1 + escapedLength(value[1:len(value)-1], fault.Column-1)
		}
		fault.Column++
	}
	return fault
}
