package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// solved2 generates the test for solved lanes. It ends as soon as there can be
// none. The unions of the columns would take too many registers beside those of
// a band; so columns are read again, if a lane is left after all bands.
func solved2(order, side int) {
	name := fmt.Sprintf("solved%dAVX2", order)
	TEXT(name, NOSPLIT, "func(block *uint16) (lanes uint32)")
	Doc(name + " returns the solved lanes of a block (AVX2).")
	block, lanes := Load(Param("block"), GP64()).(Register), GP32()
	s := &solvedTest2{order: order, side: side, cell: GP64(), bad: zero2(), none: zero2(), minusOne: ones2()}
	s.loop("band", block, side, side*order, func() {
		s.band()
		VPMOVMSKB(s.good(), lanes)
		TESTL(lanes, lanes)
		JZ(LabelRef("none"))
	})
	s.loop("column", block, order, 1, s.column)
	good := s.good()
	some, _ := masks2(good, good)
	MOVWLZX(some.As16(), lanes)
	Label("none")
	Store(lanes, Return("lanes"))
	VZEROUPPER()
	RET()
}

type solvedTest2 struct {
	order, side         int
	cell                Register // the first of the band or column at hand
	bad, none, minusOne VecVirtual
}

// loop runs a step for each of n bands or columns, the first cells of which are
// so many apart.
func (s *solvedTest2) loop(name string, block Register, n, stride int, step func()) {
	left := GP64()
	MOVQ(block, s.cell)
	MOVQ(U32(uint32(n)), left)
	Label(name)
	step()
	ADDQ(U32(uint32(stride*vector2)), s.cell)
	DECQ(left)
	JNZ(LabelRef(name))
}

// band looks at the cells, rows and boxes of one band.
func (s *solvedTest2) band() {
	boxes := make([]VecVirtual, s.side)
	for t := range s.side {
		var row VecVirtual
		for k := range s.side {
			mini := s.miniRow(t*s.order + k*s.side)
			if t == 0 {
				boxes[k] = clone2(mini)
			} else {
				VPOR(mini, boxes[k], boxes[k])
			}
			addTo2(&row, mini, k == 0)
		}
		s.whole(row)
	}
	for _, box := range boxes {
		s.whole(box)
	}
}

// miniRow notes cells that have several digits, and returns the digits of all.
func (s *solvedTest2) miniRow(first int) (union VecVirtual) {
	for i := range s.side {
		x, less := load2(at2(s.cell, first+i)), YMM()
		VPADDW(s.minusOne, x, less)
		VPAND(x, less, less)
		VPOR(less, s.bad, s.bad)
		addTo2(&union, x, i == 0)
	}
	return union
}

// column looks at one column.
func (s *solvedTest2) column() {
	union := load2(at2(s.cell, 0))
	for t := 1; t < s.order; t++ {
		VPOR(at2(s.cell, t*s.order), union, union)
	}
	s.whole(union)
}

// whole notes digits that a house does not have, which it changes.
func (s *solvedTest2) whole(house VecVirtual) {
	VPXOR(words2(uint16(1<<s.order-1)), house, house)
	VPOR(house, s.bad, s.bad)
}

// good returns ones in the lanes of which nothing was noted.
func (s *solvedTest2) good() VecVirtual {
	v := YMM()
	VPCMPEQW(s.none, s.bad, v)
	return v
}
