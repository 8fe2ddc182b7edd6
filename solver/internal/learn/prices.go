package learn

import "math/bits"

// Prices show that there is no solution where too much has to go into too
// little, of several digits at once, which neither clauses nor matchings show
// in a few steps.
//
// Let every row, column and box of a digit have a price. A candidate costs the
// prices of its three. In a solution one candidate of each of these groups is
// true, so all cells together cost the sum of all prices. The excess is by how much
// the cheapest candidates of all cells cost more than that. So there is no solution
// if there is one, whatever the prices are; and no candidate is true that costs more
// than its cell's cheapest by more than the excess lacks. Some prices have an excess,
// if and only if the linear relaxation has no solution (J. Farkas, 1902). They are
// found as in an auction: in each round every cell takes its cheapest candidate, whose
// groups become dearer by one. Lowering all prices by one afterwards, as the groups
// that nobody took should become cheaper, would change nothing. This is the subgradient
// method (M. Held and R. M. Karp, 1971), one cell at a time, in whole numbers, so that
// it is a proof. Prices go up and down around where they lead, so that they lack much
// more than their mean does. So the mean of some rounds is looked at.
type prices struct {
	of    *priceTable
	sum   *sumTable // of them after some rounds: a mean, but for a factor
	cells []bidder  // that are open
	least []int32   // what they pay at least, by the sum
	open  []place   // the groups that have a price

	sequence []bidder // all cells, without digits, in the order that they take candidates

	due     int // rounds to come
	auction auction
}

// A place is what has a price: a digit in a house.
type place struct{ house, digit uint8 }

const (
	roundsPerStep = 64
	roundsPerSum  = 4 // rounds between two prices that the mean is taken of
	sumsPerStep   = roundsPerStep / roundsPerSum

	// mostPrice keeps what a candidate costs in 16 bits, and not all of them, as a round
	// makes a group dearer by 16 at most.
	mostPrice = 1 << 13
)

func newPrices(g *geometry) prices {
	return prices{
		of:       new(priceTable),
		sum:      new(sumTable),
		cells:    make([]bidder, 0, g.square),
		least:    make([]int32, g.square),
		open:     make([]place, 0, 3*g.square),
		sequence: sequence(g),
	}
}

// sequence returns the cells in the order of their digits in a solution, so that many in
// a row have no group in common: a cell need not wait for those before it.
func sequence(g *geometry) (cells []bidder) {
	for digit := range g.order {
		for row := range g.order {
			column := (digit + g.square - row%g.side*g.side - row/g.side) % g.order
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

// list lists the open cells and groups.
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

// step makes some rounds, and sums up prices.
func (p *prices) step() {
	p.settle()
	*p.sum = sumTable{}
	for range sumsPerStep {
		sumRounds(p.sum, p.of, p.cells, roundsPerSum)
	}
	p.due -= roundsPerStep
}

// settle lowers all prices that count by as much, which changes nothing, and halves all
// where they are too far apart.
func (p *prices) settle() {
	least, most := uint16(1<<16-1), uint16(0)
	for _, at := range p.open {
		price := p.of[at.house%64][at.digit%16]
		least, most = min(least, price), max(most, price)
	}
	for _, at := range p.open {
		p.of[at.house%64][at.digit%16] -= least
	}
	if most-least <= mostPrice {
		return
	}
	for house := range p.of {
		for digit := range p.of[house] {
			p.of[house][digit] /= 2
		}
	}
}

// excess returns the excess of the mean prices, times sumsPerStep, and notes what cells pay.
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
	// A priceTable has the price of each group but cells, by house, which is the group's
	// number by the order, and digit.
	priceTable = [64][16]uint16
	sumTable   = [64][16]int32

	// A bidder is an open cell: from the lowest bit 16 for its digits, 8 for each of the
	// houses it is in, and its number.
	bidder = uint64
)

func newBidder(cell int, groups [4]uint16, order int) bidder {
	house := func(kind int) bidder { return bidder(int(groups[kind]) / order) }
	return house(ofRow)<<16 | house(ofColumn)<<24 | house(ofBox)<<32 | bidder(cell)<<40
}

func digitsOf(b bidder) uint16 { return uint16(b) }
func cellOf(b bidder) int      { return int(b >> 40) }

// housesOf returns what a table has for the houses of a cell.
func housesOf[T any](table *[64][16]T, b bidder) (row, column, box *[16]T) {
	return &table[b>>16%64], &table[b>>24%64], &table[b>>32%64]
}

// sumRounds is plainSumRounds, or as good and faster where the processor allows.
var sumRounds = plainSumRounds

// plainSumRounds makes rounds with some cells, and adds all prices to a sum. In a round every
// cell, in turn, takes the cheapest of its candidates, the first of several, whose groups
// become dearer by one. What a candidate costs stays below 2¹⁶-1. Which one it is cannot be
// predicted, so there is no branch.
func plainSumRounds(sum *sumTable, prices *priceTable, cells []bidder, rounds int) {
	for range rounds {
		for _, b := range cells {
			row, column, box := housesOf(prices, b)
			best := int32(1 << 30) // what it costs, and its digit
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
