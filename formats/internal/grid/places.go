package grid

// This file reads rows in which a space at the place of a cell is a blank.

import (
	"bytes"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
)

// readPlaces reads a row with bars between groups of cells, and perhaps around them. A
// space at the place of a cell is a blank. The cells of a group are adjacent, or have one
// space between them and perhaps around them:
//
//	| 5 3   |   7   |       |
//	53 | 7 |
//
// A line with a character at any other place is not a row.
func (s *style) readPlaces(r *row, line []byte) {
	r.bad, r.badAt = maxOrder, 1
	var l barLine
	if !l.load(line) {
		return
	}
	s.readBarLine(r, line, &l)
	groups := s.Order / s.group
	if r.bad > 0 && (l.bars == groups-1 || l.bars == groups+1 || l.bars == groups && s.group == 1) && s.hasDigitsAlone(&l) {
		*r = row{count: s.Order - 1} // a cell is missing, so others are at wrong places
	}
}

// readBarLine reads the cells of a line that was split into characters.
func (s *style) readBarLine(r *row, line []byte, l *barLine) {
	groups := s.Order / s.group
	if l.bars != groups-1 && l.bars != groups+1 {
		return
	}
	width := l.barAt[1] - l.barAt[0] // including a bar
	pad, step := 0, 2
	switch width - 1 {
	case s.group:
		step = 1
	case 2*s.group - 1:
	case 2*s.group + 1:
		pad = 1
	default:
		return
	}
	first := l.barAt[0] + 1 + pad
	if l.bars < groups {
		first -= width // an editor may have cut off the space before it
	}
	for i := range l.bars {
		if first < 0 || l.barAt[i] != l.barAt[0]+i*width {
			return
		}
	}
	*r = row{}
	used := 0
	for i := range s.Order {
		at := first + i/s.group*width + i%s.group*step
		switch {
		case at >= l.size:
			r.add(s, nil, 0)
			r.place(len(line)+at-l.size, 1)
			continue
		case l.glyphs[at] == ' ':
			r.add(s, nil, 0)
			r.place(l.places[at], l.places[at+1]-l.places[at])
			continue
		}
		if s.Table[l.glyphs[at]] == 0 { // a space is the only blank
			*r = row{bad: maxOrder, badAt: 1}
			return
		}
		r.add(s, l.glyphs[at:at+1], l.places[at])
		used++
	}
	if used < l.marks {
		r.bad, r.badAt = maxOrder, 1
	}
}

// hasDigitsAlone reports whether the characters between bars are digits and spaces.
func (s *style) hasDigitsAlone(l *barLine) bool {
	return l.marks > 0 && !slices.ContainsFunc(l.glyphs[:l.size], func(b byte) bool {
		return b != ' ' && b != '|' && (s.Table[b] == 0 || s.Table[b] == cells.BadCell)
	})
}

// maxPlaces limits the characters of a line with bars: grids of order 16 fit.
const maxPlaces = 80

// A barLine is a line split into characters.
type barLine struct {
	glyphs [maxPlaces]byte
	places [maxPlaces + 1]int // the offset of each character in the line, and its end
	size   int
	barAt  [maxOrder]int
	bars   int
	marks  int // number of characters that are neither spaces nor bars
}

// load splits a line. ok is false if the line is too long. LaTeX's package sudoku writes a
// point after the last bar, which load drops.
func (l *barLine) load(line []byte) (ok bool) {
	if bytes.HasSuffix(line, []byte("|.")) {
		line = line[:len(line)-1]
	}
	for at := 0; at < len(line); l.size++ {
		if l.size == maxPlaces || l.bars == maxOrder {
			return false
		}
		glyph, size := cells.GlyphAt(line[at:])
		switch glyph {
		case '|':
			l.barAt[l.bars] = l.size
			l.bars++
		case ' ':
		default:
			l.marks++
		}
		l.glyphs[l.size], l.places[l.size] = glyph, at
		at += size
		l.places[l.size+1] = at
	}
	return true
}
