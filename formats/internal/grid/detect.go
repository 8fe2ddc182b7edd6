package grid

// This file detects how a file writes cells and draws grids.

import (
	"bytes"
	"iter"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// Propose proposes all ways to write cells and to draw grids that have a row in the sample,
// the most usual first. If there are none, it looks for orders that are not supported.
func (gridForm) Propose(s *form.Sample) iter.Seq[form.Proposal] {
	lines := rowLines(s)
	if len(lines) == 0 || s.HasMembers() {
		return form.None
	}
	return func(yield func(form.Proposal) bool) {
		other := otherBlank(lines)
		for _, order := range s.Orders() {
			for _, way := range waysToWrite(order, other) {
				if way.Alphabet = anyAlphabet(order); way.blank != 0 {
					way.Alphabet = onlyBlank(order, way.blank)
				}
				glyphs, rows := way.glyphs(lines)
				if rows < order/2 {
					continue
				}
				a, err := way.alphabet(&glyphs, s.Digits)
				if way.blank == 0 {
					way.Alphabet = a
				}
				for drawn := range 4 {
					way.gaps, way.headed = drawn&2 > 0, drawn&1 > 0
					l := newLayout(way)
					if way.fixed && !isMostlySound(s, l) {
						continue // short words and numbers are rows, too
					}
					p := form.Proposal{Layout: l, Err: err}
					if l.setCount(s); err != nil {
						p.Puzzles, _ = s.Tally(p.Layout)
					}
					if (err == nil || p.Puzzles > 0) && !yield(p) {
						return
					}
				}
			}
		}
		if err := otherOrder(s, lines); err != nil && s.Sizes == nil {
			yield(form.Proposal{Err: err})
		}
	}
}

// rowLines returns the lines of the sample that may be rows and have a digit. If the first
// line is only numbers, the size of an empty grid, rows need no digit.
func rowLines(s *form.Sample) [][]byte {
	const shortest = 4 // a row of order 4
	lines := s.Lines()
	sized := len(lines) > 0 && len(bytes.Trim(lines[0], "0123456789,; \t")) == 0 && len(lines[0]) < 10
	return slices.DeleteFunc(lines, func(line []byte) bool {
		return len(line) < shortest || len(line) > maxLine || syntax.IsComment(line) || !sized && !bytes.ContainsFunc(line, isDigit)
	})
}

// isDigit reports whether a character is a digit of some order.
func isDigit(r rune) bool {
	return r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z' || r >= '０' && r <= '９'
}

// waysToWrite returns the ways to write cells of an order, the most usual first. other is a
// character that may be the only blank; 0: there is none.
func waysToWrite(order int, other byte) []style {
	ways := []style{
		{},
		{numbers: true},
		{separator: ',', numbers: true},
		{separator: ';', numbers: true},
		{separator: '\t', numbers: true},
		{group: geometry.Of(order).Columns},
		{group: 1},
	}
	if order == 9 {
		ways = append(ways, style{fixed: true})
		if other != 0 {
			ways = append(ways, style{blank: other}, style{blank: other, numbers: true})
		}
	}
	return ways
}

// onlyBlank returns an alphabet of an order in which one character is the only blank.
func onlyBlank(order int, blank byte) *cells.Alphabet {
	return cells.NewAlphabet(order, "1-9", string(blank))
}

// otherBlank returns the character that is the only blank of most lines that would be rows of
// order 9, if usual blanks are not.
func otherBlank(lines [][]byte) (blank byte) {
	var counts [256]int
	const least = 5 // lines that must have it
	for _, line := range lines {
		other, size, usual := byte(0), 0, false
		for _, b := range bytes.TrimSpace(line) {
			switch {
			case b >= '1' && b <= '9':
				size++
			case cells.Between(b) && b != '+' && b != '=':
			case b == other || other == 0 && b < 0x80 && b > ' ':
				other = b
				size++
			default:
				usual = true
			}
		}
		if size == 9 && !usual && other != 0 {
			counts[other]++
		}
	}
	for b, n := range counts {
		if n >= least && n > counts[blank] && bytes.IndexByte([]byte(cells.Blanks), byte(b)) < 0 {
			blank = byte(b)
		}
	}
	return blank
}

// anyAlphabet returns an alphabet with all bytes that are cells of an order in some
// alphabet. All letters are the same digit.
func anyAlphabet(order int) *cells.Alphabet {
	a := cells.NewAlphabet(min(order, 9), "", cells.Blanks)
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
	letters := slices.Max(seen['A':'Z'])+slices.Max(seen['a':'z']) > 0
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
	a.Spaced = s.numbers && s.Order > 9 && !letters
	return a, err
}

// tally counts the grids that one way to draw them finds, and those without equal digits in a
// row or a column.
func tally(sample *form.Sample, l *layout) (puzzles, sound int) {
	_ = sample.Read(l, func(_, _ []byte, records *model.Records) {
		for grid := range slices.Chunk(records.Cells, l.style.Order*l.style.Order) {
			puzzles++
			if cells.IsLatin(grid, l.style.Order) {
				sound++
			}
		}
	})
	return puzzles, sound
}

// isMostlySound reports whether most grids of a layout are sound.
func isMostlySound(s *form.Sample, l *layout) bool {
	puzzles, sound := tally(s, l)
	return 2*sound > puzzles
}

// otherOrder returns a [cells.OrderError] if the sample has grids of an order that is not
// supported.
func otherOrder(sample *form.Sample, lines [][]byte) error {
	orders := slices.DeleteFunc(cells.MetOrders(), func(order int) bool { return slices.Contains(sample.Orders(), order) })
	for _, order := range slices.Backward(orders) {
		for _, numbers := range []bool{false, true} {
			s := style{Alphabet: anyAlphabet(order), numbers: numbers, gaps: true}
			if _, rows := s.glyphs(lines); rows < order/2 {
				continue
			}
			// All letters are the same digit, so grids with letters are not sound.
			if puzzles, sound := tally(sample, newLayout(s)); puzzles > 0 && (order > 9 || sound > 0) {
				return cells.OrderError(order)
			}
		}
	}
	return nil
}
