package explain

import "math/bits"

// This file has chains of two to four strong links of one digit: skyscrapers,
// kites, turbot fish, their grouped forms and loops.
//
// A strong link is a house in which the digit has two places, or two groups of
// places: one group must hold the digit if the other does not. Ends of
// successive links share a house. What sees both ends of the chain loses the
// digit.

const maxLinks = 4

// A linkChain is a chain with the properties that decide between chains.
type linkChain struct {
	rating   Score
	gone     int    // candidates that it removes, counted with repetition
	suffix   uint32 // number of groups, then the types of the houses
	sequence uint64 // place in the order of enumeration
}

func (c *linkChain) better(o *linkChain) bool {
	switch {
	case c.rating != o.rating:
		return c.rating < o.rating
	case c.gone != o.gone:
		return c.gone > o.gone
	case c.suffix != o.suffix:
		return c.suffix < o.suffix
	}
	return c.sequence < o.sequence
}

// linkSearch is the state of a search for chains of one length.
type linkSearch struct {
	digits [9]linkTable

	length int
	digit  int
	table  *linkTable

	chain     [maxLinks]uint8 // sides where the chain enters each link
	best      linkChain
	bestGone  cellSet
	bestDigit int
	bestRing  bool
	technique Technique // of the best
	bestChain [maxLinks]uint8
	bestLinks [maxLinks]strongLink
	found     bool
}

var linkBase = [maxLinks + 1]Score{2: 40, 3: 54, 4: 58}

// strongLinks finds the best chain of length links.
func (r *Rater) strongLinks(length int) bool {
	s := &r.links
	s.length, s.found = length, false
	for digits := r.stale.digits[digitsLinkTable]; digits != 0; digits &= digits - 1 {
		s.digits[lowest(digits)].build(&r.grid, lowest(digits))
	}
	r.stale.digits[digitsLinkTable] = 0
	stale := &r.stale.digits[digitsLinks-2+length]
	for digits := *stale; digits != 0; digits &= digits - 1 {
		s.digit = lowest(digits)
		s.table = &s.digits[s.digit]
		if s.table.count < length {
			continue
		}
		for side := range 2 * s.table.count {
			s.chain[0] = uint8(side)
			s.extend(&r.grid, 1, s.table.apart[side>>1])
		}
	}
	if !s.found {
		*stale = 0
		return false
	}
	r.strongLinksFound()
	return true
}

// extend adds links from the set apart to a chain of count links. Each is
// entered at one side and left at the other.
func (s *linkSearch) extend(g *grid, count int, apart sideSet) {
	near := &s.table.near[s.chain[count-1]^1]
	if count+1 == s.length {
		apart.dropBelow(int(s.chain[0]))
	}
	for i := range near {
		for word := near[i] & apart[i]; word != 0; word &= word - 1 {
			next := i<<6 + bits.TrailingZeros64(word)
			s.chain[count] = uint8(next)
			if count+1 == s.length {
				s.complete(g)
				continue
			}
			other := &s.table.apart[next>>1]
			s.extend(g, count+1, sideSet{apart[0] & other[0], apart[1] & other[1]})
		}
	}
}

// complete offers a chain. Of its two directions one counts: with links
// numbered by house and variant, the one that begins with the lower number.
// The last link has a higher number than the first.
func (s *linkSearch) complete(g *grid) {
	first, last := s.chain[0], s.chain[s.length-1]
	start, end := s.table.sideAt(first), s.table.sideAt(last^1)
	ring := start.houses&end.houses != 0
	if !ring {
		victims := start.sees.and(end.sees).and(g.boards[s.digit])
		if victims.empty() {
			return
		}
		for i, side := range s.chain[:s.length] {
			victims = victims.without(houseSet[s.table.links[side>>1].house])
			if i > 0 {
				victims = victims.without(houseSet[sharedHouse(s.table.sideAt(s.chain[i-1]^1), s.table.sideAt(side))])
			}
		}
		s.offer(victims, victims.size(), false)
		return
	}
	if first&1 != 0 {
		return
	}
	for _, side := range s.chain[1:s.length] {
		if side>>1 < first>>1 {
			return
		}
	}
	gone, count := cellSet{}, 0
	for i, side := range s.chain[:s.length] {
		before := s.chain[(i+s.length-1)%s.length] ^ 1
		victims := s.table.sideAt(before).sees.and(s.table.sideAt(side).sees).and(g.boards[s.digit])
		for _, other := range s.chain[:s.length] {
			victims = victims.without(houseSet[s.table.links[other>>1].house])
		}
		gone, count = gone.or(victims), count+victims.size()
	}
	s.offer(gone, count, true)
}

// sharedHouse returns a house of both sides: a column, else a row, else a box.
func sharedHouse(a, b *linkSide) int {
	shared := a.houses & b.houses
	switch {
	case shared>>firstColumn != 0:
		return firstColumn + lowest(uint16(shared>>firstColumn))
	case shared>>firstRow != 0:
		return firstRow + lowest(uint16(shared>>firstRow))
	}
	return lowest(uint16(shared))
}

// offer keeps the chain if it is the best so far.
func (s *linkSearch) offer(gone cellSet, count int, ring bool) {
	if count == 0 {
		return
	}
	c := linkChain{gone: count}
	groups := 0
	for _, side := range s.chain[:s.length] {
		if s.table.links[side>>1].grouped {
			groups++
		}
	}
	types := s.types()
	c.rating = linkBase[s.length] + linkExtra(groups, types[:s.length])
	if s.found && c.rating > s.best.rating {
		return
	}
	c.suffix = uint32(groups)<<16 | typeSuffix(types[:s.length])
	c.sequence = s.sequence()
	if s.found && !c.better(&s.best) {
		return
	}
	s.found, s.best, s.bestGone, s.bestDigit, s.bestRing = true, c, gone, s.digit, ring
	s.bestChain, s.technique = s.chain, linkTechnique(s.length, ring, groups, types[:s.length])
	for i, side := range s.chain[:s.length] {
		s.bestLinks[i] = s.table.links[side>>1]
	}
}

// types returns the types of the chain's houses: 0 box, 1 row, 2 column.
func (s *linkSearch) types() (types [maxLinks]uint8) {
	for i, side := range s.chain[:s.length] {
		types[i] = s.table.links[side>>1].house / 9
	}
	return types
}

// linkExtra returns what groups and types add to the rating.
func linkExtra(groups int, types []uint8) Score {
	if groups > 0 {
		return 3
	}
	suffix := typeSuffix(types)
	extra, box, crossed := Score(0), false, false
	for range types {
		box = box || suffix&3 == 0
		crossed = crossed || suffix&3 == 2
		suffix >>= 2
	}
	if box {
		extra++
	}
	if crossed {
		extra++
	}
	return extra
}

// typeSuffix returns the types in the least of four forms: forwards or
// backwards, with rows and columns as they are or exchanged. A chain without
// rows has its columns as rows.
func typeSuffix(types []uint8) uint32 {
	forward, backward := uint32(0), uint32(0)
	rows := false
	for i, t := range types {
		forward = forward<<2 | uint32(t)
		backward |= uint32(t) << (2 * i)
		rows = rows || t == 1
	}
	least := min(forward, backward)
	swapped := swapLines(least, len(types))
	if !rows {
		return swapped
	}
	return min(least, min(swapLines(forward, len(types)), swapLines(backward, len(types))))
}

// swapLines exchanges the types row and column.
func swapLines(types uint32, n int) (swapped uint32) {
	for i := range n {
		t := types >> (2 * i) & 3
		if t != 0 {
			t = 3 - t
		}
		swapped |= t << (2 * i)
	}
	return swapped
}

// sequence numbers the chain in the order of enumeration: by the types of its
// houses, the highest type first; by digit; by houses and variants; by the
// order of the links; by their directions.
func (s *linkSearch) sequence() uint64 {
	var sorted [maxLinks]uint8
	copy(sorted[:], s.chain[:s.length])
	links := sorted[:s.length]
	for i := range links {
		for j := i; j > 0 && links[j]>>1 < links[j-1]>>1; j-- {
			links[j], links[j-1] = links[j-1], links[j]
		}
	}
	key := uint64(0)
	for i := range links {
		key = key<<2 | uint64(s.table.links[links[s.length-1-i]>>1].house/9)
	}
	key = key<<4 | uint64(s.digit)
	for _, side := range links {
		link := &s.table.links[side>>1]
		key = key<<6 | uint64(link.house)<<1 | uint64(link.variant)
	}
	order := uint16(0)
	for _, side := range s.chain[:s.length] {
		for i, other := range links {
			if other == side {
				order = order<<2 | uint16(i)
			}
		}
	}
	key = key<<5 | uint64(linkOrders[s.length][order])
	for _, side := range s.chain[:s.length] {
		key = key<<1 | uint64(side&1)
	}
	return key
}

// linkOrders ranks the orders of links, two bits each, as they are
// enumerated: each exchanges two links of the one before.
var linkOrders = func() (ranks [maxLinks + 1][256]uint8) {
	for n := 2; n <= maxLinks; n++ {
		order, count := [maxLinks]uint16{0, 1, 2, 3}, [maxLinks + 1]int{0, 1, 2, 3, 4}
		rank := uint8(0)
		set := func() {
			code := uint16(0)
			for _, i := range order[:n] {
				code = code<<2 | i
			}
			ranks[n][code] = rank
			rank++
		}
		set()
		for i := 1; i < n; {
			count[i]--
			j := i % 2 * count[i]
			order[i], order[j] = order[j], order[i]
			set()
			for i = 1; i < n && count[i] == 0; i++ {
				count[i] = i
			}
		}
	}
	return ranks
}()

// strongLinksFound makes a step of the best chain.
func (r *Rater) strongLinksFound() {
	s := &r.links
	h := r.found(s.technique, s.best.rating)
	h.removeSet(s.bestGone, s.bestDigit)
	if !r.record {
		return
	}
	var last Statement
	for i, link := range s.bestLinks[:s.length] {
		h.houses(int(link.house))
		for rest := link.all; !rest.empty(); {
			h.cell(rest.next(), 1<<s.bestDigit)
		}
		enter := link.side[s.bestChain[i]&1].cells.and(link.all)
		from := statementOf(enter, s.bestDigit, false)
		if i > 0 {
			h.link(last, from)
		}
		last = statementOf(link.all.without(enter), s.bestDigit, true)
		h.link(from, last)
	}
	if s.bestRing {
		h.link(last, h.links[0].From)
	}
}

// statementOf says that one of the cells holds the digit, or that none does.
func statementOf(cells cellSet, digit int, on bool) Statement {
	s := Statement{On: on}
	for !cells.empty() {
		s.Candidates = append(s.Candidates, Candidate{uint8(cells.next()), uint8(digit + 1)})
	}
	return s
}

// linkTechnique names a chain.
func linkTechnique(length int, ring bool, groups int, types []uint8) Technique {
	if ring {
		return strongLinkLoop
	}
	switch length {
	case 3:
		return threeStrongLinks
	case 4:
		return fourStrongLinks
	}
	plain, grouped := turbotFish, groupedTurbotFish
	switch {
	case types[0] == 0 || types[1] == 0:
	case types[0] == types[1]:
		plain, grouped = skyscraper, groupedSkyscraper
	default:
		plain, grouped = twoStringKite, groupedTwoStringKite
	}
	if groups > 0 {
		return grouped
	}
	return plain
}
