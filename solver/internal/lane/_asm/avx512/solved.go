package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/kernel"
	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"
)

// solved generates the test for solved lanes. It stops when no lane can be solved.
func solved(order, side int) {
	isa.Begin("solved", order, "func(block *uint16) (lanes uint32)")
	s := &solvedTest{order: order, side: side, cell: shared.Pointer("block")}
	s.bad, s.minusOne, s.all = zero(), ones(), words(uint16(1<<order-1))
	for range order {
		s.columns = append(s.columns, zero())
	}
	var lanes GPVirtual
	good := K()
	shared.Loop("band", side, func() {
		s.band()
		lanes = GP32()
		VPTESTNMW(s.bad, s.bad, good)
		KMOVD(good, lanes)
		TESTL(lanes, lanes)
		JZ(LabelRef("none"))
		shared.Advance(s.cell, side*order*vector)
	})
	for i, column := range s.columns {
		s.noteMissing(i, column)
	}
	VPTESTNMW(s.bad, s.bad, good)
	KMOVD(good, lanes)
	Label("none")
	Store(lanes, Return("lanes"))
	shared.End()
}

type solvedTest struct {
	order, side        int
	cell               Register // the first cell of the current band
	bad, minusOne, all VecVirtual
	columns            []VecVirtual // digits of each column
}

// band examines the cells, rows and boxes of one band.
func (s *solvedTest) band() {
	kernel.Table(s.side, s.miniRow, kernel.Columns(union, s.noteMissing), kernel.Rows(union, s.noteMissing))
}

// miniRow notes cells with several digits, and returns all digits of the mini-row.
func (s *solvedTest) miniRow(t, k int) (mini VecVirtual) {
	for i := range s.side {
		column := s.side*k + i
		x, less := load(at(s.cell, t*s.order+column)), ZMM()
		VPADDW(s.minusOne, x, less)
		ternary(aOrBandC, s.bad, x, less)
		VPORD(x, s.columns[column], s.columns[column])
		mini = union(mini, x, i == 0)
	}
	return mini
}

// noteMissing notes digits that are missing from a house.
func (s *solvedTest) noteMissing(_ int, house VecVirtual) { ternary(aOrXor, s.bad, house, s.all) }
