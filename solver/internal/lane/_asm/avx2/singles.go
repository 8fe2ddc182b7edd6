package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"
)

// sweeps is lane.Sweeps.
const sweeps = 5

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
	left, solved := GP32(), GP32()
	s := singlesBuilder{block: block}
	s.needs()
	MOVL(U32(sweeps), left)
	Label("sweep")
	for diagonal := range 3 {
		s.boxes(diagonal)
	}
	DECL(left)
	CMPL(left, U32(sweeps-2))
	JGE(LabelRef("sweep")) // no puzzle is solved so soon
	s.solved(solved)
	CMPL(solved, U32(0xffff))
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
	var digits [16]byte
	for i := range 8 {
		digits[i] = 1 << i
	}
	minusOne, table, turn := ones(), load(halves("digits", digits)), load(words(0x0800))
	clues := func(indices VecVirtual, bytes Mem) VecVirtual {
		v := YMM()
		VPSHUFB(bytes, indices, v)
		VPXOR(turn, v, v)
		VPSHUFB(v, table, v) // 0 for a blank, whose index has its top bit set
		return v
	}
	lower := spread("lower", func(word int) int { return word % 8 * 2 })
	upper := spread("upper", func(word int) int { return word%8*2 + 1 })
	isa.WordsIn(block, 5, 16, cells, pieces, func(i int, pair VecVirtual, out Register) {
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
	set := func(house int, clues VecVirtual) { store(andNot(all, clues), at(s.block, house)) }
	for band := range 3 {
		var boxes [3]VecVirtual
		for t := range 3 {
			var row VecVirtual
			for stack := range 3 {
				mini := s.union(9*(3*band+t)+3*stack, 1, 3)
				addTo(&boxes[stack], mini, t == 0)
				if stack == 0 {
					row = clone(mini)
				} else {
					VPOR(mini, row, row)
				}
			}
			set(rowNeeds9+3*band+t, row)
		}
		for stack, box := range boxes {
			set(boxNeeds9+3*band+stack, box)
		}
	}
	for c := range s.columns {
		s.columns[c] = s.union(c, 9, 9)
		VPANDN(all, s.columns[c], s.columns[c])
	}
	s.none, s.minusOne = zero(), ones()
}

// union returns the union of n vectors of the block at a distance.
func (s *singlesBuilder) union(first, distance, n int) VecVirtual {
	u := load(at(s.block, first))
	for i := 1; i < n; i++ {
		VPOR(at(s.block, first+i*distance), u, u)
	}
	return u
}

// boxes looks at the cells of three boxes that share no house, one in each band, a mini-row at a
// time.
func (s *singlesBuilder) boxes(diagonal int) {
	for t := range 3 {
		for band := range 3 {
			s.miniRow(3*band+(t+band)%3, (band+diagonal)%3)
		}
	}
}

// miniRow places the digit of each cell whose three houses leave one. If a cell has a digit
// already, its houses do not need that digit, so they leave nothing, or make several digits of it.
// Row and box learn of new digits only after all three cells, so the processor can work on these at
// once.
func (s *singlesBuilder) miniRow(r, stack int) {
	row, box := at(s.block, rowNeeds9+r), at(s.block, boxNeeds9+r/3*3+stack)
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
		addTo(&placed, x, i == 0)
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
