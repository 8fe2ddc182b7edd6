package generate

import "math/bits"

// maxTrade is the most pairs of cells that a set of the beginning may have:
// larger ones nearly always hold a clue anyway.
const maxTrade = 6

// learn adds the unavoidable sets of the grid, laid out as l, that are found
// without a search: where two digits can trade places in some rows. (Those where
// two rows of a band, or two columns of a stack, can trade some digits save one
// test in ten, and take as long to find.)
func (d *digger) learn(l *layout) {
	var links [16]uint16
	for x := 1; x <= d.order; x++ {
		for y := x + 1; y <= d.order; y++ {
			d.links(l, x, y, &links)
			for left := uint16(1<<d.order - 1); left != 0; {
				rows := together(&links, bits.TrailingZeros16(left))
				left &^= rows
				d.learnDigits(l, x, y, rows)
			}
		}
	}
}

// learnDigits adds the set of two digits in some rows.
func (d *digger) learnDigits(l *layout, x, y int, rows uint16) {
	if bits.OnesCount16(rows) > maxTrade {
		return
	}
	var s set
	for ; rows != 0; rows &= rows - 1 {
		row := bits.TrailingZeros16(rows)
		s.add(d.turns[row*d.order+int(l.column[x][row])])
		s.add(d.turns[row*d.order+int(l.column[y][row])])
	}
	d.family.add(&s)
}
