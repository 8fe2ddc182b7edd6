package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The block of memory of a batch of order 16, in vectors. Package lane has the
// same in Go.
const (
	rowOf16    = 256 // 16: per row the digits of its naked singles
	columnOf16 = 272 // 16: per column, likewise
	boxOf16    = 288 // 16: per box, likewise
	hiddenOf16 = 304 // 16: per row the digits that had one place
	scratch16  = 320 // the kernels' own
)

// pass16 generates one pass of order 16: a row step for each band, then a
// column step for each stack.
func pass16() {
	TEXT("pass16AVX512", NOSPLIT, "func(block *uint16) (dead, changed, open uint32)")
	Doc("pass16AVX512 runs one pass of the closure over a block of order 16 (AVX-512).")
	p := &passer16{
		base: Load(Param("block"), GP64()).(Register), cell: GP64(), four: GP64(),
		dead: zero(), changed: zero(), solved: ones(), all: ones(),
	}
	p.loop("rows", 64*vector, p.rowStep)
	p.loop("columns", 4*vector, p.columnStep)
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

// A passer16 holds the registers that live through a pass.
type passer16 struct {
	base Register // the block
	cell Register // the first cell of the band or stack at hand
	four Register // base + 4 vectors for each band before

	dead, changed, solved, all VecVirtual
}

// Places in the scratch, by line t and box k of the band or stack.
func (p *passer16) single(t, k, i int) Mem { return at(p.base, scratch16+16*t+4*k+i) }
func (p *passer16) singles(t, k int) Mem   { return at(p.base, scratch16+64+4*t+k) }
func (p *passer16) twice(t, k int) Mem     { return at(p.base, scratch16+80+4*t+k) }
func (p *passer16) claimed(t, k int) Mem   { return at(p.base, scratch16+96+4*t+k) }
func (p *passer16) pointed(t, k int) Mem   { return at(p.base, scratch16+112+4*t+k) }

// loop runs a step for each of four bands or stacks.
func (p *passer16) loop(name string, stride int, step func()) {
	MOVQ(p.base, p.cell)
	MOVQ(p.base, p.four)
	left := GP64()
	MOVQ(U32(4), left)
	Label(name)
	step()
	ADDQ(U32(uint32(stride)), p.cell)
	ADDQ(U32(4*vector), p.four)
	DECQ(left)
	JNZ(LabelRef(name))
}

// rowStep applies all rules along the rows and boxes of one band.
func (p *passer16) rowStep() {
	cell := func(t, k, i int) Mem { return at(p.cell, 16*t+4*k+i) }
	minusOne := ones()
	var keep [4][4]VecVirtual
	for t := range 4 {
		for k := range 4 {
			keep[t][k] = p.miniRow(cell, t, k, minusOne)
		}
	}
	p.sumSingles()
	p.lock(&keep)
	for k := range 4 {
		p.tellMissing(keep[0][k], keep[1][k], keep[2][k], keep[3][k])
	}
	for t := range 4 {
		hidden := p.hidden(t, &keep[t])
		store(hidden, at(p.four, hiddenOf16+t))
		row := load(at(p.four, rowOf16+t))
		for k := range 4 {
			ternary(aNotBC, keep[t][k], row, at(p.four, boxOf16+k))
			for i := range 4 {
				p.update(cell(t, k, i), p.single(t, k, i), keep[t][k], hidden, at(p.base, columnOf16+4*k+i))
			}
		}
	}
}

// miniRow finds the naked singles of a mini-row and which digits have two
// places in it, and returns which have any.
func (p *passer16) miniRow(cell func(t, k, i int) Mem, t, k int, minusOne VecVirtual) VecVirtual {
	var x, s [4]VecVirtual
	for i := range 4 {
		x[i], s[i] = load(cell(t, k, i)), ZMM()
		less, one := ZMM(), K()
		VPADDW(minusOne, x[i], less)
		VPTESTNMW(less, x[i], one)
		VMOVDQU16_Z(x[i], one, s[i])
		store(s[i], p.single(t, k, i))
	}
	ternary(or3, s[0], s[1], s[2])
	VPORD(s[3], s[0], s[0])
	store(s[0], p.singles(t, k))
	twice, any := union4(x)
	store(twice, p.twice(t, k))
	return any
}

// union4 returns which bits are set in two of four vectors at least, and in any.
func union4(x [4]VecVirtual) (twice, any VecVirtual) {
	any, twice = clone(x[0]), clone(x[0])
	ternary(or3, any, x[1], x[2])
	ternary(major, twice, x[1], x[2])
	ternary(aOrBandC, twice, any, x[3])
	VPORD(x[3], any, any)
	return twice, any
}

// twice4 returns which bits are set in two of four vectors at least.
func twice4(x [4]VecVirtual) VecVirtual {
	three, twice := clone(x[0]), clone(x[0])
	ternary(or3, three, x[1], x[2])
	ternary(major, twice, x[1], x[2])
	ternary(aOrBandC, twice, three, x[3])
	return twice
}

// sumSingles sums the naked singles of the band by row, box and column.
func (p *passer16) sumSingles() {
	for t := range 4 {
		row := or4of(p.singles(t, 0), p.singles(t, 1), p.singles(t, 2), p.singles(t, 3))
		store(row, at(p.four, rowOf16+t))
		VPANDD(row, p.solved, p.solved)
	}
	for k := range 4 {
		store(or4of(p.singles(0, k), p.singles(1, k), p.singles(2, k), p.singles(3, k)), at(p.four, boxOf16+k))
	}
	for k := range 4 {
		for i := range 4 {
			j := 4*k + i
			// What was single stays so, so the columns' sums only grow.
			column := or3of(p.single(0, k, i), p.single(1, k, i), at(p.base, columnOf16+j))
			ternary(or3, column, load(p.single(2, k, i)), p.single(3, k, i))
			store(column, at(p.base, columnOf16+j))
		}
	}
}

// lock applies pointing and claiming to which digits the mini-rows (or
// mini-columns) of a band hold: a digit confined to one box of its row leaves
// that box's other rows, one confined to one row of its box leaves that row's
// other boxes.
func (p *passer16) lock(any *[4][4]VecVirtual) {
	for i := range 4 {
		row := twice4(any[i])
		box := twice4([4]VecVirtual{any[0][i], any[1][i], any[2][i], any[3][i]})
		for j := range 4 {
			c, b := ZMM(), ZMM()
			VPANDND(any[i][j], row, c)
			store(c, p.claimed(i, j))
			VPANDND(any[j][i], box, b)
			store(b, p.pointed(j, i))
		}
	}
	for t := range 4 {
		for k := range 4 {
			rows := or3of(p.claimed((t+1)%4, k), p.claimed((t+2)%4, k), p.claimed((t+3)%4, k))
			boxes := or3of(p.pointed(t, (k+1)%4), p.pointed(t, (k+2)%4), p.pointed(t, (k+3)%4))
			ternary(aNotBC, any[t][k], rows, boxes)
		}
	}
}

// tellMissing notes digits that have no place in a house of four parts.
func (p *passer16) tellMissing(a, b, c, d VecVirtual) {
	any := clone(a)
	ternary(or3, any, b, c)
	VPORD(d, any, any)
	ternary(aOrXor, p.dead, any, p.all)
}

// hidden returns the digits with one place in row t of the band.
func (p *passer16) hidden(t int, keep *[4]VecVirtual) VecVirtual {
	more, once := union4(*keep)
	ternary(aOrXor, p.dead, once, p.all)
	for k := range 4 {
		ternary(aOrBandC, more, keep[k], p.twice(t, k))
	}
	VPANDND(once, more, once)
	return once
}

// update gives a cell its new candidates: those that stay for its mini-row and
// that no single of its column takes, or its own single; of these the hidden
// one, if any.
func (p *passer16) update(cell, single Mem, stay, hidden VecVirtual, column Mem) {
	y := load(single)
	ternary(aOrBnotC, y, stay, column)
	x, only, h := load(cell), K(), ZMM()
	VPANDD(x, y, y)
	VPTESTMW(hidden, y, only)
	VPANDD(hidden, y, h)
	VMOVDQU16(h, only, y)
	ternary(aOrXor, p.changed, y, x)
	store(y, cell)
}

// columnStep applies pointing and claiming along the columns of one stack.
// Naked singles were taken from their columns in the row step, and what is
// hidden in a column is after this hidden in its box and row.
func (p *passer16) columnStep() {
	cell := func(t, k, i int) Mem { return at(p.cell, 16*(4*k+i)+t) }
	var keep [4][4]VecVirtual
	for t := range 4 {
		for k := range 4 {
			keep[t][k] = or4of(cell(t, k, 0), cell(t, k, 1), cell(t, k, 2), cell(t, k, 3))
			store(keep[t][k], p.twice(t, k))
		}
	}
	p.lock(&keep)
	for t := range 4 {
		p.tellMissing(keep[t][0], keep[t][1], keep[t][2], keep[t][3])
		for k := range 4 {
			ternary(aOrXor, p.changed, keep[t][k], p.twice(t, k))
			for i := range 4 {
				y := ZMM()
				VPANDD(cell(t, k, i), keep[t][k], y)
				store(y, cell(t, k, i))
			}
		}
	}
}
