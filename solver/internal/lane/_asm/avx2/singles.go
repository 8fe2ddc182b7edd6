package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/kernel"
	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"
)

// What singles keeps in the scratch: the digits that each row and box needs. Columns are in
// registers.
const (
	rowNeeds9 = scratch9
	boxNeeds9 = scratch9 + 9
)

// singles9 generates the solution of easy puzzles by naked singles, from masks of houses.
func singles9() {
	isa.Begin("singles", 9, "func(block *uint16, cells *[32]*uint8) (solved uint32)")
	block := shared.Pointer("block")
	cluesIn(block, shared.Pointer("cells"))
	s := singlesBuilder{block: block}
	s.needs()
	box := func(b int) Mem { return at(block, boxNeeds9+b) }
	sweep := func() { kernel.Sweep(box, s.miniRow, func(int, Mem) {}) }
	shared.Sweeps(sweep, s.solved, U32(0xffff))
}

// cluesIn sets the block to the clues of all lanes, as cellsIn does, but with no digit in blanks.
func cluesIn(block, cells Register) {
	isa.LastCells(cells, at(block, 80), 81)
	var digits [16]byte
	for i := range 8 {
		digits[i] = 1 << i
	}
	minusOne, table, turn := ones(), load(twice("digits", digits)), load(words(0x0800))
	clues := func(indices VecVirtual, bytes Mem) VecVirtual {
		v := YMM()
		VPSHUFB(bytes, indices, v)
		VPXOR(turn, v, v)
		VPSHUFB(v, table, v) // 0 for a blank, whose index has its top bit set
		return v
	}
	lower := spread("lower", func(word int) int { return word % 8 * 2 })
	upper := spread("upper", func(word int) int { return word%8*2 + 1 })
	isa.WordsIn(block, 5, 16, cells, func(i int, pair VecVirtual, out Register) {
		VPADDB(minusOne, pair, pair)
		store(clues(pair, lower), at(out, 2*i))
		store(clues(pair, upper), at(out, 2*i+1))
	})
	last := load(at(block, 80))
	VPADDB(minusOne, last, last)
	store(clues(last, lower), at(block, 80))
}

// A singlesBuilder holds the registers that have the same meaning during the sweeps.
type singlesBuilder struct {
	block          Register
	none, minusOne VecVirtual
	columns        [9]VecVirtual // digits that they need
}

// needs sets what the houses need: all digits but their clues.
func (s *singlesBuilder) needs() {
	all := load(words(0x1ff))
	set := func(first int) func(int, VecVirtual) {
		return func(house int, clues VecVirtual) { store(andNot(all, clues), at(s.block, first+house)) }
	}
	kernel.Clues(s.union, kernel.Rows(unionOfCopy, set(rowNeeds9)), kernel.Columns(union, set(boxNeeds9)), func(c int, clues VecVirtual) {
		VPANDN(all, clues, clues)
		s.columns[c] = clues
	})
	s.none, s.minusOne = zero(), ones()
}

// union returns the union of n vectors of the block that are distance apart.
func (s *singlesBuilder) union(first, distance, n int) VecVirtual {
	return isa.UnionOf(s.block, first, distance, n)
}

// miniRow places digits in the cells of a mini-row.
func (s *singlesBuilder) miniRow(r, stack int, box Mem) {
	row := at(s.block, rowNeeds9+r)
	both := load(row)
	VPAND(box, both, both)
	var placed VecVirtual
	for i := range 3 {
		c := 3*stack + i
		column, cell := s.columns[c], at(s.block, 9*r+c)
		x := and(both, column)
		is, less := or(x, cell), YMM()
		VPADDW(s.minusOne, is, less)
		VPAND(is, less, less)
		VPCMPEQW(s.none, less, less)
		VPAND(less, x, x)
		VPANDN(column, x, column)
		VPOR(cell, x, less)
		store(less, cell)
		placed = union(placed, x, i == 0)
	}
	left := YMM()
	VPANDN(box, placed, left)
	store(left, box)
	VPANDN(row, placed, left)
	store(left, row)
}

// solved sets lanes to the lanes whose houses need nothing.
func (s *singlesBuilder) solved(lanes Register) {
	open := s.union(rowNeeds9, 1, 18)
	for _, column := range s.columns {
		VPOR(column, open, open)
	}
	VPCMPEQW(s.none, open, open)
	done, _ := masks(open, open)
	MOVWLZX(done.As16(), lanes)
}
