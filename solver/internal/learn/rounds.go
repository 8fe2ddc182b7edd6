package learn

import "math/bits"

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
