package json

// This file finds the borders between JSON values.

import (
	"bytes"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/gridreader"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

func (l *layout) NewFramer() model.Framer {
	if l.lines {
		return form.LineFramer{}
	}
	return &framer{layout: l, header: len(l.Header), depth: l.depth, line: 1, column: 1, grid: make([]uint8, l.Order*l.Order), stray: l.stray}
}

// A framer frames values: the elements of an array, the members of an object, or values one
// after the other. Text that is not JSON ends the records.
type framer struct {
	layout *layout
	header int     // bytes of the header still to come
	grid   []uint8 // scratch for the grid of an element
	closed bool    // the array or object of the records has ended
	depth  int     // number of open brackets

	skipping bool // the next bytes belong to a value that is too long
	skipper  skipper

	line, column int // of the next text
	fault        model.SyntaxError
	stray        model.SyntaxError // a puzzle before the records
	solutions    string            // the key of an array of solutions after the records; "": none
}

func (f *framer) Cut(_ *model.Records, text []byte, eof bool) (from, to int) {
	from, to = f.cut(text, eof)
	f.line, f.column = syntax.PlaceAfter(text[:to], f.line, f.column)
	return from, to
}

// fail ends the records with a fault at a place of the next text. It returns the result of
// Cut: the whole text belongs to no record.
func (f *framer) fail(text []byte, at int, fault model.SyntaxError) (from, to int) {
	f.fault = fault
	f.fault.Line, f.fault.Column = syntax.PlaceAfter(text[:at], f.line, f.column)
	return len(text), len(text)
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
	case f.skipping:
		n, done := f.skipper.skip(text)
		f.skipping = !done
		if n > 0 {
			return n, n
		}
	}
	if f.closed {
		return f.cutTail(text, eof)
	}
	return f.cutValues(text, eof)
}

// cutValues cuts as many whole values as there are. If a value is too long, its beginning
// becomes a record of its own.
func (f *framer) cutValues(text []byte, eof bool) (from, to int) {
	key, value := next(text, 0, f.layout.Keyed)
	from = neededFrom(text[:key])
	for to = from; key < len(text); key, value = next(text, to, f.layout.Keyed) {
		first := to == from
		if h := f.layout.Header; f.depth > 0 && text[key] == h[len(h)-1]+2 { // the bracket that ends the records
			if !first {
				break
			}
			f.closed = true
			f.depth--
			return key + 1, key + 1
		}
		if n, _ := f.layout.readQuick(f.grid, text[value:]); n > 0 && n <= maxRecord {
			to = value + n
			continue
		}
		n, fault := measurePart(text[value:], eof, f.layout.Keyed && key == value)
		switch {
		case fault.Err == nil:
			to = value + n
		case !first || fault.Err == model.ErrUnclosed && !eof: //nolint:errorlint // the reasons are never wrapped
			return from, to
		case fault.Err == model.ErrRecordTooLong: //nolint:errorlint // as above
			return from, value + f.skip(text[value:])
		default:
			return f.fail(text, value+fault.Column-1, fault)
		}
	}
	if eof && to == from {
		return len(text), len(text)
	}
	return from, to
}

// cutTail skips the text after the records: the ends of the arrays and objects around them,
// and other members of these objects.
func (f *framer) cutTail(text []byte, eof bool) (from, to int) {
	key, value := lengthOfSpace(text), 0
	if f.depth > 0 {
		key, value = next(text, 0, true)
	}
	switch {
	case key == len(text):
		return key, key
	case f.depth == 0 && text[key] == ';': // of the program around the array
		return key + 1, key + 1
	case f.depth == 0, key == value && (text[key] == '{' || text[key] == '['):
		return f.fail(text, key, model.SyntaxError{Err: model.ErrTrailing})
	case text[key] == '}' || text[key] == ']':
		f.depth--
		return key + 1, key + 1
	}
	n, fault := measurePart(text[value:], eof, false)
	isKey := key == value && n+lengthOfSpace(text[value+n:]) == len(text)-value && len(text) <= maxRecord // the value may be a key
	switch {
	case (isKey || fault.Err == model.ErrUnclosed) && !eof: //nolint:errorlint // the reasons are never wrapped
		return 0, 0
	case fault.Err == model.ErrRecordTooLong: //nolint:errorlint // as above
		n = f.skip(text[value:])
	case fault.Err != nil:
		return f.fail(text, value+fault.Column-1, fault)
	}
	if value > key && f.layout.alone {
		f.checkMember(text, key, value, value+n)
	}
	return value + n, value + n
}

// checkMember reports a fault if a member after the records, or its beginning, holds
// puzzles. Solutions are no fault, but noted. The member is text[from:to], with its value from
// the given place on.
func (f *framer) checkMember(text []byte, from, value, to int) {
	member, name := text[from:to], text[from:value]
	read := keyBefore(f.layout.Header[:len(f.layout.Header)-1])
	for _, a := range arraysOf(&form.Sample{Text: member}) {
		switch {
		case a.Puzzles == 0:
		case isMissed(a.key, read):
			name = name[:bytes.LastIndexByte(name, '"')+1]
			f.fault = model.SyntaxError{Err: model.ErrArrays, Field: string(unquote(nil, name))}
			return
		case f.solutions == "" && isApart(a.key, read):
			f.solutions = a.key
		}
	}
	if at, key := strayIn(member, read); key != "" {
		line, column := syntax.PlaceAfter(text[:from+at], f.line, f.column)
		f.stray = model.SyntaxError{Line: line, Column: column, Err: model.ErrStray, Field: key}
	}
}

// strayIn returns the first member outside arrays that is a puzzle and not read, and its key, or
// "". text may end in an array. read is the key of the puzzles that are read.
func strayIn(text []byte, read string) (at int, key string) {
	for ; at < len(text); at++ {
		if text[at] != '"' && text[at] != '[' {
			continue
		}
		n, _ := measure(text[at:])
		if n == 0 {
			continue
		}
		if key = keyBefore(text[:at]); key != "" && isMissed(key, read) && isPuzzle(gridText(text[at:at+n])) {
			return at, key
		}
		at += n - 1
	}
	return 0, ""
}

// isPuzzle reports whether a value is a grid that looks like a puzzle.
func isPuzzle(text []byte) bool {
	var room [geometry.MaxCells]uint8
	order := cells.GridSize(text, new(model.Hints).Orders()...)
	if order == 0 {
		return false
	}
	grid, alphabet := room[:order*order], cells.StandardAlphabet(order*order)
	return alphabet.Read(grid, text).Err == nil && gridreader.IsSound(grid, order) && !cells.IsComplete(grid)
}

// measurePart returns the length of the value at the beginning of text, or its fault. The
// fault is [model.ErrUnclosed] if more text is needed, which is also so for a value
// without its key.
func measurePart(text []byte, eof, keyless bool) (n int, fault model.SyntaxError) {
	text = text[:min(len(text), maxRecord+1)]
	n, fault = measure(text)
	atEnd := n == len(text) && n > 0 && bytes.IndexByte([]byte(`}]"`), text[n-1]) < 0 && (!eof || n > maxRecord)
	if keyless || atEnd {
		fault = model.SyntaxError{Column: len(text) + 1, Err: model.ErrUnclosed}
	}
	if n > maxRecord || fault.Err == model.ErrUnclosed && len(text) > maxRecord { //nolint:errorlint // the reasons are never wrapped
		fault = model.SyntaxError{Column: maxRecord + 1, Err: model.ErrRecordTooLong, Want: maxRecord}
	}
	return n, fault
}

// skip skips the available part of a value that is too long, up to the length that is
// checked.
func (f *framer) skip(text []byte) int {
	f.skipper = skipper{}
	n, done := f.skipper.skip(text[:maxRecord+1])
	f.skipping = !done
	return n
}

func (f *framer) Finish() *model.SyntaxError {
	if f.fault.Err == nil && f.depth > 0 {
		f.fail(nil, 0, model.SyntaxError{Err: model.ErrUnclosed})
	}
	for _, fault := range []*model.SyntaxError{&f.fault, &f.stray} {
		if fault.Err != nil {
			return fault
		}
	}
	return nil
}

// UnreadSolutions returns the key of an array of solutions after the records, or "".
func (f *framer) UnreadSolutions() string { return f.solutions }

// next returns where the next value and its key begin, at or after a place. They are equal
// if the value has no key. Missing or surplus commas shift no record, so next does not
// count them.
func next(text []byte, at int, keyed bool) (key, value int) {
	for at < len(text) && (text[at] == ',' || isSpace(text[at])) {
		at++
	}
	if s := (scanner{text, at}); keyed && s.key() {
		return at, s.at
	}
	return at, at
}

// neededFrom returns how many of the bytes before a value can be dropped. It keeps the
// indentation of the value and the newline before it, if they are short.
func neededFrom(blanks []byte) int {
	if i := bytes.LastIndexByte(blanks, '\n'); i >= 0 && len(blanks)-i-1 <= maxIndent {
		return i
	}
	return len(blanks)
}

// A skipper skips a value that lies only partly in a text. It looks only at brackets and
// quotes.
type skipper struct {
	depth            int
	inString, escape bool
}

// skip skips the part of the value in text. done says that text has the end of the value:
// its last bracket or quote, or a byte that cannot be part of a number or word.
func (s *skipper) skip(text []byte) (n int, done bool) {
	for ; n < len(text); n++ {
		b := text[n]
		switch {
		case s.escape:
			s.escape = false
		case s.inString:
			if run := plainRun(text[n:]); run > 0 {
				n += run - 1
				continue
			}
			s.escape = b == '\\'
			if s.inString = b != '"'; !s.inString && s.depth == 0 {
				return n + 1, true
			}
		case b == '"':
			s.inString = true
		case b == '{' || b == '[':
			s.depth++
		case s.depth == 0 && (b == ',' || b == '}' || b == ']' || isSpace(b)):
			return n, true
		case b == '}' || b == ']':
			if s.depth--; s.depth == 0 {
				return n + 1, true
			}
		}
	}
	return n, false
}

// Copy implements form.Copier.
func (f *framer) Copy() form.Copier { return new(*f) }
