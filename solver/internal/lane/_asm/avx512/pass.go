package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/kernel"
	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"
)

// pass9 generates one pass of order 9: a look at each band, then a row step for each band, then a
// column step for each stack.
//
// All looks come first. A processor can look only a few hundred instructions ahead, so a look just
// before its step would deliver the step's first inputs too late. Loads cost more than they seem
// to, so nothing is loaded twice that a register can hold.
func pass9() {
	isa.Begin("pass", 9, "func(block *uint16) (dead, changed, open uint32)")
	base := shared.Pointer("block")
	p := &pass9Builder{
		base: base, cell: GP64(), nine: GP64(), three: GP64(),
		dead: zero(), changed: zero(), solved: ones(), all: words(1<<9 - 1),
	}
	for i := range p.columns {
		p.columns[i] = zero()
	}
	minusOne := ones()
	p.loop("look", 27, func() { p.look(minusOne) })
	p.loop("rows", 27, p.rowStep)
	p.loop("columns", 3, p.columnStep)
	returnResults(p.dead, p.changed, p.solved, p.all)
}

// A pass9Builder holds the registers that have the same meaning during a whole pass.
type pass9Builder struct {
	base  Register // the block
	cell  Register // the first cell of the current band or stack
	nine  Register // base + 9 vectors for each band before
	three Register // base + 3 vectors for each band before

	dead, changed, solved, all VecVirtual

	columns [9]VecVirtual // naked singles of each column
}

// loop runs a step for each of three bands or stacks.
func (p *pass9Builder) loop(name string, apart int, step func()) {
	isa.Steps(name, 3, p.base, step, []Register{p.cell, p.nine, p.three}, apart, 9, 3)
}

// look finds the naked singles of a band by row, column and box, and the candidates of its
// mini-rows.
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

// match returns the entries of a 3×3 table that lie on a perfect matching. It overwrites the
// registers of the first row.
func match(some *[3][3]VecVirtual) [3][3]VecVirtual {
	return kernel.Match(some, func(a, b, c VecVirtual, first bool) VecVirtual {
		if first { // the other matchings need it again
			a = clone(a)
		}
		ternary(and3, a, b, c)
		return a
	}, func(a, b VecVirtual) VecVirtual {
		either := ZMM()
		VPORD(a, b, either)
		return either
	})
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
			ternary(aNotBC, keep[t][k], row, boxes[k]) // digits that stay
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

// more returns the digits with several places in row t of the band. stay holds the digits that stay
// in its mini-rows.
func (p *pass9Builder) more(t int, stay *[3]VecVirtual) VecVirtual {
	more := clone(stay[0])
	ternary(majority, more, stay[1], stay[2])
	for k := range 3 {
		ternary(aOrBandC, more, stay[k], at(p.nine, twice9+3*t+k))
	}
	return more
}

// noteMissing notes digits that have no place in a line. One line of a band or stack is enough,
// because a digit on no perfect matching is missing from all lines.
func (p *pass9Builder) noteMissing(keep *[3]VecVirtual) {
	some := clone(keep[0])
	ternary(or3, some, keep[1], keep[2])
	ternary(aOrXor, p.dead, some, p.all)
}

// update sets a cell's new candidates: its own single, or the digits that stay for its mini-row and
// are no single of its column. more holds the digits with several places. If the cell has a
// candidate that is not in more, it becomes the only one.
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

// columnStep matches the columns of one stack to its boxes. SIMD.md says why it looks for no
// singles.
func (p *pass9Builder) columnStep() {
	cell := func(t, k, i int) Mem { return at(p.cell, 9*(3*k+i)+t) }
	var some [3][3]VecVirtual
	for t := range 3 {
		for k := range 3 {
			some[t][k] = or3of(cell(t, k, 0), cell(t, k, 1), cell(t, k, 2))
			if t == 0 { // match overwrites these registers
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

// pass16 generates one pass of order 16: a row step for each band, then a column step for each
// stack.
func pass16() {
	isa.Begin("pass", 16, "func(block *uint16) (dead, changed, open uint32)")
	p := &pass16Builder{
		base: shared.Pointer("block"), cell: GP64(), four: GP64(),
		dead: zero(), changed: zero(), solved: ones(), all: ones(),
	}
	p.loop("rows", 64*vector, p.rowStep)
	some := p.firstColumns()
	p.loop("columns", 4*vector, func() { p.columnStep(some) })
	returnResults(p.dead, p.changed, p.solved, p.all)
}

// A pass16Builder holds the registers that have the same meaning during a whole pass.
type pass16Builder struct {
	base Register // the block
	cell Register // the first cell of the current band or stack
	four Register // address of the digits of the band's first row and box

	dead, changed, solved, all VecVirtual
}

// Places in the scratch for line t and box k of the band or stack.
func (p *pass16Builder) single(t, k, i int) Mem { return p.scratch(16*t + 4*k + i) }
func (p *pass16Builder) singles(t, k int) Mem   { return p.scratch(64 + 4*t + k) }
func (p *pass16Builder) twice(t, k int) Mem     { return p.scratch(80 + 4*t + k) }
func (p *pass16Builder) claimed(t, k int) Mem   { return p.scratch(96 + 4*t + k) } // by other lines

func (p *pass16Builder) scratch(i int) Mem { return at(p.base, scratch16+i) }
func (p *pass16Builder) column(i int) Mem  { return at(p.base, columnOf16+i) }

// loop runs a step for each of four bands or stacks.
func (p *pass16Builder) loop(name string, stride int, step func()) {
	MOVQ(p.base, p.cell)
	LEAQ(at(p.base, rowOf16), p.four)
	shared.Loop(name, 4, func() {
		step()
		shared.Advance(p.cell, stride)
		shared.Advance(p.four, 4*vector)
	})
}

// rowStep applies all rules along the rows and boxes of one band.
func (p *pass16Builder) rowStep() {
	cell := func(t, k, i int) Mem { return at(p.cell, 16*t+4*k+i) }
	var stay [4][4]VecVirtual
	for t := range 4 {
		for k := range 4 {
			stay[t][k] = p.miniRow(cell, t, k)
		}
	}
	p.sumSingles()
	for t := range 4 {
		row := load(at(p.four, t))
		for k := range 4 {
			ternary(aNotBC, stay[t][k], row, at(p.four, boxOf16-rowOf16+k))
		}
	}
	p.lock(&stay, func(t, k int, pointed VecVirtual) { ternary(aNotBC, stay[t][k], pointed, p.claimed(t, k)) })
	for k := range 4 {
		box := clone(stay[0][k])
		ternary(or3, box, stay[1][k], stay[2][k])
		VPORD(stay[3][k], box, box)
		ternary(aOrNeither, p.dead, box, at(p.four, boxOf16-rowOf16+k))
	}
	for t := range 4 {
		hidden := p.hidden(t, &stay[t])
		store(hidden, at(p.four, hiddenOf16-rowOf16+t))
		for k := range 4 {
			for i := range 4 {
				p.update(cell(t, k, i), p.single(t, k, i), stay[t][k], hidden, p.column(4*k+i))
			}
		}
	}
}

// miniRow finds the naked singles of a mini-row and the digits with two places or more in it. It
// returns all its digits.
func (p *pass16Builder) miniRow(cell func(t, k, i int) Mem, t, k int) VecVirtual {
	var x, s [4]VecVirtual
	for i := range 4 {
		x[i], s[i] = load(cell(t, k, i)), ZMM()
		less, one := ZMM(), K()
		VPADDW(p.all, x[i], less) // minus 1
		VPTESTNMW(less, x[i], one)
		VMOVDQU16_Z(x[i], one, s[i])
		store(s[i], p.single(t, k, i))
	}
	ternary(or3, s[0], s[1], s[2])
	VPORD(s[3], s[0], s[0])
	store(s[0], p.singles(t, k))
	twice, some := union4(x)
	store(twice, p.twice(t, k))
	return some
}

// union4 returns the bits that are set in at least two of four vectors, and in any of them.
func union4(x [4]VecVirtual) (twice, some VecVirtual) {
	twice, some = twice4(x)
	VPORD(x[3], some, some)
	return twice, some
}

// twice4 returns the bits that are set in at least two of four vectors, and in any of the first
// three.
func twice4(x [4]VecVirtual) (twice, three VecVirtual) {
	three, twice = clone(x[0]), clone(x[0])
	ternary(or3, three, x[1], x[2])
	ternary(majority, twice, x[1], x[2])
	ternary(aOrBandC, twice, three, x[3])
	return twice, three
}

// sumSingles collects the naked singles of the band by row, box and column.
func (p *pass16Builder) sumSingles() {
	var rows [4]VecVirtual
	for t := range rows {
		rows[t] = or4of(p.singles(t, 0), p.singles(t, 1), p.singles(t, 2), p.singles(t, 3))
		store(rows[t], at(p.four, t))
	}
	ternary(and3, p.solved, rows[0], rows[1])
	ternary(and3, p.solved, rows[2], rows[3])
	for k := range 4 {
		store(or4of(p.singles(0, k), p.singles(1, k), p.singles(2, k), p.singles(3, k)), at(p.four, boxOf16-rowOf16+k))
	}
	for k := range 4 {
		for i := range 4 {
			j := 4*k + i
			// A single stays a single, so the unions of the columns only grow.
			column := or3of(p.single(0, k, i), p.single(1, k, i), p.column(j))
			ternary(or3, column, load(p.single(2, k, i)), p.single(3, k, i))
			store(column, p.column(j))
		}
	}
}

// lock applies pointing and claiming to the digits of the mini-rows (or mini-columns) of a band.
func (p *pass16Builder) lock(some *[4][4]VecVirtual, take func(t, k int, pointed VecVirtual)) {
	twice := func(x [4]VecVirtual) VecVirtual {
		twice, _ := twice4(x)
		return twice
	}
	kernel.Lock(some, twice, othersOf, func(t, k int, claimed VecVirtual) { store(claimed, p.claimed(t, k)) }, take)
}

// othersOf returns, for each of four entries, the digits of the other three entries, without the
// digits that are in twice of their own line.
func othersOf(entries, twice [4]VecVirtual) (others [4]VecVirtual) {
	var only [4]VecVirtual
	for i := range 4 {
		only[i] = ZMM()
		VPANDND(entries[i], twice[i], only[i])
	}
	for i := range 4 {
		others[i] = clone(only[(i+1)%4])
		ternary(or3, others[i], only[(i+2)%4], only[(i+3)%4])
	}
	return others
}

// hidden returns the digits that have one place in row t of the band and are no naked singles. stay
// holds the digits that stay in its mini-rows.
func (p *pass16Builder) hidden(t int, stay *[4]VecVirtual) VecVirtual {
	more, once := union4(*stay)
	ternary(aOrNeither, p.dead, once, at(p.four, t))
	for k := range 4 {
		ternary(aOrBandC, more, stay[k], p.twice(t, k))
	}
	VPANDND(once, more, once)
	return once
}

// update sets a cell's new candidates: its own single, or the digits that stay for its mini-row and
// are no single of its column. If one of these is hidden, it becomes the only candidate.
func (p *pass16Builder) update(cell, single Mem, stay, hidden VecVirtual, column Mem) {
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

// columns16 returns the index of cell i of box k in column t, counted from the first cell of a
// stack.
func columns16(t, k, i int) int { return 16*(4*k+i) + t }

// firstColumns returns the digits of the mini-columns of the first stack.
func (p *pass16Builder) firstColumns() *[4][4]VecVirtual {
	var some [4][4]VecVirtual
	for t := range 4 {
		for k := range 4 {
			some[t][k] = ZMM()
			p.unionOf(some[t][k], p.base, columns16(t, k, 0))
		}
	}
	return &some
}

// unionOf sets v to the union of a mini-column, given its first cell.
func (p *pass16Builder) unionOf(v VecVirtual, base Register, first int) {
	VMOVDQU64(at(base, first), v)
	ternary(or3, v, load(at(base, first+16)), at(base, first+32))
	VPORD(at(base, first+48), v, v)
}

// columnStep applies pointing and claiming along the columns of one stack. some holds the digits of
// its mini-columns; columnStep replaces them with the digits of the next stack. The processor can
// do one store a cycle, and this order spreads the stores over other work. (Reading after the last
// stack is allowed.) SIMD.md says why it looks for no singles.
func (p *pass16Builder) columnStep(some *[4][4]VecVirtual) {
	keep := *some
	var before Op // digits that the previous entry lost
	p.lock(&keep, func(t, k int, pointed VecVirtual) {
		gone := clone(keep[t][k])
		ternary(and2or3, gone, pointed, p.claimed(t, k))
		VPXORD(gone, keep[t][k], keep[t][k])
		if before == nil {
			before = gone
			return
		}
		ternary(or3, p.changed, before, gone)
		before = nil
	})
	for t := range 4 {
		column := clone(keep[t][0])
		ternary(or3, column, keep[t][1], keep[t][2])
		ternary(aOrNeither, p.dead, column, keep[t][3]) // digits without a place
		for k := range 4 {
			for i := range 4 {
				y, cell := ZMM(), at(p.cell, columns16(t, k, i))
				VPANDD(cell, keep[t][k], y)
				store(y, cell)
			}
			p.unionOf(some[t][k], p.cell, columns16(t+4, k, 0))
		}
	}
}
