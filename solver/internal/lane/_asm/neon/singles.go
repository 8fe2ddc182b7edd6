package main

import "github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/kernel"

// boxNeeds9 is where singles keeps the digits that each box needs. Rows and columns are in
// registers.
const boxNeeds9 = scratch9

// singles9 generates the solution of easy puzzles by naked singles, from masks of houses.
func singles9() {
	begin(symbol("singles", 9), "(block *uint16, cells *[32]*uint8) (solved uint32)")
	solved := constant(0)
	eachGiven(9, pointer("block"), pointer("cells"), constant(1<<(8*columns)-1), func(g *given) {
		cluesIn(g)
		s := &singlesBuilder{base: g.base, minusOne: ones()}
		s.needs()
		left, sweep, done := constant(kernel.Sweeps), newLabel("sweep"), newLabel("done")
		here(sweep)
		kernel.Sweep(s.box, s.miniRow, s.setBox)
		emitR("SUB\t$%d, R%%[2]d, R%%[1]d", 1, left, left)
		emitR("CMP\t$%d, R%%[2]d", kernel.Sweeps-2, left, left)
		branch("BGE\t", sweep) // no puzzle is solved so soon
		open := s.open()
		most := newR()
		emit("VMOV\tV%[2]d.B[0], R%[1]d", sets(most), uses(word1("umaxv", open)))
		branch("CBZ\tR%[1]d, ", done, most.register)
		branch("CBNZ\tR%[1]d, ", sweep, left.register)
		here(done)
		emitR("LSR\t$%d, R%%[2]d, R%%[1]d", 8, solved, solved)
		emit("ORR\tR%[2]d<<8, R%[3]d, R%[1]d", sets(solved), uses(bitsOf(equal(open, zero())), solved))
		result(solved, "solved")
	})
}

// cluesIn sets a column to the clues of its lanes, as cellsIn does, but with no digit in blanks.
func cluesIn(g *given) {
	var b [2][vector]byte
	for v := 1; v <= 9; v++ {
		mask := 1 << (v - 1)
		b[0][v], b[1][v] = byte(mask), byte(mask>>8)
	}
	lower, upper, to := vectorOf(b[0]), vectorOf(b[1]), address(at(g.base, 0))
	lookUp := func(table, values V) V {
		v := newV()
		emit("VTBL\tV%[2]d.B16, [V%[3]d.B16], V%[1]d.B16", sets(v), uses(values, table))
		return v
	}
	times(5, "in", func() {
		for i, pair := range transpose(g.loadNext()) {
			low, high := lookUp(lower, pair), lookUp(upper, pair)
			store(lanewise("VTRN1", "B16", low, high), at(to, 2*i))
			store(lanewise("VTRN2", "B16", low, high), at(to, 2*i+1))
		}
		advance(to, 16*stride)
	})
	last := g.loadLast("B", 2)
	store(lanewise("VTRN1", "B16", lookUp(lower, last), lookUp(upper, last)), at(to, 0))
}

// A singlesBuilder holds the registers that have the same meaning during the sweeps.
type singlesBuilder struct {
	base     R
	minusOne V
	// rows and columns hold the digits that they need.
	rows, columns [9]V
}

// needs sets what the houses need: all digits but their clues.
func (s *singlesBuilder) needs() {
	all := words(0x1ff)
	kernel.Clues(s.union, kernel.Rows(orFirst, func(r int, clues V) { s.rows[r] = andNot(all, clues) }),
		kernel.Columns(orFirst, func(b int, clues V) { s.setBox(b, andNot(all, clues)) }),
		func(c int, clues V) { s.columns[c] = andNot(all, clues) })
}

// union returns the union of n vectors of the block at a distance.
func (s *singlesBuilder) union(first, distance, n int) V {
	u := load(at(s.base, first))
	for i := 1; i < n; i++ {
		u = or(u, load(at(s.base, first+i*distance)))
	}
	return u
}

// box and setBox load and store what a box needs.
func (s *singlesBuilder) box(b int) V           { return load(at(s.base, boxNeeds9+b)) }
func (s *singlesBuilder) setBox(b int, needs V) { store(needs, at(s.base, boxNeeds9+b)) }

// miniRow places digits in the cells of a mini-row.
func (s *singlesBuilder) miniRow(r, stack int, box V) {
	both := and(s.rows[r], box)
	var placed V
	for i := range 3 {
		c := 3*stack + i
		cell := load(at(s.base, 9*r+c))
		x := and(both, s.columns[c])
		is := or(x, cell)
		x = andNot(x, test(is, add(is, s.minusOne)))
		without(s.columns[c], x)
		store(or(cell, x), at(s.base, 9*r+c))
		placed = orFirst(placed, x, i == 0)
	}
	without(s.rows[r], placed)
	without(box, placed)
}

// without removes the bits of v from d.
func without(d, v V) { emitWord("bic", sets(d), uses(d, v)) }

// open returns the union of what houses need.
func (s *singlesBuilder) open() V {
	open := s.union(boxNeeds9, 1, 9)
	for i := range 9 {
		open = or3(open, s.rows[i], s.columns[i])
	}
	return open
}
