package learn

import "math/bits"

// prices prove that a puzzle has no solution because too much has to go into
// too little. Such proofs involve several digits at once. Clauses and single
// matchings cannot find them in a few steps.
//
// Let every digit have a price in every row, column and box. A candidate costs
// the sum of its three prices. In a solution exactly one candidate of each of
// these groups is true, so the cells together cost the sum of all prices. The
// excess is the cost of the cheapest candidate of every cell, summed, minus the
// sum of all prices. If the excess is positive, there is no solution, whatever
// the prices are. If it is -n, a candidate is false if it costs over n more
// than its cell's cheapest. Prices with a positive excess exist if and only if
// the linear relaxation has no solution (J. Farkas, 1902).
//
// Prices are found as in an auction. In each round every cell takes its
// cheapest candidate, and the prices of that candidate's groups rise by one.
// (Each group should be taken once a round, so all prices should then fall by
// one; that would not change the excess.) This is the subgradient method (M.
// Held and R. M. Karp, 1971), one cell at a time. Prices are whole numbers, so
// the result is a proof. They oscillate, and their mean has a greater excess
// than most single prices; therefore the excess is computed for the mean of
// some rounds.
type prices struct {
	of    *priceTable // current prices
	sum   *sumTable   // sum of the prices after some rounds: a multiple of their mean
	cells []bidder    // the open cells
	least []int32     // by open cell: what its cheapest candidate costs, by sum
	open  []place     // the groups that have a price

	sequence []bidder // all cells in the order in which they bid, without digits

	due     int // number of rounds still to make
	auction auction
}

// A place is a group that has a price: a digit in a house.
type place struct{ house, digit uint8 }

const (
	roundsPerStep = 64
	roundsPerSum  = 4 // rounds between two prices that are summed
	sumsPerStep   = roundsPerStep / roundsPerSum

	// maxPrice bounds prices when they are settled, so that the cost of a
	// candidate stays below 2¹⁶ during a step: a round raises a price by at
	// most 16.
	maxPrice = 1 << 13
)

func newPrices(g *layout) prices {
	return prices{
		of:       new(priceTable),
		sum:      new(sumTable),
		cells:    make([]bidder, 0, g.square),
		least:    make([]int32, g.square),
		open:     make([]place, 0, 3*g.square),
		sequence: sequence(g),
	}
}

// sequence returns the cells in an order in which many successive cells share
// no group. The processor then need not wait for the previous cell. The order
// lists, for each digit, the cells that hold it in a solved grid.
func sequence(g *layout) (cells []bidder) {
	for digit := range g.order {
		for row := range g.order {
			column := (digit + g.square - row%g.shape.Rows*g.shape.Columns - row/g.shape.Rows) % g.order
			cell := row*g.order + column
			cells = append(cells, newBidder(cell, g.seats[cell*g.order].group, g.order))
		}
	}
	return cells
}

func (p *prices) reset() {
	*p.of = priceTable{}
	p.due, p.auction = 0, auction{}
}

// list sets p.cells and p.open to the open cells and groups.
func (p *prices) list(l *Learner) {
	p.cells, p.open = p.cells[:0], p.open[:0]
	for _, b := range p.sequence {
		if mask := l.masks[cellOf(b)]; mask&(mask-1) != 0 {
			p.cells = append(p.cells, b|bidder(mask))
		}
	}
	for house := l.order; house < 4*l.order; house++ {
		for digit, mask := range l.masks[house*l.order:][:l.order] {
			if mask&(mask-1) != 0 {
				p.open = append(p.open, place{uint8(house), uint8(digit)})
			}
		}
	}
}

// step makes roundsPerStep rounds and sums the prices.
func (p *prices) step() {
	p.settle()
	*p.sum = sumTable{}
	for range sumsPerStep {
		sumRounds(p.sum, p.of, p.cells, roundsPerSum)
	}
	p.due -= roundsPerStep
}

// settle lowers all open prices by their minimum, which does not change the
// excess. If they are too far apart, it halves all prices.
func (p *prices) settle() {
	least, most := uint16(1<<16-1), uint16(0)
	for _, at := range p.open {
		price := p.of[at.house%64][at.digit%16]
		least, most = min(least, price), max(most, price)
	}
	for _, at := range p.open {
		p.of[at.house%64][at.digit%16] -= least
	}
	if most-least <= maxPrice {
		return
	}
	for house := range p.of {
		for digit := range p.of[house] {
			p.of[house][digit] /= 2
		}
	}
}

// excess returns the excess of the mean prices, times sumsPerStep. It also sets
// p.least.
func (p *prices) excess() (n int) {
	for i, b := range p.cells {
		row, column, box := housesOf(p.sum, b)
		least := int32(1 << 30)
		for digits := digitsOf(b); digits != 0; digits &= digits - 1 {
			d := bits.TrailingZeros16(digits) % 16
			less := row[d] + column[d] + box[d] - least
			least += less & (less >> 31)
		}
		p.least[i] = least
		n += int(least)
	}
	for _, at := range p.open {
		n -= int(p.sum[at.house%64][at.digit%16])
	}
	return n
}

type (
	// A priceTable holds the price of each group, by house and digit. The house
	// is the group's number divided by the order.
	priceTable = [64][16]uint16
	sumTable   = [64][16]int32

	// A bidder is a cell. From the lowest bit: 16 bits for its digits, 8 bits
	// for each of its three houses, and its number.
	bidder = uint64
)

func newBidder(cell int, groups [4]uint16, order int) bidder {
	house := func(kind int) bidder { return bidder(int(groups[kind]) / order) }
	return house(ofRow)<<16 | house(ofColumn)<<24 | house(ofBox)<<32 | bidder(cell)<<40
}

func digitsOf(b bidder) uint16 { return uint16(b) }
func cellOf(b bidder) int      { return int(b >> 40) }

// housesOf returns a table's entries for the houses of a cell.
func housesOf[T any](table *[64][16]T, b bidder) (row, column, box *[16]T) {
	return &table[b>>16%64], &table[b>>24%64], &table[b>>32%64]
}

// sumRounds is plainSumRounds or a faster, equivalent function for this
// processor.
var sumRounds = plainSumRounds

// plainSumRounds makes rounds with the given cells, then adds all prices to
// sum. In a round every cell in turn takes its cheapest candidate, the lowest
// digit if several are equal, and the prices of this candidate's groups rise by
// one. The cost of a candidate must stay below 2¹⁶-1. The loop has no branch on
// costs, because the processor could not predict it.
func plainSumRounds(sum *sumTable, prices *priceTable, cells []bidder, rounds int) {
	for range rounds {
		for _, b := range cells {
			row, column, box := housesOf(prices, b)
			best := int32(1 << 30) // cost<<4 | digit
			for digits := digitsOf(b); digits != 0; digits &= digits - 1 {
				d := bits.TrailingZeros16(digits) % 16
				less := (int32(row[d]+column[d]+box[d])<<4 | int32(d)) - best
				best += less & (less >> 31)
			}
			row[best&15]++
			column[best&15]++
			box[best&15]++
		}
	}
	for house := range prices {
		for digit, price := range prices[house] {
			sum[house][digit] += int32(price)
		}
	}
}
