package json

import (
	"bytes"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

func (l *layout) NewFramer() form.Framer {
	if l.lines {
		return lineFramer{}
	}
	return &framer{layout: l, header: len(l.Header), tail: newTail(l), grid: make([]uint8, l.Order*l.Order)}
}

// A lineFramer takes each line for a record.
type lineFramer struct{}

func (lineFramer) Cut(text []byte, eof bool) (from, to int) {
	if eof {
		return 0, len(text)
	}
	return 0, bytes.LastIndexByte(text, '\n') + 1
}

func (lineFramer) Finish() *syntax.Error { return nil }

// A framer frames values: the elements of an array, the members of an object, or values one
// after the other. What is no JSON ends them.
type framer struct {
	layout *layout
	header int     // bytes of the header that are still to come
	grid   []uint8 // of an element, for nobody

	// skipping: the next bytes belong to a record that is too long.
	skipping bool
	skipper  skipper
	closed   bool // the array or object has ended
	tail     tail

	line, column int // of the text to come, from 0
	fault        syntax.Error
}

func (f *framer) Cut(text []byte, eof bool) (from, to int) {
	from, to = f.cut(text, eof)
	f.line, f.column = f.placeOf(text[:to])
	return from, to
}

// placeOf returns the line and column, from 0, behind a part of the text to come.
func (f *framer) placeOf(text []byte) (line, column int) {
	newlines := bytes.Count(text, []byte{'\n'})
	if newlines == 0 { // which is found faster than the last one
		return f.line, f.column + len(text)
	}
	return f.line + newlines, len(text) - bytes.LastIndexByte(text, '\n') - 1
}

// fail ends the records with a fault behind a part of the text to come.
func (f *framer) fail(before []byte, fault syntax.Error) {
	f.fault = fault
	f.fault.Line, f.fault.Column = f.placeOf(before)
	f.fault.Line++
	f.fault.Column++
}

// cut is Cut without counting lines.
func (f *framer) cut(text []byte, eof bool) (from, to int) {
	switch {
	case f.header > 0:
		n := min(f.header, len(text))
		f.header -= n
		return n, n
	case f.fault.Err != nil:
		return len(text), len(text)
	case f.closed:
		n, fault := f.tail.skip(text)
		switch fault.Err {
		case nil:
		case syntax.ErrTrailing:
			f.fail(text[:n], fault)
		default:
			f.fault = fault
		}
		return len(text), len(text)
	case f.skipping:
		n, done := f.skipper.skip(text)
		f.skipping = !done
		if n > 0 {
			return n, n
		}
	}
	return f.cutValues(text, eof)
}

// cutValues cuts as many values as there are. Of one that is too long it cuts the beginning,
// as a record of its own.
func (f *framer) cutValues(text []byte, eof bool) (from, to int) {
	key, value := f.layout.next(text, 0)
	from = neededFrom(text[:key])
	for to = from; value < len(text) || key < value; key, value = f.layout.next(text, to) {
		first := to == from
		if f.layout.depth > 0 && text[key] == f.closing() {
			if !first {
				break
			}
			f.closed = true
			f.tail.depth--
			return key + 1, key + 1
		}
		part := text[value:min(len(text), value+maxRecord+1)]
		n, fault := f.measure(part)
		if f.layout.Keyed && key == value { // there is no whole key
			n, fault = 0, syntax.Error{Column: len(part) + 1, Err: syntax.ErrUnclosed}
		}
		isPart := fault.Err == syntax.ErrUnclosed || fault.Err == nil && n == len(part) && !isEnd(part[n-1]) //nolint:errorlint // the reasons are never wrapped
		switch {
		case isPart && len(part) > maxRecord && first:
			f.skipper, f.skipping = skipper{}, true
			n, _ = f.skipper.skip(part)
			return from, value + n
		case isPart && (!eof || len(part) > maxRecord), fault.Err != nil && !first:
			return from, to
		case fault.Err != nil:
			f.fail(text[:value+fault.Column-1], fault)
			return len(text), len(text)
		}
		to = value + n
	}
	if eof && to == from {
		return len(text), len(text)
	}
	return from, to
}

// measure returns the length of the value that text begins with, or what is wrong with it.
func (f *framer) measure(text []byte) (n int, fault syntax.Error) {
	if n = f.layout.readQuick(f.grid, text); n > 0 {
		return n, fault
	}
	return measure(text)
}

// isEnd reports whether a value ends behind a byte, its last, whatever follows.
func isEnd(b byte) bool { return b == '}' || b == ']' || b == '"' }

// closing is the bracket that ends the elements.
func (f *framer) closing() byte {
	if f.layout.Keyed {
		return '}'
	}
	return ']'
}

func (f *framer) Finish() *syntax.Error {
	if f.fault.Err == nil && f.tail.depth > 0 {
		f.fail(nil, syntax.Error{Err: syntax.ErrUnclosed})
	}
	if f.fault.Err == nil {
		return nil
	}
	return &f.fault
}

// UnreadSolutions returns the key of an array of solutions behind the records; "": none was
// met.
func (f *framer) UnreadSolutions() string { return f.tail.solutions }

// next returns where the next value and its key begin, at a place or behind it. They are the
// same where values have no key. Commas too many or too few shift no record, so they are not
// counted.
func (l *layout) next(text []byte, at int) (key, value int) {
	for at < len(text) && (text[at] == ',' || isSpace(text[at])) {
		at++
	}
	if s := (scanner{text, at}); l.Keyed && s.key() {
		return at, s.at
	}
	return at, at
}

// neededFrom returns how many of the bytes before a value nobody needs: all but the
// indentation in its line with the newline before it, if that is short.
func neededFrom(blanks []byte) int {
	if i := bytes.LastIndexByte(blanks, '\n'); i >= 0 && len(blanks)-i-1 <= maxIndent {
		return i
	}
	return len(blanks)
}

// A valueWalk walks over the values of a text that was cut.
type valueWalk struct {
	layout *layout
	text   []byte
	at     int // behind the last value
	line   int // newlines before at

	rest  []byte // the value, and what follows it in its line or in the text
	start int    // of the line that the value begins in; -1: not known
	span  form.Span
}

func (l *layout) valuesOf(text []byte) valueWalk { return valueWalk{layout: l, text: text} }

// begin goes to the next value, if there is one.
func (w *valueWalk) begin() bool {
	if w.layout.lines {
		return w.beginLine()
	}
	_, from := w.layout.next(w.text, w.at)
	if from == len(w.text) {
		w.line += bytes.Count(w.text[w.at:], []byte{'\n'})
		return false
	}
	before := w.text[w.at:from]
	if newline := bytes.LastIndexByte(before, '\n'); newline >= 0 {
		w.line += bytes.Count(before, []byte{'\n'})
		w.start = w.at + newline + 1
	} else {
		w.start = -1
	}
	w.span = form.Span{From: from, Line: w.line + 1}
	w.rest = w.text[from:]
	return true
}

// beginLine is begin where each line that is not blank is a value.
func (w *valueWalk) beginLine() bool {
	for w.at < len(w.text) {
		line, size, _ := syntax.NextLine(w.text[w.at:])
		w.line++
		w.span = form.Span{From: w.at, To: w.at + size, Line: w.line}
		w.start = w.at
		w.at += size
		if !syntax.IsBlank(line, form.TextMaxLine) {
			w.rest = line
			if len(line) <= form.TextMaxLine {
				w.rest = syntax.TrimCR(line)
			}
			return true
		}
	}
	return false
}

// end goes to the end of the value, whose length is n, or not known, and 0, and returns it.
// What is no value has no end.
func (w *valueWalk) end(n int) []byte {
	if w.layout.lines {
		return w.rest
	}
	if n == 0 {
		if n, _ = measure(w.rest); n == 0 {
			n = len(w.rest)
		}
	}
	w.at = w.span.From + n
	w.span.To = w.at
	w.line += bytes.Count(w.rest[:n], []byte{'\n'})
	return w.rest[:n]
}

// located returns a fault, whose column is that of the value, with its place in the text.
// Where the line's beginning is not known, the column stays as it is, and Line is 0.
func (w *valueWalk) located(fault syntax.Error) syntax.Error {
	before := w.text[w.span.From:min(w.span.From+fault.Column-1, len(w.text))]
	newline := bytes.LastIndexByte(before, '\n')
	switch {
	case w.layout.lines: // of which a record is one
	case newline >= 0:
		fault.Column -= newline + 1
	case w.start >= 0:
		fault.Column += w.span.From - w.start
	default:
		return fault
	}
	fault.Line = w.span.Line + bytes.Count(before, []byte{'\n'})
	return fault
}
