package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/kernel"
	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"
)

// branch9 generates the choice of the branch cell in stable states of order 9, as package kernel
// describes it.
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

// branch16 generates the choice of the branch cell in stable states of order 16.
func branch16() {
	b := newBranch(16, 4, scratch16)
	b.countMinis()
	b.sumHouses16()
	b.scoreColumns()
	store(b.least16(), Mem{Base: shared.Pointer("cells")})
	shared.End()
}

// A branchBuilder holds what the steps of a choice share. houses is the place of the sums of rows,
// columns and boxes, in vectors.
type branchBuilder struct {
	shared.Minis
	houses  int
	counter counter
}

func newBranch(order, side, minis int) *branchBuilder {
	isa.Begin("branch", order, "func(block *uint16, cells *[32]uint16) (dead uint32)")
	n := order * side
	m := shared.Minis{ISA: isa, Order: order, Side: side, Rows: minis, Columns: minis + n, Base: shared.Pointer("block")}
	return &branchBuilder{m, minis + 2*n, newCounter(order)}
}

// keeps reports whether counts of candidates are stored for a second use, shifted to their field in
// the key. Counting again is faster where it is one instruction. In order 16, stored counts would
// displace the cells from the first-level cache.
func (b *branchBuilder) keeps() bool { return b.Order == 9 && !wordwise }

// countMinis counts the unsolved cells of mini-rows and mini-columns, plus the number of their
// cells.
func (b *branchBuilder) countMinis() {
	two := words(2)
	b.Count(func(w *shared.Walk, cell int) VecVirtual {
		n := b.counter.count(at(w.Cell, cell))
		if b.keeps() {
			field := ZMM()
			VPSLLW(U8(kernel.CountBit9), n, field)
			store(field, at(w.Cell, scratch9+cell))
		}
		VPMINUW(two, n, n)
		return n
	})
}

// row, column and box return the sums of the current houses.
func (b *branchBuilder) row(w *shared.Walk) VecVirtual { return b.Sum(at(w.Sides, b.Rows), 1) }

func (b *branchBuilder) column(w *shared.Walk) VecVirtual {
	return b.Sum(at(w.House, b.Columns), b.Order)
}

func (b *branchBuilder) box(w *shared.Walk) VecVirtual { return b.Sum(at(w.Mini, b.Rows), b.Side) }

// sumHouses9 sums mini-rows and mini-columns to houses, and finds dead states. It checks the rows
// together, because no row can have more singles than it should. It stores the sums as parts of
// keys.
func (b *branchBuilder) sumHouses9() {
	cells, once, all := zero(), words(1<<9-1), words(1<<9-1)
	rowKey, columnKey := words(kernel.FromRow9<<kernel.ScoreBit9), words(1<<16+kernel.FromColumn9<<kernel.ScoreBit9-2<<kernel.CountBit9)
	nine, one := words(9), words(1)
	isa.Boxes("sum", b.Base, b.Side, func(w *shared.Walk) {
		row := b.row(w)
		VPADDW(row, cells, cells)
		store(lessScore(rowKey, row, kernel.ScoreBit9), at(w.House, b.houses))
		VPADDW(nine, rowKey, rowKey)
		store(lessScore(columnKey, b.column(w), kernel.ScoreBit9), at(w.House, b.houses+9))
		VPADDW(one, columnKey, columnKey)
		box := b.box(w)
		VPSLLW(U8(kernel.ScoreBit9+1), box, box)
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
	bit := map[int]uint8{9: kernel.ScoreBit9, 16: kernel.ScoreBit16}[b.Order]
	minis := GP64()
	MOVQ(b.Base, minis)
	shared.Loop("score", b.Side, func() {
		for i := range b.Order {
			key := load(at(minis, b.Columns+i))
			VPSLLW(U8(bit+2), key, key)
			VPADDW(at(b.Base, b.houses+b.Order+i), key, key)
			store(key, at(minis, b.Columns+i))
		}
		shared.Advance(minis, b.Order*vector)
	})
}

// least9 returns the least key. It adds the part that the cells of a mini-row share only to the
// least of them.
func (b *branchBuilder) least9() VecVirtual {
	best := ones()
	isa.Rows("least", b.Base, b.Side, func(w *shared.Walk) {
		for k := range 3 {
			var least VecVirtual
			for i := 3 * k; i < 3*k+3; i++ {
				key := b.field9(w, i)
				VPADDW(at(w.Band, b.Columns+i), key, key)
				least = minimum(least, key, i == 3*k)
			}
			row := load(at(w.Sides, b.Rows+k))
			VPSLLW(U8(kernel.ScoreBit9+2), row, row)
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
	VPSLLW(U8(kernel.CountBit9), key, key)
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
	rowKey, boxKey := words(kernel.FromRow16<<kernel.ScoreBit16), words(kernel.FromBox16<<kernel.ScoreBit16)
	columnKey, one := words(1<<16+kernel.FromColumn16<<kernel.ScoreBit16-2<<kernel.CountBit16), words(1)
	isa.Boxes("sum", b.Base, b.Side, func(w *shared.Walk) {
		row, singles := b.row(w), load(at(w.House, rowOf16))
		n := b.counter.count(singles)
		VPADDW(n, boxes, boxes)
		VPADDW(row, n, n)
		ternary(aOrXor, bad, n, whole)
		VPSUBW(b.counter.count(at(w.House, boxOf16)), boxes, boxes)
		VPANDND(at(w.House, hiddenOf16), singles, singles)
		VPORD(singles, bad, bad)
		store(lessScore(rowKey, row, kernel.ScoreBit16), at(w.House, b.houses))
		store(lessScore(columnKey, b.column(w), kernel.ScoreBit16), at(w.House, b.houses+16))
		VPADDW(one, columnKey, columnKey)
		store(lessScore(boxKey, b.box(w), kernel.ScoreBit16+1), at(w.House, b.houses+32))
	})
	VPORD(boxes, bad, bad)
	k := K()
	VPTESTMW(bad, bad, k)
	returnMask(k, "dead")
}

// least16 returns the cell with the least key, the first if there are several.
func (b *branchBuilder) least16() VecVirtual {
	best, bestRow, column, first, order := ones(), zero(), words(15), zero(), words(16)
	isa.Rows("least", b.Base, b.Side, func(w *shared.Walk) {
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
		VPSLLW(U8(kernel.CountBit16), key, key)
		VPADDW(at(w.Band, b.Columns+i), key, key)
		least = minimum(least, key, i == 4*k)
	}
	mini := load(at(w.Sides, b.Rows+k))
	VPSLLW(U8(kernel.ScoreBit16+2), mini, mini)
	VPADDW(at(w.Boxes, b.houses+32+k), mini, mini)
	VPADDW(mini, least, least)
	return least
}
