package opensudoku

// This file finds the borders between games or elements.

import (
	"bytes"
	"errors"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

const (
	// maxRecord limits the length of a record, from its first "<" to its last ">".
	maxRecord = 64 << 10
	// maxIndent limits the line end and the blanks before a record, which give its column.
	maxIndent = 64
)

var (
	errTag     = errors.New("a tag that does not end")
	errComment = errors.New("a comment that does not end")
)

// A layout describes records that are games or grids in elements. For grids, each column is
// the name of an element, in the order in which a record has them. An element holds 81
// cells as text, nine elements with rows, or 81 elements with cells.
type layout struct {
	info        form.Info
	games       bool
	first, last []byte // the beginning of a record, and its end unless it is a game
}

// newGames returns a layout of games. Its only column is the puzzle.
func newGames() *layout {
	info := form.NewInfo(9)
	info.Columns = []model.Column{{Name: "puzzle"}}
	return &layout{info: info, games: true, first: []byte("<game")}
}

// newElements returns a layout of grids in elements, which are the columns of info. A
// record ends with its last element or, if this is missing, where the next record begins.
func newElements(info form.Info) *layout {
	first, last := info.Columns[0].Name, info.Columns[len(info.Columns)-1].Name
	return &layout{info: info, first: []byte("<" + first), last: []byte("</" + last)}
}

func (l *layout) Info() *form.Info { return &l.info }

var commentBegin = []byte("<!--")

// nextBegin returns where the next record or comment begins in text, or -1.
func (l *layout) nextBegin(text []byte) int {
	for at := 0; ; at++ {
		i := bytes.IndexByte(text[at:], '<')
		if i < 0 {
			return -1
		}
		if at += i; bytes.HasPrefix(text[at:], commentBegin) || isTag(text[at:], l.first) {
			return at
		}
	}
}

// isTag reports whether text begins with the given beginning of a tag, and the tag's name
// ends there.
func isTag(text, begin []byte) bool {
	return bytes.HasPrefix(text, begin) && len(text) > len(begin) && bytes.IndexByte([]byte(" \t\n\r\f/>"), text[len(begin)]) >= 0
}

// recordSize returns the length of the record at the beginning of text, or 0 if the record
// does not end in text.
func (l *layout) recordSize(text []byte) int {
	if l.games {
		return tagSize(text)
	}
	for at := 1; ; at++ {
		i := bytes.IndexByte(text[at:], '<')
		if i < 0 {
			return 0
		}
		switch at += i; {
		case bytes.HasPrefix(text[at:], commentBegin):
			if i = bytes.Index(text[at+len(commentBegin):], []byte("-->")); i < 0 {
				return 0
			}
			at += len(commentBegin) + i
		case isTag(text[at:], l.last):
			if end := bytes.TrimLeft(text[at+len(l.last):], " \t\n\r\f"); bytes.HasPrefix(end, []byte{'>'}) {
				return len(text) - len(end) + 1
			}
		case isTag(text[at:], l.first):
			return at
		}
	}
}

// tagSize returns the length of the tag at the beginning of text, or 0 if the tag does not
// end in text.
func tagSize(text []byte) int {
	quote := byte(0)
	for i, b := range text {
		switch {
		case b == quote:
			quote = 0
		case quote != 0:
		case b == '>':
			return i + 1
		case b == '"' || b == '\'':
			quote = b
		}
	}
	return 0
}

// Spans locates the records in a text that a framer cut.
func (l *layout) Spans(dst []model.Span, text []byte) []model.Span {
	line, at, counted := 1, 0, 0
	for begin := l.nextBegin(text); begin >= 0; begin = l.nextBegin(text[at:]) {
		from := at + begin
		if text[from+1] == '!' {
			at = from + len(commentBegin)
			continue
		}
		if at = from + l.recordSize(text[from:]); at == from {
			at = len(text)
		}
		line += bytes.Count(text[counted:from], []byte{'\n'})
		counted = from
		dst = append(dst, model.Span{From: from, To: at, Line: line})
	}
	return dst
}

// A framer cuts between records, and before and after comments.
type framer struct {
	layout       *layout
	line, column int                // of the next text
	fault        *model.SyntaxError // the fault of the file; no records follow it
	comment      bool               // the next text is in a comment; if the comment does not end, this is the fault
}

func (l *layout) NewFramer() model.Framer {
	return &framer{layout: l, line: 1, column: 1}
}

// Finish returns the fault of a tag or comment that does not end, or of a record that is
// too long.
func (f *framer) Finish() *model.SyntaxError { return f.fault }

// Cut never cuts between a record and its indentation.
func (f *framer) Cut(_ *model.Records, text []byte, eof bool) (from, to int) {
	from = f.skip(text, eof)
	to = from
	if f.fault == nil {
		to = f.findRecords(text, from, eof)
		if f.fault != nil && to == 0 {
			from, to = len(text), len(text)
		}
	}
	f.line, f.column = syntax.PlaceAfter(text[:to], f.line, f.column)
	return from, to
}

// skip returns the length of the comment, or of the text after a fault, at the beginning of
// text.
func (f *framer) skip(text []byte, eof bool) int {
	switch end := bytes.Index(text, []byte("-->")); {
	case f.comment && end >= 0:
		f.comment, f.fault = false, nil
		return end + len("-->")
	case f.comment && !eof:
		return max(0, len(text)-len("--"))
	case f.fault != nil:
		return len(text)
	}
	return 0
}

// findRecords returns the end of the whole records in text[from:], up to the first comment
// or fault. So a grid between records is in one text with the record after it. Without a record
// in a long text it is the end of a line.
func (f *framer) findRecords(text []byte, from int, eof bool) (at int) {
	for at = from; ; {
		begin := f.layout.nextBegin(text[at:])
		if begin < 0 {
			break
		}
		at += begin
		rest := text[at:]
		if rest[1] == '!' {
			f.comment = true
			f.fail(text[:at], errComment)
			return at + len(commentBegin)
		}
		size := f.layout.recordSize(rest[:min(len(rest), maxRecord)])
		switch {
		case size > 0:
			at += size
		case len(rest) >= maxRecord:
			f.fail(text[:at], model.ErrRecordTooLong)
			return at
		case !eof:
			return at - indent(text[from:at])
		case !f.layout.games: // the last element may be missing
			return len(text)
		default:
			f.fail(text[:at], errTag)
			return at
		}
	}
	if eof {
		return len(text)
	}
	if at > from || len(text) < maxRecord {
		return at
	}
	end := len(text) - maxIndent - len("<!-- ") - len(f.layout.first) // a record or comment may begin after it
	if line := bytes.LastIndexByte(text[:end], '\n') + 1; line > from {
		return line
	}
	return max(from, end)
}

// fail ends the records with a fault after the given text.
func (f *framer) fail(text []byte, err error) {
	line, column := syntax.PlaceAfter(text, f.line, f.column)
	f.fault = &model.SyntaxError{Line: line, Column: column, Err: err, Want: maxRecord}
}

// indent returns the length of the line end and the blanks at the end of text, or 0 if
// there are none or more than maxIndent bytes.
func indent(text []byte) int {
	text = text[max(0, len(text)-maxIndent):]
	before := bytes.TrimRight(text, " \t")
	if !bytes.HasSuffix(before, []byte{'\n'}) {
		return 0
	}
	return len(text) - len(before) + 1
}

// Copy implements form.Copier.
func (f *framer) Copy() form.Copier { return new(*f) }
