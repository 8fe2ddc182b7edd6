package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"
)

// sweeps is lane.Sweeps.
const sweeps = 5

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
	left, solved, done := GP32(), GP32(), K()
	MOVL(U32(sweeps), left)
	Label("sweep")
	for diagonal := range 3 {
		s.boxes(diagonal)
	}
	DECL(left)
	CMPL(left, U32(sweeps-2))
	JGE(LabelRef("sweep")) // no puzzle is solved so soon
	open := s.open()
	VPTESTNMW(open, open, done)
	KMOVD(done, solved)
	CMPL(solved, I8(-1))
	JE(LabelRef("done"))
	TESTL(left, left)
	JNZ(LabelRef("sweep"))
	Label("done")
	Store(solved, Return("solved"))
	shared.End()
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
	isa.WordsIn(block, 5, 16, cells, pieces, func(i int, lower VecVirtual, out Register) {
		upper := ZMM()
		VPSRLW(U8(8), lower, upper)
		set(lower, at(out, 2*i))
		set(upper, at(out, 2*i+1))
	})
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
	for band := range 3 {
		var boxes [3]VecVirtual
		for t := range 3 {
			for stack := range 3 {
				first := 9*(3*band+t) + 3*stack
				mini := or3of(at(s.block, first), at(s.block, first+1), at(s.block, first+2))
				boxes[stack] = union(boxes[stack], mini, t == 0)
				s.rows[3*band+t] = union(s.rows[3*band+t], mini, stack == 0)
			}
			VPANDND(all, s.rows[3*band+t], s.rows[3*band+t])
		}
		for stack, box := range boxes {
			VPANDND(all, box, box)
			store(box, at(s.block, boxNeeds9+3*band+stack))
		}
	}
	for c := range s.columns {
		s.columns[c] = load(at(s.block, c))
		for r := 1; r < 9; r++ {
			VPORD(at(s.block, 9*r+c), s.columns[c], s.columns[c])
		}
		VPANDND(all, s.columns[c], s.columns[c])
	}
}

// boxes looks at the cells of three boxes that share no house, one in each band, a mini-row at a
// time.
func (s *singlesBuilder) boxes(diagonal int) {
	var boxes [3]VecVirtual
	for band := range 3 {
		boxes[band] = load(at(s.block, boxNeeds9+3*band+(band+diagonal)%3))
	}
	for t := range 3 {
		for band := range 3 {
			s.miniRow(3*band+(t+band)%3, (band+diagonal)%3, boxes[band])
		}
	}
	for band := range 3 {
		store(boxes[band], at(s.block, boxNeeds9+3*band+(band+diagonal)%3))
	}
}

// miniRow places the digit of each cell whose three houses leave one. If a cell has a digit
// already, its houses do not need that digit, so they leave nothing, or make several digits of it.
// Row and box learn of new digits only after all three cells, so the processor can work on these at
// once.
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
	open := load(at(s.block, boxNeeds9))
	for i := 1; i < 9; i++ {
		VPORD(at(s.block, boxNeeds9+i), open, open)
	}
	for i := range 9 {
		ternary(or3, open, s.rows[i], s.columns[i])
	}
	return open
}
