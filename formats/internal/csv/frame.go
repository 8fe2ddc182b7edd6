package csv

// This file finds the borders between records of delimited text.

import (
	"bytes"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A framer frames delimited text. A newline outside quotes is a border.
type framer struct {
	header    int // bytes of the header that are still to come
	separator separator
	plain     bool // quotes have no meaning
}

func (l *layout) NewFramer() model.Framer { return &framer{len(l.Header), l.separator, l.Plain} }

func (f *framer) Cut(_ *model.Records, text []byte, eof bool) (from, to int) {
	from = min(f.header, len(text))
	f.header -= from
	if f.header > 0 {
		return from, from
	}
	rest := text[from:]
	if f.plain || bytes.IndexByte(rest, '"') < 0 || !f.separator.mayQuote() {
		_, to = form.LineFramer{}.Cut(nil, rest, eof)
		return from, from + to
	}
	to = from
	for to < len(text) {
		n, known := f.separator.recordSize(text[to:], eof)
		if !known {
			break
		}
		to += n
	}
	return from, to
}

func (*framer) Finish() *model.SyntaxError { return nil }

// recordSize returns the length of the record at the beginning of text, including its line
// end. known is false if a quote is open at the end of text and more text may follow. A
// line with an even number of quotes is a record.
//
// A quote opens nothing if it is not closed within the length of a record, or if no
// separator follows the closing quote. Then the line is a record, too.
func (s separator) recordSize(text []byte, eof bool) (n int, known bool) {
	whole := eof || len(text) >= form.TextMaxRecord // more text would not change the result
	line := bytes.IndexByte(text, '\n') + 1
	if line == 0 {
		line = len(text)
		if !whole {
			return 0, false
		}
	}
	if !s.mayQuote() || bytes.Count(text[:line], []byte{'"'})%2 == 0 {
		return line, true
	}
	for at, text := 0, text[:min(len(text), form.TextMaxRecord)]; ; at++ {
		if at < len(text) && text[at] == '"' {
			size, closed := s.quotedField(text[at:])
			if !closed {
				return line, whole || size == 0
			}
			at += size
		}
		rest, _, _ := bytes.Cut(text[at:], []byte{'\n'})
		rest, _, _ = bytes.Cut(rest, []byte{byte(s)})
		at += len(rest)
		switch {
		case at == len(text):
			return at, whole
		case text[at] == '\n':
			return at + 1, true
		}
	}
}

// Copy implements form.Copier.
func (f *framer) Copy() form.Copier { return new(*f) }
