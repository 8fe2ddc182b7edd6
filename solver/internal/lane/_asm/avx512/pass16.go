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
	p := &pass16Builder{
		base: shared.Pointer("block"), cell: GP64(), four: GP64(),
		dead: zero(), changed: zero(), solved: ones(), all: ones(),
	}
	p.loop("rows", 64*vector, p.rowStep)
	some := p.firstColumns()
	p.loop("columns", 4*vector, func() { p.columnStep(some) })
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

// A pass16Builder holds the registers that keep their meaning throughout a pass.
type pass16Builder struct {
	base Register // the block
	cell Register // the first cell of the current band or stack
	four Register // what is known of the first row and box of the band

	dead, changed, solved, all VecVirtual
}

// Places in the scratch, by line t and box k of the band or stack.
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
	p.lock(&stay, func(entry, a VecVirtual, b Mem) { ternary(aNotBC, entry, a, b) })
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

// miniRow finds the naked singles of a mini-row and the digits with two places in it, and returns
// all its digits.
func (p *pass16Builder) miniRow(cell func(t, k, i int) Mem, t, k int) VecVirtual {
	var x, s [4]VecVirtual
	for i := range 4 {
		x[i], s[i] = load(cell(t, k, i)), ZMM()
		less, one := ZMM(), K()
		VPADDW(p.all, x[i], less) // less one
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

// union4 returns which bits are set in two of four vectors at least, and in any.
func union4(x [4]VecVirtual) (twice, some VecVirtual) {
	some, twice = clone(x[0]), clone(x[0])
	ternary(or3, some, x[1], x[2])
	ternary(majority, twice, x[1], x[2])
	ternary(aOrBandC, twice, some, x[3])
	VPORD(x[3], some, some)
	return twice, some
}

// twice4 returns which bits are set in two of four vectors at least.
func twice4(x [4]VecVirtual) VecVirtual {
	three, twice := clone(x[0]), clone(x[0])
	ternary(or3, three, x[1], x[2])
	ternary(majority, twice, x[1], x[2])
	ternary(aOrBandC, twice, three, x[3])
	return twice
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
			// Singles stay singles, so the unions of the columns only grow.
			column := or3of(p.single(0, k, i), p.single(1, k, i), p.column(j))
			ternary(or3, column, load(p.single(2, k, i)), p.single(3, k, i))
			store(column, p.column(j))
		}
	}
}

// lock applies pointing and claiming to the digits of the mini-rows (or mini-columns) of a band: a
// digit confined to one box of its row leaves that box's other rows, one confined to one row of its
// box leaves that row's other boxes. take must remove the digits of its other two arguments from an
// entry.
func (p *pass16Builder) lock(some *[4][4]VecVirtual, take func(entry, a VecVirtual, b Mem)) {
	var twice [4]VecVirtual
	for t := range 4 {
		twice[t] = twice4(some[t])
	}
	for k := range 4 {
		for t, v := range othersOf([4]VecVirtual{some[0][k], some[1][k], some[2][k], some[3][k]}, twice) {
			store(v, p.claimed(t, k))
		}
	}
	for k := range 4 {
		twice[k] = twice4([4]VecVirtual{some[0][k], some[1][k], some[2][k], some[3][k]})
	}
	for t := range 4 {
		for k, v := range othersOf(some[t], twice) {
			take(some[t][k], v, p.claimed(t, k))
		}
	}
}

// othersOf returns, for each of four entries, the digits of the three others that are not in twice
// of their own line.
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

// noteMissing notes digits that have no place in a house of four parts.
func (p *pass16Builder) noteMissing(a, b, c, d VecVirtual) {
	some := clone(a)
	ternary(or3, some, b, c)
	ternary(aOrNeither, p.dead, some, d)
}

// hidden returns the digits that have one place in row t of the band and are no naked singles,
// given those that stay for its mini-rows.
func (p *pass16Builder) hidden(t int, stay *[4]VecVirtual) VecVirtual {
	more, once := union4(*stay)
	ternary(aOrNeither, p.dead, once, at(p.four, t))
	for k := range 4 {
		ternary(aOrBandC, more, stay[k], p.twice(t, k))
	}
	VPANDND(once, more, once)
	return once
}

// update gives a cell its new candidates: its own single, or those that stay for its mini-row and
// are no single of its column. If one of these is hidden, only that one is left.
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

// columns16 returns the index of a cell, counted from the first cell of a stack: cell i of box k in
// column t.
func columns16(t, k, i int) int { return 16*(4*k+i) + t }

// firstColumns returns which digits the mini-columns of the first stack hold.
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

// columnStep applies pointing and claiming along the columns of one stack, given the digits of its
// mini-columns, and replaces these with those of the next stack: that way the stores, of which the
// processor can do one a cycle, come between other work. (Behind the last stack there is something
// to read, too.) What is hidden in a column is, after this step, hidden in its box and row; naked
// singles were taken from their columns in the row step.
func (p *pass16Builder) columnStep(some *[4][4]VecVirtual) {
	keep := *some
	var before Op // what the entry before lost
	p.lock(&keep, func(entry, a VecVirtual, b Mem) {
		gone := clone(entry)
		ternary(and2or3, gone, a, b)
		VPXORD(gone, entry, entry)
		if before == nil {
			before = gone
			return
		}
		ternary(or3, p.changed, before, gone)
		before = nil
	})
	for t := range 4 {
		p.noteMissing(keep[t][0], keep[t][1], keep[t][2], keep[t][3])
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
