package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/kernel"
	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"
)

// boxNeeds9 is where singles keeps the digits that each box needs. Rows and columns are in
// registers.
const boxNeeds9 = scratch9

// singles9 generates the solution of easy puzzles by naked singles, from masks of houses.
func singles9() {
	isa.Begin("singles", 9, "func(block *uint16, cells *[32]*uint8) (solved uint32)")
	block := shared.Pointer("block")
	cluesIn(block, shared.Pointer("cells"))
	s := singlesBuilder{block: block, minusOne: ones(), single: K()}
	s.needs()
	sweep := func() { kernel.Sweep(s.box, s.miniRow, s.setBox) }
	shared.Sweeps(sweep, func(solved Register) {
		open, done := s.open(), K()
		VPTESTNMW(open, open, done)
		KMOVD(done, solved)
	}, I8(-1))
}

// cluesIn sets the block to the clues of all lanes, as cellsIn does, but with no digit in blanks.
func cluesIn(block, cells Register) {
	isa.LastCells(cells, at(block, 80), 81)
	table := GLOBL("digits", RODATA|NOPTR)
	for v := range 32 {
		digit := U16(0)
		if v >= 1 && v <= 9 {
			digit = 1 << (v - 1)
		}
		DATA(2*v, digit)
	}
	digits := load(table)
	set := func(v VecVirtual, m Mem) {
		VPERMW(digits, v, v)
		store(v, m)
	}
	pairsIn(block, 5, cells, set)
	set(load(at(block, 80)), at(block, 80))
}

// A singlesBuilder holds the registers that have the same meaning during the sweeps.
type singlesBuilder struct {
	block    Register
	minusOne VecVirtual
	single   Register // lanes in which a cell has a single
	// rows and columns hold the digits that they need.
	rows, columns [9]VecVirtual
}

// needs sets what the houses need: all digits but their clues.
func (s *singlesBuilder) needs() {
	all := words(0x1ff)
	others := func(clues VecVirtual) VecVirtual {
		VPANDND(all, clues, clues)
		return clues
	}
	kernel.Clues(s.union, kernel.Rows(union, func(r int, clues VecVirtual) { s.rows[r] = others(clues) }),
		kernel.Columns(union, func(b int, clues VecVirtual) { s.setBox(b, others(clues)) }),
		func(c int, clues VecVirtual) { s.columns[c] = others(clues) })
}

// union returns the union of n vectors of the block that are distance apart.
func (s *singlesBuilder) union(first, distance, n int) VecVirtual {
	if n == 3 {
		return or3of(at(s.block, first), at(s.block, first+distance), at(s.block, first+2*distance))
	}
	return isa.UnionOf(s.block, first, distance, n)
}

// box and setBox load and store what a box needs.
func (s *singlesBuilder) box(b int) VecVirtual           { return load(at(s.block, boxNeeds9+b)) }
func (s *singlesBuilder) setBox(b int, needs VecVirtual) { store(needs, at(s.block, boxNeeds9+b)) }

// miniRow places digits in the cells of a mini-row.
func (s *singlesBuilder) miniRow(r, stack int, box VecVirtual) {
	row, both := s.rows[r], ZMM()
	VPANDD(row, box, both)
	var placed VecVirtual
	for i := range 3 {
		c := 3*stack + i
		column, cell := s.columns[c], at(s.block, 9*r+c)
		x, is, less := ZMM(), ZMM(), ZMM()
		VPANDD(both, column, x)
		VPORD(cell, x, is)
		VPADDW(s.minusOne, is, less)
		VPTESTNMW(less, is, s.single)
		VMOVDQU16(is, s.single, cell)
		VMOVDQU16_Z(x, s.single, x)
		VPANDND(column, x, column)
		if i == 0 {
			placed = x
		} else {
			VPORD(x, placed, placed)
		}
	}
	VPANDND(row, placed, row)
	VPANDND(box, placed, box)
}

// open returns the union of what houses need.
func (s *singlesBuilder) open() VecVirtual {
	open := s.union(boxNeeds9, 1, 9)
	for i := range 9 {
		ternary(or3, open, s.rows[i], s.columns[i])
	}
	return open
}
