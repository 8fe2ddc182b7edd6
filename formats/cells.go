package formats

// badCell is what the tables hold for a byte that is not a cell. It is a bit of
// its own, so that a loop can gather it from many cells and test it once.
const badCell = 0x80

// cellTable maps a byte of text to a cell, or to badCell.
type cellTable [256]uint8

var (
	cells9  = newCellTable(9, '1', ".0")
	cells16 = newCellTable(16, 'A', ".-")
)

// newCellTable maps the order bytes from first on to the digits, lower-case
// letters like upper-case ones, and the bytes of blanks to 0.
func newCellTable(order int, first byte, blanks string) *cellTable {
	var t cellTable
	for b := range t {
		t[b] = badCell
	}
	for i := range order {
		digit := uint8(i + 1)
		b := first + byte(i)
		t[b] = digit
		if b >= 'A' {
			t[b|0x20] = digit
		}
	}
	for i := range len(blanks) {
		t[blanks[i]] = 0
	}
	return &t
}

// tableOf returns the table for the packed cells of the given order.
func tableOf(order int) *cellTable {
	if order == 9 {
		return cells9
	}
	return cells16
}

// run returns the number of cells, at most limit, that line begins with.
func (t *cellTable) run(line []byte, limit int) int {
	if len(line) > limit {
		line = line[:limit]
	}
	for i, b := range line {
		if t[b] == badCell {
			return i
		}
	}
	return len(line)
}

// glyphs maps a cell to a byte of text. It has a place for every value of five
// bits, so that an index masked with glyphMask needs no bounds check.
type glyphs [32]byte

const glyphMask = 31

var (
	digitsDot   = newGlyphs(".123456789")
	digitsZero  = newGlyphs("0123456789")
	lettersDot  = newGlyphs(".ABCDEFGHIJKLMNOP")
	lettersDash = newGlyphs("-ABCDEFGHIJKLMNOP")
)

// newGlyphs makes the table for the cells 0, 1, 2 and so on. Values that are no
// cell become "?", which no form reads as one.
func newGlyphs(text string) *glyphs {
	var g glyphs
	for i := range g {
		g[i] = '?'
	}
	copy(g[:], text)
	return &g
}
