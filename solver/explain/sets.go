package explain

// This file has hidden and naked sets: pairs, triplets and quads.

// combinations[k] holds all sets of k out of 9, as bits, in ascending order.
var combinations = func() (all [8][]uint16) {
	for mask := range uint16(512) {
		if k := ones(mask); k < len(all) {
			all[k] = append(all[k], mask)
		}
	}
	return all
}()

// A combiner enumerates sets of masks whose union has exactly as many bits as
// there are masks, in ascending order of the set's bits.
type combiner struct {
	masks  [9]uint16 // the masks of the members
	member [9]uint8  // their indexes, ascending
	count  int
}

// gather collects the masks with 2 to size bits.
func (c *combiner) gather(masks *[9]uint16, size int) {
	c.count = 0
	for i, mask := range masks {
		if n := ones(mask); n >= 2 && n <= size {
			c.masks[c.count], c.member[c.count] = mask, uint8(i)
			c.count++
		}
	}
}

// take collects the masks of some members.
func (c *combiner) take(masks *[9]uint16, members uint16) {
	c.count = 0
	for ; members != 0; members &= members - 1 {
		i := lowest(members)
		c.masks[c.count], c.member[c.count] = masks[i], uint8(i)
		c.count++
	}
}

// each calls found for each set, until it returns true.
func (c *combiner) each(size int, found func(members, union uint16) bool) bool {
	if c.count < size {
		return false
	}
	if size == 2 {
		return c.pairs(found)
	}
	return c.extend(size, size, c.count, 0, 0, found)
}

// pairs does what extend does for sets of two.
func (c *combiner) pairs(found func(members, union uint16) bool) bool {
	for i := 1; i < c.count; i++ {
		for j := range i {
			if c.masks[i] == c.masks[j] && found(1<<c.member[i]|1<<c.member[j], c.masks[i]) {
				return true
			}
		}
	}
	return false
}

// extend adds left members with indexes below limit. The highest members
// change slowest, which gives the ascending order.
func (c *combiner) extend(size, left, limit int, members, union uint16, found func(members, union uint16) bool) bool {
	if left == 0 {
		return ones(union) == size && found(members, union)
	}
	for i := left - 1; i < limit; i++ {
		wider := union | c.masks[i]
		if ones(wider) > size {
			continue
		}
		if c.extend(size, left-1, i, members|1<<c.member[i], wider, found) {
			return true
		}
	}
	return false
}

// hiddenSet finds size digits that have only size places in a house.
func (r *Rater) hiddenSet(size int) bool {
	return r.hiddenSets(size, 2*size, &r.stale.houses[housesHidden-2+size], r.hiddenSetFound)
}

// directHiddenSet finds a hidden set that leaves one place for another digit.
func (r *Rater) directHiddenSet(size int) bool {
	return r.hiddenSets(size, size, &r.stale.houses[housesDirectHidden-2+size], r.directHiddenSetFound)
}

// hiddenSets calls found for each hidden set in stale houses with more than
// blanks blanks.
func (r *Rater) hiddenSets(size, blanks int, stale *uint32, found func(house int, digits, places uint16) bool) bool {
	g := &r.grid
	for _, houses := range boxesThenLines {
		for house := houses.from; house < houses.to; house++ {
			if *stale>>house&1 == 0 || int(g.blanks[house]) <= blanks {
				continue
			}
			few := r.stale.digitsIn(house, size)
			if ones(few) < size {
				continue
			}
			r.combiner.take(&g.places[house], few)
			if r.combiner.each(size, func(digits, places uint16) bool { return found(house, digits, places) }) {
				return true
			}
		}
	}
	*stale = 0
	return false
}

var hiddenSetTechniques = [5]struct {
	technique Technique
	rating    Score
}{2: {hiddenPair, 34}, 3: {hiddenTriplet, 40}, 4: {hiddenQuad, 54}}

func (r *Rater) hiddenSetFound(house int, digits, places uint16) bool {
	worth := false
	for p := places; p != 0; p &= p - 1 {
		worth = worth || r.grid.cands[houseCells[house][lowest(p)]]&^digits != 0
	}
	if !worth {
		return false
	}
	t := &hiddenSetTechniques[ones(digits)]
	h := r.found(t.technique, t.rating)
	for p := places; p != 0; p &= p - 1 {
		cell := int(houseCells[house][lowest(p)])
		h.removeAll(cell, r.grid.cands[cell]&^digits)
	}
	if r.record {
		h.houses(house)
		h.pattern(house, places, digits)
	}
	return true
}

func (r *Rater) directHiddenSetFound(house int, digits, places uint16) bool {
	g := &r.grid
	for digit, other := range g.places[house] {
		if digits>>digit&1 != 0 || other&(other-1) == 0 {
			continue
		}
		rest := other &^ places
		if !single(rest) {
			continue
		}
		technique, rating := directHiddenPair, Score(20)
		if ones(digits) == 3 {
			technique, rating = directHiddenTriplet, 25
		}
		h := r.found(technique, rating)
		h.put(int(houseCells[house][lowest(rest)]), digit)
		if r.record {
			h.houses(house)
			h.pattern(house, places, digits)
		}
		return true
	}
	return false
}

var nakedSetTechniques = [5]struct {
	technique Technique
	rating    Score
}{2: {nakedPair, 30}, 3: {nakedTriplet, 36}, 4: {nakedQuad, 50}}

// nakedSet finds size cells of a house that have only size candidates.
func (r *Rater) nakedSet(size int) bool {
	g, stale := &r.grid, &r.stale.houses[housesNaked-2+size]
	for _, houses := range boxesThenLines {
		for house := houses.from; house < houses.to; house++ {
			if *stale>>house&1 == 0 || int(g.blanks[house]) < 2*size {
				continue
			}
			var masks [9]uint16
			for place, cell := range houseCells[house] {
				masks[place] = g.cands[cell]
			}
			r.combiner.gather(&masks, size)
			if r.combiner.each(size, func(places, digits uint16) bool {
				return r.nakedSetFound(house, &masks, places, digits)
			}) {
				return true
			}
		}
	}
	*stale = 0
	return false
}

func (r *Rater) nakedSetFound(house int, masks *[9]uint16, places, digits uint16) bool {
	worth := false
	for place, mask := range masks {
		worth = worth || places>>place&1 == 0 && mask&digits != 0
	}
	if !worth {
		return false
	}
	t := &nakedSetTechniques[ones(digits)]
	h := r.found(t.technique, t.rating)
	for place, mask := range masks {
		if places>>place&1 == 0 {
			h.removeAll(int(houseCells[house][place]), mask&digits)
		}
	}
	if r.record {
		h.houses(house)
		h.pattern(house, places, digits)
	}
	return true
}
