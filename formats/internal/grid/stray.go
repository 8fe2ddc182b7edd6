package grid

// This file finds grids that are not drawn like the other grids of the file.

import (
	"bytes"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// A stray collects lines that are no rows of the file's style, but look like the rows of
// another grid: one of another size, or with another blank.
type stray struct {
	order int                       // the number of symbols of each row
	parts int                       // how a row is split: 1, the number of boxes, or the order
	rows  int                       // rows so far
	cells [maxOrder][maxOrder]uint8 // digits from 1; 0: no digit
	blank byte                      // the byte that is no digit; 0: none yet
	gaps  int                       // lines without a row since the last one
}

// maxStray is the length of the longest line that may be a row of a stray grid.
const maxStray = 256

// add processes a line that is no row of the style. It reports whether the line completes a
// grid; then order is its size, and rows is 0.
func (g *stray) add(line []byte) (complete bool) {
	var row stray
	row.read(syntax.TrimCR(line))
	switch {
	case row.order == 0:
		if g.gaps++; g.gaps > 1 || len(bytes.TrimSpace(line)) > 0 && !cells.IsRule(line) {
			g.rows = 0
		}
		return false
	case g.rows == 0 || row.order != g.order || row.parts != g.parts || g.blank != 0 && row.blank != 0 && row.blank != g.blank:
		*g = stray{order: row.order, parts: row.parts}
	}
	g.cells[g.rows] = row.cells[0]
	g.rows++
	g.gaps = 0
	g.blank = max(g.blank, row.blank)
	if g.rows < g.order {
		return false
	}
	g.rows = 0
	return g.isGrid()
}

// begins reports whether the last line is the first row.
func (g *stray) begins() bool { return g.rows == 1 && g.gaps == 0 }

// read sets the symbols of a line as the first row, or leaves the order 0.
func (g *stray) read(line []byte) {
	var text [maxStray]byte // without the bars between boxes
	n := 0
	for at := 0; at < len(line); {
		glyph, size := cells.GlyphAt(line[at:])
		at += size
		if glyph != '|' {
			if n == maxStray {
				return
			}
			text[n] = glyph
			n++
		}
	}
	if (n == 9 || n == 16) && g.readTokens(text[:n], n) {
		return
	}
	size, count, numbers := 0, 0, true
	for from, to := nextSymbols(text[:n], 0); from < to; from, to = nextSymbols(text[:n], to) {
		if count++; count == 1 {
			size = to - from
		} else if to-from != size {
			size = -1
		}
		numbers = numbers && to-from <= 2
	}
	if numbers = numbers && count > 9; size < 0 && !numbers {
		return
	}
	var compact [maxStray]byte
	length := 0
	for from, to := nextSymbols(text[:n], 0); from < to; from, to = nextSymbols(text[:n], to) {
		if numbers {
			compact[length] = numberGlyph(text[from:to])
			length++
		} else {
			length += copy(compact[length:], text[from:to])
		}
	}
	g.readTokens(compact[:length], count)
}

// nextSymbols returns the range of the next bytes from a place on with no separator in them.
func nextSymbols(text []byte, at int) (from, to int) {
	isBetween := func(b byte) bool { return b != '+' && b != '=' && cells.Between(b) }
	for from = at; from < len(text) && isBetween(text[from]); from++ {
	}
	for to = from; to < len(text) && !isBetween(text[to]); to++ {
	}
	return from, to
}

// numberGlyph returns the symbol for a number: its digit, or a letter from A for 10.
func numberGlyph(token []byte) byte {
	if len(token) == 2 && syntax.IsDigit(token[0]) && syntax.IsDigit(token[1]) {
		return 'A' + (token[0]-'0')*10 + token[1] - '0' - 10
	}
	return token[0]
}

// readTokens reads symbols that stood in so many parts. It reports whether they may be a
// row: as many as a grid of some size has, and digits but for one byte.
func (g *stray) readTokens(text []byte, parts int) bool {
	n := len(text)
	switch n {
	case 4, 6, 8, 9, 10, 12, 16, 25:
	default:
		return false
	}
	g.blank, g.cells[0] = 0, [maxOrder]uint8{}
	for i, b := range text {
		digit := uint8(0)
		switch {
		case b >= '1' && b <= '9':
			digit = b - '0'
		case n > 9 && syntax.IsLetter(b):
			digit = b&0x1f + 9
		case g.blank == 0 || g.blank == b:
			g.blank = b
		default:
			return false
		}
		if g.cells[0][i] = digit; n <= 9 && int(digit) > n {
			return false
		}
	}
	g.order, g.parts = n, parts
	return true
}

// isGrid reports whether the rows are a grid: enough digits, of which at most a tenth are
// twice in a row or a column.
func (g *stray) isGrid() bool {
	var columns [maxOrder]uint64
	clues, clashes := 0, 0
	for _, cells := range g.cells[:g.order] {
		row := uint64(0)
		for i, digit := range cells[:g.order] {
			if digit == 0 {
				continue
			}
			clues++
			bit := uint64(1) << digit
			if (row|columns[i])&bit != 0 {
				clashes++
			}
			row |= bit
			columns[i] |= bit
		}
	}
	least := g.order * g.order / 5
	switch g.order {
	case 9:
		least = cells.LeastClues
	case 16, 25:
		least = g.order * g.order / 7
	}
	return clues >= least && 10*clashes <= clues
}
