// Package rows reads grids of one row a line, for the forms that are nothing else.
package rows

import (
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// A Style is how the grids of a form are written.
type Style struct {
	Order     int
	MaxLine   int
	RowBytes  int  // a row with its newline takes at least so many
	BlankEnds bool // a blank line ends a grid

	// Plain reads the grid that text begins with, if it is written as programs
	// write it. It returns the bytes that it takes, or 0: there is nothing wrong
	// with any other grid, it only takes longer to read.
	Plain func(cells []uint8, text []byte) int
	// Row reads a line, without its line end, into the cells of one row and
	// reports whether it is one.
	Row func(cells []uint8, line []byte) bool
	// Fault finds what is wrong with a line for which Row reported false. It
	// sets everything but the line and the row.
	Fault func(line []byte) syntax.Error
}

// block is the grid that Decode is in.
type block struct {
	rows int          // met so far
	err  syntax.Error // the first fault; its Err is nil as long as there is none
	line int          // of the last row
	end  int          // column right after the last row
}

// Decode reads text into dst, which is empty.
func (f *Style) Decode(dst *form.Records, text []byte) {
	dst.Cells = slices.Grow(dst.Cells, (len(text)/(f.Order*f.RowBytes)+1)*f.Order*f.Order)
	var b block
	size := f.Order * f.Order
	for len(text) > 0 {
		if n := len(dst.Cells); b.rows == 0 && len(text) >= f.Order*f.RowBytes {
			if used := f.Plain(dst.Cells[n:n+size:cap(dst.Cells)], text); used > 0 {
				dst.Cells = dst.Cells[:n+size]
				dst.N++
				dst.Lines += f.Order
				text = text[used:]
				continue
			}
		}
		line, used, _ := syntax.NextLine(text)
		text = text[used:]
		dst.Lines++
		if syntax.IsBlank(line, f.MaxLine) {
			if f.BlankEnds && b.rows > 0 {
				b = f.finish(dst, b)
			}
			continue
		}
		f.decodeRow(dst, &b, line)
		if b.rows == f.Order {
			b = f.finish(dst, b)
		}
	}
	if b.rows > 0 {
		f.finish(dst, b)
	}
}

// decodeRow reads a line as the next row of b. Once b has a fault its rows are
// only counted.
func (f *Style) decodeRow(dst *form.Records, b *block, line []byte) {
	b.rows++
	b.line = dst.Lines
	if b.err.Err != nil {
		return
	}
	if len(line) > f.MaxLine {
		b.err = syntax.Error{
			Line: dst.Lines, Column: f.MaxLine + 1, Row: b.rows,
			Err: syntax.ErrLineTooLong, Want: f.MaxLine,
		}
		return
	}
	line = syntax.TrimBlanks(syntax.TrimCR(line))
	b.end = len(line) + 1
	// The grid's cells lie after the end of dst.Cells until it is complete.
	at := len(dst.Cells) + (b.rows-1)*f.Order
	if !f.Row(dst.Cells[at:at+f.Order:cap(dst.Cells)], line) {
		b.err = f.Fault(line)
		b.err.Line, b.err.Row = dst.Lines, b.rows
	}
}

// finish makes a record of b and returns an empty block.
func (f *Style) finish(dst *form.Records, b block) block {
	if b.err.Err == nil && b.rows < f.Order {
		b.err = syntax.Error{Line: b.line, Column: b.end, Row: b.rows, Err: syntax.ErrRows, Have: b.rows, Want: f.Order}
	}
	if b.err.Err != nil {
		dst.Fault(b.err)
		return block{}
	}
	dst.Cells = dst.Cells[:len(dst.Cells)+f.Order*f.Order]
	dst.N++
	return block{}
}

// Spans appends the places of the grids, as Decode finds them.
func (f *Style) Spans(dst []form.Span, text []byte) []form.Span {
	at, rows := 0, 0
	var grid form.Span
	finish := func() {
		if rows > 0 {
			dst = append(dst, grid)
		}
		rows = 0
	}
	for line := 1; at < len(text); line++ {
		this, size, _ := syntax.NextLine(text[at:])
		from := at
		at += size
		if syntax.IsBlank(this, f.MaxLine) {
			if f.BlankEnds {
				finish()
			}
			continue
		}
		if rows == 0 {
			grid = form.Span{From: from, Line: line}
		}
		grid.To = at
		if rows++; rows == f.Order {
			finish()
		}
	}
	finish()
	return dst
}
