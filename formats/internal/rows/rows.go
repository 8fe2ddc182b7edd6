// Package rows decodes grids with one row a line, for the forms hiho and letters16.
package rows

import (
	"cmp"
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
	// Side returns the size of the grid that a line is a row of, if it is none of this form; 0: it may be
	// of this form. open is the size of the grid of the line before. nil: there are no others.
	Side func(line []byte, open int) int
}

// A Place says where in a grid the last line lies.
type Place struct {
	Rows int // rows up to this line
	side int // the size of the grid; 0: the size of the form
}

// Next adds a line that is not blank. It reports whether a grid ended before this line with too few
// rows, because this one is of another size.
func (f *Style) Next(p *Place, line []byte) (ended bool) {
	side := 0
	if f.Side != nil {
		side = f.Side(line, p.side)
	}
	if ended = p.Rows > 0 && side != p.side; ended {
		p.Rows = 0
	}
	p.side = side
	p.Rows++
	return ended
}

// IsLast reports whether the last line ends a grid.
func (f *Style) IsLast(p *Place) bool { return p.Rows == cmp.Or(p.side, f.Order) }

// A block is the grid that Decode is reading.
type block struct {
	Place
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
		if n := len(dst.Cells); b.Rows == 0 && len(text) >= f.Order*f.RowBytes {
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
			if f.BlankEnds && b.Rows > 0 {
				b = f.finish(dst, b)
			}
			continue
		}
		before := b
		if f.Next(&b.Place, line) {
			f.finish(dst, before)
			b = block{Place: b.Place}
		}
		f.decodeRow(dst, &b, line)
		if f.IsLast(&b.Place) {
			b = f.finish(dst, b)
		}
	}
	if b.Rows > 0 {
		f.finish(dst, b)
	}
}

// decodeRow reads a line as the next row of b. If b has a fault, it only counts the row.
func (f *Style) decodeRow(dst *model.Records, b *block, line []byte) {
	b.line = dst.Lines
	if b.side > 0 && b.Rows == 1 {
		b.err = model.SyntaxError{Line: dst.Lines, Column: 1, Row: 1, Err: model.ErrSize, Have: b.side, Want: f.Order}
	}
	if b.err.Err != nil {
		return
	}
	if len(line) > f.MaxLine {
		b.err = model.SyntaxError{
			Line: dst.Lines, Column: f.MaxLine + 1, Row: b.Rows,
			Err: model.ErrLineTooLong, Want: f.MaxLine,
		}
		return
	}
	line = syntax.TrimBlanks(syntax.TrimCR(line))
	b.end = len(line) + 1
	// The grid's cells lie after the end of dst.Cells until it is complete.
	at := len(dst.Cells) + (b.Rows-1)*f.Order
	if !f.Row(dst.Cells[at:at+f.Order:cap(dst.Cells)], line) {
		b.err = f.Fault(line)
		b.err.Line, b.err.Row = dst.Lines, b.Rows
	}
}

// finish turns b into a record and returns an empty block.
func (f *Style) finish(dst *model.Records, b block) block {
	if b.err.Err == nil && b.Rows < f.Order {
		b.err = model.SyntaxError{Line: b.line, Column: b.end, Row: b.Rows, Err: model.ErrRows, Have: b.Rows, Want: f.Order}
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
	at := 0
	var grid model.Span
	var p Place
	finish := func() {
		if p.Rows > 0 {
			dst = append(dst, grid)
		}
		p = Place{}
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
		if f.Next(&p, this) {
			dst = append(dst, grid)
		}
		if p.Rows == 1 {
			grid = model.Span{From: from, Line: line}
		}
		grid.To = at
		if f.IsLast(&p) {
			finish()
		}
	}
	finish()
	return dst
}
