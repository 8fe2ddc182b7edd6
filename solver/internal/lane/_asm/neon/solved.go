package main

import (
	"fmt"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/kernel"
)

// solved generates the test for solved lanes. In each column it stops when no lane can be solved.
func solved(order, side int) {
	begin(symbol("solved", order), "(block *uint16) (lanes uint32)")
	lanes := constant(0)
	eachColumn(pointer("block"), func(base R) {
		s := &solvedTest{
			order: order, side: side, cell: address(at(base, 0)), unions: make([]V, order),
			bad: zero(), minusOne: ones(), all: words(uint16(1<<order - 1)),
		}
		for i := range s.unions {
			s.unions[i] = zero()
		}
		none := newLabel("none")
		times(side, "band", func() {
			s.band()
			least := first(word1("uminv", s.bad))
			branch("CBNZ\tR%[1]d, ", none, least.register)
			advance(s.cell, side*order*stride)
		})
		for i, union := range s.unions {
			s.noteMissing(i, union)
		}
		here(none)
		append8(lanes, bitsOf(equal(s.bad, zero())))
	})
	result(lanes, "lanes")
	ret()
}

type solvedTest struct {
	order, side        int
	cell               R   // the first cell of the current band
	unions             []V // by column: its digits
	bad, minusOne, all V
}

// band examines the cells, rows and boxes of one band.
func (s *solvedTest) band() {
	kernel.Table(s.side, s.miniRow, kernel.Columns(orFirst, s.noteMissing), kernel.Rows(orFirst, s.noteMissing))
}

// miniRow notes cells with several digits, and returns all digits of the mini-row.
func (s *solvedTest) miniRow(t, k int) (union V) {
	for i := range s.side {
		x := load(at(s.cell, t*s.order+k*s.side+i))
		orTo(s.bad, and(x, add(x, s.minusOne)))
		orTo(s.unions[k*s.side+i], x)
		union = orFirst(union, x, i == 0)
	}
	return union
}

// noteMissing notes digits that are missing from a house.
func (s *solvedTest) noteMissing(_ int, house V) { orTo(s.bad, xor(house, s.all)) }

// within generates the check that no cell exceeds a value.
func within() {
	begin("withinNEON", "(cells *uint8, n uint64, greatest uint8) (in bool)")
	from, left, greatest := pointer("cells"), argument("MOVD", "n"), argument("MOVBU", "greatest")
	end := newR()
	emit("ADD\tR%[2]d, R%[3]d, R%[1]d", sets(end), uses(from, left))
	most := [2]V{load(memory{end, -vector}), zero()} // the last vector, whole or not
	pairs, rest, done := newLabel("pairs"), newLabel("rest"), newLabel("done")
	less := func(label string, condition string, n int) {
		emitR("SUBS\t$%d, R%%[2]d, R%%[1]d", n, left, left)
		branch(condition+"\t", label)
	}
	check := func(i int) { into(most[i], "VUMAX", "B16", most[i], loadNext(from)) }
	less(rest, "BLO", 2*vector)
	here(pairs)
	check(0)
	check(1)
	less(pairs, "BHS", 2*vector)
	here(rest)
	emit(fmt.Sprintf("ADDS\t$%d, R%%[2]d, R%%[1]d", vector), sets(left), uses(left))
	branch("BLO\t", done) // no carry: less than a vector is left
	check(0)
	here(done)
	into(most[0], "VUMAX", "B16", most[0], most[1])
	value, in := newR(), newR()
	emit("VMOV\tV%[2]d.B[0], R%[1]d", sets(value), uses(word1("umaxv", most[0])))
	emit("CMP\tR%[2]d, R%[1]d", nil, uses(value, greatest))
	emit("CSET\tLS, R%[1]d", sets(in), nil)
	resultBy("MOVB", in, "in")
	ret()
}
