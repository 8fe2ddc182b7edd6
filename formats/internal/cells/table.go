package cells

import (
	"bytes"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/packed"
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

// AppendLines appends grids of either order that lie one after the other in
// cells, each as one line.
func AppendLines(dst []byte, cells []uint8, order int) []byte {
	size := order * order
	for len(cells) >= size {
		n := len(dst)
		dst = slices.Grow(dst, len(cells)+len(cells)/size)
		lines := packed.WriteLines(dst[n:cap(dst)], cells, order)
		dst = dst[:n+lines*(size+1)]
		cells = cells[lines*size:]
		if len(cells) >= size {
			dst = AppendLine(dst, cells[:size], order)
			cells = cells[size:]
		}
	}
	return dst
}

// AppendLine appends a grid of either order as one line, whatever its values.
func AppendLine(dst []byte, cells []uint8, order int) []byte {
	glyph := DigitsDot
	if order == 16 {
		glyph = LettersDot
	}
	for _, cell := range cells {
		dst = append(dst, glyph[cell&GlyphMask])
	}
	return append(dst, '\n')
}

// AppendCells appends cells as the form Line has them, without a line end.
func AppendCells(dst []byte, cells []uint8) []byte {
	order := 9
	if len(cells) == 256 {
		order = 16
	}
	dst = AppendLines(dst, cells, order)
	return dst[:len(dst)-1]
}
