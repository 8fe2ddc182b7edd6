package formats

import (
	"bytes"
	"errors"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// detectGrid tries the ways to write cells and to draw grids of them, and keeps
// those that show most puzzles.
func detectGrid(s *sample) candidate {
	lines := gridLines(s)
	if len(lines) == 0 || s.hasMembers() {
		return candidate{}
	}
	var best candidate
	for _, try := range []struct {
		ways   []gridStyle
		digits int // in a row: one without may be none
	}{{usualCells, 1}, {rareCells, 1}, {usualCells, 0}} {
		for _, cells := range gridCells(s, lines, try.ways, try.digits) {
			if c := cells.drawn(s); c.puzzles > best.puzzles {
				best = c
			}
		}
		if best.puzzles > 0 {
			break
		}
	}
	switch {
	case best.puzzles == 0:
		return candidate{err: s.otherOrder(lines)}
	case best.err != nil:
		return candidate{puzzles: best.puzzles, err: best.err}
	}
	layout := best.form.Layout
	layout.Notes = layout.style.notes()
	return best
}

func gridLayout(style gridStyle) *Layout {
	return &Layout{Solution: -1, CellColumns: 1, alphabet: style.alphabet, style: style}
}

// A gridCell is how the cells of a sample may be written.
type gridCell struct {
	style gridStyle
	err   error // why they cannot be read, although they are
}

// gridLines returns the lines of the sample that may be rows with a digit in them.
func gridLines(s *sample) [][]byte {
	const shortest = 4 // of order 4
	return slices.DeleteFunc(s.lines(), func(line []byte) bool {
		return len(line) < shortest || len(line) > gridMaxLine || syntax.IsComment(line) || !bytes.ContainsFunc(line, isGridDigit)
	})
}

// isGridDigit reports whether a character is a digit of some order.
func isGridDigit(r rune) bool {
	return r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z' || r >= '０' && r <= '９'
}

// usualCells are the ways in which most people write cells; those of rareCells are
// tried where no grid is so.
var (
	usualCells = []gridStyle{
		{},
		{numbers: true},
		{separator: ',', numbers: true},
		{separator: ';', numbers: true},
		{separator: '\t', numbers: true},
		{separator: '|', numbers: true},
	}
	rareCells = []gridStyle{
		{boxes: true},
	}
)

// gridCells returns the ways to read cells in which lines are rows with so many digits.
func gridCells(s *sample, lines [][]byte, ways []gridStyle, digits int) (cells []gridCell) {
	for _, order := range []int{9, 16} {
		for _, way := range ways {
			seen, rows := countCells(lines, way, order, digits)
			if rows == 0 {
				continue
			}
			alphabet, err := gridAlphabet(s, order, &seen, way.numbers)
			style := way.with(alphabet)
			cells = append(cells, gridCell{*style, err})
		}
	}
	return cells
}

// countCells counts the bytes of cells in lines that are rows in some alphabet,
// and these lines. Rows with fewer digits do not count.
func countCells(lines [][]byte, way gridStyle, order, digits int) (seen [256]int, rows int) {
	wide, grid := way, wideStyles[order]
	wide.order, wide.alphabet, wide.table = grid.order, grid.alphabet, grid.table
	var row gridRow
	for _, line := range lines {
		if wide.classify(&row, line, true) != rowLine || row.digits < digits {
			continue
		}
		rows++
		seen['.'] += row.empty
		for at, to := 0, rowText(line); at < to; {
			b, size := cells.GlyphAt(line[at:])
			if wide.table[b] <= uint8(order) {
				seen[b]++
			}
			at += size
		}
	}
	if rows > 0 {
		dropRare(&seen)
	}
	return seen, rows
}

// dropRare forgets the bytes that are in so few cells that these are rather wrong.
func dropRare(seen *[256]int) {
	total, blank := 0, 0
	for b, n := range seen {
		total += n
		if bytes.IndexByte([]byte(cells.Blanks), byte(b)) >= 0 {
			blank += n
		}
	}
	for b, n := range seen {
		if 512*n < total || 16*n < blank && bytes.IndexByte([]byte(cells.Blanks), byte(b)) >= 0 && b != '0' {
			seen[b] = 0
		}
	}
}

// wideStyles are styles with anyAlphabet, by order. Nothing of them changes but copies.
var wideStyles = newWideStyles()

func newWideStyles() map[int]gridStyle {
	styles := map[int]gridStyle{}
	for _, order := range append([]int{9, 16}, otherOrders...) {
		styles[order] = *newGridStyle(anyAlphabet(order))
	}
	return styles
}

// anyAlphabet is what cells of an order may be in any alphabet. What they are
// does not matter, but whether they are blank.
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

// gridAlphabet decides how cells are written. Where that is not known it returns
// some alphabet beside the error.
func gridAlphabet(s *sample, order int, seen *[256]int, numbers bool) (*cells.Alphabet, error) {
	digits := s.Digits
	spaced := numbers && order == 16 && !hasLetters(seen)
	if spaced {
		digits = cells.Digits1G // of which numbers are the beginning
		if s.numbersFromZero() {
			digits = cells.Digits0F
		}
	}
	alphabet, err := cells.ChooseAlphabet(order, seen, digits)
	if _, ok := errors.AsType[*DigitsError](err); ok {
		if !spaced && !slices.ContainsFunc(seen['5':], func(n int) bool { return n > 0 }) {
			err = &OrderError{Order: 4} // whose cells are as many as those of a row
		}
		alphabet, _ = cells.ChooseAlphabet(order, seen, cells.Digits1G)
	}
	if alphabet != nil {
		alphabet.Spaced = spaced
	}
	return alphabet, err
}

func hasLetters(seen *[256]int) bool {
	for b := byte('A'); b <= 'P'; b++ {
		if seen[b] > 0 || seen[b|0x20] > 0 {
			return true
		}
	}
	return false
}

// numbersFromZero reports whether numbers are 0 to 15, with something else for a
// blank: 0 and a blank occur among them, and 16 does not.
func (s *sample) numbersFromZero() bool {
	zero, blank := false, false
	for field := range bytes.FieldsFuncSeq(s.text, func(r rune) bool { return r <= ' ' || r >= 0x80 || cells.Between(byte(r)) }) {
		switch string(field) {
		case "16":
			return false
		case "0":
			zero = true
		case ".", "_", "*", "?", "x", "X", "-":
			blank = true
		}
	}
	return zero && blank
}
