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
	isa.Begin("branch", 9, "func(block *uint16, cells *[32]uint16) (dead uint32)")
	b := &branchBuilder{9, 3, shared.Pointer("block"), newCounter(9, 2)}
	b.countMinis9()
	b.findDead9()
	b.scoreMinis()
	best := b.least()
	VPAND(words(0x7f), best, best)
	store(best, Mem{Base: shared.Pointer("cells")})
	shared.End()
}

type branchBuilder struct {
	order, side int
	base        Register
	counter     counter
}

// Places in the scratch.
func (b *branchBuilder) scratch(i int) Mem    { return at(b.base, scratchOf(b.order)+i) }
func (b *branchBuilder) count(i int) Mem      { return b.scratch(i) }
func (b *branchBuilder) miniRow(i int) Mem    { return b.scratch(b.order*b.order + i) }
func (b *branchBuilder) miniColumn(i int) Mem { return b.scratch(b.order*(b.order+b.side) + i) }
func (b *branchBuilder) row(i int) Mem        { return b.scratch(b.order*(b.order+2*b.side) + i) }
func (b *branchBuilder) box(i int) Mem        { return b.scratch(b.order*(b.order+2*b.side+1) + i) }

// sumBoxes sums mini-rows to boxes.
func (b *branchBuilder) sumBoxes() {
	for i := range b.order {
		first := i/b.side*b.order + i%b.side
		box := load(b.miniRow(first))
		for t := 1; t < b.side; t++ {
			VPADDW(b.miniRow(first+b.side*t), box, box)
		}
		store(box, b.box(i))
	}
}

// sumRow sums the mini-rows of a row, stores the sum, and adds it to the sum of all cells.
func (b *branchBuilder) sumRow(row int, cells VecVirtual) {
	sum := load(b.miniRow(b.side * row))
	for k := 1; k < b.side; k++ {
		VPADDW(b.miniRow(b.side*row+k), sum, sum)
	}
	VPADDW(sum, cells, cells)
	store(sum, b.row(row))
}

// countMinis9 counts candidates, and the unsolved cells of mini-rows and mini-columns plus 3.
func (b *branchBuilder) countMinis9() {
	two, half := load(words(2<<7)), load(words(0x4040))
	for band := range 3 {
		for k := range 3 {
			var columns [3]VecVirtual
			for t := range 3 {
				var row VecVirtual
				for i := range 3 {
					cell := 27*band + 9*t + 3*k + i
					n := b.counter.bytes(load(at(b.base, cells9+cell)))
					b.counter.scale(n, half)
					store(n, b.count(cell))
					VPMINUW(two, n, n)
					if t == 0 {
						columns[i] = n
					} else {
						VPADDW(n, columns[i], columns[i])
					}
					switch i {
					case 0:
						row = n
					case 1:
						sum := YMM()
						VPADDW(n, row, sum)
						row = sum
					default:
						VPADDW(n, row, row)
					}
				}
				store(row, b.miniRow(9*band+3*t+k))
			}
			for i := range 3 {
				store(columns[i], b.miniColumn(9*band+3*k+i))
			}
		}
	}
}

// findDead9 sums mini-rows to rows, and returns the dead lanes.
func (b *branchBuilder) findDead9() {
	cells, once := zero(), ones()
	var singles VecVirtual
	for t := range 9 {
		row := load(at(b.base, rowOf9+t))
		single := YMM()
		VPXOR(at(b.base, moreOf9+t), row, single)
		VPAND(single, once, once)
		n := b.counter.bytes(row)
		if t == 0 {
			singles = n
		} else {
			VPADDB(n, singles, singles)
		}
		b.sumRow(t, cells)
	}
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
	row, column := func(i int) int { return 0xff - 16*i - 21<<8 }, func(i int) int { return -i }
	if b.order == 9 {
		count = func(sum Op, part VecVirtual) { VPSUBW(sum, part, part) }
		less = func(minis, part VecVirtual) { VPADDW(part, minis, minis) }
		row, column = func(i int) int { return 28<<7 + 9*i - 2<<12 }, func(i int) int { return i }
	}
	b.sumBoxes()
	for i := range b.order {
		part := load(words(uint16(row(i))))
		count(b.row(i), part)
		for k := range b.side {
			key := load(b.miniRow(b.side*i + k))
			VPADDW(key, key, key)
			VPSUBW(b.box(i/b.side*b.side+k), key, key)
			VPADDW(key, key, key)
			less(key, part)
			store(key, b.miniRow(b.side*i+k))
		}
	}
	for i := range b.order {
		part := load(words(uint16(column(i))))
		var minis [4]VecVirtual
		for band := range b.side {
			minis[band] = load(b.miniColumn(b.order*band + i))
			count(minis[band], part)
		}
		for band, mini := range minis[:b.side] {
			VPADDW(mini, mini, mini)
			VPADDW(mini, mini, mini)
			less(mini, part)
			store(mini, b.miniColumn(b.order*band+i))
		}
	}
}

// least returns the least key.
func (b *branchBuilder) least() VecVirtual {
	best := ones()
	for cell := range 81 {
		key := load(b.count(cell))
		VPSLLW(U8(5), key, key)
		VPADDW(b.miniRow(cell/3), key, key)
		VPADDW(b.miniColumn(cell/27*9+cell%9), key, key)
		VPMINUW(key, best, best)
	}
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
	isa.Begin("branch", 16, "func(block *uint16, cells *[32]uint16) (dead uint32)")
	b := &branchBuilder{16, 4, shared.Pointer("block"), newCounter(16, 4)}
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
	for band := range 4 {
		for k := range 4 {
			var columns [4]VecVirtual
			for t := range 4 {
				var row VecVirtual
				for i := range 4 {
					cell := 64*band + 16*t + 4*k + i
					n := b.counter.bytes(load(at(b.base, cells16+cell)))
					b.counter.scale(n, half)
					less := YMM()
					VPSUBW(two, n, less)
					store(less, b.count(cell))
					VPMINUW(less, fewest, fewest)
					VPMINUW(two, n, n)
					if i == 0 {
						row = clone(n)
					} else {
						VPADDW(n, row, row)
					}
					if t == 0 {
						columns[i] = n
					} else {
						VPADDW(n, columns[i], columns[i])
					}
				}
				store(row, b.miniRow(16*band+4*t+k))
			}
			for i := range 4 {
				store(columns[i], b.miniColumn(16*band+4*k+i))
			}
		}
	}
	return fewest
}

// findDead16 sums mini-rows to rows, and returns the dead lanes. Boxes have as many naked singles
// as rows, unless one occurs twice.
func (b *branchBuilder) findDead16() {
	cells, boxes, once := zero(), zero(), ones()
	for t := range 16 {
		row := load(at(b.base, rowOf16+t))
		single := YMM()
		VPXOR(at(b.base, moreOf16+t), row, single)
		VPAND(single, once, once)
		n := b.counter.bytes(row)
		b.counter.scale(n, words(0x4040))
		VPADDW(n, cells, cells)
		VPADDW(n, boxes, boxes)
		n = b.counter.bytes(load(at(b.base, boxOf16+t)))
		b.counter.scale(n, words(0x4040))
		VPSUBW(n, boxes, boxes)
		b.sumRow(t, cells)
	}
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
	for cell := range 256 {
		few, key := YMM(), load(b.miniRow(cell/4))
		VPCMPEQW(b.count(cell), fewest, few)
		VPADDW(b.miniColumn(cell/64*16+cell%16), key, key)
		VPAND(few, key, key)
		VPMAXUW(key, best, best)
	}
	return best
}
