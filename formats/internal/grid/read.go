package grid

// This file decodes and locates grids.

import (
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

func (l *layout) Decode(dst *form.Records, text []byte) {
	r := reader{walk: walk{style: &l.style}, dst: dst}
	r.read(text)
	dst.Lines = r.line
}

func (l *layout) Spans(dst []form.Span, text []byte) []form.Span {
	r := reader{walk: walk{style: &l.style}, spans: dst}
	r.read(text)
	return r.spans
}

// A reader turns the grids of a text into records or, if dst is nil, into spans.
type reader struct {
	walk
	line  int // the number of the current line
	dst   *form.Records
	spans []form.Span

	span form.Span    // the span of the open grid
	err  syntax.Error // the first fault of the open grid; its Err is nil if there is none
	last syntax.Error // the position right after its last row
}

func (r *reader) read(text []byte) {
	for at := 0; at < len(text); {
		line, size, _ := syntax.NextLine(text[at:])
		r.line++
		if r.next(line) {
			r.finish()
		}
		if r.opens {
			r.span = form.Span{From: at, Line: r.line}
		}
		at += size
		if !r.isRow() {
			continue
		}
		r.span.To = at
		if r.dst != nil {
			r.addRow(line)
		}
		if !r.open() {
			r.finish()
		}
	}
	if r.open() {
		r.finish()
	}
}

// addRow adds the current line, which is a row, to the open grid. The grid's cells lie
// after the end of dst.Cells until it is complete.
func (r *reader) addRow(line []byte) {
	order := r.style.Order
	if r.opens {
		r.err = syntax.Error{}
		r.dst.Cells = slices.Grow(r.dst.Cells, order*order)
	}
	at := len(r.dst.Cells) + (r.rows-1)*order
	copy(r.dst.Cells[at:at+order:cap(r.dst.Cells)], r.row.cells[:])
	if r.kind == badRowLine && r.err.Err == nil {
		r.err = r.row.fault(line, order)
		r.err.Line, r.err.Row = r.line, r.rows
	}
	r.last = syntax.Error{Line: r.line, Column: endColumn(line), Row: r.rows}
}

// finish turns the open grid into a record or a span.
func (r *reader) finish() {
	if r.dst == nil {
		r.spans = append(r.spans, r.span)
		return
	}
	order := r.style.Order
	if r.err.Err == nil && r.last.Row < order {
		r.err = r.last
		r.err.Err, r.err.Have, r.err.Want = syntax.ErrRows, r.last.Row, order
	}
	if r.err.Err != nil {
		r.dst.Fault(r.err)
		return
	}
	r.dst.Cells = r.dst.Cells[:len(r.dst.Cells)+order*order]
	r.dst.N++
}
