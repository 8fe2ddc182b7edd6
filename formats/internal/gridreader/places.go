package gridreader

// This file reads rows in which a space at the place of a cell is a blank.

import (
	"bytes"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// readColumns reads a digit or a space a cell, nine of them. Nothing is a blank but a space. A row whose
// last blanks an editor cut off ends with a digit; any other short line is no row.
func (s *Style) readColumns(r *row, line []byte) bool {
	const size = 9
	if len(line) > size || len(line) == 0 || len(line) < size && line[len(line)-1] == ' ' {
		return false
	}
	for i := range size {
		switch {
		case i >= len(line) || line[i] == ' ':
			r.add(0, i, i+1, size)
		case line[i] >= '1' && line[i] <= '9':
			r.add(line[i]-'0', i, i+1, size)
		default:
			return false
		}
	}
	r.missing, r.blankEnd = size-len(line), len(line) == size && line[size-1] == ' '
	return true
}

// readPlaces reads cells at their places between bars, with a space for a blank. The cells of a box are
// adjacent, or have one space between them and perhaps around them:
//
//	| 5 3   |   7   |       |
//	53 | 7 |
//
// A line with a character at any other place is no row.
func (s *Style) readPlaces(r *row, line []byte) bool {
	var l barLine
	if !mayHaveBars(line) || !l.load(line) {
		return false
	}
	if s.Size > 0 {
		return s.readBoxes(r, &l, s.Size) || s.lacksPlace(r, &l)
	}
	for _, size := range [...]int{9, 16, 25} {
		if s.readBoxes(r, &l, size) {
			return true
		}
		r.n, r.tally = 0, tally{}
	}
	return false
}

// lacksPlace reports whether a row of digits lacks a cell, so that others are at wrong places.
func (s *Style) lacksPlace(r *row, l *barLine) bool {
	groups := s.Size / cells.Boxes[s.Size].Columns
	if s.Cells == nil || l.bars != groups-1 && l.bars != groups+1 || l.marks == 0 {
		return false
	}
	for _, b := range l.glyphs[:l.n] {
		if cell := s.Cells.Table[b]; b != ' ' && b != '|' && (cell == 0 || cell == cells.BadCell) {
			return false
		}
	}
	r.n, r.tally = s.Size-1, tally{}
	return true
}

// readBoxes is readPlaces for rows of one size.
func (s *Style) readBoxes(r *row, l *barLine, size int) bool {
	group := geometry.Of(size).Columns
	if group == 0 {
		return false
	}
	first, width, step := l.groups(size/group, group)
	if first < 0 {
		return false
	}
	table, marks := s.table(), 0
	for i := range size {
		at := first + i/group*width + i%group*step
		if at >= l.n {
			end := l.at[l.n] + at - l.n
			r.add(0, end, end+1, size)
			r.missing++
			continue
		}
		b := l.glyphs[at]
		r.blankEnd = b == ' '
		cell := table[b]
		if b == ' ' {
			cell = 0
		} else if marks++; cell == 0 && (b != '0' || size <= 9) || cell == cells.BadCell || cell > letter && size <= 9 {
			return false // a space is the only blank; 0 may be a digit of 0-F
		}
		r.add(cell, l.at[at], l.at[at+1], size)
	}
	r.blankEnd = r.blankEnd && r.missing == 0
	return marks == l.marks
}

// maxPlaces limits the characters of a line with bars: grids of 25 rows fit.
const maxPlaces = 80

// A barLine is a line with bars, split into characters.
type barLine struct {
	glyphs [maxPlaces]byte
	at     [maxPlaces + 1]int // the offset of each character in the line, and its end
	n      int
	barAt  [maxSize]int
	bars   int
	marks  int // characters that are neither spaces nor bars
}

// load splits a line. It returns false if the line is too long. LaTeX's package sudoku writes a point
// after the last bar, which load drops.
func (l *barLine) load(line []byte) bool {
	if bytes.HasSuffix(line, []byte("|.")) {
		line = line[:len(line)-1]
	}
	for at := 0; at < len(line); l.n++ {
		if l.n == maxPlaces || l.bars == maxSize {
			return false
		}
		b, size := cells.GlyphAt(line[at:])
		switch b {
		case '|':
			l.barAt[l.bars] = l.n
			l.bars++
		case ' ':
		default:
			l.marks++
		}
		l.glyphs[l.n], l.at[l.n] = b, at
		at += size
		l.at[l.n+1] = at
	}
	return true
}

// groups finds a number of groups of cells between bars. It returns the place of the first cell, and the
// distances between groups and between cells. first is -1 if the bars do not fit.
func (l *barLine) groups(groups, cells int) (first, width, step int) {
	if l.bars < 2 || l.bars != groups-1 && l.bars != groups+1 {
		return -1, 0, 0
	}
	width, step = l.barAt[1]-l.barAt[0], 2
	first = l.barAt[0] + 1
	switch width - 1 {
	case cells:
		step = 1
	case 2*cells - 1:
	case 2*cells + 1:
		first++
	default:
		return -1, 0, 0
	}
	if l.bars < groups {
		first -= width
	}
	for i := range l.bars {
		if l.barAt[i] != l.barAt[0]+i*width {
			return -1, 0, 0
		}
	}
	return max(first, -1), width, step
}
