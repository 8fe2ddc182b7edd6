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

// A branchBuilder holds what the steps of a choice share. minis, columns and houses are the places
// of sums, in vectors: of mini-rows, of mini-columns, and of rows, columns and boxes. Each step is a
// loop, which is faster than longer code without loops.
type branchBuilder struct {
	order, side            int
	minis, columns, houses int
	base                   Register
	counter                counter
}

func newBranch(order, side, minis int) *branchBuilder {
	isa.Begin("branch", order, "func(block *uint16, cells *[32]uint16) (dead uint32)")
	n := order * side
	return &branchBuilder{
		order: order, side: side, minis: minis, columns: minis + n, houses: minis + 2*n,
		base: shared.Pointer("block"), counter: newCounter(order),
	}
}

// keeps reports whether counts of candidates are stored for a second use, shifted to their field in
// the key. Counting again is faster where it is one instruction. In order 16, stored counts would
// displace the cells from the first-level cache.
func (b *branchBuilder) keeps() bool { return b.order == 9 && !wordwise }

// countMinis counts the unsolved cells of mini-rows and mini-columns, plus the number of their
// cells.
func (b *branchBuilder) countMinis() {
	two := words(2)
	isa.Boxes("count", b.base, b.side, func(w *shared.Walk) {
		var columns [4]VecVirtual
		for t := range b.side {
			var row VecVirtual
			for i := range b.side {
				cell := b.order*t + i
				n := b.counter.count(at(w.Cell, cell))
				if b.keeps() {
					field := ZMM()
					VPSLLW(U8(countBit9), n, field)
					store(field, at(w.Cell, scratch9+cell))
				}
				VPMINUW(two, n, n)
				row = sum(row, n, i == 0)
				columns[i] = sum(columns[i], n, t == 0)
			}
			store(row, at(w.Mini, b.minis+b.side*t))
		}
		for i, column := range columns[:b.side] {
			store(column, at(w.Sides, b.columns+i))
		}
	})
}

// sum adds n to v, or returns a copy of n if it is the first.
func sum(v, n VecVirtual, first bool) VecVirtual {
	if first {
		return clone(n)
	}
	VPADDW(n, v, v)
	return v
}

// row, column and box return the sums of the current houses.
func (b *branchBuilder) row(w *shared.Walk) VecVirtual { return b.sumOf(at(w.Sides, b.minis), 1) }

func (b *branchBuilder) box(w *shared.Walk) VecVirtual { return b.sumOf(at(w.Mini, b.minis), b.side) }

func (b *branchBuilder) column(w *shared.Walk) VecVirtual {
	return b.sumOf(at(w.House, b.columns), b.order)
}

// sumOf returns the sum of mini-rows or mini-columns.
func (b *branchBuilder) sumOf(first Mem, step int) VecVirtual {
	v := load(first)
	for i := 1; i < b.side; i++ {
		VPADDW(first.Offset(i*step*vector), v, v)
	}
	return v
}

// sumHouses9 sums mini-rows and mini-columns to houses, and finds dead states. It checks the rows
// together, because no row can have more singles than it should. It stores the sums as parts of
// keys.
func (b *branchBuilder) sumHouses9() {
	cells, once, all := zero(), words(1<<9-1), words(1<<9-1)
	rowKey, columnKey := words(fromRow9<<scoreBit9), words(1<<16+fromColumn9<<scoreBit9-2<<countBit9)
	nine, one := words(9), words(1)
	isa.Boxes("sum", b.base, b.side, func(w *shared.Walk) {
		row := b.row(w)
		VPADDW(row, cells, cells)
		store(lessScore(rowKey, row, scoreBit9), at(w.House, b.houses))
		VPADDW(nine, rowKey, rowKey)
		store(lessScore(columnKey, b.column(w), scoreBit9), at(w.House, b.houses+9))
		VPADDW(one, columnKey, columnKey)
		box := b.box(w)
		VPSLLW(U8(scoreBit9+1), box, box)
		store(box, at(w.House, b.houses+18))
		singles := load(at(w.House, rowOf9))
		VPADDW(b.counter.count(singles), cells, cells)
		ternary(and2or3, once, singles, at(w.House, moreOf9))
	})
	VPXORD(all, once, once)
	ternary(aOrXor, once, cells, words(9*18))
	k := K()
	VPTESTMW(once, once, k)
	returnMask(k, "dead")
}

// lessScore subtracts a sum, shifted to the given bit, from a constant part of a key.
func lessScore(from, sum VecVirtual, bit int) VecVirtual {
	VPSLLW(U8(uint8(bit)), sum, sum)
	VPSUBW(sum, from, sum)
	return sum
}

// scoreColumns converts the sums of mini-columns to their parts of the keys.
func (b *branchBuilder) scoreColumns() {
	bit := map[int]uint8{9: scoreBit9, 16: scoreBit16}[b.order]
	minis := GP64()
	MOVQ(b.base, minis)
	shared.Loop("score", b.side, func() {
		for i := range b.order {
			key := load(at(minis, b.columns+i))
			VPSLLW(U8(bit+2), key, key)
			VPADDW(at(b.base, b.houses+b.order+i), key, key)
			store(key, at(minis, b.columns+i))
		}
		shared.Advance(minis, b.order*vector)
	})
}

// least9 returns the least key. It adds the part that the cells of a mini-row share only to the
// least of them.
func (b *branchBuilder) least9() VecVirtual {
	best := ones()
	isa.Rows("least", b.base, b.side, func(w *shared.Walk) {
		for k := range 3 {
			var least VecVirtual
			for i := 3 * k; i < 3*k+3; i++ {
				key := b.field9(w, i)
				VPADDW(at(w.Band, b.columns+i), key, key)
				least = minimum(least, key, i == 3*k)
			}
			row := load(at(w.Sides, b.minis+k))
			VPSLLW(U8(scoreBit9+2), row, row)
			VPADDW(at(w.House, b.houses), row, row)
			VPSUBW(at(w.Boxes, b.houses+18+k), row, row)
			VPADDW(row, least, least)
			VPMINUW(least, best, best)
		}
	})
	return best
}

// field9 returns the number of candidates of a cell of the row, shifted to its field in the key.
func (b *branchBuilder) field9(w *shared.Walk, i int) VecVirtual {
	if b.keeps() {
		return load(at(w.Cell, scratch9+i))
	}
	key := b.counter.count(at(w.Cell, i))
	VPSLLW(U8(countBit9), key, key)
	return key
}

// minimum returns the lesser of v and x, or x if it is the first.
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
	rowKey, boxKey := words(fromRow16<<scoreBit16), words(fromBox16<<scoreBit16)
	columnKey, one := words(1<<16+fromColumn16<<scoreBit16-2<<countBit16), words(1)
	isa.Boxes("sum", b.base, b.side, func(w *shared.Walk) {
		row, singles := b.row(w), load(at(w.House, rowOf16))
		n := b.counter.count(singles)
		VPADDW(n, boxes, boxes)
		VPADDW(row, n, n)
		ternary(aOrXor, bad, n, whole)
		VPSUBW(b.counter.count(at(w.House, boxOf16)), boxes, boxes)
		VPANDND(at(w.House, hiddenOf16), singles, singles)
		VPORD(singles, bad, bad)
		store(lessScore(rowKey, row, scoreBit16), at(w.House, b.houses))
		store(lessScore(columnKey, b.column(w), scoreBit16), at(w.House, b.houses+16))
		VPADDW(one, columnKey, columnKey)
		store(lessScore(boxKey, b.box(w), scoreBit16+1), at(w.House, b.houses+32))
	})
	VPORD(boxes, bad, bad)
	k := K()
	VPTESTMW(bad, bad, k)
	returnMask(k, "dead")
}

// least16 returns the cell with the least key, the first if there are several.
func (b *branchBuilder) least16() VecVirtual {
	best, bestRow, column, first, order := ones(), zero(), words(15), zero(), words(16)
	isa.Rows("least", b.base, b.side, func(w *shared.Walk) {
		var least VecVirtual
		for k := range 4 {
			least = minimum(least, b.leastOf(w, k), k == 0)
		}
		VPADDW(at(w.House, b.houses), least, least)
		less, before := K(), ZMM()
		VPANDND(best, column, before) // keys that differ only in the column count as equal
		VPCMPUW(U8(1), before, least, less)
		VMOVDQU16(least, less, best)
		VMOVDQU16(first, less, bestRow)
		VPADDW(order, first, first)
	})
	VPANDD(column, best, best)
	VPADDW(bestRow, best, best)
	return best
}

// leastOf returns the least key of a mini-row, without the row's part.
func (b *branchBuilder) leastOf(w *shared.Walk, k int) VecVirtual {
	var least VecVirtual
	for i := 4 * k; i < 4*k+4; i++ {
		key := b.counter.count(at(w.Cell, i))
		VPSLLW(U8(countBit16), key, key)
		VPADDW(at(w.Band, b.columns+i), key, key)
		least = minimum(least, key, i == 4*k)
	}
	mini := load(at(w.Sides, b.minis+k))
	VPSLLW(U8(scoreBit16+2), mini, mini)
	VPADDW(at(w.Boxes, b.houses+32+k), mini, mini)
	VPADDW(mini, least, least)
	return least
}
