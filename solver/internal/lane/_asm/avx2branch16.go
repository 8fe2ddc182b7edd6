package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// branch16x2 generates the choice of the branch cell in stable states of order
// 16 for AVX2. The fewest candidates are found first, and keys compared only
// among the cells that have as few: the unsolved peers, and below the cell
// counted down. The greatest is the branch cell's. All counts are in units of
// 256, the place of the peers in a key.
//
// What makes a state dead though it is stable is found as in order 9: pointing
// and claiming let as little pass as matchings do.
func branch16x2() {
	TEXT("branch16AVX2", NOSPLIT, "func(block *uint16, cells *[32]uint16) (dead uint32)")
	Doc("branch16AVX2 finds the branch cell of each lane of a stable block of order 16 (AVX2).")
	b := &brancher16x2{Load(Param("block"), GP64()).(Register), newCounter2(16, 4)}
	fewest := b.countMinis()
	b.findDead()
	b.scoreMinis()
	best := b.greatest(fewest)
	last := load2(words2(0xff))
	VPANDN(last, best, best)
	store2(best, Mem{Base: Load(Param("cells"), GP64()).(Register)})
	VZEROUPPER()
	RET()
}

type brancher16x2 struct {
	base    Register
	counter counter2
}

func (b *brancher16x2) count(i int) Mem      { return at2(b.base, scratch2x16+i) }
func (b *brancher16x2) miniRow(i int) Mem    { return at2(b.base, scratch2x16+256+i) }
func (b *brancher16x2) miniColumn(i int) Mem { return at2(b.base, scratch2x16+320+i) }
func (b *brancher16x2) row(i int) Mem        { return at2(b.base, scratch2x16+384+i) }
func (b *brancher16x2) box(i int) Mem        { return at2(b.base, scratch2x16+400+i) }

// countMinis counts candidates, less two (so that a cell with one has the
// greatest count), and the unsolved cells of mini-rows and mini-columns, plus
// four. It returns the least count.
func (b *brancher16x2) countMinis() VecVirtual {
	two, half, fewest := load2(words2(2<<8)), load2(words2(0x4040)), ones2()
	for band := range 4 {
		for k := range 4 {
			var columns [4]VecVirtual
			for t := range 4 {
				var row VecVirtual
				for i := range 4 {
					cell := 64*band + 16*t + 4*k + i
					n := b.counter.bytes(load2(at2(b.base, cells2x16+cell)))
					b.counter.scale(n, half)
					less := YMM()
					VPSUBW(two, n, less)
					store2(less, b.count(cell))
					VPMINUW(less, fewest, fewest)
					VPMINUW(two, n, n)
					if i == 0 {
						row = clone2(n)
					} else {
						VPADDW(n, row, row)
					}
					if t == 0 {
						columns[i] = n
					} else {
						VPADDW(n, columns[i], columns[i])
					}
				}
				store2(row, b.miniRow(16*band+4*t+k))
			}
			for i := range 4 {
				store2(columns[i], b.miniColumn(16*band+4*k+i))
			}
		}
	}
	return fewest
}

// findDead sums the rows and returns the dead lanes. There are as many naked
// singles of boxes as of rows, if none stands twice.
func (b *brancher16x2) findDead() {
	cells, boxes, once := zero2(), zero2(), ones2()
	for t := range 16 {
		row := load2(at2(b.base, rowOf2x16+t))
		single := YMM()
		VPXOR(at2(b.base, moreOf2x16+t), row, single)
		VPAND(single, once, once)
		n := b.counter.bytes(row)
		b.counter.scale(n, words2(0x4040))
		VPADDW(n, cells, cells)
		VPADDW(n, boxes, boxes)
		n = b.counter.bytes(load2(at2(b.base, boxOf2x16+t)))
		b.counter.scale(n, words2(0x4040))
		VPSUBW(n, boxes, boxes)
		sum := load2(b.miniRow(4 * t))
		for k := 1; k < 4; k++ {
			VPADDW(b.miniRow(4*t+k), sum, sum)
		}
		VPADDW(sum, cells, cells)
		store2(sum, b.row(t))
	}
	// Without an empty cell these are 512 units, which is 0 in a word.
	none, all := zero2(), ones2()
	VPOR(boxes, cells, cells)
	VPCMPEQW(none, cells, cells)
	VPCMPEQW(all, once, once)
	VPAND(cells, once, once)
	dead, _ := masks2(once, once)
	returnNot2(dead, "dead")
}

// scoreMinis turns the sums into the parts of the keys that the cells of a
// mini-row and of a mini-column share. The score of an unsolved cell is
// row + column + 2 box - 4 mini-row - 4 mini-column - 28, as sums go; seven more
// are counted, so that no key is 0.
func (b *brancher16x2) scoreMinis() {
	for i := range 16 {
		first := i/4*16 + i%4
		box := load2(b.miniRow(first))
		for t := 1; t < 4; t++ {
			VPADDW(b.miniRow(first+4*t), box, box)
		}
		store2(box, b.box(i))
	}
	for i := range 16 {
		rest := load2(words2(uint16(0xff - 16*i - 21<<8)))
		VPADDW(b.row(i), rest, rest)
		for k := range 4 {
			key := load2(b.miniRow(4*i + k))
			VPADDW(key, key, key)
			VPSUBW(b.box(i/4*4+k), key, key)
			VPADDW(key, key, key)
			VPSUBW(key, rest, key)
			store2(key, b.miniRow(4*i+k))
		}
	}
	for i := range 16 {
		rest := load2(words2(uint16(-i)))
		var minis [4]VecVirtual
		for band := range 4 {
			minis[band] = load2(b.miniColumn(16*band + i))
			VPADDW(minis[band], rest, rest)
		}
		for band, mini := range minis {
			VPADDW(mini, mini, mini)
			VPADDW(mini, mini, mini)
			VPSUBW(mini, rest, mini)
			store2(mini, b.miniColumn(16*band+i))
		}
	}
}

// greatest returns the greatest key of the cells with the fewest candidates.
func (b *brancher16x2) greatest(fewest VecVirtual) VecVirtual {
	best := zero2()
	for cell := range 256 {
		few, key := YMM(), load2(b.miniRow(cell/4))
		VPCMPEQW(b.count(cell), fewest, few)
		VPADDW(b.miniColumn(cell/64*16+cell%16), key, key)
		VPAND(few, key, key)
		VPMAXUW(key, best, best)
	}
	return best
}
