package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The block of memory of a batch of order 9, in vectors. Package lane has the
// same in Go.
const (
	cells9   = 0   // 81 candidate masks
	rowOf9   = 81  // 9: per row the digits of its naked singles
	columnOf = 90  // 9: per column, likewise
	boxOf9   = 99  // 9: per box, likewise
	hiddenOf = 108 // 9: per row the digits that had one place
	scratch9 = 117 // the kernels' own
)

// pass9 generates one pass of order 9: a row step for each band, then a column
// step for each stack.
func pass9() {
	TEXT("pass9AVX512", NOSPLIT, "func(block *uint16) (dead, changed, open uint32)")
	Doc("pass9AVX512 runs one pass of the closure over a block of order 9 (AVX-512).")
	base := Load(Param("block"), GP64())
	p := &passer9{
		base: base, cell: GP64(), three: GP64(),
		dead: zero(), changed: zero(), solved: words(1<<9 - 1), all: words(1<<9 - 1),
	}
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

// A passer9 holds the registers that live through a pass.
type passer9 struct {
	base  Register // the block
	cell  Register // the first cell of the band or stack at hand
	three Register // base + 3 vectors for each band before

	dead, changed, solved, all VecVirtual
}

// loop runs a step for each of three bands or stacks.
func (p *passer9) loop(name string, stride int, step func()) {
	MOVQ(p.base, p.cell)
	MOVQ(p.base, p.three)
	left := GP64()
	MOVQ(U32(3), left)
	Label(name)
	step()
	ADDQ(U32(uint32(stride)), p.cell)
	ADDQ(U32(3*vector), p.three)
	DECQ(left)
	JNZ(LabelRef(name))
}

// match returns the entries of a 3×3 table that lie on a perfect matching of its
// rows to its columns: the union of the matchings that the table holds.
func match(any *[3][3]VecVirtual) (keep [3][3]VecVirtual) {
	for i, columns := range [][3]int{{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {1, 0, 2}, {2, 1, 0}} {
		whole := clone(any[0][columns[0]])
		ternary(and3, whole, any[1][columns[1]], any[2][columns[2]])
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
func (p *passer9) rowStep() {
	cell := func(t, k, i int) Mem { return at(p.cell, 9*t+3*k+i) }
	single := func(t, k, i int) Mem { return at(p.base, scratch9+9*t+3*k+i) }
	singles := func(t, k int) Mem { return at(p.base, scratch9+27+3*t+k) }
	twice := func(t, k int) Mem { return at(p.base, scratch9+36+3*t+k) }

	var any [3][3]VecVirtual
	minusOne := ones()
	for t := range 3 {
		for k := range 3 {
			x := [3]VecVirtual{load(cell(t, k, 0)), load(cell(t, k, 1)), load(cell(t, k, 2))}
			more := clone(x[0])
			ternary(major, more, x[1], x[2])
			store(more, twice(t, k))
			any[t][k] = clone(x[0])
			ternary(or3, any[t][k], x[1], x[2])
			var s [3]VecVirtual
			for i := range 3 {
				less, one := ZMM(), K()
				VPADDW(minusOne, x[i], less)
				VPTESTNMW(less, x[i], one)
				s[i] = ZMM()
				VMOVDQU16_Z(x[i], one, s[i])
				store(s[i], single(t, k, i))
			}
			ternary(or3, s[0], s[1], s[2])
			store(s[0], singles(t, k))
		}
	}
	p.sumSingles(singles, single)

	keep := match(&any)
	p.tellMissing(&keep[0])
	for t := range 3 {
		for k := range 3 {
			dead := load(singles(t, k))
			ternary(aOrBnotC, p.dead, dead, keep[t][k])
		}
	}
	for t := range 3 {
		hidden := p.hidden(&keep[t], [3]Mem{twice(t, 0), twice(t, 1), twice(t, 2)})
		store(hidden, at(p.three, hiddenOf+t))
		for k := range 3 {
			ternary(aNotBC, keep[t][k], p.loadRow(t), at(p.three, boxOf9+k))
			for i := range 3 {
				p.update(cell(t, k, i), single(t, k, i), keep[t][k], hidden, at(p.base, columnOf+3*k+i))
			}
		}
	}
}

// loadRow loads the naked singles of a row of the band.
func (p *passer9) loadRow(t int) VecVirtual { return load(at(p.three, rowOf9+t)) }

// sumSingles sums the naked singles of the band by row, box and column.
func (p *passer9) sumSingles(singles func(t, k int) Mem, single func(t, k, i int) Mem) {
	for t := range 3 {
		row := or3of(singles(t, 0), singles(t, 1), singles(t, 2))
		store(row, at(p.three, rowOf9+t))
		VPANDD(row, p.solved, p.solved)
	}
	for k := range 3 {
		store(or3of(singles(0, k), singles(1, k), singles(2, k)), at(p.three, boxOf9+k))
	}
	for k := range 3 {
		for i := range 3 {
			j := 3*k + i
			// What was single stays so, so the columns' sums only grow.
			column := or3of(single(0, k, i), single(1, k, i), at(p.base, columnOf+j))
			VPORD(single(2, k, i), column, column)
			store(column, at(p.base, columnOf+j))
		}
	}
}

// hidden returns the digits with no more than one place in a row.
func (p *passer9) hidden(keep *[3]VecVirtual, twice [3]Mem) VecVirtual {
	more := clone(keep[0])
	ternary(major, more, keep[1], keep[2])
	for k := range 3 {
		ternary(aOrBandC, more, keep[k], twice[k])
	}
	VPANDND(p.all, more, more)
	return more
}

// tellMissing notes digits that have no place in a line. One of a band or
// stack tells: a digit that is on no perfect matching is missing from all.
func (p *passer9) tellMissing(keep *[3]VecVirtual) {
	any := clone(keep[0])
	ternary(or3, any, keep[1], keep[2])
	ternary(aOrXor, p.dead, any, p.all)
}

// update gives a cell its new candidates: those that stay for its mini-row and
// that no single of its column takes, or its own single; of these the hidden
// one, if any.
func (p *passer9) update(cell, single Mem, stay, hidden VecVirtual, column Mem) {
	y := clone(stay)
	ternary(aNotBorC, y, load(column), single)
	VPANDD(cell, y, y)
	only, h := K(), ZMM()
	VPTESTMW(hidden, y, only)
	VPANDD(hidden, y, h)
	VMOVDQU16(h, only, y)
	ternary(aOrXor, p.changed, y, cell)
	store(y, cell)
}

// columnStep matches the columns of one stack to its boxes. Naked singles were
// taken from their columns in the row step, and what is hidden in a column is
// after this hidden in its box and row.
func (p *passer9) columnStep() {
	cell := func(t, k, i int) Mem { return at(p.cell, 9*(3*k+i)+t) }
	var any [3][3]VecVirtual
	for t := range 3 {
		for k := range 3 {
			any[t][k] = or3of(cell(t, k, 0), cell(t, k, 1), cell(t, k, 2))
		}
	}
	keep := match(&any)
	p.tellMissing(&keep[0])
	for t := range 3 {
		for k := range 3 {
			ternary(aOrBnotC, p.changed, any[t][k], keep[t][k])
			for i := range 3 {
				y := ZMM()
				VPANDD(cell(t, k, i), keep[t][k], y)
				store(y, cell(t, k, i))
			}
		}
	}
}
