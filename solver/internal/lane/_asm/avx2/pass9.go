package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"
)

// pass9 generates one pass of order 9: a look at each band, then a row step for each band, then a
// column step for each stack.
//
// With 16 registers most of what a step knows is in memory, which does not matter: a pass takes as
// long as its arithmetic. Whether it changed a lane shows in the sum of the lane's masks, which is
// below 2¹⁶ and can only fall: at the end of a pass it is compared with the sum that the pass
// before, or whatever loaded the lane, has left.
func pass9() {
	isa.Begin("pass", 9, "func(block *uint16) (dead, changed, open uint32)",
		"runs one pass of the closure over a block of order 9")
	base := shared.Pointer("block")
	p := &pass9Builder{
		base: base, cell: GP64(), nine: GP64(), three: GP64(), sum: zero(),
	}
	store(ones(), at(base, placed9))
	for i := range 9 {
		store(p.sum, at(base, column9+i)) // zero as yet
	}
	p.loop("look", 27*vector, p.look)
	p.loop("rows", 27*vector, p.rowStep)
	p.loop("columns", 3*vector, p.columnStep)
	p.results()
}

// A pass9Builder holds the registers that keep their meaning throughout a pass.
type pass9Builder struct {
	base  Register // the block
	cell  Register // the first cell of the current band or stack
	nine  Register // base + 9 vectors for each band before
	three Register // base + 3 vectors for each band before

	sum VecVirtual // of the masks after the pass
}

// loop runs a step for each of three bands or stacks.
func (p *pass9Builder) loop(name string, stride int, step func()) {
	MOVQ(p.base, p.cell)
	MOVQ(p.base, p.nine)
	MOVQ(p.base, p.three)
	left := GP64()
	MOVQ(U32(3), left)
	Label(name)
	step()
	ADDQ(U32(uint32(stride)), p.cell)
	ADDQ(U32(9*vector), p.nine)
	ADDQ(U32(3*vector), p.three)
	DECQ(left)
	JNZ(LabelRef(name))
}

// rowStep applies all rules along the rows and boxes of one band.
func (p *pass9Builder) rowStep() {
	p.matchRows()
	for t := range 3 {
		p.updateRow(t)
	}
}

// look finds the naked singles of a band, collects them by row, column and box, and collects the
// candidates of its mini-rows.
func (p *pass9Builder) look() {
	var rows [3]VecVirtual
	none, minusOne := zero(), ones()
	for k := range 3 {
		var box VecVirtual
		var columns [3]VecVirtual
		for t := range 3 {
			x, singles := p.miniRow(t, k, none, minusOne)
			for i := range 3 {
				addTo(&columns[i], x[i], t == 0)
			}
			addTo(&rows[t], singles, k == 0)
			if t == 0 {
				box = clone(singles)
			} else {
				VPOR(singles, box, box)
			}
		}
		store(box, at(p.three, box9+k))
		for i, column := range columns {
			VPOR(at(p.base, column9+3*k+i), column, column)
			store(column, at(p.base, column9+3*k+i))
		}
	}
	for t, row := range rows {
		store(row, at(p.three, rowOf9+t))
	}
}

// miniRow finds the naked singles of a mini-row, cell by cell and all together, and stores its digits
// and those with two places in it.
func (p *pass9Builder) miniRow(t, k int, none, minusOne VecVirtual) (x [3]VecVirtual, singles VecVirtual) {
	for i := range 3 {
		x[i] = load(at(p.cell, 9*t+3*k+i))
	}
	mini := 3*t + k
	some := or(x[0], x[1])
	twice := and(x[2], some)
	VPOR(x[2], some, some)
	store(some, at(p.nine, some9+mini))
	both := and(x[0], x[1])
	VPOR(both, twice, twice)
	store(twice, at(p.nine, twice9+mini))
	for i := range 3 {
		rest := YMM()
		VPADDW(minusOne, x[i], rest)
		VPAND(x[i], rest, rest)
		VPCMPEQW(none, rest, rest)
		VPAND(rest, x[i], x[i])
		store(x[i], at(p.cell, single9+3*mini+i))
	}
	singles = or(x[0], x[1])
	VPOR(x[2], singles, singles)
	return x, singles
}

// addTo ors v to a sum, or makes v the sum if it is the first; v must not be used afterwards.
func addTo(sum *VecVirtual, v VecVirtual, first bool) {
	if first {
		*sum = v
		return
	}
	VPOR(v, *sum, *sum)
}

// matchings are the perfect matchings of a 3×3 table, by the columns of its rows: 012, 120, 201,
// 021, 102, 210. Each holds the digits for which the table contains it.
type matchings [6]VecVirtual

// match returns the matchings of a table whose first row is in registers.
func match(some *[3][3]Op) (m matchings) {
	for i := range 3 {
		m[i] = and(some[0][i], some[1][(i+1)%3])
		VPAND(some[2][(i+2)%3], m[i], m[i])
		m[3+i] = and(some[0][i], some[1][(i+2)%3])
		VPAND(some[2][(i+1)%3], m[3+i], m[3+i])
	}
	return m
}

// keep returns, for each entry of a row, the digits for which it lies on a matching.
func (m *matchings) keep(t int) (row [3]VecVirtual) {
	for k := range 3 {
		// Matching i has row t in column i+t, matching 3+i in column i-t.
		row[k] = or(m[(k-t+3)%3], m[3+(k+t)%3])
	}
	return row
}

// place notes which digits have a matching, given what matchings leave of one line. A digit without
// one is missing from every line.
func (p *pass9Builder) place(line [3]VecVirtual) {
	placed := or(line[0], line[1])
	VPOR(line[2], placed, placed)
	VPAND(at(p.base, placed9), placed, placed)
	store(placed, at(p.base, placed9))
}

// matchRows matches the rows of a band to its boxes.
func (p *pass9Builder) matchRows() {
	var some [3][3]Op
	for t := range 3 {
		for k := range 3 {
			some[t][k] = at(p.nine, some9+3*t+k)
			if t == 0 {
				some[t][k] = load(some[t][k])
			}
		}
	}
	match := match(&some)
	for t := range 3 {
		keep := match.keep(t)
		if t == 0 {
			p.place(keep)
		}
		for k, keep := range keep {
			store(keep, at(p.nine, keep9+3*t+k))
		}
	}
}

// updateRow finds the digits with several places in a row of the band, and gives its cells their
// new candidates.
func (p *pass9Builder) updateRow(t int) {
	var stay [3]VecVirtual
	for k := range 3 {
		stay[k] = load(at(p.three, rowOf9+t))
		VPOR(at(p.three, box9+k), stay[k], stay[k])
		VPANDN(at(p.nine, keep9+3*t+k), stay[k], stay[k])
	}
	var more VecVirtual
	for k := range 3 {
		v := or(stay[(k+1)%3], at(p.nine, twice9+3*t+k))
		VPAND(stay[k], v, v)
		addTo(&more, v, k == 0)
	}
	store(more, at(p.three, moreOf9+t))
	for k := range 3 {
		for i := range 3 {
			p.update(9*t+3*k+i, stay[k], more)
		}
	}
}

// update gives a cell its new candidates: its own single, or those that stay for its mini-row and
// are no single of its column. more are the digits with several places: if one of the others is
// among the candidates, only that one is left.
func (p *pass9Builder) update(cell int, stay, more VecVirtual) {
	y := andNot(stay, load(at(p.base, column9+cell%9)))
	VPOR(at(p.cell, single9+cell), y, y)
	VPAND(at(p.cell, cell), y, y)
	others := andNot(y, more)
	VPSIGNW(others, more, others) // more, or nothing if there is no hidden one
	VPANDN(y, others, y)
	store(y, at(p.cell, cell))
}

// columnStep matches the columns of one stack to its boxes. What is hidden in a column is, after
// this step, hidden in its box and row; naked singles were taken from their columns in the row
// step.
func (p *pass9Builder) columnStep() {
	cell := func(t, k, i int) Mem { return at(p.cell, 9*(3*k+i)+t) }
	var some [3][3]Op
	for t := range 3 {
		for k := range 3 {
			v := load(cell(t, k, 0))
			VPOR(cell(t, k, 1), v, v)
			VPOR(cell(t, k, 2), v, v)
			some[t][k] = v
		}
	}
	match := match(&some)
	for t := range 3 {
		column := match.keep(t)
		if t == 0 {
			p.place(column)
		}
		for k, keep := range column {
			for i := range 3 {
				y := and(keep, cell(t, k, i))
				VPADDW(y, p.sum, p.sum)
				store(y, cell(t, k, i))
			}
		}
	}
}

// results returns the lanes that are dead, changed and open.
func (p *pass9Builder) results() {
	all, none := load(words(1<<9-1)), zero()
	solved := load(at(p.base, rowOf9))
	for i := range 8 {
		VPAND(at(p.base, rowOf9+1+i), solved, solved)
	}
	dead := and(all, at(p.base, placed9))
	VPXOR(all, dead, dead)
	changed := YMM()
	VPXOR(at(p.base, sumOf9), p.sum, changed)
	store(p.sum, at(p.base, sumOf9))
	returnResults(all, none, dead, changed, solved)
}
