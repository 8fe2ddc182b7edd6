package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"
)

// branch16 generates the choice of the branch cell in stable states of order 16. First the fewest
// candidates are found; then only the cells with as few compete, by keys of their unsolved peers
// and, below, the index of the cell, counted down. The greatest key is the branch cell's. All
// counts are in units of 256, the place of the peers in a key.
//
// States that are stable but dead are found as in order 9: pointing and claiming miss no more than
// matchings do.
func branch16() {
	isa.Begin("branch", 16, "func(block *uint16, cells *[32]uint16) (dead uint32)",
		"finds the branch cell of each lane of a stable block of order 16")
	b := &branch16Builder{shared.Pointer("block"), newCounter(16, 4)}
	fewest := b.countMinis()
	b.findDead()
	b.scoreMinis()
	best := b.greatest(fewest)
	last := load(words(0xff))
	VPANDN(last, best, best)
	store(best, Mem{Base: shared.Pointer("cells")})
	VZEROUPPER()
	RET()
}

type branch16Builder struct {
	base    Register
	counter counter
}

func (b *branch16Builder) count(i int) Mem      { return at(b.base, scratch16+i) }
func (b *branch16Builder) miniRow(i int) Mem    { return at(b.base, scratch16+256+i) }
func (b *branch16Builder) miniColumn(i int) Mem { return at(b.base, scratch16+320+i) }
func (b *branch16Builder) row(i int) Mem        { return at(b.base, scratch16+384+i) }
func (b *branch16Builder) box(i int) Mem        { return at(b.base, scratch16+400+i) }

// countMinis counts candidates less two (so that a cell with one has the greatest count), and the
// unsolved cells of mini-rows and mini-columns plus four. It returns the least count.
func (b *branch16Builder) countMinis() VecVirtual {
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

// findDead adds mini-rows up to rows and returns the dead lanes. Boxes have as many naked singles
// as rows, unless one is there twice.
func (b *branch16Builder) findDead() {
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
		sum := load(b.miniRow(4 * t))
		for k := 1; k < 4; k++ {
			VPADDW(b.miniRow(4*t+k), sum, sum)
		}
		VPADDW(sum, cells, cells)
		store(sum, b.row(t))
	}
	// Without an empty cell these are 512 units, which is 0 in a word.
	none, all := zero(), ones()
	VPOR(boxes, cells, cells)
	VPCMPEQW(none, cells, cells)
	VPCMPEQW(all, once, once)
	VPAND(cells, once, once)
	dead, _ := masks(once, once)
	returnNot(dead, "dead")
}

// scoreMinis turns the sums into the parts of the keys that the cells of a mini-row, and those of a
// mini-column, have in common. In terms of the sums the score of an unsolved cell is row + column +
// 2 box - 4 mini-row - 4 mini-column - 28; seven more are added, so that no key is 0.
func (b *branch16Builder) scoreMinis() {
	for i := range 16 {
		first := i/4*16 + i%4
		box := load(b.miniRow(first))
		for t := 1; t < 4; t++ {
			VPADDW(b.miniRow(first+4*t), box, box)
		}
		store(box, b.box(i))
	}
	for i := range 16 {
		rest := load(words(uint16(0xff - 16*i - 21<<8)))
		VPADDW(b.row(i), rest, rest)
		for k := range 4 {
			key := load(b.miniRow(4*i + k))
			VPADDW(key, key, key)
			VPSUBW(b.box(i/4*4+k), key, key)
			VPADDW(key, key, key)
			VPSUBW(key, rest, key)
			store(key, b.miniRow(4*i+k))
		}
	}
	for i := range 16 {
		rest := load(words(uint16(-i)))
		var minis [4]VecVirtual
		for band := range 4 {
			minis[band] = load(b.miniColumn(16*band + i))
			VPADDW(minis[band], rest, rest)
		}
		for band, mini := range minis {
			VPADDW(mini, mini, mini)
			VPADDW(mini, mini, mini)
			VPSUBW(mini, rest, mini)
			store(mini, b.miniColumn(16*band+i))
		}
	}
}

// greatest returns the greatest key of the cells with the fewest candidates.
func (b *branch16Builder) greatest(fewest VecVirtual) VecVirtual {
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
