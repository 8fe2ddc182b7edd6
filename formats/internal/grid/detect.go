package grid

// This file detects how a file writes cells and draws grids.

import (
	"bytes"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// Detect tries all ways to write cells and to draw grids, and returns the reading with most
// puzzles.
func (gridForm) Detect(s *form.Sample) form.Reading {
	lines := rowLines(s)
	if len(lines) == 0 || s.HasMembers() {
		return form.Reading{}
	}
	d := detector{sample: s}
	for _, order := range orders {
		for _, way := range waysToWrite(order) {
			way.Alphabet = anyAlphabet(order)
			glyphs, rows := way.glyphs(lines)
			if rows == 0 {
				continue
			}
			var err error
			way.Alphabet, err = way.alphabet(&glyphs, s.Digits)
			d.draw(way, err)
		}
	}
	switch {
	case d.best.Puzzles == 0:
		d.best.Err = d.otherOrder(lines)
	case d.best.Err != nil:
		d.best.Layout = nil
	default:
		l, _ := d.best.Layout.(*layout)
		l.setCount(s)
	}
	return d.best
}

// rowLines returns the lines of the sample that may be rows and have a digit.
func rowLines(s *form.Sample) [][]byte {
	const shortest = 4 // a row of order 4
	return slices.DeleteFunc(s.Lines(), func(line []byte) bool {
		return len(line) < shortest || len(line) > maxLine || syntax.IsComment(line) || !bytes.ContainsFunc(line, isDigit)
	})
}

// isDigit reports whether a character is a digit of some order.
func isDigit(r rune) bool {
	return r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z' || r >= '０' && r <= '９'
}

// waysToWrite returns the ways to write cells of an order, the most usual first.
func waysToWrite(order int) []style {
	box := 3
	if order == 16 {
		box = 4
	}
	return []style{
		{},
		{numbers: true},
		{separator: ',', numbers: true},
		{separator: ';', numbers: true},
		{separator: '\t', numbers: true},
		{group: box},
		{group: 1},
	}
}

// anyAlphabet returns an alphabet with all bytes that are cells of an order in some
// alphabet. All letters are the same digit.
func anyAlphabet(order int) *cells.Alphabet {
	a := cells.NewAlphabet(9, "", cells.Blanks)
	a.Order = order
	if order > 9 {
		for b := byte('A'); int(b) < 'A'+order; b++ {
			a.Table[b], a.Table[b|0x20] = 1, 1
		}
	}
	return a
}

// glyphs collects how cells are written in the lines that are rows, and counts these rows.
func (s *style) glyphs(lines [][]byte) (glyphs cells.GlyphCount, rows int) {
	var r row
	var text []byte
	for _, line := range lines {
		if s.classify(&r, line, true) != rowLine {
			continue
		}
		rows++
		glyphs.Seen['.'] += r.empty
		text = append(text[:0], ' ')
		for at := 0; at < len(line); {
			glyph, size := cells.GlyphAt(line[at:])
			switch {
			case !cells.Between(glyph):
				text = append(text, glyph)
			case text[len(text)-1] != ' ':
				text = append(text, ' ')
			}
			at += size
		}
		glyphs.Add(text)
	}
	return glyphs, rows
}

// alphabet decides how cells are written. If it returns an error, the alphabet still serves
// to count puzzles.
func (s *style) alphabet(glyphs *cells.GlyphCount, digits string) (a *cells.Alphabet, err error) {
	seen := &glyphs.Seen
	letters := slices.Max(seen['A':'Q'])+slices.Max(seen['a':'q']) > 0
	if s.numbers {
		a, err = glyphs.Alphabet(s.Order, digits)
	} else {
		a, err = cells.ChooseAlphabet(s.Order, seen, digits)
	}
	if a == nil {
		a, _ = cells.ChooseAlphabet(s.Order, seen, cells.Digits1G)
		if slices.Max(seen['5':]) == 0 {
			err = cells.OrderError(4) // a grid has as many cells as these rows
		}
	}
	a.Spaced = s.numbers && s.Order == 16 && !letters
	return a, err
}

// A detector looks for the reading with most puzzles.
type detector struct {
	sample *form.Sample
	best   form.Reading
	counts tally // the counts of the best reading
}

// draw tries all ways to draw grids with cells in one style, the most usual first. err says
// why the cells cannot be read, or is nil.
func (d *detector) draw(s style, err error) {
	for way := range 4 {
		s.gaps, s.headed = way&2 > 0, way&1 > 0
		l := newLayout(s)
		t := d.tally(l)
		if t.beats(&d.counts) {
			d.best, d.counts = form.Reading{Layout: l, Puzzles: t.puzzles, Err: err}, t
		}
		if t.malformed == 0 && 10*t.sound > 9*t.puzzles {
			return
		}
	}
}

// A tally counts the grids that one way to draw them finds.
type tally struct {
	puzzles, malformed int
	sound              int // puzzles without equal digits in a row or a column
}

func (d *detector) tally(l *layout) (t tally) {
	d.sample.Read(l, func(_ []byte, records *form.Records) {
		t.malformed += len(records.Faults)
		t.puzzles -= len(records.Titled)
		for grid := range slices.Chunk(records.Cells, l.style.Order*l.style.Order) {
			t.puzzles++
			if isSound(grid, l.style.Order) {
				t.sound++
			}
		}
	})
	return t
}

// beats reports whether this tally is better than the best so far. A way that begins grids
// with the wrong row joins rows that do not belong together, so their columns have equal
// digits. Therefore the number of sound puzzles counts most. Next, no malformed grids is
// better than some; then the numbers of puzzles and of malformed grids count.
func (t *tally) beats(best *tally) bool {
	switch {
	case t.sound != best.sound:
		return t.sound > best.sound
	case best.puzzles > 0 && best.malformed == 0:
		return false
	case t.puzzles != best.puzzles:
		return t.puzzles > best.puzzles
	}
	return t.puzzles > 0 && t.malformed < best.malformed
}

// isSound reports whether no row and no column of a grid has a digit twice.
func isSound(grid []uint8, order int) bool {
	var columns [maxOrder]uint32
	for row := range slices.Chunk(grid, order) {
		met := uint32(0)
		for column, cell := range row {
			digit := uint32(1) << cell &^ 1
			if (met|columns[column])&digit != 0 {
				return false
			}
			met |= digit
			columns[column] |= digit
		}
	}
	return true
}

// otherOrder returns a [cells.OrderError] if the sample has grids of an order that is not
// supported.
func (d *detector) otherOrder(lines [][]byte) error {
	for _, order := range []int{25, 12, 10, 8, 6, 4} {
		for _, numbers := range []bool{false, true} {
			s := style{Alphabet: anyAlphabet(order), numbers: numbers, gaps: true}
			if _, rows := s.glyphs(lines); rows < order/2 {
				continue
			}
			// All letters are the same digit, so grids with letters are not sound.
			if t := d.tally(newLayout(s)); t.puzzles > 0 && (order > 9 || t.sound > 0) {
				return cells.OrderError(order)
			}
		}
	}
	return nil
}
