// Package rows decodes grids with one row a line, for the forms hiho and letters16.
package rows

import (
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A Style describes how a form writes grids.
type Style struct {
	Order     int
	MaxLine   int
	RowBytes  int  // the least length of a row with its newline, in bytes
	BlankEnds bool // a blank line ends a grid

	// Plain reads the grid at the beginning of text if it looks as programs write it. It
	// returns its length, or 0. Other grids may be valid, too, but take longer to read.
	Plain func(cells []uint8, text []byte) int
	// Row reads a line, without its line end, into the cells of one row, and reports
	// whether the line is a row.
	Row func(cells []uint8, line []byte) bool
	// Fault returns the fault of a line for which Row returned false. It does not set the
	// line and the row.
	Fault func(line []byte) model.SyntaxError
}

// A block is the grid that Decode is reading.
type block struct {
	rows int               // rows read so far
	err  model.SyntaxError // the first fault; its Err is nil if there is none
	line int               // the line of the last row
	end  int               // the column right after the last row
}

// Decode decodes text into dst, which is empty.
func (f *Style) Decode(dst *model.Records, text []byte) {
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

// decodeRow reads a line as the next row of b. If b has a fault, it only counts the row.
func (f *Style) decodeRow(dst *model.Records, b *block, line []byte) {
	b.rows++
	b.line = dst.Lines
	if b.err.Err != nil {
		return
	}
	if len(line) > f.MaxLine {
		b.err = model.SyntaxError{
			Line: dst.Lines, Column: f.MaxLine + 1, Row: b.rows,
			Err: model.ErrLineTooLong, Want: f.MaxLine,
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

// finish turns b into a record and returns an empty block.
func (f *Style) finish(dst *model.Records, b block) block {
	if b.err.Err == nil && b.rows < f.Order {
		b.err = model.SyntaxError{Line: b.line, Column: b.end, Row: b.rows, Err: model.ErrRows, Have: b.rows, Want: f.Order}
	}
	if b.err.Err != nil {
		dst.Fault(b.err)
		return block{}
	}
	dst.Cells = dst.Cells[:len(dst.Cells)+f.Order*f.Order]
	dst.N++
	return block{}
}

// Spans appends the places of the grids. It finds the same grids as Decode.
func (f *Style) Spans(dst []model.Span, text []byte) []model.Span {
	at, rows := 0, 0
	var grid model.Span
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
			grid = model.Span{From: from, Line: line}
		}
		grid.To = at
		if rows++; rows == f.Order {
			finish()
		}
	}
	finish()
	return dst
}
