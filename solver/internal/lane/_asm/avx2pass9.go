package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The block of memory of a batch of order 9, in vectors of AVX2. Package lane
// knows the first and the last of these.
const (
	cells2x9   = 0   // 81 candidate masks
	moreOf2x9  = 81  // 9: per row the digits that had several places
	rowOf2x9   = 90  // 9: per row the digits of its naked singles
	sumOf2x9   = 99  // 1: the sum of all masks
	scratch2x9 = 100 // 162: the kernels' own
)

// What a pass keeps in scratch, for each cell, mini-row or house.
const (
	single2x9 = scratch2x9       // 81: the cell's candidate if it is the only one
	any2x9    = scratch2x9 + 81  // 27: candidates of any cell; then those that
	keep2x9   = any2x9           // lie on a matching
	twice2x9  = scratch2x9 + 108 // 27: candidates of two cells
	box2x9    = scratch2x9 + 135 // 9: naked singles of the box
	column2x9 = scratch2x9 + 144 // 9: naked singles of the column
	placed2x9 = scratch2x9 + 153 // 1: digits that all lines had a place for
)

// pass9x2 generates one pass of order 9 for AVX2: a look at all bands, then a
// row step for each band, then a column step for each stack.
//
// With 16 registers most of what a step knows is in memory, which is no matter:
// a pass takes as long as its arithmetic. That it changed a lane is seen from
// the sum of the masks, which is below 2¹⁶ and can but fall: once a pass it is
// compared with the sum that the last pass, or who filled the lane, found.
func pass9x2() {
	TEXT("pass9AVX2", NOSPLIT, "func(block *uint16) (dead, changed, open uint32)")
	Doc("pass9AVX2 runs one pass of the closure over a block of order 9 (AVX2).")
	base := Load(Param("block"), GP64()).(Register)
	p := &passer9x2{
		base: base, cell: GP64(), nine: GP64(), three: GP64(), sum: zero2(),
	}
	store2(ones2(), at2(base, placed2x9))
	for i := range 9 {
		store2(p.sum, at2(base, column2x9+i)) // zero as yet
	}
	p.loop("look", 27*vector2, p.look)
	p.loop("rows", 27*vector2, p.rowStep)
	p.loop("columns", 3*vector2, p.columnStep)
	p.results()
}

// A passer9x2 holds the registers that live through a pass.
type passer9x2 struct {
	base  Register // the block
	cell  Register // the first cell of the band or stack at hand
	nine  Register // base + 9 vectors for each band before
	three Register // base + 3 vectors for each band before

	sum VecVirtual // of the masks after the pass
}

// loop runs a step for each of three bands or stacks.
func (p *passer9x2) loop(name string, stride int, step func()) {
	MOVQ(p.base, p.cell)
	MOVQ(p.base, p.nine)
	MOVQ(p.base, p.three)
	left := GP64()
	MOVQ(U32(3), left)
	Label(name)
	step()
	ADDQ(U32(uint32(stride)), p.cell)
	ADDQ(U32(9*vector2), p.nine)
	ADDQ(U32(3*vector2), p.three)
	DECQ(left)
	JNZ(LabelRef(name))
}

// rowStep applies all rules along the rows and boxes of one band.
func (p *passer9x2) rowStep() {
	p.matchRows()
	for t := range 3 {
		p.updateRow(t)
	}
}

// look finds the naked singles of a band, sums them by row, column and box, and
// sums the candidates of its mini-rows.
func (p *passer9x2) look() {
	var rows [3]VecVirtual
	none, minusOne := zero2(), ones2()
	for k := range 3 {
		var box VecVirtual
		var columns [3]VecVirtual
		for t := range 3 {
			var x [3]VecVirtual
			for i := range 3 {
				x[i] = load2(at2(p.cell, 9*t+3*k+i))
			}
			mini := 3*t + k
			any := or2(x[0], x[1])
			twice := and2(x[2], any)
			VPOR(x[2], any, any)
			store2(any, at2(p.nine, any2x9+mini))
			both := and2(x[0], x[1])
			VPOR(both, twice, twice)
			store2(twice, at2(p.nine, twice2x9+mini))
			for i := range 3 {
				rest := YMM()
				VPADDW(minusOne, x[i], rest)
				VPAND(x[i], rest, rest)
				VPCMPEQW(none, rest, rest)
				VPAND(rest, x[i], x[i])
				store2(x[i], at2(p.cell, single2x9+3*mini+i))
			}
			singles := or2(x[0], x[1])
			VPOR(x[2], singles, singles)
			for i := range 3 {
				addTo2(&columns[i], x[i], t == 0)
			}
			if k == 0 {
				rows[t] = singles
			} else {
				VPOR(singles, rows[t], rows[t])
			}
			if t == 0 {
				box = clone2(singles)
			} else {
				VPOR(singles, box, box)
			}
		}
		store2(box, at2(p.three, box2x9+k))
		for i, column := range columns {
			VPOR(at2(p.base, column2x9+3*k+i), column, column)
			store2(column, at2(p.base, column2x9+3*k+i))
		}
	}
	for t, row := range rows {
		store2(row, at2(p.three, rowOf2x9+t))
	}
}

// addTo2 ors v to a sum, or makes it the sum if it is the first, after which
// it must not change.
func addTo2(sum *VecVirtual, v VecVirtual, first bool) {
	if first {
		*sum = v
		return
	}
	VPOR(v, *sum, *sum)
}

// matchings2 are the perfect matchings of a 3×3 table, by the columns of its
// rows: 012, 120, 201, 021, 102, 210. Each is the digits that it could place.
type matchings2 [6]VecVirtual

// match2 returns the matchings of a table, whose first row is in registers.
func match2(any *[3][3]Op) (m matchings2) {
	for i := range 3 {
		m[i] = and2(any[0][i], any[1][(i+1)%3])
		VPAND(any[2][(i+2)%3], m[i], m[i])
		m[3+i] = and2(any[0][i], any[1][(i+2)%3])
		VPAND(any[2][(i+1)%3], m[3+i], m[3+i])
	}
	return m
}

// keep returns the digits that some matching places in the entries of a row.
func (m *matchings2) keep(t int) (row [3]VecVirtual) {
	for k := range 3 {
		// Matching i has row t in column i+t, matching 3+i in column i-t.
		row[k] = or2(m[(k-t+3)%3], m[3+(k+t)%3])
	}
	return row
}

// place notes which digits have a matching, by what it leaves of any one line.
// A digit without one lacks a place in some line.
func (p *passer9x2) place(line [3]VecVirtual) {
	placed := or2(line[0], line[1])
	VPOR(line[2], placed, placed)
	VPAND(at2(p.base, placed2x9), placed, placed)
	store2(placed, at2(p.base, placed2x9))
}

// matchRows matches the rows of a band to its boxes.
func (p *passer9x2) matchRows() {
	var any [3][3]Op
	for t := range 3 {
		for k := range 3 {
			any[t][k] = at2(p.nine, any2x9+3*t+k)
			if t == 0 {
				any[t][k] = load2(any[t][k])
			}
		}
	}
	match := match2(&any)
	for t := range 3 {
		keep := match.keep(t)
		if t == 0 {
			p.place(keep)
		}
		for k, keep := range keep {
			store2(keep, at2(p.nine, keep2x9+3*t+k))
		}
	}
}

// updateRow finds the digits with several places in a row of the band, and
// gives its cells their new candidates.
func (p *passer9x2) updateRow(t int) {
	var stay [3]VecVirtual
	for k := range 3 {
		stay[k] = load2(at2(p.three, rowOf2x9+t))
		VPOR(at2(p.three, box2x9+k), stay[k], stay[k])
		VPANDN(at2(p.nine, keep2x9+3*t+k), stay[k], stay[k])
	}
	var more VecVirtual
	for k := range 3 {
		v := or2(stay[(k+1)%3], at2(p.nine, twice2x9+3*t+k))
		VPAND(stay[k], v, v)
		addTo2(&more, v, k == 0)
	}
	store2(more, at2(p.three, moreOf2x9+t))
	for k := range 3 {
		for i := range 3 {
			p.update(9*t+3*k+i, stay[k], more)
		}
	}
}

// update gives a cell its new candidates: those that stay for its mini-row and
// that no single of its column takes, or its own single; of these the hidden
// one, if any, that is the one without more places.
func (p *passer9x2) update(cell int, stay, more VecVirtual) {
	y := andNot2(stay, load2(at2(p.base, column2x9+cell%9)))
	VPOR(at2(p.cell, single2x9+cell), y, y)
	VPAND(at2(p.cell, cell), y, y)
	others := andNot2(y, more)
	VPSIGNW(others, more, others) // more, or nothing if there is no hidden one
	VPANDN(y, others, y)
	store2(y, at2(p.cell, cell))
}

// columnStep matches the columns of one stack to its boxes. Naked singles were
// taken from their columns in the row step, and what is hidden in a column is
// after this hidden in its box and row.
func (p *passer9x2) columnStep() {
	cell := func(t, k, i int) Mem { return at2(p.cell, 9*(3*k+i)+t) }
	var any [3][3]Op
	for t := range 3 {
		for k := range 3 {
			v := load2(cell(t, k, 0))
			VPOR(cell(t, k, 1), v, v)
			VPOR(cell(t, k, 2), v, v)
			any[t][k] = v
		}
	}
	match := match2(&any)
	for t := range 3 {
		column := match.keep(t)
		if t == 0 {
			p.place(column)
		}
		for k, keep := range column {
			for i := range 3 {
				y := and2(keep, cell(t, k, i))
				VPADDW(y, p.sum, p.sum)
				store2(y, cell(t, k, i))
			}
		}
	}
}

// results returns the lanes that are dead, changed and open.
func (p *passer9x2) results() {
	all, none := load2(words2(1<<9-1)), zero2()
	solved := load2(at2(p.base, rowOf2x9))
	for i := range 8 {
		VPAND(at2(p.base, rowOf2x9+1+i), solved, solved)
	}
	dead := and2(all, at2(p.base, placed2x9))
	VPXOR(all, dead, dead)
	changed := YMM()
	VPXOR(at2(p.base, sumOf2x9), p.sum, changed)
	store2(p.sum, at2(p.base, sumOf2x9))
	returnResults2(all, none, dead, changed, solved)
}
