package json

import (
	"bytes"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// A framer frames elements: those of an array, or values one after the other.
type framer struct {
	header int  // bytes of the header that are still to come
	array  bool // the elements are those of one, or
	keyed  bool // of an object
	closed bool // it has ended

	// skipping: the next bytes belong to element, which is no record, or one of
	// which enough was cut.
	skipping bool
	element  jsonElement
	tail     jsonTail

	layout *layout
	cells  []uint8 // of an element, for nobody

	line, column int // of the text to come, from 0
	fault        syntax.Error
}

// NewFramer implements form.Layout.
func (l *layout) NewFramer() form.Framer {
	if l.lines {
		return lineFramer{}
	}
	return &framer{
		header: len(l.info.Header), array: l.depth > 0, keyed: l.info.Keyed,
		tail: l.newTail(), layout: l, cells: make([]uint8, l.info.Order*l.info.Order),
	}
}

// UnreadSolutions returns the name of an array of solutions that was met behind the
// records, or "".
func (j *framer) UnreadSolutions() string { return j.tail.solutions }

func (j *framer) Cut(text []byte, eof bool) (from, to int) {
	from, to = j.cut(text, eof)
	j.line, j.column = j.place(text[:to])
	return from, to
}

// place returns the line and column, from 0, behind a part of the text.
func (j *framer) place(text []byte) (line, column int) {
	newlines := bytes.Count(text, []byte{'\n'})
	if newlines == 0 { // which is found faster than the last one
		return j.line, j.column + len(text)
	}
	return j.line + newlines, len(text) - bytes.LastIndexByte(text, '\n') - 1
}

// cut is Cut without counting lines.
func (j *framer) cut(text []byte, eof bool) (from, to int) {
	if j.header > 0 {
		n := min(j.header, len(text))
		j.header -= n
		return n, n
	}
	if j.closed {
		if j.fault.Err == nil {
			n, fault := j.tail.skip(text)
			j.report(text[:n], fault)
		}
		return len(text), len(text)
	}
	if j.skipping {
		n, done := j.element.skip(text)
		j.skipping = !done
		if n > 0 {
			return n, n
		}
	}
	return j.cutElements(text, eof)
}

// cutElements cuts as many elements as there are. One that is too long is cut by
// itself, and only its beginning; the rest is skipped.
func (j *framer) cutElements(text []byte, eof bool) (from, to int) {
	at, known := j.between(text, 0, eof)
	from = j.neededFrom(text[:at])
	for to = from; known && at < len(text); at, known = j.between(text, to, eof) {
		first := to == from
		if j.array && text[at] == j.closing() {
			if first {
				j.closed = true
				j.tail.depth--
				return at + 1, at + 1
			}
			break
		}
		var element jsonElement
		enough := text[at:min(len(text), at+jsonMaxRecord+1)]
		n, done := j.layout.readQuick(j.cells, enough), true
		if n == 0 { // reading is quicker than skipping, but not all can be read so
			n, done = element.skip(enough)
		}
		switch {
		case n > jsonMaxRecord && first:
			j.element, j.skipping = element, !done
			return from, at + n
		case n > jsonMaxRecord, !done && !eof:
			return from, to
		}
		to = at + n
	}
	if eof && to == from && at == len(text) {
		return len(text), len(text)
	}
	return from, to
}

// neededFrom is the function of that name; a key stays whole, too, if it is short, so
// that neither what follows it nor a part of it is taken for one.
func (j *framer) neededFrom(before []byte) int {
	from := neededFrom(before)
	key := betweenElements(before)
	switch {
	case !j.keyed || from <= key:
		return from
	case len(before)-key <= jsonMaxIndent:
		return key
	}
	return len(before)
}

// between returns where the next element begins, at a place or behind it: in an
// object, behind its key. It is not known while the key is not whole.
func (j *framer) between(text []byte, at int, eof bool) (begin int, known bool) {
	begin = at + betweenElements(text[at:])
	if !j.keyed || begin == len(text) || text[begin] != '"' {
		return begin, true
	}
	key := keyLength(text[begin:])
	return begin + key, key > 0 || eof || len(text)-begin > jsonMaxRecord
}

// closing is the bracket that ends the elements.
func (j *framer) closing() byte {
	if j.keyed {
		return '}'
	}
	return ']'
}

// report says what is wrong with the text that follows the records, behind a part of it.
func (j *framer) report(before []byte, fault syntax.Error) {
	if fault.Err == syntax.ErrTrailing { //nolint:errorlint // the reasons are never wrapped
		fault.Line, fault.Column = j.place(before)
		fault.Line++
		fault.Column++
	}
	j.fault = fault
}

func (j *framer) Finish() *syntax.Error {
	if j.fault.Err == nil && j.tail.depth > 0 {
		j.fault = syntax.Error{Line: j.line + 1, Column: j.column + 1, Err: syntax.ErrUnclosed}
	}
	if j.fault.Err == nil {
		return nil
	}
	return &j.fault
}

// A lineFramer frames values that are lines.
type lineFramer struct{}

func (lineFramer) Cut(text []byte, eof bool) (from, to int) {
	if eof {
		return 0, len(text)
	}
	return 0, bytes.LastIndexByte(text, '\n') + 1
}

func (lineFramer) Finish() *syntax.Error { return nil }
