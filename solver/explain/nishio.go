package explain

// This file finds contradictions of one digit.

// nishio finds a contradiction of one digit.
func (r *Rater) nishio() bool {
	stale := &r.stale.digits[digitsNishio]
	for rest := *stale; rest != 0 && !r.plainChains; rest &= rest - 1 {
		if digit := lowest(rest); r.grid.fits(digit) {
			*stale &^= 1 << digit
		}
	}
	if *stale == 0 {
		return false
	}
	r.reasoner.mode = mode{kind: houseLinks, dynamic: true}
	found := r.multiChain(7.5, [4]Technique{absurdCase: nishioForcingChains})
	if !found {
		*stale = 0
	}
	return found
}

// A layout is a search for places of a digit, one in each row.
type layout struct {
	rows [9]uint16 // row: columns to choose from, none if the row has the digit
	seen [9]uint16 // row: columns that were part of a whole layout
}

// fits reports whether all candidates of a digit are part of layouts. Then no
// candidate leads to a contradiction. Nor does its denial, as another candidate
// of its row is part of a layout without it.
func (g *grid) fits(digit int) bool {
	l := layout{}
	for row := range l.rows {
		l.rows[row] = g.places[firstRow+row][digit]
	}
	for row, all := range l.rows {
		for rest := all; rest != 0; rest = all &^ l.seen[row] {
			if l.rows[row] = rest & -rest; !l.complete(0, 0, 0) {
				return false
			}
		}
		l.rows[row] = all
	}
	return true
}

// complete places the digit in a row and those that follow, outside some
// columns and boxes. It tries columns first that were not seen.
func (l *layout) complete(row int, columns, boxes uint16) bool {
	for row < 9 && l.rows[row] == 0 {
		row++
	}
	if row == 9 {
		return true
	}
	free := l.rows[row] &^ columns
	for _, places := range [2]uint16{free &^ l.seen[row], free & l.seen[row]} {
		for ; places != 0; places &= places - 1 {
			column := lowest(places)
			box := uint16(1) << (row/3*3 + column/3)
			if boxes&box == 0 && l.complete(row+1, columns|1<<column, boxes|box) {
				l.seen[row] |= 1 << column
				return true
			}
		}
	}
	return false
}
