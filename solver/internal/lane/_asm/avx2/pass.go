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
// With 16 registers, most data is in memory. This does not matter, because arithmetic limits the
// speed of a pass. A changed lane shows in the sum of its masks, which is below 2¹⁶ and can only
// decrease. The end of a pass compares the sum with the previous one, from the last pass or from
// the kernel that loaded the lane.
func pass9() {
	isa.Begin("pass", 9, "func(block *uint16) (dead, changed, open uint32)")
	base := shared.Pointer("block")
	p := &pass9Builder{
		base: base, cell: GP64(), nine: GP64(), three: GP64(), sum: zero(),
	}
	store(ones(), at(base, placed9))
	for i := range 9 {
		store(p.sum, at(base, column9+i)) // still zero
	}
	p.loop("look", 27, p.look)
	p.loop("rows", 27, p.rowStep)
	p.loop("columns", 3, p.columnStep)
	p.results()
}

// A pass9Builder holds the registers that have the same meaning during a whole pass.
type pass9Builder struct {
	base  Register // the block
	cell  Register // the first cell of the current band or stack
	nine  Register // base + 9 vectors for each band before
	three Register // base + 3 vectors for each band before

	sum VecVirtual // sum of the masks after the pass
}

// loop runs a step for each of three bands or stacks.
func (p *pass9Builder) loop(name string, apart int, step func()) {
	isa.Steps(name, 3, p.base, step, []Register{p.cell, p.nine, p.three}, apart, 9, 3)
}

// rowStep applies all rules along the rows and boxes of one band.
func (p *pass9Builder) rowStep() {
	p.matchRows()
	for t := range 3 {
		p.updateRow(t)
	}
}

// look finds the naked singles of a band by row, column and box, and the candidates of its
// mini-rows.
func (p *pass9Builder) look() {
	none, minusOne := zero(), ones()
	var columns [3]VecVirtual
	kernel.Table(3, func(k, t int) VecVirtual {
		x, singles := p.miniRow(t, k, none, minusOne)
		for i := range 3 {
			columns[i] = union(columns[i], x[i], t == 0)
		}
		return singles
	}, kernel.Columns(union, func(t int, row VecVirtual) {
		store(row, at(p.three, rowOf9+t))
	}), kernel.Rows(unionOfCopy, func(k int, box VecVirtual) {
		store(box, at(p.three, box9+k))
		for i, column := range columns {
			VPOR(at(p.base, column9+3*k+i), column, column)
			store(column, at(p.base, column9+3*k+i))
		}
	}))
}

// miniRow finds the naked singles of a mini-row, for each cell and for all. It stores the
// mini-row's digits and the digits with two places or more in it.
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
		clearSeveral(x[i], none, minusOne)
		store(x[i], at(p.cell, single9+3*mini+i))
	}
	singles = or(x[0], x[1])
	VPOR(x[2], singles, singles)
	return x, singles
}

// clearSeveral clears the words of a cell that have several candidates.
func clearSeveral(x, none, minusOne VecVirtual) {
	rest := YMM()
	VPADDW(minusOne, x, rest)
	VPAND(x, rest, rest)
	VPCMPEQW(none, rest, rest)
	VPAND(rest, x, x)
}

// union ors v to a sum, or makes v the sum if it is the first. Do not use v afterwards.
func union(sum, v VecVirtual, first bool) VecVirtual {
	if first {
		return v
	}
	VPOR(v, sum, sum)
	return sum
}

// matchings holds, for each perfect matching of a 3×3 table, the digits for which the table
// contains it. In terms of the columns of its rows, the matchings are 012, 120, 201, 021, 102, 210.
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

// keep returns, for each entry of row t, the digits for which it lies on a matching.
func (m *matchings) keep(t int) (row [3]VecVirtual) {
	for k := range 3 {
		// Matching i has row t in column i+t, matching 3+i in column i-t.
		row[k] = or(m[(k-t+3)%3], m[3+(k+t)%3])
	}
	return row
}

// place notes which digits have a matching, from the entries that stay in one line. A digit without
// a matching is missing from every line.
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

// updateRow finds the digits with several places in a row of the band, and updates its cells.
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
		more = union(more, v, k == 0)
	}
	store(more, at(p.three, moreOf9+t))
	for k := range 3 {
		for i := range 3 {
			p.update(9*t+3*k+i, stay[k], more)
		}
	}
}

// update sets a cell's new candidates: its own single, or the digits that stay for its mini-row and
// are no single of its column. more holds the digits with several places. If the cell has a
// candidate that is not in more, it becomes the only one.
func (p *pass9Builder) update(cell int, stay, more VecVirtual) {
	y := andNot(stay, load(at(p.base, column9+cell%9)))
	VPOR(at(p.cell, single9+cell), y, y)
	VPAND(at(p.cell, cell), y, y)
	others := andNot(y, more)
	VPSIGNW(others, more, others) // more, or 0 if no candidate is hidden
	VPANDN(y, others, y)
	store(y, at(p.cell, cell))
}

// columnStep matches the columns of one stack to its boxes. SIMD.md says why it looks for no
// singles.
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

// pass16 generates one pass of order 16: a row step for each band, then a column step for each
// stack.
func pass16() {
	isa.Begin("pass", 16, "func(block *uint16) (dead, changed, open uint32)")
	base := shared.Pointer("block")
	p := &pass16Builder{base: base, cell: GP64(), four: GP64(), changed: zero()}
	store(ones(), at(base, placed16))
	MOVQ(base, p.four)
	isa.Steps("rows", 4, base, func() {
		p.rowStep()
		shared.Advance(p.four, 4*vector)
	}, []Register{p.cell}, 64)
	isa.Steps("columns", 4, base, p.columnStep, []Register{p.cell}, 4)
	p.results()
}

// A pass16Builder holds the registers that have the same meaning during a whole pass.
type pass16Builder struct {
	base Register // the block
	cell Register // the first cell of the current band or stack
	four Register // base + 4 vectors for each band before

	changed VecVirtual
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

// summarize finds the naked singles of a mini-row, all its digits, and the digits with two places
// or more in it.
func (p *pass16Builder) summarize(mini int, none, minusOne VecVirtual) {
	var x [4]VecVirtual
	for i := range 4 {
		x[i] = load(at(p.cell, 4*mini+i))
	}
	twice, some := union4(x)
	store(some, at(p.base, some16+mini))
	store(twice, at(p.base, twice16+mini))
	for i := range 4 {
		clearSeveral(x[i], none, minusOne)
		store(x[i], at(p.base, single16+4*mini+i))
	}
	VPOR(x[1], x[0], x[0])
	VPOR(x[3], x[2], x[2])
	VPOR(x[2], x[0], x[0])
	store(x[0], at(p.base, singles16+mini))
}

// union4 returns the bits that are set in at least two of four vectors, and in any of them.
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
		// A single stays a single, so the unions of the columns only grow.
		column := at(p.base, columnOf16+j)
		sum(column, column, single(0), single(1), single(2), single(3))
	}
}

// takeSingles removes naked singles from their rows and boxes.
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

// others4 returns, for each of four vectors, the union of the other three.
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

// claim makes the first half of pointing and claiming for the mini-rows (or mini-columns) of a
// band: a digit confined to one box of its row is removed from that box's other rows. It also finds
// the digits confined to one row of their box. Both use the mini-rows' digits before any removal.
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

// loadMinis loads four mini-rows that are step apart in the scratch.
func (p *pass16Builder) loadMinis(first, step int) (v [4]VecVirtual) {
	for i := range v {
		v[i] = load(at(p.base, first+i*step))
	}
	return v
}

// point makes the second half for a row: a digit confined to one row of its box is removed from
// that row's other boxes. It returns the digits that stay.
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

// placeRows ends pointing and claiming along the rows. A lane is dead if a digit has no place in a
// box afterwards.
func (p *pass16Builder) placeRows() {
	var boxes [4]VecVirtual
	for t := range 4 {
		for k, keep := range p.point(t) {
			mini := 4*t + k
			store(keep, at(p.base, keep16+mini))
			boxes[k] = union(boxes[k], keep, t == 0)
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

// updateRow finds the digits with several places in a row of the band, and updates its cells. A
// lane is dead if a digit has no place in the row.
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

// update sets a cell's new candidates, as in order 9.
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

// columnStep applies pointing and claiming along the columns of one stack. SIMD.md says why it
// looks for no singles.
func (p *pass16Builder) columnStep() {
	cell := func(mini, i int) Mem { return at(p.cell, 16*(mini%4*4+i)+mini/4) }
	for mini := range 16 {
		v := load(cell(mini, 0))
		for i := 1; i < 4; i++ {
			VPOR(cell(mini, i), v, v)
		}
		store(v, at(p.base, some16+mini))
		store(v, at(p.base, twice16+mini)) // a column step does not need twice16
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
