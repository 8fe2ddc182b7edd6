package explain

// This file has aligned pair and triplet exclusion: combinations of candidates
// of two or three cells that would leave a common peer without a candidate.

// An alignment is the state of a search for aligned exclusions.
type alignment struct {
	cells     [81]uint8
	count     int
	excluders [81]cellSet // cell: peers with few candidates
}

// gather lists the cells with excluders, which have 2 to size candidates.
func (a *alignment) gather(g *grid, size int) {
	few := g.pairs
	if size == 3 {
		for cell, cands := range g.cands {
			if ones(cands) == 3 {
				few = few.or(cellOf(cell))
			}
		}
	}
	a.count = 0
	for cell, cands := range g.cands {
		a.excluders[cell] = peers[cell].and(few)
		if ones(cands) >= 2 && !a.excluders[cell].empty() {
			a.cells[a.count] = uint8(cell)
			a.count++
		}
	}
}

// alignedPair finds an aligned pair exclusion.
func (r *Rater) alignedPair() bool {
	a, g := &r.aligned, &r.grid
	a.gather(g, 2)
	for j, second := range a.cells[:a.count] {
		for _, first := range a.cells[:j] {
			common := a.excluders[first].and(a.excluders[second])
			if common.size() < 2 {
				continue
			}
			ok1, ok2 := r.allowedPairs(int(first), int(second), common)
			gone1, gone2 := g.cands[first]&^ok1, g.cands[second]&^ok2
			if gone1|gone2 == 0 {
				continue
			}
			h := r.found(AlignedPairExclusion, 62)
			h.removeAll(int(first), gone1)
			h.removeAll(int(second), gone2)
			if r.record {
				h.cell(int(first), g.cands[first])
				h.cell(int(second), g.cands[second])
			}
			return true
		}
	}
	return false
}

// allowedPairs returns the candidates of two cells that are in an allowed
// combination.
func (r *Rater) allowedPairs(first, second int, common cellSet) (ok1, ok2 uint16) {
	g := &r.grid
	var banned [9]uint16 // candidate of first: candidates of second that it excludes
	for !common.empty() {
		pair := g.cands[common.next()]
		low, high := lowest(pair), lowest(pair&(pair-1))
		banned[low] |= 1 << high
		banned[high] |= 1 << low
	}
	see := peers[first].has(second)
	for rest := g.cands[first]; rest != 0; rest &= rest - 1 {
		digit := lowest(rest)
		allowed := g.cands[second] &^ banned[digit]
		if see {
			allowed &^= 1 << digit
		}
		if allowed != 0 {
			ok1 |= 1 << digit
			ok2 |= allowed
		}
	}
	return ok1, ok2
}

// alignedTriplet finds an aligned triplet exclusion.
func (r *Rater) alignedTriplet() bool {
	a, g := &r.aligned, &r.grid
	a.gather(g, 3)
	bases := cellSet{}
	for _, cell := range a.cells[:a.count] {
		bases = bases.or(cellOf(int(cell)))
	}
	if a.count < 3 {
		return false
	}
	for j, second := range a.cells[:a.count] {
		for _, first := range a.cells[:j] {
			common := a.excluders[first].and(a.excluders[second])
			if common.size() < 2 {
				continue
			}
			both := cellOf(int(first)).or(cellOf(int(second)))
			for _, thirds := range [2]cellSet{a.excluders[first], a.excluders[second].without(a.excluders[first])} {
				for rest := thirds.and(bases).without(both); !rest.empty(); {
					third := rest.next()
					all := common.and(a.excluders[third])
					if all.size() >= 2 && r.alignedTripletAt([3]int{int(first), int(second), third}, all) {
						return true
					}
				}
			}
		}
	}
	return false
}

// alignedTripletAt tries all combinations of candidates of three cells.
func (r *Rater) alignedTripletAt(cells [3]int, common cellSet) bool {
	g := &r.grid
	c0, c1, c2 := g.cands[cells[0]], g.cands[cells[1]], g.cands[cells[2]]
	var excluders [20]uint16
	n := 0
	for !common.empty() {
		if cands := g.cands[common.next()]; cands&^(c0|c1|c2) == 0 {
			excluders[n] = cands
			n++
		}
	}
	if n == 0 && c0 != c1 && c0 != c2 && c1 != c2 {
		return false // only two equal pairs could exclude something
	}
	see01, see02, see12 := peers[cells[0]].has(cells[1]), peers[cells[0]].has(cells[2]), peers[cells[1]].has(cells[2])
	var ok [3]uint16
	for rest0 := g.cands[cells[0]]; rest0 != 0; rest0 &= rest0 - 1 {
		bit0 := rest0 & -rest0
		for rest1 := g.cands[cells[1]]; rest1 != 0; rest1 &= rest1 - 1 {
			bit1 := rest1 & -rest1
			if see01 && bit0 == bit1 {
				continue
			}
			allowed := g.cands[cells[2]]
			if see02 {
				allowed &^= bit0
			}
			if see12 {
				allowed &^= bit1
			}
			for _, cands := range excluders[:n] {
				switch left := cands &^ (bit0 | bit1); {
				case left == 0:
					allowed = 0
				case single(left):
					allowed &^= left
				}
			}
			if allowed != 0 {
				ok[0] |= bit0
				ok[1] |= bit1
				ok[2] |= allowed
			}
		}
	}
	if ok[0] == g.cands[cells[0]] && ok[1] == g.cands[cells[1]] && ok[2] == g.cands[cells[2]] {
		return false
	}
	h := r.found(AlignedTripletExclusion, 75)
	for i, cell := range cells {
		h.removeAll(cell, g.cands[cell]&^ok[i])
		if r.record {
			h.cell(cell, g.cands[cell])
		}
	}
	return true
}
