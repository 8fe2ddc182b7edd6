package main

// pass9 generates one pass of order 9: a look at each band, then a row step for each band, then a
// column step for each stack.
//
// Whether it changed a lane shows in the sum of the lane's masks, which is below 2¹⁶ and can only
// fall: at the end of a pass it is compared with the sum that the pass before, or whatever loaded
// the lane, has left.
func pass9() {
	beginPass(9)
	eachPass(func(base R) (dead, changed, solved, all V) {
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

// A pass9Builder holds the registers that keep their meaning throughout a pass.
type pass9Builder struct {
	base  R // the column of the block
	cell  R // the first cell of the current band or stack
	nine  R // base + 9 vectors for each band before
	three R // base + 3 vectors for each band before

	placed  V    // digits that all lines had a place for
	solved  V    // digits that are naked singles of every row
	columns [9]V // naked singles
	sums    [3]V // of the masks after the pass, by box
}

// loop runs a step for each of three bands or stacks, whose first cells are so many cells apart.
func (p *pass9Builder) loop(name string, apart int, step func()) {
	p.cell, p.nine, p.three = address(at(p.base, 0)), address(at(p.base, 0)), address(at(p.base, 0))
	times(3, name, func() {
		step()
		advance(p.cell, apart*stride)
		advance(p.nine, 9*stride)
		advance(p.three, 3*stride)
	})
}

// look finds the naked singles of a band, collects them by row, column and box, and collects the
// candidates of its mini-rows.
func (p *pass9Builder) look(minusOne V) {
	var rows [3]V
	for k := range 3 {
		var box V
		for t := range 3 {
			singles := p.miniRow(t, k, minusOne)
			rows[t] = orFirst(rows[t], singles, k == 0)
			box = orFirst(box, singles, t == 0)
		}
		store(box, at(p.three, box9+k))
	}
	for t, row := range rows {
		store(row, at(p.three, rowOf9+t))
		andTo(p.solved, row)
	}
}

// orFirst returns sum | v, or v if it is the first.
func orFirst(sum, v V, first bool) V {
	if first {
		return v
	}
	return or(sum, v)
}

// miniRow finds the naked singles of a mini-row, cell by cell and all together, and stores its
// digits and those with two places in it.
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

// single returns the candidate of a cell if it is the only one.
func single(x, minusOne V) V { return andNot(x, test(x, add(x, minusOne))) }

// match returns the entries of a 3×3 table that lie on a perfect matching of its rows to its
// columns: the union of the matchings that the table contains.
func match(some *[3][3]V) (keep [3][3]V) {
	for i, columns := range [][3]int{{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {1, 0, 2}, {2, 1, 0}} {
		whole := and(and(some[0][columns[0]], some[1][columns[1]]), some[2][columns[2]])
		for t, k := range columns { // each entry lies on one matching of the first three
			keep[t][k] = orFirst(keep[t][k], whole, i < 3)
		}
	}
	return keep
}

// place notes which digits have a matching, given what matchings leave of one line. A digit without
// one is missing from every line.
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

// hidden returns the digits with one place in row t of the band that are no naked singles, given
// those that stay for its mini-rows.
func (p *pass9Builder) hidden(t int, stay *[3]V) V {
	var once [3]V
	for k := range 3 {
		once[k] = andNot(stay[k], load(at(p.nine, twice9+3*t+k)))
	}
	return andNot(or3(once[0], once[1], once[2]), majority(stay[0], stay[1], stay[2]))
}

// update turns the single of a cell into the cell's new candidates: the single or, of its
// candidates x, those that stay. What stays has no single of the row, so that a cell with a single
// has no other bit where something stays. If one of the result is hidden, only that is left.
func update(single, x, stay, hidden V) {
	y := single
	insert(y, x, stay)
	only := test(y, hidden)
	insert(y, and(y, hidden), only)
}

// columnStep matches the columns of one stack to its boxes. What is hidden in a column is, after
// this step, hidden in its box and row; naked singles were taken from their columns in the row
// step.
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
