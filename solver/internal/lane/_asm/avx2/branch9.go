package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"
)

// branch9 generates the choice of the branch cell in stable states of order 9. Its keys are those
// that branch9 of AVX-512 describes. All counts are in units of 128, the place of the peers in a
// key.
//
// A state that a pass leaves as it is may still be dead. A cell may be empty: the sums show that,
// because a row of nine cells, u of them unsolved, has 9-u naked singles. And in a row a digit with
// one place is a naked single by now, unless it shares the place with another; one with several
// places is none, unless it is fixed twice. A digit fixed twice in a column or box but in no row
// does not survive the pass: two boxes or two rows would have to be matched to the same line.
func branch9() {
	isa.Begin("branch", 9, "func(block *uint16, cells *[32]uint16) (dead uint32)",
		"finds the branch cell of each lane of a stable block of order 9")
	b := &branch9Builder{shared.Pointer("block"), newCounter(9, 2)}
	b.countMinis()
	b.findDead()
	b.scoreMinis()
	best := b.least()
	VPAND(words(0x7f), best, best)
	out := Load(Param("cells"), GP64())
	store(best, Mem{Base: out.(Register)})
	VZEROUPPER()
	RET()
}

type branch9Builder struct {
	base    Register
	counter counter
}

func (b *branch9Builder) count(i int) Mem      { return at(b.base, scratch9+i) }
func (b *branch9Builder) miniRow(i int) Mem    { return at(b.base, scratch9+81+i) }
func (b *branch9Builder) miniColumn(i int) Mem { return at(b.base, scratch9+108+i) }
func (b *branch9Builder) row(i int) Mem        { return at(b.base, scratch9+135+i) }
func (b *branch9Builder) box(i int) Mem        { return at(b.base, scratch9+144+i) }

// countMinis counts candidates, and the unsolved cells of mini-rows and mini-columns plus three.
func (b *branch9Builder) countMinis() {
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

// findDead adds mini-rows up to rows and returns the dead lanes.
func (b *branch9Builder) findDead() {
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
		sum := load(b.miniRow(3 * t))
		VPADDW(b.miniRow(3*t+1), sum, sum)
		VPADDW(b.miniRow(3*t+2), sum, sum)
		VPADDW(sum, cells, cells)
		store(sum, b.row(t))
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

// scoreMinis turns the sums into the parts of the keys that the cells of a mini-row, and those of a
// mini-column, have in common. In terms of the sums the score of an unsolved cell is row + column +
// 2 box - 4 mini-row - 4 mini-column - 8.
func (b *branch9Builder) scoreMinis() {
	for i := range 9 {
		first := i/3*9 + i%3
		box := load(b.miniRow(first))
		VPADDW(b.miniRow(first+3), box, box)
		VPADDW(b.miniRow(first+6), box, box)
		store(box, b.box(i))
	}
	for i := range 9 {
		rest := load(words(uint16(28<<7 + 9*i - 2<<12)))
		VPSUBW(b.row(i), rest, rest)
		for k := range 3 {
			key := load(b.miniRow(3*i + k))
			VPADDW(key, key, key)
			VPSUBW(b.box(i/3*3+k), key, key)
			VPADDW(key, key, key)
			VPADDW(rest, key, key)
			store(key, b.miniRow(3*i+k))
		}
	}
	for i := range 9 {
		rest := load(words(uint16(i)))
		var minis [3]VecVirtual
		for band := range 3 {
			minis[band] = load(b.miniColumn(9*band + i))
			VPSUBW(minis[band], rest, rest)
		}
		for band, mini := range minis {
			VPADDW(mini, mini, mini)
			VPADDW(mini, mini, mini)
			VPADDW(rest, mini, mini)
			store(mini, b.miniColumn(9*band+i))
		}
	}
}

// least returns the least key.
func (b *branch9Builder) least() VecVirtual {
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
