package minlex

import "math/bits"

// The first row of a solved grid's form is 123456789, whichever row it comes from
// and in any order of its columns: 18 · 1,296 partial transformations. Few of
// these survive the second row. This file makes only the survivors, from pairs of
// rows. Let T be the stack that comes first. The digits that the second row has
// in T are in the other two stacks of the first row. If all three are in one
// stack, U, they become 456, and the columns of U come in their order. Otherwise
// two are in U and one is in V, and they become 457; then U comes before V.

// A pair is two rows of a band of a solved grid: candidates for the form's
// first two rows.
type pair struct {
	view, first, second uint8
	rows                [2]*[9]uint8
	column              [10]uint8 // by digit: its column in the first row
}

// orders holds the orders of three columns.
var orders = [6][3]uint8{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}

// solved reports whether the puzzle is a grid without blanks and without
// repeated digits in a house.
func (s *Search) solved() bool {
	if s.views[0].repeats|s.views[1].repeats != 0 {
		return false
	}
	for band := range 3 {
		for stack := range 3 {
			var digits uint16
			for r := 3 * band; r < 3*band+3; r++ {
				digits |= stackDigits(&s.views[0].rows[r], stack)
			}
			if digits != 0x3fe {
				return false
			}
		}
	}
	return true
}

// stackDigits returns the set of digits of a row in a stack.
func stackDigits(row *[9]uint8, stack int) uint16 {
	return 1<<(row[3*stack]/4) | 1<<(row[3*stack+1]/4) | 1<<(row[3*stack+2]/4)
}

// startSolved sets the partial transformations that give the least first two
// rows of a solved grid. They have taken the first row, and the second is
// determined.
func (s *Search) startSolved() {
	s.least, s.common = 1<<36-1, 0 // nine fresh digits
	for i := range 2 * 9 * 3 {
		view, first, second := i/27, i/3%9, i/9%3*3+i%3
		if first == second {
			continue
		}
		v := &s.views[view]
		p := pair{
			view: uint8(view), first: uint8(first), second: uint8(second),
			rows: [2]*[9]uint8{&v.rows[first], &v.rows[second]},
		}
		for column, shift := range p.rows[0] {
			p.column[shift/4] = uint8(column)
		}
		for stack := range 3 {
			s.startPair(&p, stack)
		}
	}
}

// startPair adds the partial transformations of a pair of rows, with stack t
// first.
func (s *Search) startPair(p *pair, t int) {
	u, v := (t+1)%3, (t+2)%3
	common := bits.OnesCount16(stackDigits(p.rows[1], t) & stackDigits(p.rows[0], u))
	if common < 2 {
		u, v, common = v, u, 3-common
	}
	if common < s.common {
		return
	}
	if common > s.common {
		s.common, s.next = common, s.next[:0]
	}
	for _, order := range orders {
		columns := [9]uint8{}
		for i, c := range order {
			columns[i] = uint8(3*t) + c
			columns[3+i] = p.column[p.rows[1][columns[i]]/4]
		}
		// The digits in U must come first. If there are two, V begins with the
		// third.
		if int(columns[3])/3 != u || int(columns[4])/3 != u {
			continue
		}
		third := columns[5]
		columns[5] = uint8(9*u+3) - columns[3] - columns[4]
		for _, order := range orders {
			for i, c := range order {
				columns[6+i] = uint8(3*v) + c
			}
			if common == 3 || columns[6] == third {
				s.next = append(s.next, p.start(columns))
			}
		}
	}
}

// start returns the partial transformation that has taken the first row.
func (p *pair) start(columns [9]uint8) partial {
	q := start(p.view)
	q.columns, q.starts, q.tied = columns, 1<<10-1, 0
	for _, column := range columns {
		q.labels ^= uint64(fresh^q.next) << p.rows[0][column]
		q.next++
	}
	q.take(p.first)
	q.following = 1 << p.second
	return q
}
