package formats

import (
	"bytes"
	"slices"
)

// The sizes of a record of [JSON], and of the blanks between a line's beginning and
// a record by which its column is known.
const (
	jsonMaxRecord = 64 << 10
	jsonMaxIndent = 4 << 10
)

// jsonGrammar is that of [JSON].
var jsonGrammar = grammar{
	name: "json", orders: both, maxRecord: jsonMaxIndent + jsonMaxRecord + 2,
	detect: detectJSON, framer: newJSONFramer,
	decode: decodeJSON, spans: jsonSpans, fields: jsonFields,
}

// decodeJSON reads elements into dst, which is empty.
func decodeJSON(f Form, dst *Records, text []byte) {
	cells := f.Order * f.Order
	layout := f.jsonLayout()
	dst.Cells = slices.Grow(dst.Cells, (len(text)/(cells+1)+1)*cells)
	elements := jsonElements{text: text, keyed: layout.members}
	for elements.next() {
		dst.Spans = append(dst.Spans, elements.span)
		record := text[elements.span.From:elements.span.To]
		n := len(dst.Cells)
		fault := SyntaxError{Column: jsonMaxRecord + 1, Err: ErrRecordTooLong, Want: jsonMaxRecord}
		if len(record) <= jsonMaxRecord {
			fault = layout.readJSON(dst, dst.Cells[n:n+cells:cap(dst.Cells)], record)
		}
		if fault.Err != nil {
			dst.fault(elements.located(fault))
			continue
		}
		dst.Cells = dst.Cells[:n+cells]
		dst.N++
	}
	dst.Lines = bytes.Count(text, []byte{'\n'})
}

// jsonSpans finds the records as decodeJSON does.
func jsonSpans(f Form, dst []Span, text []byte) []Span {
	elements := jsonElements{text: text, keyed: f.jsonLayout().members}
	for elements.next() {
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

	span  Span
	begin int // of the line that the element begins in; -1: not known
}

func (e *jsonElements) next() bool {
	from := e.at + betweenElements(e.text[e.at:])
	if e.keyed {
		from += keyLength(e.text[from:])
	}
	if from == len(e.text) {
		return false
	}
	e.begin = -1
	if newline := e.at + neededFrom(e.text[e.at:from]); newline < from {
		e.begin = newline + 1
	}
	line := e.line + bytes.Count(e.text[e.at:from], []byte{'\n'})
	var element jsonElement
	n, _ := element.skip(e.text[from:])
	e.at = from + n
	e.span = Span{From: from, To: e.at, Line: line + 1}
	e.line = line + bytes.Count(e.text[from:e.at], []byte{'\n'})
	return true
}

// located turns the column of a record into the place in the text. Where the line's
// beginning is not known, the column stays that of the record.
func (e *jsonElements) located(fault SyntaxError) SyntaxError {
	before := e.text[e.span.From:min(e.span.From+fault.Column-1, len(e.text))]
	newline := bytes.LastIndexByte(before, '\n')
	switch {
	case newline >= 0:
		fault.Column -= newline + 1
	case e.begin >= 0:
		fault.Column += e.span.From - e.begin
	default:
		return fault
	}
	fault.Line = e.span.Line + bytes.Count(before, []byte{'\n'})
	return fault
}
