package json

import (
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// decodeLines reads lines into dst.
func (l *layout) decodeLines(dst *form.Records, text []byte) {
	cells := l.info.Order * l.info.Order
	dst.Cells = slices.Grow(dst.Cells, (len(text)/(cells+1)+1)*cells)
	lines := ndjsonLines{text: text}
	for lines.next() {
		dst.Spans = append(dst.Spans, lines.span)
		n := len(dst.Cells)
		record, to := syntax.TrimCR(lines.record), dst.Cells[n:n+cells:cap(dst.Cells)]
		var fault syntax.Error
		switch {
		case len(lines.record) > form.TextMaxLine:
			fault = syntax.Error{Column: form.TextMaxLine + 1, Err: syntax.ErrLineTooLong, Want: form.TextMaxLine}
		case l.readQuick(to, record) != len(record):
			fault = l.readJSON(dst, to, record)
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

// ndjsonLines walks over the lines of a text that are not blank.
type ndjsonLines struct {
	text  []byte
	at    int // where the next line begins
	lines int // before at

	span   form.Span
	record []byte // without its newline
}

func (l *ndjsonLines) next() bool {
	for l.at < len(l.text) {
		line, size, _ := syntax.NextLine(l.text[l.at:])
		l.lines++
		l.span = form.Span{From: l.at, To: l.at + size, Line: l.lines}
		l.at += size
		if !syntax.IsBlank(line, form.TextMaxLine) {
			l.record = line
			return true
		}
	}
	return false
}
