package grid

// This file decodes and locates grids.

import (
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

func (l *layout) Decode(dst *model.Records, text []byte) {
	r := reader{walk: l.walk(), dst: dst, spans: dst.Spans}
	r.read(text)
	dst.Lines, dst.Spans = r.line, r.spans
}

func (l *layout) Spans(dst []model.Span, text []byte) []model.Span {
	return spansOf(l.walk(), dst, text)
}

// spansOf is Spans of a walk at its beginning.
func spansOf(w walk, dst []model.Span, text []byte) []model.Span {
	r := reader{walk: w, spans: dst}
	r.read(text)
	return r.spans
}

// A reader turns the grids of a text into spans and, unless dst is nil, into records.
type reader struct {
	walk
	line  int // the number of the current line
	dst   *model.Records
	spans []model.Span

	span   model.Span        // the span of the open grid
	before []uint8           // the record before, if it is a puzzle
	from   int               // where it begins
	err    model.SyntaxError // the first fault of the open grid; its Err is nil if there is none
	last   model.SyntaxError // the position right after its last row
	cut    model.SyntaxError // its last row whose last blanks are missing
	cuts   int               // how many such rows it has
	blank  bool              // the last blank of another row is not missing
}

func (r *reader) read(text []byte) {
	for at := 0; at < len(text); {
		line, size, _ := syntax.NextLine(text[at:])
		r.line++
		if r.next(line) {
			r.finish()
		}
		if r.opens {
			r.span = model.Span{From: at, Line: r.line}
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
		r.err, r.cuts, r.blank = model.SyntaxError{}, 0, false
		r.dst.Cells = slices.Grow(r.dst.Cells, order*order)
	}
	at := len(r.dst.Cells) + (r.rows-1)*order
	copy(r.dst.Cells[at:at+order:cap(r.dst.Cells)], r.row.cells[:])
	if r.kind == badRowLine && r.err.Err == nil {
		r.err = r.row.fault(line, order)
		r.err.Line, r.err.Row = r.line, r.rows
	}
	r.last = model.SyntaxError{Line: r.line, Column: endColumn(line), Row: r.rows}
	if r.kind == rowLine {
		have, blank := r.row.ends(syntax.TrimCR(line), order)
		if r.blank = r.blank || blank; have < order {
			r.cuts++
			r.cut = r.last
			r.cut.Err, r.cut.Have, r.cut.Want = model.ErrShort, have, order
		}
	}
}

// finish turns the open grid into a record or a span.
func (r *reader) finish() {
	r.spans = append(r.spans, r.span)
	if r.dst == nil {
		return
	}
	order := r.style.Order
	if r.err.Err == nil && r.blank && r.cuts == 1 {
		r.err = r.cut // the only row without its last blanks lacks a cell anywhere
	}
	if r.err.Err == nil && r.last.Row < order {
		r.err = r.last
		r.err.Err, r.err.Have, r.err.Want = model.ErrRows, r.last.Row, order
	}
	n := len(r.dst.Cells)
	grid, before := r.dst.Cells[n:n+order*order:cap(r.dst.Cells)], r.before
	r.before = nil
	if r.err.Err == nil && r.of == solutions && before != nil && r.span.To-r.from <= form.MaxHeld && isMistaken(before, grid) {
		r.err = model.SyntaxError{Line: r.span.Line, Column: 1, Err: model.ErrWrongSolution}
	}
	switch {
	case r.err.Err != nil:
		r.dst.Fault(r.err)
		return
	case r.of != puzzles:
		r.dst.Titled = append(r.dst.Titled, r.dst.N)
	case form.IsOpen(grid):
		r.before, r.from = grid, r.span.From
	}
	r.dst.Cells = r.dst.Cells[:n+order*order]
	r.dst.N++
}

// isMistaken reports whether a grid is meant as the solution of a puzzle and is wrong: it
// differs from some clues, but not from most. If it differs from most, it belongs to
// another puzzle, as in a section with the solutions of all.
func isMistaken(puzzle, grid []uint8) bool {
	wrong := 0
	for i, clue := range puzzle {
		if clue != 0 && clue != grid[i] {
			wrong++
		}
	}
	return wrong > 0 && 2*wrong <= cells.CountClues(puzzle)
}
