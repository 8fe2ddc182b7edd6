package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"
)

// branch16 generates the choice of the branch cell in stable states of order 16. It works as in
// order 9, but a key has no room for the row: its fields are the candidates less two, 52 less the
// score, and the column. The row is noted when it has a lesser key than all rows before it. In
// terms of the sums the score of an unsolved cell is row + column + 2 box - 4 mini-row - 4
// mini-column - 28.
func branch16() {
	isa.Begin("branch", 16, "func(block *uint16, cells *[32]uint16) (dead uint32)",
		"finds the branch cell of each lane of a stable block of order 16")
	b := &branch16Builder{base: shared.Pointer("block"), counter: newCounter(16)}
	b.countMinis()
	b.sumHouses()
	b.scoreColumns()
	store(b.least(), Mem{Base: shared.Pointer("cells")})
	VZEROUPPER()
	RET()
}

// The lowest bits of the fields of a key, and what the parts of the score are subtracted from, so
// that no key falls below 0 before the row's part is added.
const (
	countBit16, scoreBit16             = 11, 4
	fromRow16, fromBox16, fromColumn16 = 28, 40, 12
)

type branch16Builder struct {
	base    Register
	counter counter
}

func (b *branch16Builder) miniRow(i int) Mem    { return at(b.base, scratch16+i) }
func (b *branch16Builder) miniColumn(i int) Mem { return at(b.base, scratch16+64+i) }
func (b *branch16Builder) houseSum(i int) Mem   { return at(b.base, scratch16+128+i) } // rows, columns, boxes

// count returns the number of candidates of a cell. It is called twice for each, because the counts
// of all cells would crowd the cells out of the first-level cache.
func (b *branch16Builder) count(cell int) VecVirtual {
	return b.counter.count(at(b.base, cell))
}

// countMinis counts the unsolved cells of mini-rows and mini-columns, plus four.
func (b *branch16Builder) countMinis() {
	two := words(2)
	for band := range 4 {
		for k := range 4 {
			var columns [4]VecVirtual
			for t := range 4 {
				var row VecVirtual
				for i := range 4 {
					n := b.count(64*band + 16*t + 4*k + i)
					VPMINUW(two, n, n)
					row = sum(row, n, i == 0)
					columns[i] = sum(columns[i], n, t == 0)
				}
				store(row, b.miniRow(16*band+4*t+k))
			}
			for i := range 4 {
				store(columns[i], b.miniColumn(16*band+4*k+i))
			}
		}
	}
}

// sumHouses adds mini-rows and mini-columns up to houses and finds dead states. Boxes have as many
// naked singles as rows, unless one is there twice. The sums are stored as parts of keys.
func (b *branch16Builder) sumHouses() {
	bad, whole, boxes := zero(), words(32), zero()
	house := func(mini func(int) Mem, first, step int) VecVirtual {
		v := load(mini(first))
		for i := 1; i < 4; i++ {
			VPADDW(mini(first+i*step), v, v)
		}
		return v
	}
	for i := range 16 {
		row, singles := house(b.miniRow, 4*i, 1), load(at(b.base, rowOf16+i))
		n := b.counter.count(singles)
		VPADDW(n, boxes, boxes)
		VPADDW(row, n, n)
		ternary(aOrXor, bad, n, whole)
		VPSUBW(b.counter.count(at(b.base, boxOf16+i)), boxes, boxes)
		VPANDND(at(b.base, hiddenOf16+i), singles, singles)
		VPORD(singles, bad, bad)
		store(lessScore(fromRow16<<scoreBit16, row, scoreBit16), b.houseSum(i))
		column := house(b.miniColumn, i, 16)
		store(lessScore(fromColumn16<<scoreBit16-2<<countBit16+i, column, scoreBit16), b.houseSum(16+i))
		box := house(b.miniRow, i/4*16+i%4, 4)
		store(lessScore(fromBox16<<scoreBit16, box, scoreBit16+1), b.houseSum(32+i))
	}
	VPORD(boxes, bad, bad)
	k := K()
	VPTESTMW(bad, bad, k)
	returnMask(k, "dead")
}

// scoreColumns turns the sums of mini-columns into their parts of the keys.
func (b *branch16Builder) scoreColumns() {
	for i := range 64 {
		key := load(b.miniColumn(i))
		VPSLLW(U8(scoreBit16+2), key, key)
		VPADDW(b.houseSum(16+i%16), key, key)
		store(key, b.miniColumn(i))
	}
}

// least returns the cell with the least key, the first if there are several.
func (b *branch16Builder) least() VecVirtual {
	best, bestRow, column := ones(), zero(), words(15)
	for row := range 16 {
		var least VecVirtual
		for k := range 4 {
			least = minimum(least, b.leastOf(row, k), k == 0)
		}
		VPADDW(b.houseSum(row), least, least)
		less, before := K(), ZMM()
		VPANDND(best, column, before) // equal but for the column is not less
		VPCMPUW(U8(1), before, least, less)
		VMOVDQU16(least, less, best)
		VMOVDQU16(words(uint16(16*row)), less, bestRow)
	}
	VPANDD(column, best, best)
	VPADDW(bestRow, best, best)
	return best
}

// leastOf returns the least key of a mini-row, without the part of its row.
func (b *branch16Builder) leastOf(row, k int) VecVirtual {
	var least VecVirtual
	for i := range 4 {
		key := b.count(16*row + 4*k + i)
		VPSLLW(U8(countBit16), key, key)
		VPADDW(b.miniColumn(row/4*16+4*k+i), key, key)
		least = minimum(least, key, i == 0)
	}
	mini := load(b.miniRow(4*row + k))
	VPSLLW(U8(scoreBit16+2), mini, mini)
	VPADDW(b.houseSum(32+row/4*4+k), mini, mini)
	VPADDW(mini, least, least)
	return least
}
