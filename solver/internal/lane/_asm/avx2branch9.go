package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// branch9x2 generates the choice of the branch cell in stable states of order
// 9 for AVX2, by the keys that branch9 describes. All counts are in units of
// 128, the place of the peers in a key.
//
// A state that a pass leaves as it is may yet be dead. A cell may be empty: the
// sums find that, as a row of nine cells of which u are unsolved has 9-u naked
// singles. And in a row a digit with one place is a naked single by now, unless
// it shares the place with another; one with more is none, unless it is fixed
// twice. A digit fixed twice in a column or box but in no row does not get past
// the pass: two boxes or two rows would have to be matched to the same line.
func branch9x2() {
	TEXT("branch9AVX2", NOSPLIT, "func(block *uint16, cells *[32]uint16) (dead uint32)")
	Doc("branch9AVX2 finds the branch cell of each lane of a stable block of order 9 (AVX2).")
	b := &brancher9x2{Load(Param("block"), GP64()).(Register), newCounter2(9, 2)}
	b.countMinis()
	b.findDead()
	b.scoreMinis()
	best := b.least()
	VPAND(words2(0x7f), best, best)
	out := Load(Param("cells"), GP64())
	store2(best, Mem{Base: out.(Register)})
	VZEROUPPER()
	RET()
}

type brancher9x2 struct {
	base    Register
	counter counter2
}

func (b *brancher9x2) count(i int) Mem      { return at2(b.base, scratch2x9+i) }
func (b *brancher9x2) miniRow(i int) Mem    { return at2(b.base, scratch2x9+81+i) }
func (b *brancher9x2) miniColumn(i int) Mem { return at2(b.base, scratch2x9+108+i) }
func (b *brancher9x2) row(i int) Mem        { return at2(b.base, scratch2x9+135+i) }
func (b *brancher9x2) box(i int) Mem        { return at2(b.base, scratch2x9+144+i) }

// countMinis counts candidates, and the unsolved cells of mini-rows and
// mini-columns, the latter plus three.
func (b *brancher9x2) countMinis() {
	two, half := load2(words2(2<<7)), load2(words2(0x4040))
	for band := range 3 {
		for k := range 3 {
			var columns [3]VecVirtual
			for t := range 3 {
				var row VecVirtual
				for i := range 3 {
					cell := 27*band + 9*t + 3*k + i
					n := b.counter.bytes(load2(at2(b.base, cells2x9+cell)))
					b.counter.scale(n, half)
					store2(n, b.count(cell))
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
				store2(row, b.miniRow(9*band+3*t+k))
			}
			for i := range 3 {
				store2(columns[i], b.miniColumn(9*band+3*k+i))
			}
		}
	}
}

// findDead sums the rows and returns the dead lanes.
func (b *brancher9x2) findDead() {
	cells, once := zero2(), ones2()
	var singles VecVirtual
	for t := range 9 {
		row := load2(at2(b.base, rowOf2x9+t))
		single := YMM()
		VPXOR(at2(b.base, moreOf2x9+t), row, single)
		VPAND(single, once, once)
		n := b.counter.bytes(row)
		if t == 0 {
			singles = n
		} else {
			VPADDB(n, singles, singles)
		}
		sum := load2(b.miniRow(3 * t))
		VPADDW(b.miniRow(3*t+1), sum, sum)
		VPADDW(b.miniRow(3*t+2), sum, sum)
		VPADDW(sum, cells, cells)
		store2(sum, b.row(t))
	}
	b.counter.scale(singles, words2(0x4040))
	VPADDW(singles, cells, cells)
	VPCMPEQW(words2(162<<7), cells, cells)
	all := load2(words2(1<<9 - 1))
	VPAND(all, once, once)
	VPCMPEQW(all, once, once)
	VPAND(cells, once, once)
	dead, _ := masks2(once, once)
	returnNot2(dead, "dead")
}

// scoreMinis turns the sums into the parts of the keys that the cells of a
// mini-row and of a mini-column share. The score of an unsolved cell is
// row + column + 2 box - 4 mini-row - 4 mini-column - 8, as sums go.
func (b *brancher9x2) scoreMinis() {
	for i := range 9 {
		first := i/3*9 + i%3
		box := load2(b.miniRow(first))
		VPADDW(b.miniRow(first+3), box, box)
		VPADDW(b.miniRow(first+6), box, box)
		store2(box, b.box(i))
	}
	for i := range 9 {
		rest := load2(words2(uint16(28<<7 + 9*i - 2<<12)))
		VPSUBW(b.row(i), rest, rest)
		for k := range 3 {
			key := load2(b.miniRow(3*i + k))
			VPADDW(key, key, key)
			VPSUBW(b.box(i/3*3+k), key, key)
			VPADDW(key, key, key)
			VPADDW(rest, key, key)
			store2(key, b.miniRow(3*i+k))
		}
	}
	for i := range 9 {
		rest := load2(words2(uint16(i)))
		var minis [3]VecVirtual
		for band := range 3 {
			minis[band] = load2(b.miniColumn(9*band + i))
			VPSUBW(minis[band], rest, rest)
		}
		for band, mini := range minis {
			VPADDW(mini, mini, mini)
			VPADDW(mini, mini, mini)
			VPADDW(rest, mini, mini)
			store2(mini, b.miniColumn(9*band+i))
		}
	}
}

// least returns the least key.
func (b *brancher9x2) least() VecVirtual {
	best := ones2()
	for cell := range 81 {
		key := load2(b.count(cell))
		VPSLLW(U8(5), key, key)
		VPADDW(b.miniRow(cell/3), key, key)
		VPADDW(b.miniColumn(cell/27*9+cell%9), key, key)
		VPMINUW(key, best, best)
	}
	return best
}
