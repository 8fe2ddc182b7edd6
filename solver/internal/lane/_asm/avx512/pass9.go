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
// A processor can look only a few hundred instructions ahead. When each band was looked at just
// before its step, what the step needed first was always the last to be known; so all looks come
// first. And loads cost more than they seem to, so nothing is loaded twice that a register can
// hold.
func pass9() {
	isa.Begin("pass", 9, "func(block *uint16) (dead, changed, open uint32)",
		"runs one pass of the closure over a block of order 9")
	base := shared.Pointer("block")
	p := &pass9Builder{
		base: base, cell: GP64(), nine: GP64(), three: GP64(),
		dead: zero(), changed: zero(), solved: ones(), all: words(1<<9 - 1),
	}
	for i := range p.columns {
		p.columns[i] = zero()
	}
	minusOne := ones()
	p.loop("look", 27*vector, func() { p.look(minusOne) })
	p.loop("rows", 27*vector, p.rowStep)
	p.loop("columns", 3*vector, p.columnStep)
	k := K()
	VPTESTMW(p.dead, p.dead, k)
	returnMask(k, "dead")
	k = K()
	VPTESTMW(p.changed, p.changed, k)
	returnMask(k, "changed")
	k = K()
	VPCMPUW(U8(4), p.all, p.solved, k)
	returnMask(k, "open")
	VZEROUPPER()
	RET()
}

// A pass9Builder holds the registers that keep their meaning throughout a pass.
type pass9Builder struct {
	base  Register // the block
	cell  Register // the first cell of the current band or stack
	nine  Register // base + 9 vectors for each band before
	three Register // base + 3 vectors for each band before

	dead, changed, solved, all VecVirtual

	columns [9]VecVirtual // naked singles
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

// look finds the naked singles of a band, collects them by row, column and box, and collects the
// candidates of its mini-rows.
func (p *pass9Builder) look(minusOne VecVirtual) {
	var rows [3]VecVirtual
	for k := range 3 {
		var s [3][3]VecVirtual
		for t := range 3 {
			var x [3]VecVirtual
			for i := range 3 {
				x[i] = load(at(p.cell, 9*t+3*k+i))
				less, one := ZMM(), K()
				VPADDW(minusOne, x[i], less)
				VPTESTNMW(less, x[i], one)
				s[t][i] = ZMM()
				VMOVDQU16_Z(x[i], one, s[t][i])
				store(s[t][i], at(p.cell, single9+9*t+3*k+i))
			}
			twice := clone(x[0])
			ternary(majority, twice, x[1], x[2])
			store(twice, at(p.nine, twice9+3*t+k))
			ternary(or3, x[0], x[1], x[2])
			store(x[0], at(p.nine, some9+3*t+k))
		}
		for i := range 3 {
			ternary(or3, p.columns[3*k+i], s[0][i], s[1][i])
			VPORD(s[2][i], p.columns[3*k+i], p.columns[3*k+i])
		}
		var box VecVirtual
		for t := range 3 {
			ternary(or3, s[t][0], s[t][1], s[t][2])
			if t == 0 {
				box = clone(s[t][0])
			}
			if k == 0 {
				rows[t] = s[t][0]
			} else {
				VPORD(s[t][0], rows[t], rows[t])
			}
		}
		ternary(or3, box, s[1][0], s[2][0])
		store(box, at(p.three, boxOf9+k))
	}
	for t, row := range rows {
		store(row, at(p.three, rowOf9+t))
	}
	ternary(and3, p.solved, rows[0], rows[1])
	VPANDD(rows[2], p.solved, p.solved)
}

// match returns the entries of a 3×3 table that lie on a perfect matching of its rows to its
// columns: the union of the matchings that the table contains. It overwrites the registers of the
// first row.
func match(some *[3][3]VecVirtual) (keep [3][3]VecVirtual) {
	for i, columns := range [][3]int{{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {1, 0, 2}, {2, 1, 0}} {
		whole := some[0][columns[0]]
		if i < 3 { // the other half needs it again
			whole = clone(whole)
		}
		ternary(and3, whole, some[1][columns[1]], some[2][columns[2]])
		for t, k := range columns {
			if i < 3 { // each entry lies on one matching of this half
				keep[t][k] = whole
				continue
			}
			either := ZMM()
			VPORD(keep[t][k], whole, either)
			keep[t][k] = either
		}
	}
	return keep
}

// rowStep applies all rules along the rows and boxes of one band.
func (p *pass9Builder) rowStep() {
	var some [3][3]VecVirtual
	for t := range 3 {
		for k := range 3 {
			some[t][k] = load(at(p.nine, some9+3*t+k))
		}
	}
	keep := match(&some)
	p.noteMissing(&keep[0])
	var boxes [3]VecVirtual
	for k := range 3 {
		boxes[k] = load(at(p.three, boxOf9+k))
	}
	var more [3]VecVirtual
	for t := range 3 {
		row := load(at(p.three, rowOf9+t))
		for k := range 3 {
			ternary(aNotBC, keep[t][k], row, boxes[k]) // what stays
		}
		more[t] = p.more(t, &keep[t])
		store(more[t], at(p.three, moreOf9+t))
	}
	for t := range 3 {
		for k := range 3 {
			for i := range 3 {
				p.update(9*t+3*k+i, keep[t][k], more[t], p.columns[3*k+i])
			}
		}
	}
}

// more returns the digits with several places in row t of the band, given those that stay for its
// mini-rows.
func (p *pass9Builder) more(t int, stay *[3]VecVirtual) VecVirtual {
	more := clone(stay[0])
	ternary(majority, more, stay[1], stay[2])
	for k := range 3 {
		ternary(aOrBandC, more, stay[k], at(p.nine, twice9+3*t+k))
	}
	return more
}

// noteMissing notes digits that have no place in a line. It is enough to look at one line of a band
// or stack: a digit that is on no perfect matching is missing from all.
func (p *pass9Builder) noteMissing(keep *[3]VecVirtual) {
	some := clone(keep[0])
	ternary(or3, some, keep[1], keep[2])
	ternary(aOrXor, p.dead, some, p.all)
}

// update gives a cell its new candidates: its own single, or those that stay for its mini-row and
// are no single of its column. more are the digits with several places: if one of the others is
// among the candidates, only that one is left.
func (p *pass9Builder) update(cell int, stay, more, column VecVirtual) {
	y := load(at(p.cell, single9+cell))
	ternary(aOrBnotC, y, stay, column)
	x, only, hidden := load(at(p.cell, cell)), K(), ZMM()
	VPANDD(x, y, y)
	VPANDND(y, more, hidden)
	VPTESTMW(hidden, hidden, only)
	VMOVDQU16(hidden, only, y)
	ternary(aOrXor, p.changed, y, x)
	store(y, at(p.cell, cell))
}

// columnStep matches the columns of one stack to its boxes. What is hidden in a column is, after
// this step, hidden in its box and row; naked singles were taken from their columns in the row
// step.
func (p *pass9Builder) columnStep() {
	cell := func(t, k, i int) Mem { return at(p.cell, 9*(3*k+i)+t) }
	var some [3][3]VecVirtual
	for t := range 3 {
		for k := range 3 {
			some[t][k] = or3of(cell(t, k, 0), cell(t, k, 1), cell(t, k, 2))
			if t == 0 { // whose registers match takes
				store(some[t][k], at(p.base, some9+k))
			}
		}
	}
	keep := match(&some)
	p.noteMissing(&keep[0])
	for t := range 3 {
		for k := range 3 {
			if t == 0 {
				ternary(aOrXor, p.changed, keep[t][k], at(p.base, some9+k))
			} else {
				ternary(aOrBnotC, p.changed, some[t][k], keep[t][k])
			}
			for i := range 3 {
				y := ZMM()
				VPANDD(cell(t, k, i), keep[t][k], y)
				store(y, cell(t, k, i))
			}
		}
	}
}
