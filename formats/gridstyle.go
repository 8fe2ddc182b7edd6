package formats

import (
	"bytes"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// A gridStyle is how the grids of a file are drawn. Detection finds it once.
type gridStyle struct {
	order    int
	alphabet *cells.Alphabet
	// table tells of each byte which cell it is, or that it is none: a gap, which
	// may stand anywhere between cells, or bad.
	table *cells.CellTable

	// separator is what stands between fields, which may be empty; 0: cells are
	// where they are.
	separator byte
	numbers   bool // cells may have several digits
	dashRows  bool // a line of as many dashes as there are cells is a row
	counted   bool // a row that counts the columns is the head of a grid
	boxes     bool // cells are at fixed places of boxes, where spaces are blanks

	gaps gaps // where blank lines stand inside grids
}

// gaps are the places inside grids where blank lines stand.
type gaps uint8

const (
	gapsNowhere gaps = iota
	gapsBetweenBoxes
	gapsAnywhere
)

// A lineKind is what a line is to a grid.
type lineKind uint8

const (
	titleLine  lineKind = iota // what is none of the others
	rowLine                    // a row
	badRowLine                 // meant as a row
	blankLine
	ruleLine // a line that is drawn
)

// gapCell is what a style's table holds for a byte that may stand between cells.
const gapCell = 0x40

// The styles of grids whose files nobody looked at.
var plainStyle9, plainStyle16 = newGridStyle(cells.Standard9), newGridStyle(cells.Standard16)

// gridStyleOf returns how the grids of a form are drawn.
func gridStyleOf(f Form) *gridStyle {
	switch {
	case f.Layout != nil:
		return &f.Layout.style
	case f.Order == 16:
		return plainStyle16
	}
	return plainStyle9
}

// newGridStyle returns a style with cells as in an alphabet.
func newGridStyle(a *cells.Alphabet) *gridStyle {
	s := &gridStyle{order: a.Order, alphabet: a, table: new(cells.CellTable)}
	for b := range s.table {
		s.table[b] = a.Table[b]
		if s.table[b] == cells.BadCell && gapBytes[b] {
			s.table[b] = gapCell
		}
	}
	return s
}

// gapBytes are those that may stand between cells, if they are none.
var gapBytes = newGapBytes()

func newGapBytes() (table [256]bool) {
	for b := range table {
		table[b] = cells.Between(byte(b)) || strings.IndexByte("!<>=~`\\", byte(b)) >= 0
	}
	return table
}

// with returns the way to write cells with an alphabet.
func (s gridStyle) with(a *cells.Alphabet) *gridStyle {
	style := newGridStyle(a)
	s.order, s.alphabet, s.table = style.order, style.alphabet, style.table
	return &s
}

// box is the number of rows after which there may be a rule.
func (s *gridStyle) box() int {
	if s.order == 16 {
		return 4
	}
	return 3
}

// blankInside reports whether a blank line after so many rows lies inside a grid.
func (s *gridStyle) blankInside(rows int) bool {
	return s.gaps == gapsAnywhere || s.gaps == gapsBetweenBoxes && rows%s.box() == 0
}

// classify tells what a line is, and reads it into row. A line that begins a grid
// has to be more like a row than one inside an open grid.
func (s *gridStyle) classify(row *gridRow, line []byte, open bool) lineKind {
	*row = gridRow{}
	if len(line) > gridMaxLine {
		if open {
			return badRowLine
		}
		return titleLine
	}
	line = syntax.TrimCR(line)
	to := rowText(line)
	if to < 0 {
		return titleLine
	}
	s.readRow(row, line[:to])
	switch {
	case s.counted && row.counts(s.order):
		return titleLine
	case row.count == s.order && row.bad == 0 && !s.isDashes(row):
		return rowLine
	case syntax.IsBlank(line, gridMaxLine):
		return blankLine
	case cells.IsRule(line[:to]), row.count == s.order && row.bad == 0: // dashes, as many as cells
		return ruleLine
	case s.isMeant(row, open):
		return badRowLine
	}
	return titleLine
}

// isDashes reports whether a row is a rule, although dashes are cells.
func (s *gridStyle) isDashes(row *gridRow) bool {
	return row.dashes == s.order && (row.plus || !s.dashRows)
}

// isMeant reports whether a line that is no row is meant as one. Where a title may
// stand it must be very like one: a cell too many or too few, but no date with
// dashes, nor words among empty fields, and few counts are so long.
func (s *gridStyle) isMeant(row *gridRow, open bool) bool {
	if 3*row.bad > row.count || !open && row.bad > 0 && row.empty > 0 && row.digits == 0 {
		return false
	}
	all := row.count + row.bad
	if !open {
		return all == s.order || all-s.order <= 1 && s.order-all <= 1 && row.dashes == 0
	}
	return 3*max(all-s.order, s.order-all) <= s.order
}

// rowText returns how much of a line may hold cells: what precedes a comment. It is -1
// where the line is a comment.
func rowText(line []byte) (to int) {
	to = len(line)
	if i := bytes.IndexByte(line, '#'); i >= 0 {
		to = i
	}
	if i := bytes.Index(line[:to], []byte("//")); i >= 0 {
		to = i
	}
	if len(bytes.TrimLeft(line[:to], " \t")) == 0 && to < len(line) {
		return -1
	}
	return to
}
