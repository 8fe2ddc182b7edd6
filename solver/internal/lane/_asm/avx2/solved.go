package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/kernel"
	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"
)

// solved generates the test for solved lanes. It stops when no lane can be solved. The unions of
// the columns and of a band would need too many registers, so if a lane is left after all bands,
// the cells are read again by column.
func solved(order, side int) {
	isa.Begin("solved", order, "func(block *uint16) (lanes uint32)")
	block, lanes := shared.Pointer("block"), GP32()
	s := &solvedTest{order: order, side: side, cell: GP64(), bad: zero(), none: zero(), minusOne: ones()}
	isa.Steps("band", side, block, func() {
		s.band()
		VPMOVMSKB(s.good(), lanes)
		TESTL(lanes, lanes)
		JZ(LabelRef("none"))
	}, []Register{s.cell}, side*order)
	isa.Steps("column", order, block, s.column, []Register{s.cell}, 1)
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

// band examines the cells, rows and boxes of one band.
func (s *solvedTest) band() {
	kernel.Table(s.side, s.miniRow, kernel.Columns(unionOfCopy, s.noteMissing), kernel.Rows(union, s.noteMissing))
}

// miniRow notes cells with several digits, and returns all digits of the mini-row.
func (s *solvedTest) miniRow(t, k int) (mini VecVirtual) {
	for i := range s.side {
		x, less := load(at(s.cell, t*s.order+k*s.side+i)), YMM()
		VPADDW(s.minusOne, x, less)
		VPAND(x, less, less)
		VPOR(less, s.bad, s.bad)
		mini = union(mini, x, i == 0)
	}
	return mini
}

// column examines one column.
func (s *solvedTest) column() {
	s.noteMissing(0, isa.UnionOf(s.cell, 0, s.order, s.order))
}

// noteMissing notes digits that are missing from a house. It overwrites the register of the house.
func (s *solvedTest) noteMissing(_ int, house VecVirtual) {
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
