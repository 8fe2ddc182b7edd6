package formats

import (
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// blocks decodes a form whose records are grids of one row a line. The forms
// differ in what a row is and in whether a blank line ends a grid.
type blocks struct {
	order     int
	maxLine   int
	rowBytes  int // a row with its newline takes at least so many
	blankEnds bool

	// plain reads the grid that text begins with, if it is written as programs
	// write it. It returns the bytes that it takes, or 0: there is nothing wrong
	// with any other grid, it only takes longer to read.
	plain func(cells []uint8, text []byte) int
	// row reads a line, without its line end, into the cells of one row and
	// reports whether it is one.
	row func(cells []uint8, line []byte) bool
	// fault finds what is wrong with a line for which row reported false. It
	// sets everything but the line and the row.
	fault func(line []byte) SyntaxError
}

// block is the grid that blocks.decode is in.
type block struct {
	rows int         // met so far
	err  SyntaxError // the first fault; its Err is nil as long as there is none
	line int         // of the last row
	end  int         // column right after the last row
}

// decode reads text into dst, which is empty.
func (f *blocks) decode(_ Form, dst *Records, text []byte) {
	dst.Cells = slices.Grow(dst.Cells, (len(text)/(f.order*f.rowBytes)+1)*f.order*f.order)
	var b block
	size := f.order * f.order
	for len(text) > 0 {
		if n := len(dst.Cells); b.rows == 0 && len(text) >= f.order*f.rowBytes {
			if used := f.plain(dst.Cells[n:n+size:cap(dst.Cells)], text); used > 0 {
				dst.Cells = dst.Cells[:n+size]
				dst.N++
				dst.Lines += f.order
				text = text[used:]
				continue
			}
		}
		line, used, _ := syntax.NextLine(text)
		text = text[used:]
		dst.Lines++
		if syntax.IsBlank(line, f.maxLine) {
			if f.blankEnds && b.rows > 0 {
				b = f.finish(dst, b)
			}
			continue
		}
		f.decodeRow(dst, &b, line)
		if b.rows == f.order {
			b = f.finish(dst, b)
		}
	}
	if b.rows > 0 {
		f.finish(dst, b)
	}
}

// decodeRow reads a line as the next row of b. Once b has a fault its rows are
// only counted.
func (f *blocks) decodeRow(dst *Records, b *block, line []byte) {
	b.rows++
	b.line = dst.Lines
	if b.err.Err != nil {
		return
	}
	if len(line) > f.maxLine {
		b.err = SyntaxError{
			Line: dst.Lines, Column: f.maxLine + 1, Row: b.rows,
			Err: ErrLineTooLong, Want: f.maxLine,
		}
		return
	}
	line = syntax.TrimBlanks(syntax.TrimCR(line))
	b.end = len(line) + 1
	// The grid's cells lie after the end of dst.Cells until it is complete.
	at := len(dst.Cells) + (b.rows-1)*f.order
	if !f.row(dst.Cells[at:at+f.order:cap(dst.Cells)], line) {
		b.err = f.fault(line)
		b.err.Line, b.err.Row = dst.Lines, b.rows
	}
}

// finish makes a record of b and returns an empty block.
func (f *blocks) finish(dst *Records, b block) block {
	if b.err.Err == nil && b.rows < f.order {
		b.err = SyntaxError{Line: b.line, Column: b.end, Row: b.rows, Err: ErrRows, Have: b.rows, Want: f.order}
	}
	if b.err.Err != nil {
		dst.Fault(b.err)
		return block{}
	}
	dst.Cells = dst.Cells[:len(dst.Cells)+f.order*f.order]
	dst.N++
	return block{}
}
