package explain

import "math/bits"

// This file has sets of cells, and the tables of houses and peers.
//
// Houses are numbered 0 to 26: boxes, then rows, then columns. A position is
// the index of a cell within a house, in reading order.

const (
	firstRow    = 9
	firstColumn = 18
	allHouses   = 1<<27 - 1
)

// A cellSet is a set of the 81 cells.
type cellSet struct{ low, high uint64 }

var allCells = cellSet{^uint64(0), 1<<17 - 1}

func cellOf(cell int) cellSet {
	if cell < 64 {
		return cellSet{low: 1 << cell}
	}
	return cellSet{high: 1 << (cell - 64)}
}

func (s cellSet) and(o cellSet) cellSet     { return cellSet{s.low & o.low, s.high & o.high} }
func (s cellSet) or(o cellSet) cellSet      { return cellSet{s.low | o.low, s.high | o.high} }
func (s cellSet) without(o cellSet) cellSet { return cellSet{s.low &^ o.low, s.high &^ o.high} }
func (s cellSet) empty() bool               { return s.low|s.high == 0 }
func (s cellSet) meets(o cellSet) bool      { return s.low&o.low|s.high&o.high != 0 }
func (s cellSet) size() int                 { return bits.OnesCount64(s.low) + bits.OnesCount64(s.high) }

func (s cellSet) has(cell int) bool {
	if cell < 64 {
		return s.low>>cell&1 != 0
	}
	return s.high>>(cell-64)&1 != 0
}

// first returns the lowest cell. The set must not be empty.
func (s cellSet) first() int {
	if s.low != 0 {
		return bits.TrailingZeros64(s.low)
	}
	return 64 + bits.TrailingZeros64(s.high)
}

// next removes the lowest cell and returns it. The set must not be empty.
func (s *cellSet) next() int {
	if s.low != 0 {
		cell := bits.TrailingZeros64(s.low)
		s.low &= s.low - 1
		return cell
	}
	cell := 64 + bits.TrailingZeros64(s.high)
	s.high &= s.high - 1
	return cell
}

// A geometry has the tables of houses and peers.
type geometry struct {
	houseCells [27][9]uint8  // house, position: cell
	houseSet   [27]cellSet   // house: its cells
	cellHouses [81][3]uint8  // cell: its box, row and column
	cellPlaces [81][3]uint16 // cell: its position in box, row and column, as a bit
	peers      [81]cellSet   // cell: the 20 cells that share a house with it
	laterPeers [81]cellSet   // the peers with higher numbers
	houseBits  [81]uint32    // cell: its houses, as bits
}

var (
	tables     = newGeometry()
	houseCells = &tables.houseCells
	houseSet   = &tables.houseSet
	cellHouses = &tables.cellHouses
	cellPlaces = &tables.cellPlaces
	peers      = &tables.peers
	laterPeers = &tables.laterPeers

	cellHouseBits = &tables.houseBits
)

func newGeometry() *geometry {
	g := new(geometry)
	for cell := range 81 {
		row, column := cell/9, cell%9
		box := row/3*3 + column/3
		places := [3]int{row%3*3 + column%3, column, row}
		for t, house := range [3]int{box, firstRow + row, firstColumn + column} {
			g.cellHouses[cell][t] = uint8(house)
			g.houseBits[cell] |= 1 << house
			g.cellPlaces[cell][t] = 1 << places[t]
			g.houseCells[house][places[t]] = uint8(cell)
			g.houseSet[house] = g.houseSet[house].or(cellOf(cell))
		}
	}
	for cell := range 81 {
		for _, house := range g.cellHouses[cell] {
			g.peers[cell] = g.peers[cell].or(g.houseSet[house])
		}
		g.peers[cell] = g.peers[cell].without(cellOf(cell))
		for rest := g.peers[cell]; !rest.empty(); {
			if peer := rest.next(); peer > cell {
				g.laterPeers[cell] = g.laterPeers[cell].or(cellOf(peer))
			}
		}
	}
	return g
}

// single reports whether a mask has exactly one bit.
func single(mask uint16) bool { return mask != 0 && mask&(mask-1) == 0 }

func ones(mask uint16) int { return bits.OnesCount16(mask) }

// lowest returns the index of the lowest bit.
func lowest(mask uint16) int { return bits.TrailingZeros16(mask) }
