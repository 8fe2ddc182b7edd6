package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"
)

// branch9 generates the choice of the branch cell in stable states of order 9.
//
// Each cell gets a key with three fields, from the top: its number of candidates minus 2 (a cell
// with one candidate wraps around to the greatest value), 28 minus its score, and its index. The
// branch cell has the least key. (Nine candidates look like one, but if nine are the fewest, no
// cell is solved.) The sum of min(candidates, 2) counts the unsolved cells of houses and mini-rows.
// With these sums the score of an unsolved cell is row + column + 2 box - 4 mini-row - 4
// mini-column - 8. One part of it depends only on the mini-row, the other on the mini-column.
//
// The same sums find dead states that a pass does not see. A row of nine cells with u unsolved ones
// has 9-u different naked singles, unless one occurs twice or a cell has no candidate. (A digit
// that is twice only in a column or box does not survive a pass that changes nothing.) And a digit
// with one place in a row is a naked single by now, unless it shares the place with another.
func branch9() {
	b := newBranch(9, 3, scratch9+81)
	b.countMinis()
	b.sumHouses9()
	b.scoreColumns()
	best := b.least9()
	VPANDD(words(0x7f), best, best)
	store(best, Mem{Base: shared.Pointer("cells")})
	shared.End()
}

// branch16 generates the choice of the branch cell in stable states of order 16. It works as in
// order 9, but a key has no room for the row. Its fields are the number of candidates minus 2, 52
// minus the score, and the column. The row is stored when it has a lesser key than all rows before
// it. The score of an unsolved cell is row + column + 2 box - 4 mini-row - 4 mini-column - 28.
func branch16() {
	b := newBranch(16, 4, scratch16)
	b.counter = newCounter(16)
	b.countMinis()
	b.sumHouses16()
	b.scoreColumns()
	store(b.least16(), Mem{Base: shared.Pointer("cells")})
	shared.End()
}

// The lowest bits of a key's fields, and the values from which the parts of the score are
// subtracted. They are large enough that no key becomes negative before all parts are added.
const (
	countBit9, scoreBit9               = 13, 7
	fromRow9, fromColumn9              = 33, 3
	countBit16, scoreBit16             = 11, 4
	fromRow16, fromBox16, fromColumn16 = 28, 40, 12
)

// A branchBuilder holds what the steps of a choice share.
type branchBuilder struct {
	order, side, minis int // minis is the place of the mini-rows' sums
	base               Register
	counter            counter // for order 16
}

func newBranch(order, side, minis int) *branchBuilder {
	isa.Begin("branch", order, "func(block *uint16, cells *[32]uint16) (dead uint32)")
	return &branchBuilder{order: order, side: side, minis: minis, base: shared.Pointer("block")}
}

// count9 returns the address of a cell's count of candidates, shifted to its field in the key.
func (b *branchBuilder) count9(cell int) Mem { return at(b.base, scratch9+cell) }

func (b *branchBuilder) miniRow(i int) Mem    { return at(b.base, b.minis+i) }
func (b *branchBuilder) miniColumn(i int) Mem { return at(b.base, b.minis+b.order*b.side+i) }

// houseSum returns the address of a sum of a row, column or box.
func (b *branchBuilder) houseSum(i int) Mem { return at(b.base, b.minis+2*b.order*b.side+i) }

// count returns the number of candidates of a cell of order 16. Each cell is counted twice, because
// stored counts would displace the cells from the first-level cache.
func (b *branchBuilder) count(cell int) VecVirtual { return b.counter.count(at(b.base, cell)) }

// countMinis counts the unsolved cells of mini-rows and mini-columns, plus the number of their
// cells. In order 9 it also counts candidates.
func (b *branchBuilder) countMinis() {
	two := words(2)
	if b.order == 9 {
		b.counter = newCounter(9)
	}
	for band := range b.side {
		for k := range b.side {
			var columns [4]VecVirtual
			for t := range b.side {
				var row VecVirtual
				for i := range b.side {
					cell := b.side*b.order*band + b.order*t + b.side*k + i
					n := b.count(cell)
					if b.order == 9 {
						field := ZMM()
						VPSLLW(U8(countBit9), n, field)
						store(field, b.count9(cell))
					}
					VPMINUW(two, n, n)
					row = sum(row, n, i == 0)
					columns[i] = sum(columns[i], n, t == 0)
				}
				store(row, b.miniRow(b.order*band+b.side*t+k))
			}
			for i, column := range columns[:b.side] {
				store(column, b.miniColumn(b.order*band+b.side*k+i))
			}
		}
	}
}

// sum adds n to v, or returns a copy of n if it is the first.
func sum(v, n VecVirtual, first bool) VecVirtual {
	if first {
		return clone(n)
	}
	VPADDW(n, v, v)
	return v
}

// house returns the sum of a house's mini-rows or mini-columns.
func (b *branchBuilder) house(mini func(int) Mem, first, step int) VecVirtual {
	v := load(mini(first))
	for i := 1; i < b.side; i++ {
		VPADDW(mini(first+i*step), v, v)
	}
	return v
}

// sumHouses9 sums mini-rows and mini-columns to houses, and finds dead states. It checks the rows
// together, because no row can have more singles than it should. It stores the sums as parts of
// keys.
func (b *branchBuilder) sumHouses9() {
	cells, once, counter := zero(), words(1<<9-1), newCounter(9)
	all := clone(once)
	for i := range 9 {
		row := b.house(b.miniRow, 3*i, 1)
		VPADDW(row, cells, cells)
		store(lessScore(fromRow9<<scoreBit9+9*i, row, scoreBit9), b.houseSum(i))
		column := b.house(b.miniColumn, i, 9)
		store(lessScore(fromColumn9<<scoreBit9-2<<countBit9+i, column, scoreBit9), b.houseSum(9+i))
		box := b.house(b.miniRow, i/3*9+i%3, 3)
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

// lessScore subtracts a sum, shifted to the given bit, from a constant part of a key.
func lessScore(from int, sum VecVirtual, bit int) VecVirtual {
	VPSLLW(U8(uint8(bit)), sum, sum)
	key := words(uint16(from))
	VPSUBW(sum, key, key)
	return key
}

// scoreColumns converts the sums of mini-columns to their parts of the keys.
func (b *branchBuilder) scoreColumns() {
	bit := map[int]uint8{9: scoreBit9, 16: scoreBit16}[b.order]
	for i := range b.order * b.side {
		key := load(b.miniColumn(i))
		VPSLLW(U8(bit+2), key, key)
		VPADDW(b.houseSum(b.order+i%b.order), key, key)
		store(key, b.miniColumn(i))
	}
}

// least9 returns the least key. It adds the part that the cells of a mini-row share only to the
// least of them.
func (b *branchBuilder) least9() VecVirtual {
	best := ones()
	for mini := range 27 {
		band := mini / 9
		var least VecVirtual
		for i := range 3 {
			key := load(b.count9(3*mini + i))
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

// minimum returns the lesser of v and x, or a copy of x if it is the first.
func minimum(v, x VecVirtual, first bool) VecVirtual {
	if first {
		return x
	}
	VPMINUW(x, v, v)
	return v
}

// sumHouses16 sums mini-rows and mini-columns to houses, and finds dead states. Boxes have as many
// naked singles as rows, unless one occurs twice. It stores the sums as parts of keys.
func (b *branchBuilder) sumHouses16() {
	bad, whole, boxes := zero(), words(32), zero()
	for i := range 16 {
		row, singles := b.house(b.miniRow, 4*i, 1), load(at(b.base, rowOf16+i))
		n := b.counter.count(singles)
		VPADDW(n, boxes, boxes)
		VPADDW(row, n, n)
		ternary(aOrXor, bad, n, whole)
		VPSUBW(b.counter.count(at(b.base, boxOf16+i)), boxes, boxes)
		VPANDND(at(b.base, hiddenOf16+i), singles, singles)
		VPORD(singles, bad, bad)
		store(lessScore(fromRow16<<scoreBit16, row, scoreBit16), b.houseSum(i))
		column := b.house(b.miniColumn, i, 16)
		store(lessScore(fromColumn16<<scoreBit16-2<<countBit16+i, column, scoreBit16), b.houseSum(16+i))
		box := b.house(b.miniRow, i/4*16+i%4, 4)
		store(lessScore(fromBox16<<scoreBit16, box, scoreBit16+1), b.houseSum(32+i))
	}
	VPORD(boxes, bad, bad)
	k := K()
	VPTESTMW(bad, bad, k)
	returnMask(k, "dead")
}

// least16 returns the cell with the least key, the first if there are several.
func (b *branchBuilder) least16() VecVirtual {
	best, bestRow, column := ones(), zero(), words(15)
	for row := range 16 {
		var least VecVirtual
		for k := range 4 {
			least = minimum(least, b.leastOf(row, k), k == 0)
		}
		VPADDW(b.houseSum(row), least, least)
		less, before := K(), ZMM()
		VPANDND(best, column, before) // keys that differ only in the column count as equal
		VPCMPUW(U8(1), before, least, less)
		VMOVDQU16(least, less, best)
		VMOVDQU16(words(uint16(16*row)), less, bestRow)
	}
	VPANDD(column, best, best)
	VPADDW(bestRow, best, best)
	return best
}

// leastOf returns the least key of a mini-row, without the row's part.
func (b *branchBuilder) leastOf(row, k int) VecVirtual {
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
