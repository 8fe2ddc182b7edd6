package formats

import (
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// gridMaxLine bounds a line; gridMaxRecord a grid, with the rules and blank lines
// inside it. Sixteen lines of the greatest length fit.
const (
	gridMaxLine   = 4 << 10
	gridMaxRecord = 16 * (gridMaxLine + 2)
)

var gridGrammar = grammar{
	name: "grid", orders: both, maxLine: gridMaxLine, maxRecord: gridMaxRecord,
	detect:     detectGrid,
	framer:     func(f Form) Framer { return &gridFramer{walk: newGridWalk(f)} },
	decode:     decodeGrids,
	spans:      gridSpans,
	appendGrid: appendBoxed,
}

// decodeGrids reads text into dst, which is empty.
func decodeGrids(f Form, dst *Records, text []byte) {
	g := gridDecoder{dst: dst, walk: newGridWalk(f)}
	for len(text) > 0 {
		line, size, _ := syntax.NextLine(text)
		text = text[size:]
		dst.Lines++
		if g.walk.next(line) {
			g.finish()
		}
		switch g.walk.kind {
		case rowLine, badRowLine:
			g.rows = g.walk.rows - 1
			g.addRow(line)
		}
		if g.rows == f.Order {
			g.finish()
		}
	}
	if g.rows > 0 {
		g.finish()
	}
}

// A gridDecoder makes records of the grids that its walk finds.
type gridDecoder struct {
	dst  *Records
	walk gridWalk

	rows int         // of the open grid
	err  SyntaxError // what is wrong with it first; its Err is nil if nothing is
	last SyntaxError // right after its last row
}

// addRow adds the line, which is a row, to the open grid. The grid's cells lie
// after the end of dst.Cells until it is complete.
func (g *gridDecoder) addRow(line []byte) {
	order := g.walk.style.order
	if g.rows == 0 {
		g.err = SyntaxError{}
		g.dst.Cells = slices.Grow(g.dst.Cells, order*order)
	}
	at := len(g.dst.Cells) + g.rows*order
	copy(g.dst.Cells[at:at+order:cap(g.dst.Cells)], g.walk.row.cells[:])
	g.rows++
	if g.walk.kind == badRowLine && g.err.Err == nil {
		g.err = g.walk.row.fault(line, order)
		g.err.Line, g.err.Row = g.dst.Lines, g.rows
	}
	g.last = SyntaxError{Line: g.dst.Lines, Column: len(syntax.TrimBlanks(syntax.TrimCR(line))) + 1, Row: g.rows}
}

// finish makes a record of the open grid.
func (g *gridDecoder) finish() {
	order := g.walk.style.order
	if g.err.Err == nil && g.rows < order {
		g.err = g.last
		g.err.Err, g.err.Have, g.err.Want = ErrRows, g.rows, order
	}
	if g.err.Err != nil {
		g.dst.Fault(g.err)
	} else {
		g.dst.Cells = g.dst.Cells[:len(g.dst.Cells)+order*order]
		g.dst.N++
	}
	g.rows = 0
}

// gridSpans finds the grids as decodeGrids does.
func gridSpans(f Form, dst []Span, text []byte) []Span {
	walk := newGridWalk(f)
	var grid Span
	rows := 0
	finish := func() {
		if rows > 0 {
			dst = append(dst, grid)
		}
		rows = 0
	}
	at := 0
	for number := 1; at < len(text); number++ {
		line, size, _ := syntax.NextLine(text[at:])
		from := at
		at += size
		if walk.next(line) {
			finish()
		}
		switch walk.kind {
		case rowLine, badRowLine:
			if rows = walk.rows; rows == 1 {
				grid = Span{From: from, Line: number}
			}
			grid.To = at
		}
		if rows == f.Order {
			finish()
		}
	}
	finish()
	return dst
}

// appendBoxed appends a grid as people draw it: a line for each row, with blanks
// between cells, bars between boxes, and rules.
func appendBoxed(f Form, dst []byte, grid []uint8) []byte {
	glyph, box := cells.DigitsDot, 3
	if f.Order == 16 {
		glyph, box = cells.LettersDot, 4
	}
	for i, cell := range grid[:f.Order*f.Order] {
		row, column := i/f.Order, i%f.Order
		switch {
		case i > 0 && column == 0 && row%box == 0:
			dst = appendRule(dst, f.Order, box)
		case column > 0 && column%box == 0:
			dst = append(dst, "| "...)
		}
		dst = append(dst, glyph[cell&cells.GlyphMask], ' ')
		if column == f.Order-1 {
			dst[len(dst)-1] = '\n'
		}
	}
	return dst
}

// appendRule appends the line between boxes.
func appendRule(dst []byte, order, box int) []byte {
	for column := range order {
		if column > 0 && column%box == 0 {
			dst = append(dst, "+-"...)
		}
		dst = append(dst, "--"...)
	}
	dst[len(dst)-1] = '\n'
	return dst
}
