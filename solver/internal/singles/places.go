package singles

import "math/bits"

// places is a set of cells, with a word for each band. A word has 16 bits for
// each row of the band, and four of these for each box. In smaller orders, bands,
// rows of bands, boxes and columns of boxes are empty, and have no effect on the
// rules. So all orders up to 16 use the same code.
type places [4]uint64

const (
	rows    = 0x0001_0001_0001_0001 // the first cell of each row
	rowEnds = rows << 15
	boxes   = 0x1111 // the first cell of each box in one row
	boxEnds = boxes << 3
)

// add adds cells.
func (p *places) add(cells *places) {
	p[0] |= cells[0]
	p[1] |= cells[1]
	p[2] |= cells[2]
	p[3] |= cells[3]
}

// keep removes the taken cells and adds own. It returns 0 if no house changed.
func (p *places) keep(taken, own *places) (changed uint64) {
	p0, p1, p2, p3 := p[0], p[1], p[2], p[3]
	p[0] = p0&^taken[0] | own[0]
	p[1] = p1&^taken[1] | own[1]
	p[2] = p2&^taken[2] | own[2]
	p[3] = p3&^taken[3] | own[3]
	return p0&taken[0] | p1&taken[1] | p2&taken[2] | p3&taken[3] | own[0] | own[1] | own[2] | own[3]
}

// exclude removes the rows, columns and boxes of the given cells.
func (p *places) exclude(cells *places) {
	c0, c1, c2 := columnsOf(cells[0]), columnsOf(cells[1]), columnsOf(cells[2])
	c3 := uint64(0)
	if cells[3] != 0 {
		c3 = columnsOf(cells[3])
		p[3] &^= wholeRows(cells[3]) | wholeBoxes(c3)
	}
	columns := c0 | c1 | c2 | c3
	p[0] &^= wholeRows(cells[0]) | wholeBoxes(c0) | columns
	p[1] &^= wholeRows(cells[1]) | wholeBoxes(c1) | columns
	p[2] &^= wholeRows(cells[2]) | wholeBoxes(c2) | columns
	p[3] &^= columns
}

// hiddenSingles returns the cells that are the only place in their row, column
// or box, band by band.
func (p *places) hiddenSingles() (f0, f1, f2, f3 uint64) {
	var once, twice uint64 // columns with one or more places, and with two or more
	f0, once, twice = hiddenInBand(p[0], once, twice)
	f1, once, twice = hiddenInBand(p[1], once, twice)
	f2, once, twice = hiddenInBand(p[2], once, twice)
	if p[3] != 0 {
		f3, once, twice = hiddenInBand(p[3], once, twice)
	}
	single := once &^ twice
	return f0 | p[0]&single, f1 | p[1]&single, f2 | p[2]&single, f3 | p[3]&single
}

// hiddenInBand returns the cells of a band that are the only place in their row
// or box. It adds the band to the columns with a place, and to the columns with
// several.
func hiddenInBand(w, once, twice uint64) (found, nowOnce, nowTwice uint64) {
	half := bits.RotateLeft64(w, 32)
	one, more := w|half, w&half
	other := bits.RotateLeft64(one, 16)
	more |= bits.RotateLeft64(more, 16) | one&other
	one |= other // the union of all rows, in each row
	row := one & 0xffff
	found = w &^ (wholeRows(w&(w-rows)) & wholeBoxes(row&(row-boxes)|more))
	return found, once | one, twice | more | once&one
}

// columnsOf returns the columns of a band that have one of the cells, repeated
// in all rows.
func columnsOf(w uint64) uint64 {
	w |= bits.RotateLeft64(w, 32)
	return w | bits.RotateLeft64(w, 16)
}

// wholeRows returns all cells of rows that have one of the cells.
func wholeRows(w uint64) uint64 {
	return (w&^rowEnds + ^uint64(rowEnds) | w) & rowEnds >> 15 * 0xffff
}

// wholeBoxes returns all cells of a band's boxes that have one of the columns.
func wholeBoxes(columns uint64) uint64 {
	columns &= 0xffff
	return (columns&^boxEnds + boxEnds - boxes | columns) & boxEnds >> 3 * 0xf * rows
}
