package explain

import "slices"

// This file has the bivalue universal grave: if every blank had two candidates
// and every digit two places in each house, the puzzle would have no solution
// or several. It assumes that the puzzle has one.

// A bug is a grave with cells that have candidates in excess.
type bug struct {
	cells  []uint8
	excess [81]uint16 // cell: the candidates in excess
	all    uint16     // candidates in excess of any cell, as far as they count
	common cellSet    // cells that see all these cells
	some   bool       // common is set
}

// bivalueGrave finds a grave and what it excludes.
func (r *Rater) bivalueGrave() bool {
	b := &r.bug
	if !r.findBug(b) || !r.isGrave(b) {
		return false
	}
	switch {
	case len(b.cells) == 1:
		cell := int(b.cells[0])
		h := r.bugFound(b, 1, 56)
		h.removeAll(cell, r.grid.cands[cell]&^b.all)
		return true
	case single(b.all):
		return r.bugType2(b) || len(b.cells) == 2 && r.bugType4(b)
	case b.some && !b.common.empty():
		return len(b.cells) == 2 && r.bugType4(b) || r.bugType3(b)
	}
	return false
}

func (r *Rater) bugFound(b *bug, kind int, rating Score) *hint {
	h := r.found(bivalueUniversalGrave, rating)
	h.kind, h.digits = kind, b.all
	if r.record {
		for _, cell := range b.cells {
			h.cell(int(cell), r.grid.cands[cell])
		}
	}
	return h
}

// findBug collects the cells with candidates in excess. It reports false if
// there cannot be a grave.
func (r *Rater) findBug(b *bug) bool {
	g := &r.grid
	*b = bug{cells: b.cells[:0]}
	larger := r.largerCells()
	extras, onlyDigit, oneDigit := cellSet{}, -1, true
	for house := range 27 {
		for digit, places := range g.places[house] {
			if n := ones(places); n == 0 || n == 2 {
				continue
			}
			here := g.boards[digit].and(houseSet[house]).and(larger)
			switch {
			case onlyDigit < 0:
				extras, onlyDigit = here, digit
			case onlyDigit == digit && oneDigit:
				extras = extras.or(here)
			default:
				oneDigit = false
			}
			if here.empty() {
				return false
			}
			if here.size() == 1 {
				b.all |= 1 << digit
				if !b.addCell(here.first(), digit) {
					return false
				}
			}
		}
	}
	if !oneDigit || onlyDigit < 0 || r.options.Scale == SE121 {
		return true
	}
	for _, cell := range b.cells {
		extras = extras.without(cellOf(int(cell)))
	}
	for !extras.empty() {
		if !b.addCell(extras.next(), onlyDigit) {
			return false
		}
	}
	return true
}

// largerCells returns the cells with three or more candidates.
func (r *Rater) largerCells() (larger cellSet) {
	for cell, cands := range r.grid.cands {
		if ones(cands) >= 3 {
			larger = larger.or(cellOf(cell))
		}
	}
	return larger
}

// addCell adds a cell with a candidate in excess. It reports false if no type
// can follow.
func (b *bug) addCell(cell, digit int) bool {
	if !slices.Contains(b.cells, uint8(cell)) {
		b.cells = append(b.cells, uint8(cell))
	}
	b.excess[cell] |= 1 << digit
	if !b.some {
		b.common, b.some = peers[cell], true
	} else {
		b.common = b.common.and(peers[cell])
	}
	for _, other := range b.cells {
		b.common = b.common.without(cellOf(int(other)))
	}
	return len(b.cells) < 2 || ones(b.all) < 2 || !b.common.empty()
}

// isGrave reports whether all blanks have two candidates and all digits no or
// two places in each house, without the candidates in excess.
func (r *Rater) isGrave(b *bug) bool {
	g := &r.grid
	for cell, cands := range g.cands {
		if g.digits[cell] == 0 && ones(cands&^b.excess[cell]) != 2 {
			return false
		}
	}
	for house := range 27 {
		for digit, places := range g.places[house] {
			n := ones(places)
			for _, cell := range b.cells {
				if b.excess[cell]>>digit&1 != 0 && houseSet[house].has(int(cell)) {
					n--
				}
			}
			if n != 0 && n != 2 {
				return false
			}
		}
	}
	return true
}

// bugType2: one of the cells holds the digit in excess.
func (r *Rater) bugType2(b *bug) bool {
	digit := lowest(b.all)
	victims := b.common.and(r.grid.boards[digit])
	if !b.some || victims.empty() {
		return false
	}
	r.bugFound(b, 2, 57).removeSet(victims, digit)
	return true
}

// bugType3: the digits in excess complete a naked set in a house of all cells.
func (r *Rater) bugType3(b *bug) bool {
	g := &r.grid
	for i := range 15 {
		size, t := 2+i/3, i%3
		if r.options.Scale == SE121 {
			size, t = 2+i%5, i/5
		}
		house, ok := b.house(t)
		if !ok {
			continue
		}
		var among [9]uint8
		n := 0
		for rest := b.common.and(houseSet[house]); !rest.empty(); n++ {
			among[n] = uint8(rest.next())
		}
		if n < size {
			continue
		}
		for _, members := range combinations[size-1] {
			if members>>n == 0 && r.bugNakedSet(b, g, among[:n], members, size) {
				return true
			}
		}
	}
	return false
}

// house returns the house of type t that has all cells, if there is one.
func (b *bug) house(t int) (int, bool) {
	house := cellHouses[b.cells[0]][t]
	for _, cell := range b.cells {
		if cellHouses[cell][t] != house {
			return 0, false
		}
	}
	return int(house), true
}

func (r *Rater) bugNakedSet(b *bug, g *grid, among []uint8, members uint16, size int) bool {
	digits := uint16(0)
	for i, cell := range among {
		if members>>i&1 == 0 {
			continue
		}
		cands := g.cands[cell]
		if cands&(cands-1) == 0 {
			return false
		}
		digits |= cands
	}
	if ones(digits) != size || ones(digits|b.all) != size || ones(b.all) < 2 {
		return false
	}
	gone := false
	for i, cell := range among {
		gone = gone || members>>i&1 == 0 && g.cands[cell]&digits != 0
	}
	if !gone {
		return false
	}
	h := r.bugFound(b, 3, Score(57+size-1))
	for i, cell := range among {
		if members>>i&1 == 0 {
			h.removeAll(int(cell), g.cands[cell]&digits)
		}
	}
	return true
}

// bugType4: two cells in a house share a digit that is not in excess, so
// neither holds its other candidates.
func (r *Rater) bugType4(b *bug) bool {
	g := &r.grid
	first, second := int(b.cells[0]), int(b.cells[1])
	common := g.cands[first] & g.cands[second] &^ b.all
	if !single(common) {
		return false
	}
	for t := range 3 {
		if _, ok := b.house(t); ok {
			h := r.bugFound(b, 4, 57)
			h.removeAll(first, g.cands[first]&^(b.excess[first]|common))
			h.removeAll(second, g.cands[second]&^(b.excess[second]|common))
			return true
		}
	}
	return false
}
