package gridreader

// This file fills records for a pipeline.

import (
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A Cutter is a framer that decodes: it cuts a text and fills the records of it.
type Cutter struct {
	Reader
	fails bool
}

// NewCutter returns a Cutter for one file.
func NewCutter(d *File, mode form.SolutionMode) *Cutter {
	c := &Cutter{Reader: *NewReader(d), fails: mode == form.FailSolutions}
	c.keep = mode == form.KeepSolutions
	return c
}

// Cut implements [model.Framer]. It counts left-out solutions and grids in comments. A call ends before a
// puzzle of another size.
func (c *Cutter) Cut(dst *model.Records, text []byte, eof bool) (from, to int) {
	dst.Reset(c.sizes[0])
	dst.Decoded = true
	sized, line := false, 0 // the number of the first line
	for e := c.peek(text, eof); e != nil; e = c.peek(text[to:], eof) {
		switch {
		case e.Kind == Apart && to > from, sized && e.isSized() && e.Style.Size != dst.Order:
			return from, c.cut(dst, text, from, to)
		case e.Kind == Apart:
			from = to + e.size
		case to == from:
			line = e.Line
		}
		if e.isSized() {
			dst.Order, sized = e.Style.Size, true
		}
		c.take(e)
		c.put(dst, e, to-from, e.Line-line+1)
		to += e.size
	}
	return from, c.cut(dst, text, from, to)
}

// cut completes the records of text[from:to], and returns its end.
func (c *Cutter) cut(dst *model.Records, text []byte, from, to int) int {
	end, n := c.given, 0
	for ; n < len(c.hidden) && c.hidden[n] < end; n++ {
		dst.Omit(model.Omission{At: max(0, int(c.hidden[n]-end)+to-from), Comment: true})
	}
	c.hidden = slices.Delete(c.hidden, 0, n)
	slices.SortFunc(dst.Omissions, func(a, b model.Omission) int { return a.At - b.At })
	dst.Lines = syntax.CountLines(text[from:to])
	return to
}

// put adds an element, which begins at a place and in a line of the text, to records.
func (c *Cutter) put(dst *model.Records, e *Element, at, line int) {
	switch {
	case e.Kind == Gap || e.Kind == Apart:
		return
	case e.Kind == Solution && !c.fails:
		dst.Omit(model.Omission{At: at})
		return
	case e.Kind == Solution:
		dst.Fault(model.SyntaxError{Line: line, Column: 1, Err: model.ErrSolution})
	case e.Kind == Record:
		dst.Cells = append(dst.Cells, e.Cells...)
		dst.N++
	default:
		fault := e.Err
		fault.Line += line - e.Line
		dst.Fault(fault)
	}
	dst.Spans = append(dst.Spans, model.Span{From: at, To: at + e.size, Line: line})
}

// UnreadSolutions returns a name if there were more solutions below a title than are read.
func (c *Cutter) UnreadSolutions() string {
	if c.apart {
		return "solutions"
	}
	return ""
}
