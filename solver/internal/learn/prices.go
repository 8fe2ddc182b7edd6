package learn

import "math/bits"

// Prices show that there is no solution where too much has to go into too
// little, of several digits at once, which neither clauses nor matchings show
// in a few steps.
//
// Let every row, column and box of a digit have a price. A candidate costs the
// prices of its three. In a solution one candidate of each of these groups is
// true, so all cells together cost the sum of all prices. So there is none if
// even the cheapest candidate of every cell cost more than that together,
// whatever the prices are. Some do, if and only if the linear relaxation has no
// solution (J. Farkas, 1902). They are found as in an auction: in each round every cell
// takes its cheapest candidate, whose groups become dearer by one. Lowering all
// prices by one afterwards, as the groups that nobody took should become cheaper,
// would change nothing. This is the subgradient method (M. Held and R. M. Karp,
// 1971), one cell at a time, in whole numbers, so that it is a proof.
type prices struct {
	of    [1024]int32 // of each group
	cells []int32     // of each open cell: its first candidate
	three [][3]uint16 // of each open candidate: its groups
	open  []uint16    // the groups that have a price

	due    int // rounds to come
	rounds int // so far
}

const (
	roundsPerConflict = 4
	roundsPerStep     = 64 // as long as a few conflicts
	roundsPerLook     = 16 // between looks at what all cost
	mostRounds        = 1 << 15
)

func newPrices(g *geometry) prices {
	return prices{
		cells: make([]int32, 0, g.square+1),
		three: make([][3]uint16, 0, g.cube),
		open:  make([]uint16, 0, 4*g.square),
	}
}

func (p *prices) reset() {
	clear(p.of[:])
	p.due, p.rounds = 0, 0
}

// plan lets rounds follow, at the root, that are in proportion to conflicts.
func (p *prices) plan(conflicts int) {
	p.due = min(roundsPerConflict*conflicts, mostRounds-p.rounds)
}

// bid goes on with the auction, at the root. It reports whether there can be a
// solution.
func (l *Learner) bid() bool {
	p := &l.prices
	l.list()
	n := min(p.due, roundsPerStep)
	p.due -= n
	p.rounds += n
	for i := range n {
		p.round()
		if (i+1)%roundsPerLook == 0 && p.excess() > 0 {
			return false
		}
	}
	return true
}

// list lists what is open.
func (l *Learner) list() {
	p := &l.prices
	p.cells, p.three, p.open = p.cells[:0], p.three[:0], p.open[:0]
	for g, mask := range l.masks {
		if mask&(mask-1) == 0 {
			continue
		}
		if g >= l.square {
			p.open = append(p.open, uint16(g))
			continue
		}
		p.cells = append(p.cells, int32(len(p.three)))
		for ; mask != 0; mask &= mask - 1 {
			groups := &l.seats[l.members[g][bits.TrailingZeros16(mask)%16]].group
			p.three = append(p.three, [3]uint16{groups[ofRow], groups[ofColumn], groups[ofBox]})
		}
	}
	p.cells = append(p.cells, int32(len(p.three)))
}

// cheapest returns the first of a cell's cheapest candidates, and what it costs,
// less than 2²¹. It cannot be predicted, so there is no branch.
func (p *prices) cheapest(i int) (best *[3]uint16, cost int32) {
	candidates := p.three[p.cells[i]:p.cells[i+1]]
	key := int32(1 << 30) // the cost, and the candidate's number
	for k := range candidates {
		g := &candidates[k]
		key = min(key, (p.of[g[0]%1024]+p.of[g[1]%1024]+p.of[g[2]%1024])<<4|int32(k))
	}
	return &candidates[key&15], key >> 4
}

// round lets every cell take its cheapest candidate.
func (p *prices) round() {
	for i := range len(p.cells) - 1 {
		best, _ := p.cheapest(i)
		p.of[best[0]]++
		p.of[best[1]]++
		p.of[best[2]]++
	}
}

// excess returns by how much the cheapest candidates cost more than all prices.
func (p *prices) excess() (n int) {
	for i := range len(p.cells) - 1 {
		_, cost := p.cheapest(i)
		n += int(cost)
	}
	for _, g := range p.open {
		n -= int(p.of[g])
	}
	return n
}
