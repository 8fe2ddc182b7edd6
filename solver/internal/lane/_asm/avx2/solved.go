package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"
)

// solved generates the test for solved lanes. It stops once no lane can be solved. The unions of
// the columns would need too many registers beside those of a band, so columns are read again if a
// lane is left after all bands.
func solved(order, side int) {
	isa.Begin("solved", order, "func(block *uint16) (lanes uint32)",
		"returns the solved lanes of a block")
	block, lanes := shared.Pointer("block"), GP32()
	s := &solvedTest{order: order, side: side, cell: GP64(), bad: zero(), none: zero(), minusOne: ones()}
	s.loop("band", block, side, side*order, func() {
		s.band()
		VPMOVMSKB(s.good(), lanes)
		TESTL(lanes, lanes)
		JZ(LabelRef("none"))
	})
	s.loop("column", block, order, 1, s.column)
	good := s.good()
	some, _ := masks(good, good)
	MOVWLZX(some.As16(), lanes)
	Label("none")
	Store(lanes, Return("lanes"))
	VZEROUPPER()
	RET()
}

type solvedTest struct {
	order, side         int
	cell                Register // the first of the current band or column
	bad, none, minusOne VecVirtual
}

// loop runs a step for each of n bands or columns, whose first cells are stride apart.
func (s *solvedTest) loop(name string, block Register, n, stride int, step func()) {
	left := GP64()
	MOVQ(block, s.cell)
	MOVQ(U32(uint32(n)), left)
	Label(name)
	step()
	ADDQ(U32(uint32(stride*vector)), s.cell)
	DECQ(left)
	JNZ(LabelRef(name))
}

// band examines the cells, rows and boxes of one band.
func (s *solvedTest) band() {
	boxes := make([]VecVirtual, s.side)
	for t := range s.side {
		var row VecVirtual
		for k := range s.side {
			mini := s.miniRow(t*s.order + k*s.side)
			if t == 0 {
				boxes[k] = clone(mini)
			} else {
				VPOR(mini, boxes[k], boxes[k])
			}
			addTo(&row, mini, k == 0)
		}
		s.noteMissing(row)
	}
	for _, box := range boxes {
		s.noteMissing(box)
	}
}

// miniRow notes cells that have several digits, and returns the digits of all.
func (s *solvedTest) miniRow(first int) (union VecVirtual) {
	for i := range s.side {
		x, less := load(at(s.cell, first+i)), YMM()
		VPADDW(s.minusOne, x, less)
		VPAND(x, less, less)
		VPOR(less, s.bad, s.bad)
		addTo(&union, x, i == 0)
	}
	return union
}

// column examines one column.
func (s *solvedTest) column() {
	union := load(at(s.cell, 0))
	for t := 1; t < s.order; t++ {
		VPOR(at(s.cell, t*s.order), union, union)
	}
	s.noteMissing(union)
}

// noteMissing notes digits that are missing from a house, whose register it overwrites.
func (s *solvedTest) noteMissing(house VecVirtual) {
	VPXOR(words(uint16(1<<s.order-1)), house, house)
	VPOR(house, s.bad, s.bad)
}

// good returns ones in the lanes without anything noted against them.
func (s *solvedTest) good() VecVirtual {
	v := YMM()
	VPCMPEQW(s.none, s.bad, v)
	return v
}
