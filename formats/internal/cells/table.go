package cells

// This file maps bytes to cells and cells to bytes.

import (
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/packed"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// BadCell is the table entry for a byte that is not a cell. It is a separate bit, so a loop
// can gather it from many cells and test it once.
const BadCell = 0x80

// A CellTable maps a byte of text to a cell, or to BadCell.
type CellTable [256]uint8

// Cells9 is the table of the standard alphabet of order 9.
var Cells9 = TableOf(9)

// TableOf returns the table for the packed cells of an order.
func TableOf(order int) *CellTable { return &standards[order].Table }

// Run returns the number of cells, at most limit, at the beginning of line.
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

// Glyphs maps a cell to a byte of text. It has an entry for every value of five bits, so an
// index masked with GlyphMask needs no bounds check.
type Glyphs [32]byte

// GlyphMask reduces a value to an index of Glyphs.
const GlyphMask = 31

// The glyphs of the forms, named by their digits and blank.
var (
	DigitsDot   = newGlyphs(".123456789")
	DigitsZero  = newGlyphs("0123456789")
	LettersDash = newGlyphs("-ABCDEFGHIJKLMNOP")
)

// Append appends the text of cells.
func (g *Glyphs) Append(dst []byte, cells []uint8) []byte {
	for _, cell := range cells {
		dst = append(dst, g[cell&GlyphMask])
	}
	return dst
}

// newGlyphs returns the table for the cells 0, 1, 2 and so on. Other values become "?",
// which no form reads as a cell.
func newGlyphs(text string) *Glyphs {
	var g Glyphs
	for i := range g {
		g[i] = '?'
	}
	copy(g[:], text)
	return &g
}

// IsCellByte reports whether a byte stands for a cell in some alphabet.
func IsCellByte(b byte) bool { return cellBytes[b] }

var cellBytes = byteSet(func(b byte) bool {
	return syntax.IsDigit(b) || b|0x20 >= 'a' && b|0x20 <= 'p' || strings.IndexByte(Blanks, b) >= 0
})

// byteSet returns a table of the bytes for which has returns true.
func byteSet(has func(b byte) bool) (table [256]bool) {
	for b := range table {
		table[b] = has(byte(b))
	}
	return table
}

// AppendLines appends grids that lie one after the other in cells, each as one line.
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

// AppendLine appends a grid as one line, for any values.
func AppendLine(dst []byte, cells []uint8, order int) []byte {
	return append(GlyphsOf(order).Append(dst, cells), '\n')
}

// GlyphsOf returns the standard glyphs of an order.
func GlyphsOf(order int) *Glyphs { return standards[order].glyph }

// AppendCells appends cells as in the form Line, without a newline.
func AppendCells(dst []byte, cells []uint8) []byte {
	dst = AppendLines(dst, cells, geometry.OfCells(len(cells)).Side())
	return dst[:len(dst)-1]
}
