package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"
)

// branch9 generates the choice of the branch cell in stable states of order 9.
//
// Each cell gets a key of three fields, from the top: its candidates less two (so that a cell with
// one wraps round to the greatest), 28 less its score, its index. The branch cell is the one with
// the least key. (Nine candidates look like one, but where nine are the fewest no cell is solved.)
// The unsolved cells of houses and mini-rows are counted by summing min(candidates, 2). In terms of
// these sums the score of an unsolved cell is row + column + 2 box - 4 mini-row - 4 mini-column -
// 8; one part of that belongs to the mini-row, the other to the mini-column.
//
// The same sums find dead states that a pass does not see. In a row of nine cells, u of them
// unsolved, the naked singles are 9-u different digits, unless one is there twice or a cell is
// empty. (A digit that is twice in a column or box alone does not survive a pass that changes
// nothing.) And a digit with one place in a row is a naked single by now, unless it shares the
// place with another.
func branch9() {
	isa.Begin("branch", 9, "func(block *uint16, cells *[32]uint16) (dead uint32)",
		"finds the branch cell of each lane of a stable block of order 9")
	b := &branch9Builder{base: shared.Pointer("block")}
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

// The lowest bits of the fields of a key, and what the two parts of the score are subtracted from,
// so that neither falls below 0.
const (
	countBit9, scoreBit9  = 13, 7
	fromRow9, fromColumn9 = 33, 3
)

type branch9Builder struct{ base Register }

func (b *branch9Builder) count(i int) Mem      { return at(b.base, scratch9+i) } // in its field
func (b *branch9Builder) miniRow(i int) Mem    { return at(b.base, scratch9+81+i) }
func (b *branch9Builder) miniColumn(i int) Mem { return at(b.base, scratch9+108+i) }
func (b *branch9Builder) houseSum(i int) Mem   { return at(b.base, scratch9+135+i) } // rows, columns, boxes

// countMinis counts candidates, and the unsolved cells of mini-rows and mini-columns plus three.
func (b *branch9Builder) countMinis() {
	two, counter := words(2), newCounter(9)
	for band := range 3 {
		for k := range 3 {
			var columns [3]VecVirtual
			for t := range 3 {
				var row VecVirtual
				for i := range 3 {
					cell := 27*band + 9*t + 3*k + i
					n, field := counter.count(at(b.base, cells9+cell)), ZMM()
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

// sum adds n to v, or starts a sum with n.
func sum(v, n VecVirtual, first bool) VecVirtual {
	if first {
		return clone(n)
	}
	VPADDW(n, v, v)
	return v
}

// sumHouses adds mini-rows and mini-columns up to houses and finds dead states. The rows are
// checked together, because none can have more than it should. The sums are stored as parts of
// keys.
func (b *branch9Builder) sumHouses() {
	cells, once, counter := zero(), words(1<<9-1), newCounter(9)
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
		singles := load(at(b.base, rowOf9+i))
		VPADDW(counter.count(singles), cells, cells)
		ternary(and2or3, once, singles, at(b.base, moreOf9+i))
	}
	VPXORD(all, once, once)
	ternary(aOrXor, once, cells, words(9*18))
	k := K()
	VPTESTMW(once, once, k)
	returnMask(k, "dead")
}

// lessScore subtracts a sum, moved up to the given bit, from a part of a key.
func lessScore(from int, sum VecVirtual, bit int) VecVirtual {
	VPSLLW(U8(uint8(bit)), sum, sum)
	key := words(uint16(from))
	VPSUBW(sum, key, key)
	return key
}

// scoreColumns turns the sums of mini-columns into their parts of the keys.
func (b *branch9Builder) scoreColumns() {
	for i := range 27 {
		key := load(b.miniColumn(i))
		VPSLLW(U8(scoreBit9+2), key, key)
		VPADDW(b.houseSum(9+i%9), key, key)
		store(key, b.miniColumn(i))
	}
}

// least returns the least key. What the cells of a mini-row have in common is added only to the
// least of the rest.
func (b *branch9Builder) least() VecVirtual {
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

// minimum returns the lesser of v and x, or starts with x.
func minimum(v, x VecVirtual, first bool) VecVirtual {
	if first {
		return x
	}
	VPMINUW(x, v, v)
	return v
}
