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
	a, g, changed := &r.aligned, &r.grid, r.stale.aligned[2]
	a.gather(g, 2)
	for j, second := range a.cells[:a.count] {
		for _, first := range a.cells[:j] {
			common := a.excluders[first].and(a.excluders[second])
			if common.size() < 2 || !changed.meets(common.or(cellOf(int(first))).or(cellOf(int(second)))) {
				continue
			}
			ok1, ok2 := r.allowedPairs(int(first), int(second), common)
			gone1, gone2 := g.cands[first]&^ok1, g.cands[second]&^ok2
			if gone1|gone2 == 0 {
				continue
			}
			h := r.found(alignedPairExclusion, 62)
			h.removeAll(int(first), gone1)
			h.removeAll(int(second), gone2)
			if r.record {
				h.cell(int(first), g.cands[first])
				h.cell(int(second), g.cands[second])
			}
			return true
		}
	}
	r.stale.aligned[2] = cellSet{}
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
	a, g, changed := &r.aligned, &r.grid, r.stale.aligned[3]
	a.gather(g, 3)
	bases := cellSet{}
	for _, cell := range a.cells[:a.count] {
		bases = bases.or(cellOf(int(cell)))
	}
	for j, second := range a.cells[:a.count] {
		for _, first := range a.cells[:j] {
			common := a.excluders[first].and(a.excluders[second])
			if common.size() < 2 || !g.mayExclude(int(first), int(second), common) {
				continue
			}
			both := cellOf(int(first)).or(cellOf(int(second)))
			among := bases
			if !changed.meets(common.or(both)) {
				among = bases.and(changed) // nothing else is new
			}
			for _, thirds := range [2]cellSet{a.excluders[first], a.excluders[second].without(a.excluders[first])} {
				for rest := thirds.and(among).without(both); !rest.empty(); {
					third := rest.next()
					all := common.and(a.excluders[third])
					if all.size() >= 2 && !a.tried(int(first), int(second), third) && r.alignedTripletAt([3]int{int(first), int(second), third}, all) {
						return true
					}
				}
			}
		}
	}
	r.stale.aligned[3] = cellSet{}
	return false
}

// tried reports whether the three cells were tried before: they come up with
// each of them as the third, pairs with lower cells first.
func (a *alignment) tried(first, second, third int) bool {
	switch {
	case third > second:
		return false
	case a.excluders[first].has(second) || a.excluders[third].has(second):
		return true
	}
	return third < first && (a.excluders[third].has(first) || a.excluders[second].has(first))
}

// mayExclude reports whether two cells and a third may exclude a candidate. A
// common peer must lack at most one candidate of theirs, or one of the cells
// must be a pair that another can equal.
func (g *grid) mayExclude(first, second int, common cellSet) bool {
	union := g.cands[first] | g.cands[second]
	for !common.empty() {
		if missing := g.cands[common.next()] &^ union; missing&(missing-1) == 0 {
			return true
		}
	}
	return g.pairs.has(first) || g.pairs.has(second)
}

// A triplet is three cells and what excludes combinations of their candidates.
type triplet struct {
	cands  [3]uint16
	ok     [3]uint16  // candidates that are in an allowed combination
	see    [3][3]bool // whether two of the cells see each other
	pairs  [9]uint16  // digit: digits that make a pair of an excluder with it
	threes [20]uint16 // excluders with three candidates
	count  int        // of threes
	paired bool       // there are pairs
}

// alignedTripletAt tries the combinations of candidates of three cells.
func (r *Rater) alignedTripletAt(cells [3]int, common cellSet) bool {
	g := &r.grid
	t := triplet{cands: [3]uint16{g.cands[cells[0]], g.cands[cells[1]], g.cands[cells[2]]}}
	t.gather(g, common)
	if !t.paired && t.count == 0 && t.cands[0] != t.cands[1] && t.cands[0] != t.cands[2] && t.cands[1] != t.cands[2] {
		return false // only two equal pairs could exclude something
	}
	for i, j := range [3]int{1, 2, 0} {
		see := peers[cells[i]].has(cells[j])
		t.see[i][j], t.see[j][i] = see, see
	}
	var gone [3]uint16
	for i := range cells {
		gone[i] = t.excluded(i, (i+1)%3, (i+2)%3)
	}
	if gone[0]|gone[1]|gone[2] == 0 {
		return false
	}
	h := r.found(alignedTripletExclusion, 75)
	for i, cell := range cells {
		h.removeAll(cell, gone[i])
		if r.record {
			h.cell(cell, g.cands[cell])
		}
	}
	return true
}

// gather lists the excluders whose candidates are all among the candidates of
// the cells.
func (t *triplet) gather(g *grid, common cellSet) {
	for !common.empty() {
		cands := g.cands[common.next()]
		switch {
		case cands&^(t.cands[0]|t.cands[1]|t.cands[2]) != 0:
		case ones(cands) == 2:
			low, high := lowest(cands), lowest(cands&(cands-1))
			t.pairs[low] |= 1 << high
			t.pairs[high] |= 1 << low
			t.paired = true
		default:
			t.threes[t.count] = cands
			t.count++
		}
	}
}

// excluded returns the candidates of cell i that no allowed combination has.
func (t *triplet) excluded(i, j, k int) (gone uint16) {
	for rest := t.cands[i] &^ t.ok[i]; rest != 0; rest &= rest - 1 {
		own := rest & -rest
		// Look first for combinations with candidates not known as allowed.
		if !t.allowed(own, t.cands[j]&^t.ok[j], i, j, k) && !t.allowed(own, t.cands[j]&t.ok[j], i, j, k) {
			gone |= own
		}
	}
	return gone
}

// allowed reports whether a candidate of cell i and one of some of cell j are
// in an allowed combination, and keeps the others of the combination.
func (t *triplet) allowed(own, seconds uint16, i, j, k int) bool {
	paired := t.pairs[lowest(own)]
	seconds &^= paired
	thirds := t.cands[k] &^ paired
	if t.see[i][j] {
		seconds &^= own
	}
	if t.see[i][k] {
		thirds &^= own
	}
	for ; seconds != 0; seconds &= seconds - 1 {
		second := seconds & -seconds
		left := thirds &^ t.pairs[lowest(second)]
		if t.see[j][k] {
			left &^= second
		}
		for _, cands := range t.threes[:t.count] {
			if rest := cands &^ (own | second); rest&(rest-1) == 0 {
				left &^= rest
			}
		}
		if left != 0 {
			t.ok[j] |= second
			t.ok[k] |= left
			return true
		}
	}
	return false
}
