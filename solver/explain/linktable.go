package explain

import "math/bits"

// This file finds the strong links of a digit, and which of them may follow each other in a chain.

const digitLinks = 36 // a box has at most two links, a line one

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
