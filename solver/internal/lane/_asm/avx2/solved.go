package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"
)

// solved generates the test for solved lanes. It stops when no lane can be solved. The unions of
// the columns and of a band would need too many registers, so if a lane is left after all bands,
// the cells are read again by column.
func solved(order, side int) {
	isa.Begin("solved", order, "func(block *uint16) (lanes uint32)")
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
	shared.End()
}

type solvedTest struct {
	order, side         int
	cell                Register // the first cell of the current band or column
	bad, none, minusOne VecVirtual
}

// loop generates a step for each of n bands or columns. Their first cells are stride apart.
func (s *solvedTest) loop(name string, block Register, n, stride int, step func()) {
	MOVQ(block, s.cell)
	shared.Loop(name, n, func() {
		step()
		shared.Advance(s.cell, stride*vector)
	})
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

// miniRow notes cells with several digits, and returns all digits of the mini-row.
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

// noteMissing notes digits that are missing from a house. It overwrites the register of the house.
func (s *solvedTest) noteMissing(house VecVirtual) {
	VPXOR(words(uint16(1<<s.order-1)), house, house)
	VPOR(house, s.bad, s.bad)
}

// good returns ones in the lanes against which nothing is noted.
func (s *solvedTest) good() VecVirtual {
	v := YMM()
	VPCMPEQW(s.none, s.bad, v)
	return v
}

// within generates the check that no cell exceeds a value.
func within() {
	TEXT("withinAVX2", NOSPLIT, "func(cells *uint8, n uint64, greatest uint8) bool")
	at, left := shared.Pointer("cells"), Load(Param("n"), GP64()).(Register)
	x, greatest, over := XMM(), YMM(), zero()
	VMOVD(Load(Param("greatest"), GP32()), x)
	VPBROADCASTB(x, greatest)
	check := func(m Mem) {
		v := load(m)
		VPSUBUSB(greatest, v, v) // 0 if the value is within
		VPOR(v, over, over)
	}
	check(Mem{Base: at, Index: left, Scale: 1, Disp: -vector}) // the last vector, whole or not
	SUBQ(U32(2*vector), left)
	JB(LabelRef("rest"))
	Label("pairs")
	check(Mem{Base: at})
	check(Mem{Base: at, Disp: vector})
	ADDQ(U32(2*vector), at)
	SUBQ(U32(2*vector), left)
	JAE(LabelRef("pairs"))
	Label("rest")
	ADDQ(U32(vector), left)
	JNC(LabelRef("last"))
	check(Mem{Base: at})
	Label("last")
	VPTEST(over, over)
	in := GP8()
	SETEQ(in)
	Store(in, ReturnIndex(0))
	shared.End()
}
