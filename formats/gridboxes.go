package formats

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
)

// readBoxes reads a row whose cells are where they are, in boxes with bars between
// them, or around them, too: a space at the place of a cell is a blank. The cells of
// a box follow each other at once, or with a space between them, and perhaps around
// them. The second box, whose spaces no editor cuts off, says which:
//
//	| 5 3   |   7   |       |
//	53 | 7 |
//
// A line with anything at other places is no row.
func (s *gridStyle) readBoxes(row *gridRow, line []byte) {
	row.bad, row.badAt = maxGridOrder, 1
	var l boxLine
	box := s.box()
	boxes := s.order / box
	if !l.load(line, boxes) {
		return
	}
	width := l.edges[2] - l.edges[1] - 1
	pad, step := 0, 1
	if width != box {
		pad, step = (width-2*box+1)/2, 2
	}
	if width != box && width != 2*box-1 && width != 2*box+1 {
		return
	}
	*row = gridRow{}
	for i := range boxes {
		first, end := l.edges[i]+1, l.edges[i+1]
		short := width - (end - first)
		switch {
		case short == 0, !l.framed && i == boxes-1 && short > 0:
			first += pad
		case !l.framed && i == 0 && short == pad: // no space before the row
		default:
			row.add(s, cells.BadCell, 0)
		}
		for n := range box {
			at := min(first+n*step, end)
			if at == end || l.glyphs[at] == ' ' {
				row.empty++
			}
			row.add(s, l.take(s, at, end), l.places[at])
		}
	}
	if l.left() {
		row.bad, row.badAt = maxGridOrder, 1
	}
}

// maxBoxed bounds a line with boxes: those of order 16 with spaces around them fit.
const maxBoxed = 64

// A boxLine is a line as characters, each that is taken as a cell made a space.
type boxLine struct {
	glyphs [maxBoxed]byte
	places [maxBoxed + 1]int // of the characters in the line
	n      int
	edges  [8]int // of the boxes: the places of the bars, and the ends of the line
	framed bool   // there are bars at both ends
}

// load takes a line apart. ok is false if it has not as many bars as the boxes need.
func (l *boxLine) load(line []byte, boxes int) (ok bool) {
	bars := 0
	l.edges[0] = -1
	for at := 0; at < len(line); l.n++ {
		b, size := cells.GlyphAt(line[at:])
		if l.n == maxBoxed {
			return false
		}
		if b == '|' {
			if bars++; bars > boxes+1 {
				return false
			}
			l.edges[bars] = l.n
		}
		l.glyphs[l.n], l.places[l.n] = b, at
		at += size
	}
	if l.framed = bars == boxes+1; l.framed {
		copy(l.edges[:], l.edges[1:bars+1])
		return true
	}
	l.edges[bars+1] = l.n
	return bars == boxes-1
}

// take takes the cell at a place of a box that ends so.
func (l *boxLine) take(s *gridStyle, at, end int) uint8 {
	if at == end || l.glyphs[at] == ' ' {
		return 0
	}
	cell := s.table[l.glyphs[at]]
	l.glyphs[at] = ' '
	if cell == gapCell {
		return cells.BadCell
	}
	return cell
}

// left reports whether there is anything but bars that was not taken.
func (l *boxLine) left() bool {
	for _, b := range l.glyphs[:l.n] {
		if b != ' ' && b != '|' {
			return true
		}
	}
	return false
}
