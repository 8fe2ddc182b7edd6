package json

import (
	"bytes"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// The sizes of a record of [JSON], and of the blanks between a line's beginning and
// a record by which its column is known.
const (
	jsonMaxRecord = 64 << 10
	jsonMaxIndent = 4 << 10
)

// Decode implements form.Layout.
func (l *layout) Decode(dst *form.Records, text []byte) {
	if l.lines {
		l.decodeLines(dst, text)
		return
	}
	layout, cells := l, l.info.Order*l.info.Order
	dst.Cells = slices.Grow(dst.Cells, (len(text)/(cells+1)+1)*cells)
	elements := jsonElements{text: text, keyed: layout.info.Keyed}
	for elements.begin() {
		n := len(dst.Cells)
		to := dst.Cells[n : n+cells : cap(dst.Cells)]
		quick := layout.readQuick(to, text[elements.from:])
		elements.end(quick)
		dst.Spans = append(dst.Spans, elements.span)
		record := text[elements.span.From:elements.span.To]
		var fault syntax.Error
		switch {
		case len(record) > jsonMaxRecord:
			fault = syntax.Error{Column: jsonMaxRecord + 1, Err: syntax.ErrRecordTooLong, Want: jsonMaxRecord}
		case quick == 0:
			fault = layout.readJSON(dst, to, record)
		}
		if fault.Err != nil {
			dst.Fault(elements.located(fault))
			continue
		}
		dst.Cells = dst.Cells[:n+cells]
		dst.N++
	}
	dst.Lines = bytes.Count(text, []byte{'\n'})
}

// Spans implements form.Layout.
func (l *layout) Spans(dst []form.Span, text []byte) []form.Span {
	if l.lines {
		lines := ndjsonLines{text: text}
		for lines.next() {
			dst = append(dst, lines.span)
		}
		return dst
	}
	elements := jsonElements{text: text, keyed: l.info.Keyed}
	for elements.begin() {
		elements.end(0)
		dst = append(dst, elements.span)
	}
	return dst
}

// jsonElements walks over the elements of a text.
type jsonElements struct {
	text []byte
	at   int // behind the last element
	line int // newlines before at
	// keyed: elements may have keys before them, which do not belong to them.
	keyed bool

	from  int // of the next element
	span  form.Span
	start int // of the line that the element begins in; -1: not known
}

// begin goes to where the next element begins, if there is one.
func (e *jsonElements) begin() bool {
	from := e.at + betweenElements(e.text[e.at:])
	if e.keyed {
		from += keyLength(e.text[from:])
	}
	if from == len(e.text) {
		return false
	}
	e.start = -1
	if newline := e.at + neededFrom(e.text[e.at:from]); newline < from {
		e.start = newline + 1
	}
	e.line += bytes.Count(e.text[e.at:from], []byte{'\n'})
	e.from = from
	return true
}

// end goes to the end of the element, whose length is n, or not known, and 0.
func (e *jsonElements) end(n int) {
	if n == 0 {
		var element jsonElement
		n, _ = element.skip(e.text[e.from:])
	}
	e.at = e.from + n
	e.span = form.Span{From: e.from, To: e.at, Line: e.line + 1}
	e.line += bytes.Count(e.text[e.from:e.at], []byte{'\n'})
}

// located turns the column of a record into the place in the text. Where the line's
// beginning is not known, the column stays that of the record.
func (e *jsonElements) located(fault syntax.Error) syntax.Error {
	before := e.text[e.span.From:min(e.span.From+fault.Column-1, len(e.text))]
	newline := bytes.LastIndexByte(before, '\n')
	switch {
	case newline >= 0:
		fault.Column -= newline + 1
	case e.start >= 0:
		fault.Column += e.span.From - e.start
	default:
		return fault
	}
	fault.Line = e.span.Line + bytes.Count(before, []byte{'\n'})
	return fault
}
