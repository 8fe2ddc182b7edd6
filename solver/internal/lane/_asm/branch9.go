package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// branch9 generates the choice of the branch cell in stable states of order 9.
//
// A key is made for each cell, of three fields from the top: candidates less
// two (so that a cell with one wraps round to the greatest), twenty less the
// score, the cell. The least key is the branch cell's. The unsolved cells of
// houses and mini-rows are counted by summing min(candidates, 2).
//
// The same sums find dead states that a pass does not see: in a row of nine
// cells, of which u are unsolved, the naked singles are 9-u different digits,
// unless one stands twice or a cell is empty. (A digit that stands twice in a
// column or box alone does not get past a pass that changes nothing.) And a digit with one place in a
// row is a naked single by now, unless it shares the place with another.
func branch9() {
	TEXT("branch9AVX512", NOSPLIT, "func(block *uint16, cells *[32]uint16) (dead uint32)")
	Doc("branch9AVX512 finds the branch cell of each lane of a stable block of order 9 (AVX-512).")
	b := &brancher9{base: Load(Param("block"), GP64()).(Register)}
	b.countMinis()
	b.sumHouses()
	b.scoreMinis()
	best := b.least()
	VPANDD(words(0x7f), best, best)
	out := Load(Param("cells"), GP64())
	store(best, Mem{Base: out.(Register)})
	VZEROUPPER()
	RET()
}

type brancher9 struct{ base Register }

func (b *brancher9) count(i int) Mem      { return at(b.base, scratch9+i) }
func (b *brancher9) miniRow(i int) Mem    { return at(b.base, scratch9+81+i) }
func (b *brancher9) miniColumn(i int) Mem { return at(b.base, scratch9+108+i) }
func (b *brancher9) houseSum(i int) Mem   { return at(b.base, scratch9+135+i) } // rows, columns, boxes

// countMinis counts candidates, and the unsolved cells of mini-rows and
// mini-columns, the latter plus three.
func (b *brancher9) countMinis() {
	two := words(2)
	for band := range 3 {
		for k := range 3 {
			var columns [3]VecVirtual
			for t := range 3 {
				var row VecVirtual
				for i := range 3 {
					cell := 27*band + 9*t + 3*k + i
					n := ZMM()
					VPOPCNTW(at(b.base, cells9+cell), n)
					store(n, b.count(cell))
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
				store(row, b.miniRow(9*band+3*t+k))
			}
			for i := range 3 {
				store(columns[i], b.miniColumn(9*band+3*k+i))
			}
		}
	}
}

// sumHouses sums mini-rows and mini-columns to houses and finds dead states. No
// row has more than it should, so the rows are checked together.
func (b *brancher9) sumHouses() {
	cells, once := zero(), words(1<<9-1)
	sum := func(to int, minis ...Mem) VecVirtual {
		v := load(minis[0])
		VPADDW(minis[1], v, v)
		VPADDW(minis[2], v, v)
		store(v, b.houseSum(to))
		return v
	}
	all := clone(once)
	for i := range 9 {
		VPADDW(sum(i, b.miniRow(3*i), b.miniRow(3*i+1), b.miniRow(3*i+2)), cells, cells)
		sum(9+i, b.miniColumn(i), b.miniColumn(9+i), b.miniColumn(18+i))
		box := i/3*9 + i%3
		sum(18+i, b.miniRow(box), b.miniRow(box+3), b.miniRow(box+6))
		singles, n := load(at(b.base, rowOf9+i)), ZMM()
		VPOPCNTW(singles, n)
		VPADDW(n, cells, cells)
		ternary(and2or3, once, singles, at(b.base, moreOf9+i))
	}
	VPXORD(all, once, once)
	ternary(aOrXor, once, cells, words(9*18))
	k := K()
	VPTESTMW(once, once, k)
	returnMask(k, "dead")
}

// scoreMinis turns the sums into the parts of the keys that the cells of a
// mini-row and of a mini-column share. The score of an unsolved cell is
// row + column + 2 box - 4 mini-row - 4 mini-column - 8, as sums go.
func (b *brancher9) scoreMinis() {
	for i := range 27 {
		row, box := i/3, i/9*3+i%3
		v, key := load(b.houseSum(18+box)), words(uint16(28<<7+9*row-2<<12))
		VPADDW(v, v, v)
		VPADDW(b.houseSum(row), v, v)
		lessFour(v, b.miniRow(i))
		VPSLLW(U8(7), v, v)
		VPSUBW(v, key, key)
		store(key, b.miniRow(i))
	}
	for i := range 27 {
		v, key := load(b.houseSum(9+i%9)), words(uint16(i%9))
		lessFour(v, b.miniColumn(i))
		VPSLLW(U8(7), v, v)
		VPSUBW(v, key, key)
		store(key, b.miniColumn(i))
	}
}

// lessFour takes a mini-row's sum from v four times.
func lessFour(v VecVirtual, mini Mem) {
	m := load(mini)
	VPADDW(m, m, m)
	VPADDW(m, m, m)
	VPSUBW(m, v, v)
}

// least returns the least key.
func (b *brancher9) least() VecVirtual {
	best := ones()
	for band := range 3 {
		var columns [9]VecVirtual
		for i := range columns {
			columns[i] = load(b.miniColumn(9*band + i))
		}
		for mini := 9 * band; mini < 9*band+9; mini++ {
			row := load(b.miniRow(mini))
			for i := range 3 {
				key := ZMM()
				VPSLLW(U8(12), b.count(3*mini+i), key)
				VPADDW(row, key, key)
				VPADDW(columns[mini%3*3+i], key, key)
				VPMINUW(key, best, best)
			}
		}
	}
	return best
}
