package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"
)

// pass16 generates one pass of order 16: a row step for each band, then a column step for each
// stack.
func pass16() {
	isa.Begin("pass", 16, "func(block *uint16) (dead, changed, open uint32)",
		"runs one pass of the closure over a block of order 16")
	base := shared.Pointer("block")
	p := &pass16Builder{base: base, cell: GP64(), four: GP64(), changed: zero()}
	store(ones(), at(base, placed16))
	MOVQ(base, p.four)
	p.loop("rows", 64*vector, func() {
		p.rowStep()
		ADDQ(U32(4*vector), p.four)
	})
	p.loop("columns", 4*vector, p.columnStep)
	p.results()
}

// A pass16Builder holds the registers that keep their meaning throughout a pass.
type pass16Builder struct {
	base Register // the block
	cell Register // the first cell of the current band or stack
	four Register // base + 4 vectors for each band before

	changed VecVirtual
}

// loop runs a step for each of four bands or stacks.
func (p *pass16Builder) loop(name string, stride int, step func()) {
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
func (p *pass16Builder) rowStep() {
	none, minusOne := zero(), ones()
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

// summarize finds the naked singles of a mini-row, all its digits, and those with two places in it.
func (p *pass16Builder) summarize(mini int, none, minusOne VecVirtual) {
	var x [4]VecVirtual
	for i := range 4 {
		x[i] = load(at(p.cell, 4*mini+i))
	}
	twice, some := union4(x)
	store(some, at(p.base, some16+mini))
	store(twice, at(p.base, twice16+mini))
	for i := range 4 {
		rest := YMM()
		VPADDW(minusOne, x[i], rest)
		VPAND(x[i], rest, rest)
		VPCMPEQW(none, rest, rest)
		VPAND(rest, x[i], x[i])
		store(x[i], at(p.base, single16+4*mini+i))
	}
	VPOR(x[1], x[0], x[0])
	VPOR(x[3], x[2], x[2])
	VPOR(x[2], x[0], x[0])
	store(x[0], at(p.base, singles16+mini))
}

// union4 returns which bits are set in two of four vectors at least, and in any.
func union4(x [4]VecVirtual) (twice, some VecVirtual) {
	low, high := or(x[0], x[1]), or(x[2], x[3])
	some, twice = or(low, high), and(x[0], x[1])
	VPAND(high, low, low)
	VPOR(low, twice, twice)
	VPAND(x[2], x[3], high)
	VPOR(high, twice, twice)
	return twice, some
}

// sumSingles collects the naked singles of the band by row, box and column.
func (p *pass16Builder) sumSingles() {
	sum := func(to Mem, first Mem, rest ...Mem) {
		v := load(first)
		for _, m := range rest {
			VPOR(m, v, v)
		}
		store(v, to)
	}
	singles := func(t, k int) Mem { return at(p.base, singles16+4*t+k) }
	for t := range 4 {
		sum(at(p.four, rowOf16+t), singles(t, 0), singles(t, 1), singles(t, 2), singles(t, 3))
	}
	for k := range 4 {
		sum(at(p.four, boxOf16+k), singles(0, k), singles(1, k), singles(2, k), singles(3, k))
	}
	for j := range 16 {
		single := func(t int) Mem { return at(p.base, single16+16*t+j) }
		// Singles stay singles, so the unions of the columns only grow.
		column := at(p.base, columnOf16+j)
		sum(column, column, single(0), single(1), single(2), single(3))
	}
}

// takeSingles takes naked singles from their rows and boxes.
func (p *pass16Builder) takeSingles() {
	for t := range 4 {
		for k := range 4 {
			mini, taken := at(p.base, some16+4*t+k), load(at(p.four, rowOf16+t))
			VPOR(at(p.four, boxOf16+k), taken, taken)
			VPANDN(mini, taken, taken)
			store(taken, mini)
		}
	}
}

// others4 returns for each of four vectors the union of the others.
func others4(x [4]VecVirtual) (rest [4]VecVirtual) {
	low, high := or(x[0], x[1]), or(x[2], x[3])
	for i := range 4 {
		pair := high
		if i >= 2 {
			pair = low
		}
		rest[i] = or(x[i^1], pair)
	}
	return rest
}

// claim does the first half of pointing and claiming, for the digits of the mini-rows (or
// mini-columns) of a band: a digit confined to one box of its row leaves that box's other rows. It
// also finds the digits confined to one row of their box, all from what the mini-rows held before.
func (p *pass16Builder) claim() {
	for t := range 4 {
		row := p.loadMinis(some16+4*t, 1)
		twice, _ := union4(row)
		for k := range 4 {
			store(andNot(row[k], twice), at(p.base, claimed16+4*t+k))
		}
	}
	for k := range 4 {
		box := p.loadMinis(some16+k, 4)
		twice, _ := union4(box)
		for t := range 4 {
			store(andNot(box[t], twice), at(p.base, pointed16+4*t+k))
		}
		for t, gone := range others4(p.loadMinis(claimed16+k, 4)) {
			VPANDN(at(p.base, some16+4*t+k), gone, gone)
			store(gone, at(p.base, keep16+4*t+k))
		}
	}
}

// loadMinis loads four mini-rows from the scratch, step apart.
func (p *pass16Builder) loadMinis(first, step int) (v [4]VecVirtual) {
	for i := range v {
		v[i] = load(at(p.base, first+i*step))
	}
	return v
}

// point does the second half for a row: a digit confined to one row of its box leaves that row's
// other boxes. It returns what stays.
func (p *pass16Builder) point(t int) [4]VecVirtual {
	keep := others4(p.loadMinis(pointed16+4*t, 1))
	for k := range 4 {
		VPANDN(at(p.base, keep16+4*t+k), keep[k], keep[k])
	}
	return keep
}

// place notes which digits have a place in a house.
func (p *pass16Builder) place(digits VecVirtual) {
	VPAND(at(p.base, placed16), digits, digits)
	store(digits, at(p.base, placed16))
}

// placeRows ends pointing and claiming along the rows. A lane is dead if a digit then has no place
// in a box.
func (p *pass16Builder) placeRows() {
	var boxes [4]VecVirtual
	for t := range 4 {
		for k, keep := range p.point(t) {
			mini := 4*t + k
			store(keep, at(p.base, keep16+mini))
			addTo(&boxes[k], keep, t == 0)
		}
	}
	for k, box := range boxes {
		VPOR(at(p.four, boxOf16+k), box, box)
	}
	for i := range 3 {
		VPAND(boxes[i+1], boxes[0], boxes[0])
	}
	p.place(boxes[0])
}

// updateRow finds the digits with several places in a row of the band, and gives its cells their
// new candidates. A lane is dead if a digit has no place in the row.
func (p *pass16Builder) updateRow(t int, none VecVirtual) {
	stay := p.loadMinis(keep16+4*t, 1)
	more, once := union4(stay)
	VPOR(at(p.four, rowOf16+t), once, once)
	p.place(once)
	for k := range 4 {
		twice := and(stay[k], at(p.base, twice16+4*t+k))
		VPOR(twice, more, more)
	}
	store(more, at(p.four, moreOf16+t))
	for k := range 4 {
		for i := range 4 {
			p.update(16*t+4*k+i, stay[k], more, none)
		}
	}
}

// update gives a cell its new candidates, as in order 9.
func (p *pass16Builder) update(cell int, stay, more, none VecVirtual) {
	x := load(at(p.cell, cell))
	y := andNot(stay, load(at(p.base, columnOf16+cell%16)))
	VPOR(at(p.base, single16+cell), y, y)
	VPAND(x, y, y)
	hidden, others := andNot(y, more), YMM()
	VPCMPEQW(none, hidden, others)
	VPAND(y, others, others)
	VPOR(hidden, others, others)
	store(others, at(p.cell, cell))
	VPXOR(others, x, x)
	VPOR(x, p.changed, p.changed)
}

// columnStep applies pointing and claiming along the columns of one stack. What is hidden in a
// column is, after this step, hidden in its box and row; naked singles were taken from their
// columns in the row step.
func (p *pass16Builder) columnStep() {
	cell := func(mini, i int) Mem { return at(p.cell, 16*(mini%4*4+i)+mini/4) }
	for mini := range 16 {
		v := load(cell(mini, 0))
		for i := 1; i < 4; i++ {
			VPOR(cell(mini, i), v, v)
		}
		store(v, at(p.base, some16+mini))
		store(v, at(p.base, twice16+mini)) // which a column step has no other use for
	}
	p.claim()
	for t := range 4 {
		column := p.point(t)
		low, high := or(column[0], column[1]), or(column[2], column[3])
		VPOR(high, low, low)
		p.place(low)
		for k, keep := range column {
			mini := 4*t + k
			for i := range 4 {
				store(and(keep, cell(mini, i)), cell(mini, i))
			}
			VPXOR(at(p.base, twice16+mini), keep, keep)
			VPOR(keep, p.changed, p.changed)
		}
	}
}

// results returns the lanes that are dead, changed and open.
func (p *pass16Builder) results() {
	all, none := ones(), zero()
	solved := load(at(p.base, rowOf16))
	for i := range 15 {
		VPAND(at(p.base, rowOf16+1+i), solved, solved)
	}
	dead := YMM()
	VPXOR(at(p.base, placed16), all, dead)
	returnResults(all, none, dead, p.changed, solved)
}
