package generate

import "math/bits"

// maxTrade is the most pairs of cells that a set of the beginning may have:
// larger ones nearly always hold a clue anyway.
const maxTrade = 6

// learn adds the unavoidable sets of the grid that are found without a search:
// where two digits can trade places in some rows, two rows of a band in some
// columns, or two columns of a stack in some rows.
func (d *digger) learn() {
	var l layout
	d.lay(&l, d.grid)
	var links [16]uint16
	for x := 1; x <= d.order; x++ {
		for y := x + 1; y <= d.order; y++ {
			d.links(&l, x, y, &links)
			for left := uint16(1<<d.order - 1); left != 0; {
				rows := together(&links, bits.TrailingZeros16(left))
				left &^= rows
				d.learnDigits(&l, x, y, rows)
			}
		}
	}
	for i := range d.order {
		for j := i + 1; j < (i/d.side+1)*d.side; j++ {
			d.learnLines(i*d.order, j*d.order, 1)
			d.learnLines(i, j, d.order)
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

// learnLines adds the cycles in which two lines can trade their digits. The
// lines begin at two cells, and their cells are next apart.
func (d *digger) learnLines(first, second, next int) {
	var at [17]int // where each digit is in the first line
	for k := range d.order {
		at[d.grid[first+k*next]] = k
	}
	var seen uint16
	for k := range d.order {
		var s set
		pairs := 0
		for j := k; seen>>j&1 == 0; j = at[d.grid[second+j*next]] {
			seen |= 1 << j
			s.add(d.turns[first+j*next])
			s.add(d.turns[second+j*next])
			pairs++
		}
		// A cycle of two pairs is one of two digits, and known.
		if pairs > 2 && pairs <= maxTrade {
			d.family.add(&s)
		}
	}
}
