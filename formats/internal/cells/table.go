package cells

import (
	"bytes"
)

// BadCell is what the tables hold for a byte that is not a cell. It is a bit of
// its own, so that a loop can gather it from many cells and test it once.
const BadCell = 0x80

// CellTable maps a byte of text to a cell, or to badCell.
type CellTable [256]uint8

// The cells of either order in the usual alphabets.
var Cells9, Cells16 = &Standard9.Table, &Standard16.Table

// TableOf returns the table for the packed cells of the given order.
func TableOf(order int) *CellTable {
	if order == 9 {
		return Cells9
	}
	return Cells16
}

// Run returns the number of cells, at most limit, that line begins with.
func (t *CellTable) Run(line []byte, limit int) int {
	if len(line) > limit {
		line = line[:limit]
	}
	for i, b := range line {
		if t[b] == BadCell {
			return i
		}
	}
	return len(line)
}

// Glyphs maps a cell to a byte of text. It has a place for every value of five
// bits, so that an index masked with glyphMask needs no bounds check.
type Glyphs [32]byte

// GlyphMask leaves of a value what an index of Glyphs can have.
const GlyphMask = 31

// The glyphs of forms, by digits and the blank.
var (
	DigitsDot   = newGlyphs(".123456789")
	DigitsZero  = newGlyphs("0123456789")
	LettersDot  = newGlyphs(".ABCDEFGHIJKLMNOP")
	LettersDash = newGlyphs("-ABCDEFGHIJKLMNOP")
)

// newGlyphs makes the table for the cells 0, 1, 2 and so on. Values that are no
// cell become "?", which no form reads as one.
func newGlyphs(text string) *Glyphs {
	var g Glyphs
	for i := range g {
		g[i] = '?'
	}
	copy(g[:], text)
	return &g
}

// IsCellByte reports whether a byte may stand for a cell in some alphabet.
func IsCellByte(b byte) bool { return cellBytes[b] }

var cellBytes = newCellBytes()

func newCellBytes() (table [256]bool) {
	for i := range table {
		b := byte(i)
		table[b] = b >= '0' && b <= '9' || b|0x20 >= 'a' && b|0x20 <= 'p' || bytes.IndexByte([]byte(Blanks), b) >= 0
	}
	return table
}
