package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"
)

// sweeps is lane.Sweeps.
const sweeps = 5

// What singles keeps in the scratch, by house: the digits that it still needs.
const (
	rowNeeds9    = scratch9
	columnNeeds9 = scratch9 + 9
	boxNeeds9    = scratch9 + 18
)

// singles9 generates the solution of easy puzzles by naked singles, from masks of houses.
func singles9() {
	isa.Begin("singles", 9, "func(block *uint16, cells *[32]*uint8) (solved uint32)")
	block := shared.Pointer("block")
	cluesIn(block, shared.Pointer("cells"))
	left, solved := GP32(), GP32()
	s := singlesBuilder{block: block, none: zero(), minusOne: ones()}
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
	for c := range 9 {
		set(columnNeeds9+c, s.union(c, 9, 9))
	}
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

// miniRow places the digit of each cell whose three houses leave one. Row and box learn of it only
// after all three cells, so the processor can work on these at once.
func (s *singlesBuilder) miniRow(r, stack int, box VecVirtual) {
	row := load(at(s.block, rowNeeds9+r))
	both := and(row, box)
	var placed VecVirtual
	for i := range 3 {
		c := 3*stack + i
		x := s.single(both, at(s.block, columnNeeds9+c), at(s.block, 9*r+c))
		addTo(&placed, x, i == 0)
	}
	VPANDN(box, placed, box)
	VPANDN(row, placed, row)
	store(row, at(s.block, rowNeeds9+r))
}

// single places the digit of a cell, if there is one, and takes it from the digits that the column
// needs. If the cell has a digit already, its houses do not need that digit, so they leave nothing,
// or make several digits of it.
func (s *singlesBuilder) single(needs VecVirtual, column, cell Mem) (x VecVirtual) {
	x = and(needs, column)
	is, less := or(x, cell), YMM()
	VPADDW(s.minusOne, is, less)
	VPAND(is, less, less)
	VPCMPEQW(s.none, less, less)
	VPAND(less, x, x)
	left, digit := YMM(), or(x, cell)
	VPANDN(column, x, left)
	store(left, column)
	store(digit, cell)
	return x
}

// solved sets lanes to the lanes whose houses need nothing.
func (s *singlesBuilder) solved(lanes Register) {
	open := s.union(rowNeeds9, 1, 27)
	VPCMPEQW(s.none, open, open)
	done, _ := masks(open, open)
	MOVWLZX(done.As16(), lanes)
}
