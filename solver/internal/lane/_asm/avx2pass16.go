package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The block of memory of a batch of order 16, in vectors of AVX2. Package lane
// knows the first and the last of these.
const (
	cells2x16    = 0   // 256 candidate masks
	moreOf2x16   = 256 // 16: per row the digits that had several places
	rowOf2x16    = 272 // 16: per row the digits of its naked singles
	columnOf2x16 = 288 // 16: per column, likewise, those ever seen in the search
	boxOf2x16    = 304 // 16: per box, as per row
	scratch2x16  = 320 // 432: the kernels' own
)

// What a step keeps in scratch, for each cell or mini-row of its band.
const (
	single2x16  = scratch2x16       // 64: the cell's candidate if it is the only one
	any2x16     = scratch2x16 + 64  // 16: candidates of any cell; then those that
	keep2x16    = any2x16           // pointing and claiming leave
	twice2x16   = scratch2x16 + 80  // 16: candidates of two cells
	singles2x16 = scratch2x16 + 96  // 16: naked singles
	claimed2x16 = scratch2x16 + 112 // 16: digits that no other box of the row has
	pointed2x16 = scratch2x16 + 128 // 16: digits that no other row of the box has
	placed2x16  = scratch2x16 + 144 // 1: digits that all lines had a place for; for all steps
)

// pass16x2 generates one pass of order 16 for AVX2: a row step for each band,
// then a column step for each stack.
func pass16x2() {
	TEXT("pass16AVX2", NOSPLIT, "func(block *uint16) (dead, changed, open uint32)")
	Doc("pass16AVX2 runs one pass of the closure over a block of order 16 (AVX2).")
	base := Load(Param("block"), GP64()).(Register)
	p := &passer16x2{base: base, cell: GP64(), four: GP64(), changed: zero2()}
	store2(ones2(), at2(base, placed2x16))
	MOVQ(base, p.four)
	p.loop("rows", 64*vector2, func() {
		p.rowStep()
		ADDQ(U32(4*vector2), p.four)
	})
	p.loop("columns", 4*vector2, p.columnStep)
	p.results()
}

// A passer16x2 holds the registers that live through a pass.
type passer16x2 struct {
	base Register // the block
	cell Register // the first cell of the band or stack at hand
	four Register // base + 4 vectors for each band before

	changed VecVirtual
}

// loop runs a step for each of four bands or stacks.
func (p *passer16x2) loop(name string, stride int, step func()) {
	MOVQ(p.base, p.cell)
	left := GP64()
	MOVQ(U32(4), left)
	Label(name)
	step()
	ADDQ(U32(uint32(stride)), p.cell)
	DECQ(left)
	JNZ(LabelRef(name))
}

// rowStep applies all rules along the rows and boxes of one band.
func (p *passer16x2) rowStep() {
	none, minusOne := zero2(), ones2()
	for mini := range 16 {
		p.summarize(mini, none, minusOne)
	}
	p.sumSingles()
	p.takeSingles()
	p.claim()
	p.placeRows()
	for t := range 4 {
		p.updateRow(t, none)
	}
}

// summarize finds the naked singles of a mini-row, and which digits have a
// place in it and which have two.
func (p *passer16x2) summarize(mini int, none, minusOne VecVirtual) {
	var x [4]VecVirtual
	for i := range 4 {
		x[i] = load2(at2(p.cell, 4*mini+i))
	}
	twice, any := union4x2(x)
	store2(any, at2(p.base, any2x16+mini))
	store2(twice, at2(p.base, twice2x16+mini))
	for i := range 4 {
		rest := YMM()
		VPADDW(minusOne, x[i], rest)
		VPAND(x[i], rest, rest)
		VPCMPEQW(none, rest, rest)
		VPAND(rest, x[i], x[i])
		store2(x[i], at2(p.base, single2x16+4*mini+i))
	}
	VPOR(x[1], x[0], x[0])
	VPOR(x[3], x[2], x[2])
	VPOR(x[2], x[0], x[0])
	store2(x[0], at2(p.base, singles2x16+mini))
}

// union4x2 returns which bits are set in two of four vectors at least, and in
// any.
func union4x2(x [4]VecVirtual) (twice, any VecVirtual) {
	low, high := or2(x[0], x[1]), or2(x[2], x[3])
	any, twice = or2(low, high), and2(x[0], x[1])
	VPAND(high, low, low)
	VPOR(low, twice, twice)
	VPAND(x[2], x[3], high)
	VPOR(high, twice, twice)
	return twice, any
}

// sumSingles sums the naked singles of the band by row, box and column.
func (p *passer16x2) sumSingles() {
	sum := func(to Mem, first Mem, rest ...Mem) {
		v := load2(first)
		for _, m := range rest {
			VPOR(m, v, v)
		}
		store2(v, to)
	}
	singles := func(t, k int) Mem { return at2(p.base, singles2x16+4*t+k) }
	for t := range 4 {
		sum(at2(p.four, rowOf2x16+t), singles(t, 0), singles(t, 1), singles(t, 2), singles(t, 3))
	}
	for k := range 4 {
		sum(at2(p.four, boxOf2x16+k), singles(0, k), singles(1, k), singles(2, k), singles(3, k))
	}
	for j := range 16 {
		single := func(t int) Mem { return at2(p.base, single2x16+16*t+j) }
		// What was single stays so, so the columns' sums only grow.
		column := at2(p.base, columnOf2x16+j)
		sum(column, column, single(0), single(1), single(2), single(3))
	}
}

// takeSingles takes naked singles from their rows and boxes.
func (p *passer16x2) takeSingles() {
	for t := range 4 {
		for k := range 4 {
			mini, taken := at2(p.base, any2x16+4*t+k), load2(at2(p.four, rowOf2x16+t))
			VPOR(at2(p.four, boxOf2x16+k), taken, taken)
			VPANDN(mini, taken, taken)
			store2(taken, mini)
		}
	}
}

// others4x2 returns for each of four vectors the union of the others.
func others4x2(x [4]VecVirtual) (rest [4]VecVirtual) {
	low, high := or2(x[0], x[1]), or2(x[2], x[3])
	for i := range 4 {
		pair := high
		if i >= 2 {
			pair = low
		}
		rest[i] = or2(x[i^1], pair)
	}
	return rest
}

// claim begins pointing and claiming on which digits the mini-rows (or
// mini-columns) of a band hold. A digit confined to one box of its row leaves
// that box's other rows. Those confined to one row of their box are found as
// well, all from what the mini-rows held before.
func (p *passer16x2) claim() {
	for t := range 4 {
		row := p.loadMinis(any2x16+4*t, 1)
		twice, _ := union4x2(row)
		for k := range 4 {
			store2(andNot2(row[k], twice), at2(p.base, claimed2x16+4*t+k))
		}
	}
	for k := range 4 {
		box := p.loadMinis(any2x16+k, 4)
		twice, _ := union4x2(box)
		for t := range 4 {
			store2(andNot2(box[t], twice), at2(p.base, pointed2x16+4*t+k))
		}
		for t, gone := range others4x2(p.loadMinis(claimed2x16+k, 4)) {
			VPANDN(at2(p.base, any2x16+4*t+k), gone, gone)
			store2(gone, at2(p.base, keep2x16+4*t+k))
		}
	}
}

// loadMinis loads what the scratch has for four mini-rows so many apart.
func (p *passer16x2) loadMinis(first, step int) (v [4]VecVirtual) {
	for i := range v {
		v[i] = load2(at2(p.base, first+i*step))
	}
	return v
}

// point ends pointing and claiming for a row: a digit confined to one row of
// its box leaves the other boxes of the row. It returns what stays.
func (p *passer16x2) point(t int) [4]VecVirtual {
	keep := others4x2(p.loadMinis(pointed2x16+4*t, 1))
	for k := range 4 {
		VPANDN(at2(p.base, keep2x16+4*t+k), keep[k], keep[k])
	}
	return keep
}

// place notes which digits have a place in a house.
func (p *passer16x2) place(digits VecVirtual) {
	VPAND(at2(p.base, placed2x16), digits, digits)
	store2(digits, at2(p.base, placed2x16))
}

// placeRows ends pointing and claiming along the rows. A lane is dead if a
// digit then has no place in a box.
func (p *passer16x2) placeRows() {
	var boxes [4]VecVirtual
	for t := range 4 {
		for k, keep := range p.point(t) {
			mini := 4*t + k
			store2(keep, at2(p.base, keep2x16+mini))
			addTo2(&boxes[k], keep, t == 0)
		}
	}
	for k, box := range boxes {
		VPOR(at2(p.four, boxOf2x16+k), box, box)
	}
	for i := range 3 {
		VPAND(boxes[i+1], boxes[0], boxes[0])
	}
	p.place(boxes[0])
}

// updateRow finds the digits with several places in a row of the band, and
// gives its cells their new candidates. A lane is dead if a digit has no place
// in the row.
func (p *passer16x2) updateRow(t int, none VecVirtual) {
	stay := p.loadMinis(keep2x16+4*t, 1)
	more, once := union4x2(stay)
	VPOR(at2(p.four, rowOf2x16+t), once, once)
	p.place(once)
	for k := range 4 {
		twice := and2(stay[k], at2(p.base, twice2x16+4*t+k))
		VPOR(twice, more, more)
	}
	store2(more, at2(p.four, moreOf2x16+t))
	for k := range 4 {
		for i := range 4 {
			p.update(16*t+4*k+i, stay[k], more, none)
		}
	}
}

// update gives a cell its new candidates, as in order 9.
func (p *passer16x2) update(cell int, stay, more, none VecVirtual) {
	x := load2(at2(p.cell, cell))
	y := andNot2(stay, load2(at2(p.base, columnOf2x16+cell%16)))
	VPOR(at2(p.base, single2x16+cell), y, y)
	VPAND(x, y, y)
	hidden, others := andNot2(y, more), YMM()
	VPCMPEQW(none, hidden, others)
	VPAND(y, others, others)
	VPOR(hidden, others, others)
	store2(others, at2(p.cell, cell))
	VPXOR(others, x, x)
	VPOR(x, p.changed, p.changed)
}

// columnStep applies pointing and claiming along the columns of one stack.
// Naked singles were taken from their columns in the row step, and what is
// hidden in a column is after this hidden in its box and row.
func (p *passer16x2) columnStep() {
	cell := func(mini, i int) Mem { return at2(p.cell, 16*(mini%4*4+i)+mini/4) }
	for mini := range 16 {
		v := load2(cell(mini, 0))
		for i := 1; i < 4; i++ {
			VPOR(cell(mini, i), v, v)
		}
		store2(v, at2(p.base, any2x16+mini))
		store2(v, at2(p.base, twice2x16+mini)) // which a column step has no other use for
	}
	p.claim()
	for t := range 4 {
		column := p.point(t)
		low, high := or2(column[0], column[1]), or2(column[2], column[3])
		VPOR(high, low, low)
		p.place(low)
		for k, keep := range column {
			mini := 4*t + k
			for i := range 4 {
				store2(and2(keep, cell(mini, i)), cell(mini, i))
			}
			VPXOR(at2(p.base, twice2x16+mini), keep, keep)
			VPOR(keep, p.changed, p.changed)
		}
	}
}

// results returns the lanes that are dead, changed and open.
func (p *passer16x2) results() {
	all, none := ones2(), zero2()
	solved := load2(at2(p.base, rowOf2x16))
	for i := range 15 {
		VPAND(at2(p.base, rowOf2x16+1+i), solved, solved)
	}
	dead := YMM()
	VPXOR(at2(p.base, placed2x16), all, dead)
	returnResults2(all, none, dead, p.changed, solved)
}
