package json

// This file locates the values in a text.

import (
	"bytes"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A valueWalk iterates over the values of a text that was cut.
type valueWalk struct {
	layout *layout
	text   []byte
	at     int // after the last value
	line   int // lines before at

	start int // the text from which the position of the value is known
	span  model.Span
	rest  []byte // the value and the text after it, in its line or in the whole text
}

// begin advances to the next value and reports whether there is one.
func (w *valueWalk) begin() bool {
	if w.layout.lines {
		return w.beginLine()
	}
	key, from := next(w.text, w.at, w.layout.Keyed)
	before := w.text[w.at:key]
	w.start = w.at + neededFrom(before)
	w.line += bytes.Count(before, []byte{'\n'}) + bytes.Count(w.text[key:from], []byte{'\n'})
	w.span = model.Span{From: from, Line: w.line + 1}
	if w.layout.joined {
		w.span.Line = 0
	}
	w.rest = w.text[from:]
	return len(w.rest) > 0
}

// beginLine is begin for files in which each line that is neither blank nor a comment is a value.
func (w *valueWalk) beginLine() bool {
	for w.at < len(w.text) {
		line, size, _ := syntax.NextLine(w.text[w.at:])
		w.line++
		w.span = model.Span{From: w.at, To: w.at + size, Line: w.line}
		w.at += size
		if !syntax.IsComment(line) && !syntax.IsBlank(line, form.TextMaxLine) {
			if w.rest = line; len(line) <= form.TextMaxLine {
				w.rest = syntax.TrimCR(line)
			}
			return true
		}
	}
	return false
}

// end advances to the end of the value and returns the value. n is its length, or 0 if it
// is not known. Text that is not a value extends to the end of the line or text.
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

// located converts the column of a fault in the value to its position in the text. If other
// values share its line, the column does not change, and Line is 0.
func (w *valueWalk) located(fault model.SyntaxError) model.SyntaxError {
	switch {
	case w.layout.lines:
		fault.Line = w.span.Line
		return fault
	case w.layout.joined:
		fault.Column = 0
		return fault
	}
	at := min(w.span.From+fault.Column-1, len(w.text))
	before := w.text[w.start:at]
	if newline := bytes.LastIndexByte(before, '\n'); newline >= 0 {
		fault.Column = len(before) - newline
		fault.Line = w.span.Line + bytes.Count(w.text[w.span.From:at], []byte{'\n'})
	}
	return fault
}
