package csv

import (
	"bytes"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// A framer frames delimited text: a newline is a border, but not within
// quotes.
type framer struct {
	header    int // bytes of the header that are still to come
	separator byte
}

// NewFramer implements form.Layout.
func (l *layout) NewFramer() form.Framer {
	return &framer{header: len(l.info.Header), separator: l.info.Separator}
}

func (c *framer) Cut(text []byte, eof bool) (from, to int) {
	from = min(c.header, len(text))
	c.header -= from
	if c.header > 0 {
		return from, from
	}
	rest := text[from:]
	if bytes.IndexByte(rest, '"') < 0 || !mayQuote(c.separator) {
		if eof {
			return from, len(text)
		}
		return from, from + bytes.LastIndexByte(rest, '\n') + 1
	}
	to = from
	for to < len(text) {
		n, known := recordLen(text[to:], c.separator, eof)
		if !known {
			break
		}
		to += n
	}
	return from, to
}

func (*framer) Finish() *syntax.Error { return nil }

// recordLen returns the length of the record that text begins with, with its line
// end. It is not known where a quote is open at the end of what there is. A line
// with an even number of quotes is a record. So is one in which a quote is not
// closed within the length of a record, or closed by one that no separator
// follows: it opens nothing.
func recordLen(text []byte, separator byte, eof bool) (n int, known bool) {
	whole := eof || len(text) >= form.TextMaxRecord // nothing is known better with more text
	line := bytes.IndexByte(text, '\n') + 1
	if line == 0 {
		line = len(text)
		if !whole {
			return 0, false
		}
	}
	if !mayQuote(separator) || bytes.Count(text[:line], []byte{'"'})%2 == 0 {
		return line, true
	}
	for at, text := 0, text[:min(len(text), form.TextMaxRecord)]; ; at++ {
		if at < len(text) && text[at] == '"' {
			size, closed := quotedField(text[at:], separator)
			if !closed {
				return line, whole || size == 0
			}
			at += size
		}
		at += plainField(text[at:], separator)
		switch {
		case at == len(text):
			return at, whole
		case text[at] == '\n':
			return at + 1, true
		}
	}
}

// quotedField returns the length of the field that text begins with, in quotes. It
// is not closed where the closing one is missing, or where something follows that
// does not end a field: then its length is 0.
func quotedField(text []byte, separator byte) (n int, closed bool) {
	for at := 1; ; at++ {
		i := bytes.IndexByte(text[at:], '"')
		if i < 0 {
			return len(text), false
		}
		at += i + 1
		if at == len(text) {
			return at, true
		}
		switch b := text[at]; {
		case b == separator || b == '\n' || b == '\r':
			return at, true
		case b != '"':
			return 0, false
		}
	}
}

// plainField returns the length of the field that text begins with, which is not
// in quotes: up to a separator, a newline or the end of text.
func plainField(text []byte, separator byte) int {
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		text = text[:i]
	}
	if i := bytes.IndexByte(text, separator); i >= 0 {
		return i
	}
	return len(text)
}
