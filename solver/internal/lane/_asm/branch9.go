package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// branch9 generates the choice of the branch cell in stable states of order 9.
//
// A key is made for each cell, of three fields from the top: candidates less
// two (so that a cell with one wraps round to the greatest), 28 less the score,
// the cell. The least key is the branch cell's. (Nine candidates look like one,
// but where the cell with the fewest has nine, no cell is solved.) The unsolved
// cells of houses and mini-rows are counted by summing min(candidates, 2). The
// score of an unsolved cell is row + column + 2 box - 4 mini-row - 4 mini-column
// - 8, as sums go: one part of it is the mini-row's, the other the mini-column's.
//
// The same sums find dead states that a pass does not see: in a row of nine
// cells, of which u are unsolved, the naked singles are 9-u different digits,
// unless one stands twice or a cell is empty. (A digit that stands twice in a
// column or box alone does not get past a pass that changes nothing.) And a digit with one place in a
// row is a naked single by now, unless it shares the place with another.
func branch9() {
	TEXT("branch9AVX512", NOSPLIT, "func(block *uint16, cells *[32]uint16) (dead uint32)")
	Doc("branch9AVX512 finds the branch cell of each lane of a stable block of order 9 (AVX-512).")
	b := &brancher9{base: Load(Param("block"), GP64()).(Register)}
	b.countMinis()
	b.sumHouses()
	b.scoreColumns()
	best := b.least()
	VPANDD(words(0x7f), best, best)
	out := Load(Param("cells"), GP64())
	store(best, Mem{Base: out.(Register)})
	VZEROUPPER()
	RET()
}

// Fields of a key, by their lowest bit, and what the score's two parts are
// taken from, so that neither gets below 0.
const (
	countBit9, scoreBit9  = 13, 7
	fromRow9, fromColumn9 = 33, 3
)

type brancher9 struct{ base Register }

func (b *brancher9) count(i int) Mem      { return at(b.base, scratch9+i) } // in its field
func (b *brancher9) miniRow(i int) Mem    { return at(b.base, scratch9+81+i) }
func (b *brancher9) miniColumn(i int) Mem { return at(b.base, scratch9+108+i) }
func (b *brancher9) houseSum(i int) Mem   { return at(b.base, scratch9+135+i) } // rows, columns, boxes

// countMinis counts candidates, and the unsolved cells of mini-rows and
// mini-columns, the latter plus three.
func (b *brancher9) countMinis() {
	two := words(2)
	for band := range 3 {
		for k := range 3 {
			var columns [3]VecVirtual
			for t := range 3 {
				var row VecVirtual
				for i := range 3 {
					cell := 27*band + 9*t + 3*k + i
					n, field := ZMM(), ZMM()
					VPOPCNTW(at(b.base, cells9+cell), n)
					VPSLLW(U8(countBit9), n, field)
					store(field, b.count(cell))
					VPMINUW(two, n, n)
					row = sum(row, n, i == 0)
					columns[i] = sum(columns[i], n, t == 0)
				}
				store(row, b.miniRow(9*band+3*t+k))
			}
			for i := range 3 {
				store(columns[i], b.miniColumn(9*band+3*k+i))
			}
		}
	}
}

// sum adds n to v, or begins a sum with n.
func sum(v, n VecVirtual, first bool) VecVirtual {
	if first {
		return clone(n)
	}
	VPADDW(n, v, v)
	return v
}

// sumHouses sums mini-rows and mini-columns to houses and finds dead states. No
// row has more than it should, so the rows are checked together. Sums are kept
// as parts of keys.
func (b *brancher9) sumHouses() {
	cells, once := zero(), words(1<<9-1)
	house := func(minis ...Mem) VecVirtual {
		v := load(minis[0])
		VPADDW(minis[1], v, v)
		VPADDW(minis[2], v, v)
		return v
	}
	all := clone(once)
	for i := range 9 {
		row := house(b.miniRow(3*i), b.miniRow(3*i+1), b.miniRow(3*i+2))
		VPADDW(row, cells, cells)
		store(lessScore(fromRow9<<scoreBit9+9*i, row, scoreBit9), b.houseSum(i))
		column := house(b.miniColumn(i), b.miniColumn(9+i), b.miniColumn(18+i))
		store(lessScore(fromColumn9<<scoreBit9-2<<countBit9+i, column, scoreBit9), b.houseSum(9+i))
		first := i/3*9 + i%3
		box := house(b.miniRow(first), b.miniRow(first+3), b.miniRow(first+6))
		VPSLLW(U8(scoreBit9+1), box, box)
		store(box, b.houseSum(18+i))
		singles, n := load(at(b.base, rowOf9+i)), ZMM()
		VPOPCNTW(singles, n)
		VPADDW(n, cells, cells)
		ternary(and2or3, once, singles, at(b.base, moreOf9+i))
	}
	VPXORD(all, once, once)
	ternary(aOrXor, once, cells, words(9*18))
	k := K()
	VPTESTMW(once, once, k)
	returnMask(k, "dead")
}

// lessScore takes a sum, in the field that begins at a bit, from a part of keys.
func lessScore(from int, sum VecVirtual, bit int) VecVirtual {
	VPSLLW(U8(uint8(bit)), sum, sum)
	key := words(uint16(from))
	VPSUBW(sum, key, key)
	return key
}

// scoreColumns turns the sums of mini-columns into their parts of the keys.
func (b *brancher9) scoreColumns() {
	for i := range 27 {
		key := load(b.miniColumn(i))
		VPSLLW(U8(scoreBit9+2), key, key)
		VPADDW(b.houseSum(9+i%9), key, key)
		store(key, b.miniColumn(i))
	}
}

// least returns the least key. What the cells of a mini-row have in common is
// added to the least of their other parts.
func (b *brancher9) least() VecVirtual {
	best := ones()
	for mini := range 27 {
		band := mini / 9
		var least VecVirtual
		for i := range 3 {
			key := load(b.count(3*mini + i))
			VPADDW(b.miniColumn(9*band+mini%3*3+i), key, key)
			least = minimum(least, key, i == 0)
		}
		row := load(b.miniRow(mini))
		VPSLLW(U8(scoreBit9+2), row, row)
		VPADDW(b.houseSum(mini/3), row, row)
		VPSUBW(b.houseSum(18+3*band+mini%3), row, row)
		VPADDW(row, least, least)
		VPMINUW(least, best, best)
	}
	return best
}

// minimum returns the lesser of v and x, or x for a beginning.
func minimum(v, x VecVirtual, first bool) VecVirtual {
	if first {
		return x
	}
	VPMINUW(x, v, v)
	return v
}
