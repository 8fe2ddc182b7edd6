package explain

// This file has pointing and claiming: the candidates of a digit in one house
// all lie in another house that crosses it.

// crossing is the geometry of a pair of houses, first and second, that share
// three cells.
type crossing struct {
	first, second uint8
	shared        uint16 // positions in first that are in second
	outside       uint16 // positions in second that are not in first
}

// crossings lists the pairs in order: for each of box and column, box and row,
// column and box, row and box, the pairs by first and then by second house.
var crossings = func() (all [4][9][3]crossing) {
	types := [4][2]int{{0, firstColumn}, {0, firstRow}, {firstColumn, 0}, {firstRow, 0}}
	for t, from := range types {
		for i := range 9 {
			k := 0
			for j := range 9 {
				c := crossing{first: uint8(from[0] + i), second: uint8(from[1] + j)}
				for place, cell := range houseCells[c.first] {
					if houseSet[c.second].has(int(cell)) {
						c.shared |= 1 << place
					}
				}
				if c.shared == 0 {
					continue
				}
				for place, cell := range houseCells[c.second] {
					if !houseSet[c.first].has(int(cell)) {
						c.outside |= 1 << place
					}
				}
				all[t][i][k] = c
				k++
			}
		}
	}
	return all
}()

// A digit's candidates in a band of three lines and three boxes make a pattern
// of nine bits, three for each line: whether they share cells. A pattern can
// point if all candidates of a box are in one line that has others, and claim
// if all candidates of a line are in one box that has others.
var canPoint, canClaim = func() (point, claim [512]bool) {
	for pattern := range 512 {
		for i := range 3 {
			box, line := pattern>>i&0b001001001, pattern>>(3*i)&0b111
			for j := range 3 {
				crossLine, crossBox := pattern>>(3*j)&0b111, pattern>>j&0b001001001
				point[pattern] = point[pattern] || box == 1<<(3*j) && crossLine&(crossLine-1) != 0
				claim[pattern] = claim[pattern] || line == 1<<j && crossBox&(crossBox-1) != 0
			}
		}
	}
	return point, claim
}()

// thirds has for nine positions of a line which of its three boxes they meet.
var thirds = func() (met [512]uint16) {
	for places := range met {
		for box := range 3 {
			if places>>(3*box)&7 != 0 {
				met[places] |= 1 << box
			}
		}
	}
	return met
}()

// lockings returns for each pair of types in crossings the digits among some
// that may have locked candidates.
func (g *grid) lockings(digits uint16) (may [4]uint16) {
	for ; digits != 0; digits &= digits - 1 {
		digit := lowest(digits)
		bit := uint16(1) << digit
		for from := firstRow; from < 27; from += 3 {
			pattern := thirds[g.places[from][digit]&allDigits] |
				thirds[g.places[from+1][digit]&allDigits]<<3 |
				thirds[g.places[from+2][digit]&allDigits]<<6
			t := 1
			if from >= firstColumn {
				t = 0
			}
			if canPoint[pattern] {
				may[t] |= bit
			}
			if canClaim[pattern] {
				may[t+2] |= bit
			}
		}
	}
	return may
}

// eachLocking calls found for each set of locked candidates that another
// candidate could be removed by, among the digits in stale, until it returns
// true. If it never does, stale becomes empty.
func (r *Rater) eachLocking(stale *uint16, found func(r *Rater, t, i, digit int, c *crossing) bool) bool {
	g := &r.grid
	for t, digits := range g.lockings(*stale) {
		for ; digits != 0; digits &= digits - 1 {
			digit := lowest(digits)
			for i := range 9 {
				for k := range crossings[t][i] {
					c := &crossings[t][i][k]
					places := g.places[c.first][digit]
					if places == 0 || places&^c.shared != 0 || single(places) {
						continue
					}
					if g.places[c.second][digit]&c.outside != 0 && found(r, t, i, digit, c) {
						return true
					}
				}
			}
		}
	}
	*stale = 0
	return false
}

// locking finds candidates of a digit that pointing or claiming removes.
func (r *Rater) locking() bool {
	return r.eachLocking(&r.stale.digits[digitsLocking], (*Rater).lockingAt)
}

func (r *Rater) lockingAt(t, _, digit int, c *crossing) bool {
	gone := r.grid.places[c.second][digit] & c.outside
	technique, rating := pointing, Score(26)
	if t >= 2 {
		technique, rating = claiming, 28
	}
	h := r.found(technique, rating)
	for ; gone != 0; gone &= gone - 1 {
		h.remove(int(houseCells[c.second][lowest(gone)]), digit)
	}
	if r.record {
		h.houses(int(c.first), int(c.second))
		h.pattern(int(c.first), r.grid.places[c.first][digit], 1<<digit)
	}
	return true
}

// directLocking finds a hidden single that pointing or claiming leaves in a
// house of the same type.
func (r *Rater) directLocking() bool {
	return r.eachLocking(&r.stale.digits[digitsDirectLocking], (*Rater).directLockingAt)
}

// directLockingAt looks at the other houses that cross c.second.
func (r *Rater) directLockingAt(t, i, digit int, c *crossing) bool {
	g := &r.grid
	for other := range 9 {
		if other == i {
			continue
		}
		for k := range crossings[t][other] {
			o := &crossings[t][other][k]
			if o.second != c.second {
				continue
			}
			places := g.places[o.first][digit]
			if rest := places &^ o.shared; single(rest) && rest != places {
				technique, rating := directPointing, Score(17)
				if t >= 2 {
					technique, rating = directClaiming, 19
				}
				h := r.found(technique, rating)
				h.put(int(houseCells[o.first][lowest(rest)]), digit)
				if r.record {
					h.houses(int(c.first), int(c.second), int(o.first))
					h.pattern(int(c.first), g.places[c.first][digit], 1<<digit)
				}
				return true
			}
		}
	}
	return false
}
