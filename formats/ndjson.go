package formats

import (
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// ndjsonGrammar is that of [NDJSON].
var ndjsonGrammar = grammar{
	name: "ndjson", orders: both, maxLine: form.TextMaxLine, maxRecord: form.TextMaxRecord,
	detect: detectNDJSON, framer: func(Form) Framer { return lineFramer{} },
	decode: decodeNDJSON, spans: ndjsonSpans, fields: jsonFields,
	appendRow: appendNDJSON,
}

// decodeNDJSON reads lines into dst, which is empty.
func decodeNDJSON(f Form, dst *Records, text []byte) {
	cells := f.Order * f.Order
	dst.Cells = slices.Grow(dst.Cells, (len(text)/(cells+1)+1)*cells)
	lines := ndjsonLines{text: text}
	for lines.next() {
		dst.Spans = append(dst.Spans, lines.span)
		n := len(dst.Cells)
		record, to := syntax.TrimCR(lines.record), dst.Cells[n:n+cells:cap(dst.Cells)]
		var fault SyntaxError
		switch {
		case len(lines.record) > form.TextMaxLine:
			fault = SyntaxError{Column: form.TextMaxLine + 1, Err: ErrLineTooLong, Want: form.TextMaxLine}
		case f.Layout.readQuick(to, record) != len(record):
			fault = f.Layout.readJSON(dst, to, record)
			if dst.Late.Err != nil && dst.Late.Line == 0 {
				dst.Late.Line = lines.span.Line
			}
		}
		if fault.Err != nil {
			fault.Line = lines.span.Line
			dst.Fault(fault)
			continue
		}
		dst.Cells = dst.Cells[:n+cells]
		dst.N++
	}
	dst.Lines = lines.lines
}

// ndjsonSpans finds the records as decodeNDJSON does.
func ndjsonSpans(_ Form, dst []Span, text []byte) []Span {
	lines := ndjsonLines{text: text}
	for lines.next() {
		dst = append(dst, lines.span)
	}
	return dst
}

// ndjsonLines walks over the lines of a text that are not blank.
type ndjsonLines struct {
	text  []byte
	at    int // where the next line begins
	lines int // before at

	span   Span
	record []byte // without its newline
}

func (l *ndjsonLines) next() bool {
	for l.at < len(l.text) {
		line, size, _ := syntax.NextLine(l.text[l.at:])
		l.lines++
		l.span = Span{From: l.at, To: l.at + size, Line: l.lines}
		l.at += size
		if !syntax.IsBlank(line, form.TextMaxLine) {
			l.record = line
			return true
		}
	}
	return false
}
