package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// branch16 generates the choice of the branch cell in stable states of order
// 16. It goes as in order 9, but a key has no room for the number of
// candidates: the fewest are found first, and keys compared only among cells
// that have as few.
func branch16() {
	TEXT("branch16AVX512", NOSPLIT, "func(block *uint16, cells *[32]uint16) (dead uint32)")
	Doc("branch16AVX512 finds the branch cell of each lane of a stable block of order 16 (AVX-512).")
	b := &brancher16{base: Load(Param("block"), GP64()).(Register)}
	fewest := b.countMinis()
	b.sumHouses()
	b.scoreMinis()
	best := b.least(fewest)
	VPANDD(words(0xff), best, best)
	store(best, Mem{Base: Load(Param("cells"), GP64()).(Register)})
	VZEROUPPER()
	RET()
}

type brancher16 struct{ base Register }

func (b *brancher16) count(i int) Mem      { return at(b.base, scratch16+i) }
func (b *brancher16) miniRow(i int) Mem    { return at(b.base, scratch16+256+i) }
func (b *brancher16) miniColumn(i int) Mem { return at(b.base, scratch16+320+i) }
func (b *brancher16) houseSum(i int) Mem   { return at(b.base, scratch16+384+i) } // rows, columns, boxes

// countMinis counts candidates, less two (so that a cell with one has the
// greatest count), and the unsolved cells of mini-rows and mini-columns, plus
// four. It returns the least count.
func (b *brancher16) countMinis() VecVirtual {
	two, fewest := words(2), ones()
	for band := range 4 {
		for k := range 4 {
			var columns [4]VecVirtual
			for t := range 4 {
				var row VecVirtual
				for i := range 4 {
					cell := 64*band + 16*t + 4*k + i
					n, less := ZMM(), ZMM()
					VPOPCNTW(at(b.base, cell), n)
					VPSUBW(two, n, less)
					store(less, b.count(cell))
					VPMINUW(less, fewest, fewest)
					VPMINUW(two, n, n)
					row = sum(row, n, i == 0)
					columns[i] = sum(columns[i], n, t == 0)
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

// sum adds n to v, or begins a sum with n.
func sum(v, n VecVirtual, first bool) VecVirtual {
	if first {
		return clone(n)
	}
	VPADDW(n, v, v)
	return v
}

// sumHouses sums mini-rows and mini-columns to houses and finds dead states.
func (b *brancher16) sumHouses() {
	bad, whole := zero(), words(32)
	house := func(to int, mini func(int) Mem, first, step int) VecVirtual {
		v := load(mini(first))
		for i := 1; i < 4; i++ {
			VPADDW(mini(first+i*step), v, v)
		}
		store(v, b.houseSum(to))
		return v
	}
	for i := range 16 {
		row := house(i, b.miniRow, 4*i, 1)
		house(16+i, b.miniColumn, i, 16)
		house(32+i, b.miniRow, i/4*16+i%4, 4)
		singles, n := load(at(b.base, rowOf16+i)), ZMM()
		VPOPCNTW(singles, n)
		VPADDW(row, n, n)
		ternary(aOrXor, bad, n, whole)
		VPANDND(at(b.base, hiddenOf16+i), singles, singles)
		VPORD(singles, bad, bad)
	}
	k := K()
	VPTESTMW(bad, bad, k)
	returnMask(k, "dead")
}

// scoreMinis turns the sums into the parts of the keys that the cells of a
// mini-row and of a mini-column share: 42 less the score, and below the cell.
// The score of an unsolved cell is
// row + column + 2 box - 4 mini-row - 4 mini-column - 28, as sums go.
func (b *brancher16) scoreMinis() {
	for i := range 64 {
		row, box := i/4, i/16*4+i%4
		v, key := load(b.houseSum(32+box)), words(uint16(70<<8+16*row))
		VPADDW(v, v, v)
		VPADDW(b.houseSum(row), v, v)
		lessFour(v, b.miniRow(i))
		VPSLLW(U8(8), v, v)
		VPSUBW(v, key, key)
		store(key, b.miniRow(i))
	}
	for i := range 64 {
		v, key := load(b.houseSum(16+i%16)), words(uint16(i%16))
		lessFour(v, b.miniColumn(i))
		VPSLLW(U8(8), v, v)
		VPSUBW(v, key, key)
		store(key, b.miniColumn(i))
	}
}

// least returns the least key of the cells with the fewest candidates.
func (b *brancher16) least(fewest VecVirtual) VecVirtual {
	best := ones()
	for cell := range 256 {
		few := K()
		VPCMPEQW(b.count(cell), fewest, few)
		key := load(b.miniRow(cell / 4))
		VPADDW(b.miniColumn(cell/64*16+cell%16), key, key)
		VPMINUW(key, best, few, best)
	}
	return best
}
