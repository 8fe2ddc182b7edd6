package grid

// This file describes how grids are drawn, and classifies lines.

import (
	"bytes"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// A style says how the grids of a file are drawn. Between cells there may be any bytes of
// [cells.Between] that are not cells.
type style struct {
	*cells.Alphabet

	separator byte // between fields, which may be empty; 0: no fields
	numbers   bool // cells may have several digits
	group     int  // cells between two bars, where spaces are blanks; 0: spaces are separators
	fixed     bool // a character is a cell, and spaces are blanks
	blank     byte // the only blank; 0: a usual one
	headed    bool // a row that numbers the columns is the head of a grid
	gaps      bool // blank lines separate the boxes of a grid
}

// isGap reports whether a byte may stand between cells.
func (s *style) isGap(b byte) bool { return s.Table[b] == cells.BadCell && cells.Between(b) }

// blankInside returns the rows of a box, if a blank line after the given number of rows lies
// inside a grid, or else 0.
func (s *style) blankInside(rows int) (box int) {
	box = max(1, geometry.Of(s.Order).Rows) // 1 for orders that are only named in errors
	if !s.gaps || rows%box != 0 {
		return 0
	}
	return box
}

// A lineKind is the role of a line.
type lineKind uint8

const (
	titleLine  lineKind = iota // any other line
	rowLine                    // a row of cells
	badRowLine                 // meant as a row, but malformed
	blankLine
	ruleLine // a drawn rule
)

// classify returns the kind of a line, and reads it into r. A line that begins a grid must
// look more like a row than a line inside an open grid.
func (s *style) classify(r *row, line []byte, open bool) lineKind {
	*r = row{}
	if len(line) > maxLine {
		if open {
			return badRowLine
		}
		return titleLine
	}
	line = syntax.TrimCR(line)
	if syntax.IsComment(line) {
		return titleLine
	}
	if mark := yamlMark(line); mark == 0 {
		s.readRow(r, line)
	} else {
		s.readRow(r, line[mark:])
		r.move(mark)
	}
	if r.count+r.bad > s.Order && bytes.Contains(line, bold) {
		s.readBold(r, line)
	}
	switch {
	case s.headed && r.counts(s.Order):
		return titleLine
	case r.count == s.Order && r.bad == 0 && r.shape >= 0 && (r.dashes < s.Order || !r.plus):
		return rowLine
	case syntax.IsBlank(line, maxLine):
		return blankLine
	case cells.IsRule(line):
		return ruleLine
	case s.isMeant(r, open):
		return badRowLine
	}
	return titleLine
}

// bold begins and ends bold text in Markdown, maybe over several rows.
var bold = []byte("**")

// readBold reads a spaced row without the marks of bold text, if it is a row then. A star is no blank
// there.
func (s *style) readBold(r *row, line []byte) {
	var plain row
	s.readRow(&plain, bytes.ReplaceAll(line, bold, []byte("  ")))
	if plain.count == s.Order && plain.bad == 0 && plain.shape == 1 && bytes.Count(line, []byte{'*'}) == 2*bytes.Count(line, bold) {
		*r = plain
	}
}

// yamlMark returns the length of the mark of a list in YAML before a list of cells.
func yamlMark(line []byte) int {
	if rest := bytes.TrimLeft(line, " "); bytes.HasPrefix(rest, []byte("- [")) {
		return len(line) - len(rest) + len("- ")
	}
	return 0
}

// isMeant reports whether a malformed row is meant as a row. Outside an open grid, where
// titles may stand, it must be very similar to a row. It may have one cell too many or too
// few, but it may not be a date with dashes, or have words among empty fields.
func (s *style) isMeant(r *row, open bool) bool {
	if r.shape < 0 || 3*r.bad > r.count || !open && r.bad > 0 && r.empty > 0 && r.digits == 0 {
		return false
	}
	extra := r.count + r.bad - s.Order
	if !open {
		return extra == 0 || extra >= -1 && extra <= 1 && r.dashes == 0
	}
	return 3*max(extra, -extra) <= s.Order
}
