package formats

import "bytes"

// jsonLayout is the layout of a form of JSON values.
func (f Form) jsonLayout() *Layout {
	if f.Layout == nil {
		return plainTable
	}
	return f.Layout
}

// readJSON reads a record, one JSON value, as the next one of dst. What is wrong is
// at a column of the record.
func (l *Layout) readJSON(dst *Records, cells []uint8, record []byte) SyntaxError {
	s := jsonScanner{text: record}
	s.space()
	value, known, ok := span{s.at, s.at}, false, false
	switch {
	case l.listed:
		value, ok = s.item(l.Puzzle)
	case l.bare:
		ok = !bytes.HasPrefix(record[s.at:], []byte{'{'}) && s.value(0)
		value.to = s.at
	default:
		value, known, ok = l.findPuzzle(&s, cells, l.Columns[l.Puzzle].Name)
	}
	if !ok {
		return s.fault()
	}
	if s.space(); s.at < len(record) {
		return s.fault()
	}
	if known {
		return SyntaxError{}
	}
	fault := l.readValue(dst, cells, record[value.from:value.to])
	if fault.Err != nil {
		fault.Column += value.from
		if !l.bare && !l.listed {
			fault.Field = l.Columns[l.Puzzle].Name
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
func (l *Layout) findPuzzle(s *jsonScanner, cells []uint8, name string) (value span, known, ok bool) {
	fast := l.alphabet == nil || l.alphabet.packed
	if s.at == len(s.text) || s.text[s.at] != '{' {
		return value, false, false
	}
	s.at++
	none := true
	for first := true; ; first = false {
		key, plain, more, ok := s.key(first)
		if !ok || !more {
			if none {
				value = span{s.at, s.at}
			}
			return value, known, ok
		}
		from := s.at
		mine := sameName(key, plain, name)
		if mine && fast && s.takeGrid(cells) {
			none, known = false, true
			continue
		}
		if inner, inside := l.within(name, key); inside && from < len(s.text) && s.text[from] == '{' {
			none = false
			if value, known, ok = l.findPuzzle(s, cells, inner); !ok {
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
func (l *Layout) within(name string, key []byte) (inner string, ok bool) {
	n := len(key)
	if l.flat && n < len(name) && name[n] == '.' && name[:n] == string(key) {
		return name[n+1:], true
	}
	return "", false
}

// readValue reads the value of a puzzle: a string of cells, or an array of them or
// of rows. What is wrong is at a column of the value.
func (l *Layout) readValue(dst *Records, cells []uint8, value []byte) SyntaxError {
	switch {
	case len(value) == 0 || value[0] == 'n':
		return SyntaxError{Column: 1, Err: ErrShort, Want: len(cells)}
	case value[0] == '[' && l.readList(cells, value):
		return SyntaxError{}
	case value[0] == '[':
		dst.scratch = blankNulls(dst.scratch[:0], value)
		return l.alphabet.read(cells, dst.scratch)
	case value[0] != '"':
		return SyntaxError{Column: 1, Err: ErrJSON, Got: value[0]}
	}
	text := value[1 : len(value)-1]
	plain := bytes.IndexByte(text, '\\') < 0
	if !plain {
		dst.scratch = unescape(dst.scratch[:0], text)
		text = dst.scratch
	}
	fault := l.alphabet.read(cells, text)
	if fault.Err != nil {
		if !plain {
			fault.Column = 1 + escapedLength(value[1:len(value)-1], fault.Column-1)
		}
		fault.Column++
	}
	return fault
}

// readList reads an array of as many numbers or texts of one byte as there are
// cells, nested or not. There is nothing wrong with any other.
func (l *Layout) readList(cells []uint8, array []byte) bool {
	alphabet := l.alphabet
	if alphabet == nil {
		alphabet = standardAlphabet(len(cells))
	}
	first := alphabet.table['0'] & 1 // 0 may be the first digit
	n := 0
	for i, b := range array {
		cell := alphabet.table[b]
		switch {
		case cell == badCell:
			if !between(b) || b == '"' && endsBlank(array[:i]) {
				return false
			}
			continue
		case between(array[i-1]):
			if n == len(cells) {
				return false
			}
			cells[n] = cell
			n++
		case array[i-1] == '1' && between(array[i-2]) && b >= '0' && b <= '6' && alphabet.order == 16:
			cells[n-1] = 10 + b - '0' + first
			if cells[n-1] > 16 {
				return false
			}
		default:
			return false
		}
	}
	return n == len(cells)
}

// endsBlank reports whether a text before a quote ends with another one, or with blanks
// behind one: no cell is in between.
func endsBlank(text []byte) bool {
	text = bytes.TrimRight(text, " ")
	return len(text) > 0 && text[len(text)-1] == '"'
}

// blankNulls appends an array of cells with a point instead of each null and each
// string that is empty or blank. Everything else keeps its place.
func blankNulls(dst, array []byte) []byte {
	from := len(dst)
	dst = append(dst, array...)
	if bytes.IndexByte(array, 'n') < 0 && !bytes.Contains(array, []byte(`""`)) && !bytes.Contains(array, []byte(`" `)) {
		return dst
	}
	array = dst[from:]
	for i := 0; i < len(array); i++ {
		switch array[i] {
		case 'n':
			i += copy(array[i:], ".   ") - 1
		case '"':
			from, s := i, jsonScanner{array, i}
			s.str()
			if i = s.at - 1; len(bytes.Trim(array[from+1:i], " ")) == 0 {
				array[from], array[i] = '.', ' '
			}
		}
	}
	return dst
}
