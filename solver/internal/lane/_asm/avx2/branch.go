package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"
)

// branch9 generates the choice of the branch cell in stable states of order 9. Its keys are the
// same as in branch9 of AVX-512. All counts are in units of 128, the place of the peers in a key.
//
// A state that a pass does not change may still be dead. If a cell has no candidate, the sums show
// it, because a row of nine cells with u unsolved ones has 9-u naked singles. A digit with one
// place in a row is a naked single by now, unless it shares the place with another. A digit with
// several places is no naked single, unless it is fixed twice. A digit fixed twice in a column or
// box, but in no row, does not survive the pass: two boxes or two rows would have to be matched to
// the same line.
func branch9() {
	b := newBranch(9, 3, 2)
	b.countMinis9()
	b.findDead9()
	b.scoreMinis()
	best := b.least()
	VPAND(words(0x7f), best, best)
	store(best, Mem{Base: shared.Pointer("cells")})
	shared.End()
}

type branchBuilder struct {
	shared.Minis
	counter             counter
	counts, rows, boxes int // places of counts and sums, in vectors
}

func newBranch(order, side, weight int) *branchBuilder {
	isa.Begin("branch", order, "func(block *uint16, cells *[32]uint16) (dead uint32)")
	counts := scratchOf[order]
	minis, n := counts+order*order, order*side
	m := shared.Minis{ISA: isa, Order: order, Side: side, Rows: minis, Columns: minis + n, Base: shared.Pointer("block")}
	return &branchBuilder{m, newCounter(order, weight), counts, minis + 2*n, minis + 2*n + order}
}

// sumHouses sums mini-rows to boxes and rows, and adds the rows to the sum of all cells.
func (b *branchBuilder) sumHouses(w *shared.Walk, cells VecVirtual) {
	row := b.Sum(at(w.Sides, b.Rows), 1)
	VPADDW(row, cells, cells)
	store(row, at(w.House, b.rows))
	store(b.Sum(at(w.Mini, b.Rows), b.Side), at(w.House, b.boxes))
}

// countMinis9 counts candidates, and the unsolved cells of mini-rows and mini-columns plus 3.
func (b *branchBuilder) countMinis9() {
	two, half := load(words(2<<7)), load(words(0x4040))
	b.Count(func(w *shared.Walk, cell int) VecVirtual {
		n := b.counter.bytes(load(at(w.Cell, cells9+cell)))
		b.counter.scale(n, half)
		store(n, at(w.Cell, b.counts+cell))
		VPMINUW(two, n, n)
		return n
	})
}

// findDead9 sums mini-rows to houses, and returns the dead lanes.
func (b *branchBuilder) findDead9() {
	cells, once, singles := zero(), ones(), zero()
	isa.Boxes("sum", b.Base, 3, func(w *shared.Walk) {
		row := load(at(w.House, rowOf9))
		single := YMM()
		VPXOR(at(w.House, moreOf9), row, single)
		VPAND(single, once, once)
		VPADDB(b.counter.bytes(row), singles, singles)
		b.sumHouses(w, cells)
	})
	b.counter.scale(singles, words(0x4040))
	VPADDW(singles, cells, cells)
	VPCMPEQW(words(162<<7), cells, cells)
	all := load(words(1<<9 - 1))
	VPAND(all, once, once)
	VPCMPEQW(all, once, once)
	VPAND(cells, once, once)
	dead, _ := masks(once, once)
	returnNot(dead, "dead")
}

// scoreMinis converts the sums to the parts of keys that the cells of a mini-row or mini-column
// share. The score of an unsolved cell is row + column + 2 box - 4 mini-row - 4 mini-column - 8, or
// - 28 in order 16. In order 9, keys have the score subtracted. In order 16 they have the score
// added, plus 7, so that no key is 0.
func (b *branchBuilder) scoreMinis() {
	count := func(sum Op, part VecVirtual) { VPADDW(sum, part, part) }
	less := func(minis, part VecVirtual) { VPSUBW(minis, part, minis) }
	row, nextRow, nextColumn := 1<<16+0xff-21<<8, 1<<16-16, 1<<16-1
	if b.Order == 9 {
		count = func(sum Op, part VecVirtual) { VPSUBW(sum, part, part) }
		less = func(minis, part VecVirtual) { VPADDW(part, minis, minis) }
		row, nextRow, nextColumn = 1<<16+28<<7-2<<12, 9, 1
	}
	from := load(words(uint16(row)))
	isa.Rows("scoreRows", b.Base, b.Side, func(w *shared.Walk) {
		part := clone(from)
		count(at(w.House, b.rows), part)
		VPADDW(words(uint16(nextRow)), from, from)
		for k := range b.Side {
			key := load(at(w.Sides, b.Rows+k))
			VPADDW(key, key, key)
			VPSUBW(at(w.Boxes, b.boxes+k), key, key)
			VPADDW(key, key, key)
			less(key, part)
			store(key, at(w.Sides, b.Rows+k))
		}
	})
	from = zero()
	isa.Boxes("scoreColumns", b.Base, b.Side, func(w *shared.Walk) {
		part := clone(from)
		VPADDW(words(uint16(nextColumn)), from, from)
		var minis [4]VecVirtual
		for band := range b.Side {
			minis[band] = load(at(w.House, b.Columns+b.Order*band))
			count(minis[band], part)
		}
		for band, mini := range minis[:b.Side] {
			VPADDW(mini, mini, mini)
			VPADDW(mini, mini, mini)
			less(mini, part)
			store(mini, at(w.House, b.Columns+b.Order*band))
		}
	})
}

// least returns the least key.
func (b *branchBuilder) least() VecVirtual {
	best := ones()
	isa.Rows("least", b.Base, 3, func(w *shared.Walk) {
		for i := range 9 {
			key := load(at(w.Cell, b.counts+i))
			VPSLLW(U8(5), key, key)
			VPADDW(at(w.Sides, b.Rows+i/3), key, key)
			VPADDW(at(w.Band, b.Columns+i), key, key)
			VPMINUW(key, best, best)
		}
	})
	return best
}

// branch16 generates the choice of the branch cell in stable states of order 16. First it finds the
// fewest candidates. Only the cells with this number compete, with keys of their unsolved peers
// and, below, the cell's index, counted down. The branch cell has the greatest key. All counts are
// in units of 256, the place of the peers in a key.
//
// States that are stable but dead are found as in order 9: pointing and claiming find as many of
// them as matchings.
func branch16() {
	b := newBranch(16, 4, 4)
	fewest := b.countMinis16()
	b.findDead16()
	b.scoreMinis()
	best := b.greatest(fewest)
	last := load(words(0xff))
	VPANDN(last, best, best)
	store(best, Mem{Base: shared.Pointer("cells")})
	shared.End()
}

// countMinis16 counts candidates minus 2 (so that a cell with one has the greatest count), and the
// unsolved cells of mini-rows and mini-columns plus 4. It returns the least count.
func (b *branchBuilder) countMinis16() VecVirtual {
	two, half, fewest := load(words(2<<8)), load(words(0x4040)), ones()
	b.Count(func(w *shared.Walk, cell int) VecVirtual {
		n := b.counter.bytes(load(at(w.Cell, cells16+cell)))
		b.counter.scale(n, half)
		less := YMM()
		VPSUBW(two, n, less)
		store(less, at(w.Cell, b.counts+cell))
		VPMINUW(less, fewest, fewest)
		VPMINUW(two, n, n)
		return n
	})
	return fewest
}

// findDead16 sums mini-rows to houses, and returns the dead lanes. Boxes have as many naked singles
// as rows, unless one occurs twice.
func (b *branchBuilder) findDead16() {
	cells, boxes, once := zero(), zero(), ones()
	isa.Boxes("sum", b.Base, 4, func(w *shared.Walk) {
		row := load(at(w.House, rowOf16))
		single := YMM()
		VPXOR(at(w.House, moreOf16), row, single)
		VPAND(single, once, once)
		n := b.counter.bytes(row)
		b.counter.scale(n, words(0x4040))
		VPADDW(n, cells, cells)
		VPADDW(n, boxes, boxes)
		n = b.counter.bytes(load(at(w.House, boxOf16)))
		b.counter.scale(n, words(0x4040))
		VPSUBW(n, boxes, boxes)
		b.sumHouses(w, cells)
	})
	// If every cell has a candidate, these are 512 units, which is 0 in a word.
	none, all := zero(), ones()
	VPOR(boxes, cells, cells)
	VPCMPEQW(none, cells, cells)
	VPCMPEQW(all, once, once)
	VPAND(cells, once, once)
	dead, _ := masks(once, once)
	returnNot(dead, "dead")
}

// greatest returns the greatest key of the cells with the fewest candidates.
func (b *branchBuilder) greatest(fewest VecVirtual) VecVirtual {
	best := zero()
	isa.Rows("greatest", b.Base, 4, func(w *shared.Walk) {
		for i := range 16 {
			few, key := YMM(), load(at(w.Sides, b.Rows+i/4))
			VPCMPEQW(at(w.Cell, b.counts+i), fewest, few)
			VPADDW(at(w.Band, b.Columns+i), key, key)
			VPAND(few, key, key)
			VPMAXUW(key, best, best)
		}
	})
	return best
}
