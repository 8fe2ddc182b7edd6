package gridreader

// This file reads the rows of strict grids.

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/packed"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// readWhole reads the next grid of a strict file, at the beginning of text, if it is written as programs do.
func (r *Reader) readWhole(text []byte) bool {
	const side, size = 16, 16 * 17
	s := &r.own[0]
	if s.n > 0 || len(text) < size || !packed.ReadRows16((*[side * side]uint8)(s.cells[:side*side]), (*[size]byte)(text)) {
		return false
	}
	s.size, s.n, s.err = side, side, model.SyntaxError{}
	s.lines[0], s.lines[side-1] = lineAt{from: r.at, number: r.number}, lineAt{to: r.at + size, number: r.number + side - 1}
	r.addGrid(s, side)
	r.at += size
	r.number += side
	return true
}

// readStrict is read for a strict style: a line that is not blank is a row, perhaps of a grid of another size.
func (s *stack) readStrict(line []byte) lineKind {
	style, r, text := &s.style, &s.row, syntax.TrimBlanks(line)
	r.n, r.tally = 0, tally{long: len(line) > MaxLine}
	if len(text) == 0 && !r.long {
		return otherLine // it ends a grid
	}
	if n, digits := style.countCells(text); n != style.Size && geometry.Of(n).Known() && (digits > 0 || s.n > 0 && n == s.size) {
		r.n = n
		return rowLine
	}
	for at := 0; at < len(text) && r.bad == 0 && r.n <= style.Size; at++ {
		r.add(style.Cells.Table[text[at]], at, at+1, style.Size)
	}
	if r.n != style.Size || r.bad > 0 || r.long {
		return badRowLine
	}
	return rowLine
}

// countCells counts the cells of a row of any size, and the decimal digits among them. n is 0 if there is another
// character that may not stand between cells.
func (s *Style) countCells(line []byte) (n, digits int) {
	for _, b := range line {
		switch {
		case cells.Between(b):
			continue
		case b >= '1' && b <= '9':
			digits++
		case b != '0' && s.Cells.Table[b] == cells.BadCell:
			return 0, 0
		}
		n++
	}
	return n, digits
}

// IsRow reports whether a line is a row of a strict style.
func (s *Style) IsRow(line []byte) bool {
	rows := stack{style: *s}
	return rows.read(line) == rowLine && rows.row.n == s.Size
}
