package gridreader

// This file fills records for a pipeline.

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A Cutter is a framer that decodes: it cuts a text and fills the records of it.
type Cutter struct {
	Reader
	fails  bool
	hidden int // of those before the last cut
}

// NewCutter returns a Cutter for one file. fails says that solutions are malformed records.
func NewCutter(d *Drawing, fails bool) *Cutter { return &Cutter{Reader: *NewReader(d), fails: fails} }

// Cut decodes the records at the beginning of text into dst, which is empty. text[from:to] holds them and
// the text between them; the rest is as in [model.Framer]. All records have the size dst.Order, which Cut sets:
// a call ends before a grid of another size. Positions count from the beginning of text. Left-out
// solutions and grids in comments are counted.
func (c *Cutter) Cut(dst *model.Records, text []byte, eof bool) (from, to int) {
	line, sized := c.lineOf(), false
	if len(c.sizes) > 0 {
		dst.Order = c.sizes[0]
	}
	for {
		e := c.peek(text[to:], eof)
		if e == nil {
			break
		}
		if e.Kind != Gap && e.Kind != Stray {
			if sized && e.Style.Size != dst.Order {
				break
			}
			dst.Order, sized = e.Style.Size, true
		}
		c.take(e)
		c.put(dst, e, to, line)
		to += e.size
	}
	dst.Hidden, c.hidden = c.Hidden-c.hidden, c.Hidden
	dst.Lines = syntax.CountLines(text[:to])
	return 0, to
}

// lineOf returns the number of the line at which the next text begins.
func (c *Cutter) lineOf() int {
	if c.head < len(c.queue) {
		return c.queue[c.head].Line
	}
	return c.line
}

// put adds an element, which begins at a place of the text, to records. The text begins with a line.
func (c *Cutter) put(dst *model.Records, e *Element, at, line int) {
	number := e.Line - line + 1
	switch {
	case e.Kind == Gap:
		return
	case e.Kind == Solution && !c.fails:
		dst.LeftOut++
		return
	case e.Kind == Solution:
		dst.Fault(model.SyntaxError{Line: number, Column: 1, Err: model.ErrSolution})
	case e.Kind == Record:
		dst.Cells = append(dst.Cells, e.Cells...)
		dst.N++
	default:
		fault := e.Err
		fault.Line -= line - 1
		dst.Fault(fault)
	}
	dst.Spans = append(dst.Spans, model.Span{From: at, To: at + e.size, Line: number})
}

// UnreadSolutions returns a name if solutions are far from their puzzles.
func (c *Cutter) UnreadSolutions() string {
	if c.HasSolutionsApart() {
		return "solutions"
	}
	return ""
}
