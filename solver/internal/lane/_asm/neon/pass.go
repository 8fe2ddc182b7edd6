package main

import (
	"fmt"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/kernel"
)

// symbol returns the name of a kernel's function for an order.
func symbol(kernel string, order int) string { return fmt.Sprintf("%s%dNEON", kernel, order) }

// eachPass generates a pass for each column, and collects the results. A lane is dead or changed if
// its word there is not zero. It is open unless solved has all digits.
func eachPass(order int, pass func(base R) (dead, changed, solved, all V)) {
	begin(symbol("pass", order), "(block *uint16) (dead uint32, changed uint32, open uint32)")
	dead, changed, open := constant(0), constant(0), constant(0)
	eachColumn(pointer("block"), func(base R) {
		d, c, solved, all := pass(base)
		append8(dead, bitsOf(test(d, d)))
		append8(changed, bitsOf(test(c, c)))
		missing := xor(solved, all)
		append8(open, bitsOf(test(missing, missing)))
	})
	result(dead, "dead")
	result(changed, "changed")
	result(open, "open")
	ret()
}

// pass9 generates one pass of order 9: a look at each band, then a row step for each band, then a
// column step for each stack.
//
// A changed lane shows in the sum of its masks, which is below 2¹⁶ and can only decrease. The end
// of a pass compares the sum with the previous one, from the last pass or from the kernel that
// loaded the lane.
func pass9() {
	eachPass(9, func(base R) (dead, changed, solved, all V) {
		p := &pass9Builder{base: base, placed: ones(), solved: ones()}
		for i := range p.columns {
			p.columns[i] = zero()
		}
		minusOne := ones()
		p.loop("look", 27, func() { p.look(minusOne) })
		p.loop("rows", 27, p.rowStep)
		for i := range p.sums {
			p.sums[i] = zero()
		}
		p.loop("columns", 3, p.columnStep)
		sum := add(add(p.sums[0], p.sums[1]), p.sums[2])
		changed = xor(sum, load(at(base, sumOf9)))
		store(sum, at(base, sumOf9))
		all = words(1<<9 - 1)
		return andNot(all, p.placed), changed, p.solved, all
	})
}

// A pass9Builder holds the registers that have the same meaning during a whole pass.
type pass9Builder struct {
	base  R // the column of the block
	cell  R // the first cell of the current band or stack
	nine  R // base + 9 vectors for each band before
	three R // base + 3 vectors for each band before

	placed  V    // digits with a place in all lines
	solved  V    // digits that are naked singles of every row
	columns [9]V // naked singles of each column
	sums    [3]V // by box: sum of the masks after the pass
}

// loop generates a step for each of three bands or stacks. Their first cells are apart cells apart.
func (p *pass9Builder) loop(name string, apart int, step func()) {
	p.cell, p.nine, p.three = address(at(p.base, 0)), address(at(p.base, 0)), address(at(p.base, 0))
	times(3, name, func() {
		step()
		advance(p.cell, apart*stride)
		advance(p.nine, 9*stride)
		advance(p.three, 3*stride)
	})
}

// look finds the naked singles of a band by row, column and box, and the candidates of its
// mini-rows.
func (p *pass9Builder) look(minusOne V) {
	kernel.Table(3, func(k, t int) V { return p.miniRow(t, k, minusOne) },
		kernel.Columns(orFirst, func(t int, row V) {
			store(row, at(p.three, rowOf9+t))
			andTo(p.solved, row)
		}),
		kernel.Rows(orFirst, func(k int, box V) { store(box, at(p.three, box9+k)) }))
}

// orFirst returns sum | v, or v if it is the first.
func orFirst(sum, v V, first bool) V {
	if first {
		return v
	}
	return or(sum, v)
}

// miniRow finds the naked singles of a mini-row, for each cell and for all. It stores the
// mini-row's digits and the digits with two places or more in it.
func (p *pass9Builder) miniRow(t, k int, minusOne V) (singles V) {
	var x, s [3]V
	for i := range 3 {
		cell := 9*t + 3*k + i
		x[i] = load(at(p.cell, cell))
		s[i] = single(x[i], minusOne)
		store(s[i], at(p.cell, single9+cell))
		orTo(p.columns[3*k+i], s[i])
	}
	store(or3(x[0], x[1], x[2]), at(p.nine, some9+3*t+k))
	store(majority(x[0], x[1], x[2]), at(p.nine, twice9+3*t+k))
	return or3(s[0], s[1], s[2])
}

// single returns the candidate of a cell if there is only one.
func single(x, minusOne V) V { return andNot(x, test(x, add(x, minusOne))) }

// match returns the entries of a 3×3 table that lie on a perfect matching.
func match(some *[3][3]V) (keep [3][3]V) {
	return kernel.Match(some, func(a, b, c V, _ bool) V { return and(and(a, b), c) }, or)
}

// place notes which digits have a matching, from the entries that stay in one line. A digit without
// a matching is missing from every line.
func (p *pass9Builder) place(line [3]V) { andTo(p.placed, or3(line[0], line[1], line[2])) }

// rowStep applies all rules along the rows and boxes of one band.
func (p *pass9Builder) rowStep() {
	var some [3][3]V
	for t := range 3 {
		for k := range 3 {
			some[t][k] = load(at(p.nine, some9+3*t+k))
		}
	}
	stay := match(&some)
	p.place(stay[0])
	var boxes [3]V
	for k := range 3 {
		boxes[k] = load(at(p.three, box9+k))
	}
	for t := range 3 {
		row := load(at(p.three, rowOf9+t))
		for k := range 3 {
			stay[t][k] = andNot(stay[t][k], or(row, boxes[k]))
		}
		hidden := p.hidden(t, &stay[t])
		store(hidden, at(p.three, hidden9+t))
		for k := range 3 {
			for i := range 3 {
				cell := 9*t + 3*k + i
				y := load(at(p.cell, single9+cell))
				update(y, load(at(p.cell, cell)), andNot(stay[t][k], p.columns[3*k+i]), hidden)
				store(y, at(p.cell, cell))
			}
		}
	}
}

// hidden returns the digits that have one place in row t of the band and are no naked singles. stay
// holds the digits that stay in its mini-rows.
func (p *pass9Builder) hidden(t int, stay *[3]V) V {
	var once [3]V
	for k := range 3 {
		once[k] = andNot(stay[k], load(at(p.nine, twice9+3*t+k)))
	}
	return andNot(or3(once[0], once[1], once[2]), majority(stay[0], stay[1], stay[2]))
}

// update turns the single of a cell into its new candidates: the single or, of its candidates x,
// the ones that stay. Digits that stay are no singles of the row, so a cell with a single gets
// nothing else. If one of the result is hidden, it becomes the only candidate.
func update(single, x, stay, hidden V) {
	y := single
	insert(y, x, stay)
	only := test(y, hidden)
	insert(y, and(y, hidden), only)
}

// columnStep matches the columns of one stack to its boxes. SIMD.md says why it looks for no
// singles.
func (p *pass9Builder) columnStep() {
	cell := func(t, k, i int) memory { return at(p.cell, 9*(3*k+i)+t) }
	var some [3][3]V
	for t := range 3 {
		for k := range 3 {
			some[t][k] = or3(load(cell(t, k, 0)), load(cell(t, k, 1)), load(cell(t, k, 2)))
		}
	}
	keep := match(&some)
	p.place(keep[0])
	for t := range 3 {
		for k := range 3 {
			for i := range 3 {
				y := and(load(cell(t, k, i)), keep[t][k])
				addTo(p.sums[k], y)
				store(y, cell(t, k, i))
			}
		}
	}
}

// pass16 generates one pass of order 16: a row step for each band, then a column step for each
// stack.
func pass16() {
	eachPass(16, func(base R) (dead, changed, solved, all V) {
		p := &pass16Builder{base: base, placed: ones(), changed: zero()}
		p.loop("rows", 64, p.rowStep)
		p.loop("columns", 4, p.columnStep)
		solved = load(at(base, rowOf16))
		for i := 1; i < 16; i++ {
			solved = and(solved, load(at(base, rowOf16+i)))
		}
		all = ones()
		return xor(p.placed, all), p.changed, solved, all
	})
}

// A pass16Builder holds the registers that have the same meaning during a whole pass.
type pass16Builder struct {
	base R // the column of the block
	cell R // the first cell of the current band or stack
	four R // base + 4 vectors for each band before

	placed  V // digits with a place in all lines and boxes
	changed V // candidates that were removed
}

// Places in the scratch for line t and box k of the band or stack.
func (p *pass16Builder) single(t, k, i int) memory { return p.scratch(16*t + 4*k + i) }
func (p *pass16Builder) twice(t, k int) memory     { return p.scratch(64 + 4*t + k) }
func (p *pass16Builder) claimed(t, k int) memory   { return p.scratch(80 + 4*t + k) } // by other lines

func (p *pass16Builder) scratch(i int) memory { return at(p.base, scratch16+i) }
func (p *pass16Builder) column(i int) memory  { return at(p.base, columnOf16+i) }
func (p *pass16Builder) row(t int) memory     { return at(p.four, rowOf16+t) }
func (p *pass16Builder) box(k int) memory     { return at(p.four, boxOf16+k) }

// loop generates a step for each of four bands or stacks. Their first cells are apart cells apart.
func (p *pass16Builder) loop(name string, apart int, step func()) {
	p.cell, p.four = address(at(p.base, 0)), address(at(p.base, 0))
	times(4, name, func() {
		step()
		advance(p.cell, apart*stride)
		advance(p.four, 4*stride)
	})
}

// rowStep applies all rules along the rows and boxes of one band.
func (p *pass16Builder) rowStep() {
	stay := p.look()
	for t := range 4 {
		row := load(p.row(t))
		for k := range 4 {
			stay[t][k] = andNot(stay[t][k], or(row, load(p.box(k))))
		}
	}
	p.lock(&stay, func(entry *V, gone V) { *entry = andNot(*entry, gone) })
	for k := range 4 {
		p.place(or4(stay[0][k], stay[1][k], stay[2][k], stay[3][k]), load(p.box(k)))
	}
	for t := range 4 {
		hidden := p.hidden(t, &stay[t])
		store(hidden, at(p.four, hidden16+t))
		for k := range 4 {
			for i := range 4 {
				p.update(16*t+4*k+i, stay[t][k], hidden)
			}
		}
	}
}

// look finds the naked singles of a band by row, box and column, and returns the digits of its
// mini-rows.
func (p *pass16Builder) look() (some [4][4]V) {
	minusOne := ones()
	kernel.Table(4, func(t, k int) (singles V) {
		some[t][k], singles = p.miniRow(t, k, minusOne)
		return singles
	}, kernel.Rows(orFirst, func(t int, row V) { store(row, p.row(t)) }),
		kernel.Columns(orFirst, func(k int, box V) { store(box, p.box(k)) }))
	for j := range 16 {
		single := func(t int) V { return load(p.scratch(16*t + j)) }
		// A single stays a single, so the unions of the columns only grow.
		column := or(load(p.column(j)), or4(single(0), single(1), single(2), single(3)))
		store(column, p.column(j))
	}
	return some
}

// miniRow finds the naked singles of a mini-row and the digits with two places or more in it. It
// returns all its digits and all its singles.
func (p *pass16Builder) miniRow(t, k int, minusOne V) (some, singles V) {
	var x, s [4]V
	for i := range 4 {
		x[i] = load(at(p.cell, 16*t+4*k+i))
		s[i] = single(x[i], minusOne)
		store(s[i], p.single(t, k, i))
	}
	singles = or4(s[0], s[1], s[2], s[3])
	twice, some := union4(x)
	store(twice, p.twice(t, k))
	return some, singles
}

func or4(a, b, c, d V) V { return or(or(a, b), or(c, d)) }

// union4 returns the bits that are set in at least two of four vectors, and in any of them.
func union4(x [4]V) (twice, some V) {
	twice, three := twice4(x)
	return twice, or(three, x[3])
}

// twice4 returns the bits that are set in at least two of four vectors, and in any of the first
// three.
func twice4(x [4]V) (twice, three V) {
	three, twice = or3(x[0], x[1], x[2]), majority(x[0], x[1], x[2])
	insert(twice, three, x[3])
	return twice, three
}

// lock applies pointing and claiming to the digits of the mini-rows (or mini-columns) of a band.
// take removes digits from an entry.
func (p *pass16Builder) lock(some *[4][4]V, take func(entry *V, gone V)) {
	twice := func(x [4]V) V {
		twice, _ := twice4(x)
		return twice
	}
	kernel.Lock(some, twice, othersOf, func(t, k int, claimed V) { store(claimed, p.claimed(t, k)) },
		func(t, k int, pointed V) { take(&some[t][k], or(pointed, load(p.claimed(t, k)))) })
}

// othersOf returns, for each of four entries, the digits of the other three entries, without the
// digits that are in twice of their own line.
func othersOf(entries, twice [4]V) (others [4]V) {
	var only [4]V
	for i := range 4 {
		only[i] = andNot(entries[i], twice[i])
	}
	low, high := or(only[0], only[1]), or(only[2], only[3])
	return [4]V{or(only[1], high), or(only[0], high), or(low, only[3]), or(low, only[2])}
}

// place notes which digits have a place in a house: they stay, or are singles.
func (p *pass16Builder) place(stay, singles V) { andTo(p.placed, or(stay, singles)) }

// hidden returns the digits that have one place in row t of the band and are no naked singles. stay
// holds the digits that stay in its mini-rows. A lane is dead if a digit has no place in the row.
func (p *pass16Builder) hidden(t int, stay *[4]V) V {
	twice, some := union4(*stay)
	p.place(some, load(p.row(t)))
	var once [4]V
	for k := range 4 {
		once[k] = andNot(stay[k], load(p.twice(t, k)))
	}
	return andNot(or4(once[0], once[1], once[2], once[3]), twice)
}

// update sets a cell's new candidates.
func (p *pass16Builder) update(cell int, stay, hidden V) {
	y, x := load(p.scratch(cell)), load(at(p.cell, cell))
	update(y, x, andNot(stay, load(p.column(cell%16))), hidden)
	store(y, at(p.cell, cell))
	orTo(p.changed, xor(x, y))
}

// columnStep applies pointing and claiming along the columns of one stack. SIMD.md says why it
// looks for no singles.
func (p *pass16Builder) columnStep() {
	cell := func(t, k, i int) memory { return at(p.cell, 16*(4*k+i)+t) }
	var keep [4][4]V
	for t := range 4 {
		for k := range 4 {
			keep[t][k] = or4(load(cell(t, k, 0)), load(cell(t, k, 1)), load(cell(t, k, 2)), load(cell(t, k, 3)))
		}
	}
	p.lock(&keep, func(entry *V, gone V) {
		gone = and(*entry, gone)
		orTo(p.changed, gone)
		*entry = xor(*entry, gone)
	})
	for t := range 4 {
		andTo(p.placed, or4(keep[t][0], keep[t][1], keep[t][2], keep[t][3]))
		for k := range 4 {
			for i := range 4 {
				store(and(load(cell(t, k, i)), keep[t][k]), cell(t, k, i))
			}
		}
	}
}
