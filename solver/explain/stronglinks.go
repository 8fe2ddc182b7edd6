package explain

import "math/bits"

// This file has chains of two to four strong links of one digit: skyscrapers,
// kites, turbot fish, their grouped forms and loops.
//
// A strong link is a house in which the digit has two places, or two groups of
// places: one group must hold the digit if the other does not. Ends of
// successive links share a house. What sees both ends of the chain loses the
// digit.

const (
	maxLinks   = 4
	digitLinks = 36 // a box has at most two links, a line one
)

// A strongLink is a house with its candidates in two groups.
type strongLink struct {
	house   uint8
	variant uint8 // order among the links of a house
	grouped bool
	all     cellSet
	side    [2]linkSide
}

// A linkSide is a group of places. It may include a cell without the
// candidate, the crossing of the two lines of a box.
type linkSide struct {
	cells  cellSet
	houses uint32  // houses that contain all cells
	sees   cellSet // cells that see all cells
}

// linkSplit is one way to group the places of a house.
type linkSplit struct {
	empty  uint16 // positions without candidates
	blade1 uint16
	blade2 uint16
	heart  uint16 // position shared by the two lines of a box, or none
}

// boxSplits lists a row and a column through each position, then pairs of rows
// and of columns. lineSplits lists pairs of boxes.
var boxSplits, lineSplits = func() (box []linkSplit, line []linkSplit) {
	const row, column = 0b111, 0b1001001
	for place := range 9 {
		down, across := uint16(column<<(place%3)), uint16(row<<(place/3*3))
		heart := uint16(1 << place)
		box = append(box, linkSplit{
			empty: allDigits &^ (down | across), blade1: down &^ heart, blade2: across &^ heart, heart: heart,
		})
	}
	for _, p := range [3][3]uint16{{0, 1, 2}, {0, 2, 1}, {1, 2, 0}} {
		box = append(box, linkSplit{blade1: row << (3 * p[0]), blade2: row << (3 * p[1]), empty: row << (3 * p[2])})
	}
	for _, p := range [3][3]uint16{{0, 1, 2}, {0, 2, 1}, {1, 2, 0}} {
		box = append(box, linkSplit{blade1: column << p[0], blade2: column << p[1], empty: column << p[2]})
	}
	for _, p := range [3][3]uint16{{1, 2, 0}, {0, 2, 1}, {0, 1, 2}} {
		line = append(line, linkSplit{blade1: row << (3 * p[0]), blade2: row << (3 * p[1]), empty: row << (3 * p[2])})
	}
	return box, line
}()

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

// A sideSet is a set of sides of links: twice the link, plus the side.
type sideSet [2]uint64

func (s *sideSet) add(side int) { s[side>>6] |= 1 << (side & 63) }

// dropBelow drops the sides with lower numbers.
func (s *sideSet) dropBelow(side int) {
	s[side>>6] &= ^uint64(0) << (side & 63)
	if side >= 64 {
		s[0] = 0
	}
}

// A linkTable has the strong links of a digit.
type linkTable struct {
	links [digitLinks]strongLink
	count int
	near  [2 * digitLinks]sideSet // side: sides of other links that share a house with it
	apart [digitLinks]sideSet     // link: sides of links without a common candidate
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

// build lists the strong links of a digit by house and variant.
func (s *linkTable) build(g *grid, digit int) {
	s.count = 0
	for house := range 27 {
		places := g.places[house][digit]
		switch n := ones(places); {
		case n < 2 || n > 6:
		case n == 2:
			first, second := houseCells[house][lowest(places)], houseCells[house][lowest(places&(places-1))]
			if house < firstRow && (first%9 == second%9 || first/9 == second/9) {
				continue
			}
			s.add(house, 0, false, places, cellOf(int(first)), cellOf(int(second)))
		default:
			s.gatherGroups(house, places, n)
		}
	}
	s.connect()
}

// gatherGroups adds the links of a house with three or more places, if these
// form two groups.
func (s *linkTable) gatherGroups(house int, places uint16, n int) {
	splits := lineSplits
	if house < firstRow {
		splits = boxSplits
	}
	for i := range splits {
		split := &splits[i]
		if split.empty&places != 0 || i > 8 && n < 4 {
			continue
		}
		blade1, blade2 := places&split.blade1, places&split.blade2
		if blade1 == 0 || blade2 == 0 {
			return
		}
		s.addGroups(house, places, blade1, blade2, split, n)
		return
	}
}

// addGroups adds the one or two links of a split. If a blade is a single cell,
// that cell is a group, and all others with the heart the other.
func (s *linkTable) addGroups(house int, places, blade1, blade2 uint16, split *linkSplit, n int) {
	b1, b2 := positionSet(house, blade1), positionSet(house, blade2)
	heart := positionSet(house, split.heart)
	switch {
	case single(blade2):
		s.add(house, 1, true, places, b2, b1.or(heart))
	case single(blade1):
		s.add(house, 0, true, places, b1, b2.or(heart))
	case split.heart != 0:
		if places&split.heart == 0 {
			heart = cellSet{}
		}
		s.add(house, 0, true, places, b1.or(heart), b2.or(heart))
	default:
		s.add(house, 0, true, places, b1, b2)
		if house < firstRow && n == 4 {
			s.addCrossed(house, places, blade1, blade2)
		}
	}
}

// addCrossed adds the second link of four places in two parallel lines of a
// box if they are the corners of a rectangle: the two other sides.
func (s *linkTable) addCrossed(house int, places, blade1, blade2 uint16) {
	cell := func(mask uint16) int { return int(houseCells[house][lowest(mask)]) }
	first1, second1 := cell(blade1), cell(blade1&(blade1-1))
	first2, second2 := cell(blade2), cell(blade2&(blade2-1))
	sameLine := func(a, b int) bool { return a/9 == b/9 || a%9 == b%9 }
	if sameLine(second1, second2) && sameLine(first1, first2) {
		s.add(house, 1, true, places, cellOf(first1).or(cellOf(first2)), cellOf(second1).or(cellOf(second2)))
	}
}

func positionSet(house int, places uint16) (cells cellSet) {
	for ; places != 0; places &= places - 1 {
		cells = cells.or(cellOf(int(houseCells[house][lowest(places)])))
	}
	return cells
}

func (s *linkTable) add(house, variant int, grouped bool, places uint16, side0, side1 cellSet) {
	link := &s.links[s.count]
	s.count++
	*link = strongLink{house: uint8(house), variant: uint8(variant), grouped: grouped, all: positionSet(house, places)}
	link.side[0].set(side0)
	link.side[1].set(side1)
}

func (side *linkSide) set(cells cellSet) {
	rest := cells
	cell := rest.next()
	side.cells, side.houses, side.sees = cells, cellHouseBits[cell], peers[cell]
	for !rest.empty() {
		cell = rest.next()
		side.houses &= cellHouseBits[cell]
		side.sees = side.sees.and(peers[cell])
	}
}

func (s *linkTable) sideAt(i uint8) *linkSide { return &s.links[i>>1].side[i&1] }

// connect finds which sides share a house and which links a candidate.
func (s *linkTable) connect() {
	var inHouse [27]sideSet
	for side := range 2 * s.count {
		for houses := s.sideAt(uint8(side)).houses; houses != 0; houses &= houses - 1 {
			inHouse[bits.TrailingZeros32(houses)].add(side)
		}
	}
	for i := range s.count {
		s.apart[i] = sideSet{}
		for j := range s.count {
			if !s.links[i].all.meets(s.links[j].all) {
				s.apart[i].add(2 * j)
				s.apart[i].add(2*j + 1)
			}
		}
	}
	for side := range 2 * s.count {
		near := sideSet{}
		for houses := s.sideAt(uint8(side)).houses; houses != 0; houses &= houses - 1 {
			in := &inHouse[bits.TrailingZeros32(houses)]
			near[0] |= in[0]
			near[1] |= in[1]
		}
		apart := &s.apart[side>>1]
		s.near[side] = sideSet{near[0] & apart[0], near[1] & apart[1]}
	}
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
