package backends

import (
	"math/bits"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// TestPassRowsIn loads other states into some lanes between passes. The block must forget what it
// remembers of these lanes, and nothing else.
func TestPassRowsIn(t *testing.T) {
	eachBackend(t, func(t *testing.T, k *lane.Kernels) {
		p := newPair(t, k)
		for range perOrder(k, 400, 60) {
			lanes := p.Uint32() & p.Uint32() & p.all()
			for l := range k.Lanes {
				p.random(p.row(l))
			}
			p.load(lanes)
			p.pass()
		}
	})
}

// TestPassCellsIn does the same as TestPassRowsIn with CellsIn.
func TestPassCellsIn(t *testing.T) {
	eachBackend(t, func(t *testing.T, k *lane.Kernels) {
		p, q := newPair(t, k), newPuzzles(k)
		for range perOrder(k, 400, 60) {
			lanes := p.Uint32() & p.Uint32() & p.all()
			for l := range k.Lanes {
				blank := p.Float64()
				for cell, digit := range p.solution() {
					q.puzzle(l)[cell] = uint8(digit + 1)
					if p.Float64() < blank {
						q.puzzle(l)[cell] = 0
					}
				}
			}
			p.loadCells(q, lanes)
			p.pass()
		}
	})
}

// TestPassSearch makes a search in each lane: first children change a cell, second children are
// loaded as rows.
func TestPassSearch(t *testing.T) {
	eachBackend(t, func(t *testing.T, k *lane.Kernels) {
		p := newPair(t, k)
		fresh := func(lanes uint32) {
			for ; lanes != 0; lanes &= lanes - 1 {
				row, grid := p.row(bits.TrailingZeros32(lanes)), p.solution()
				fillWith(row, p.full())
				for range perOrder(k, 20, 90) + p.IntN(9) {
					cell := p.IntN(len(row))
					row[cell] = 1 << grid[cell]
				}
			}
		}
		fresh(p.all())
		p.load(p.all())
		events, guesses := 0, 0
		passes := perOrder(k, 1500, 250) * max(1, 16/k.Lanes)
		for range passes {
			dead, changed, open := p.pass()
			done := dead | ^changed&^open
			ready := open &^ changed &^ dead
			cells, more := p.branch(ready)
			done |= more
			second := uint32(0)
			for set := ready &^ more; set != 0; set &= set - 1 {
				l := bits.TrailingZeros32(set)
				x := p.get(l, int(cells[l]))
				if p.IntN(3) > 0 {
					p.set(l, int(cells[l]), x&-x)
				} else {
					for cell := range p.row(l) {
						p.row(l)[cell] = p.get(l, cell)
					}
					p.row(l)[cells[l]] = x & (x - 1)
					second |= 1 << l
				}
				guesses++
			}
			done &= p.all()
			fresh(done)
			p.load(done | second)
			events += bits.OnesCount32(done)
		}
		if events < 20 || guesses < 20 {
			t.Errorf("%d ends and %d guesses: too few to mean anything", events, guesses)
		}
	})
}

// TestPassCorners has states that are extreme in some way.
func TestPassCorners(t *testing.T) {
	eachBackend(t, func(t *testing.T, k *lane.Kernels) {
		p := newPair(t, k)
		n, cells := k.Order, p.cells()
		t.Run("uniform", func(*testing.T) {
			p.states(1<<9, func(row []uint16, i int) { fillWith(row, uint16(i)|uint16(i)<<5&p.full()) })
		})
		t.Run("one digit everywhere", func(*testing.T) {
			p.states(n, func(row []uint16, i int) { fillWith(row, 1<<i) })
		})
		t.Run("one cell empty", func(*testing.T) {
			p.states(cells, func(row []uint16, i int) { fillWith(row, p.full()); row[i] = 0 })
		})
		t.Run("one cell empty in a solved grid", func(*testing.T) {
			p.states(cells, func(row []uint16, i int) { p.solved(row); row[i] = 0 })
		})
		t.Run("one cell open in a solved grid", func(*testing.T) {
			p.states(cells, func(row []uint16, i int) { p.solved(row); row[i] = p.full() })
		})
		t.Run("one digit wrong in a solved grid", func(*testing.T) {
			p.states(cells, func(row []uint16, i int) { p.solved(row); row[i] = row[i]<<1&p.full() | row[i]>>(n-1) })
		})
		t.Run("a digit too many in some cells of a solved grid", func(*testing.T) {
			// The sum of the removed masks may be a power of two, even 2¹⁶.
			p.states(8*n, func(row []uint16, i int) {
				p.solved(row)
				left := 1 << (i / n % 5)
				for _, cell := range p.Perm(cells) {
					if x := row[cell] | 1<<(i%n); left > 0 && x != row[cell] {
						row[cell] = x
						left--
					}
				}
			})
		})
		t.Run("one clue", func(*testing.T) {
			step := perOrder(k, 1, 7) // no divisor of a number of digits or cells
			p.states(cells*n/step, func(row []uint16, i int) { fillWith(row, p.full()); row[i*step/n] = 1 << (i * step % n) })
		})
		t.Run("one digit missing from one cell", func(*testing.T) {
			p.states(cells, func(row []uint16, i int) { fillWith(row, p.full()); row[i] &^= 1 << p.IntN(n) })
		})
		t.Run("solved", func(*testing.T) {
			p.states(k.Lanes, func(row []uint16, _ int) { p.solved(row) })
		})
	})
}

func (p *pair) solved(row []uint16) {
	for cell, digit := range p.solution() {
		row[cell] = 1 << digit
	}
}

// TestPassPairs has the same digit in two cells of a house, and two digits with their only place in
// the same cell.
func TestPassPairs(t *testing.T) {
	eachBackend(t, func(t *testing.T, k *lane.Kernels) {
		p := newPair(t, k)
		for cell, peers := range puzzletest.Peers[k.Order] {
			if k.Order == 16 && cell%11 != 0 {
				continue
			}
			p.states(len(peers), func(row []uint16, i int) {
				fillWith(row, p.full())
				row[cell], row[peers[i]] = 4, 4
			})
		}
		p.states(p.cells(), func(row []uint16, cell int) {
			fillWith(row, p.full())
			first := cell / k.Order * k.Order
			for other := first; other < first+k.Order; other++ {
				if other != cell {
					row[other] &^= 3
				}
			}
		})
	})
}

// TestPassTables has all tables that a digit may have along a band or stack. Each digit of a state
// has another table.
func TestPassTables(t *testing.T) {
	eachBackend(t, func(t *testing.T, k *lane.Kernels) {
		p := newPair(t, k)
		n, side := k.Order, sideOf(k)
		tables := 1 << (side * side)
		for line := range 2 * side {
			if n == 16 && line%side != 0 {
				continue
			}
			p.states((tables+n-1)/n, func(row []uint16, i int) {
				fillWith(row, p.full())
				for d := range n {
					p.setTable(row, line, d, (i*n+d)%tables)
				}
			})
		}
	})
}

// setTable removes a digit from the cells of a band that are not in a table. Lines after the bands
// are stacks.
func (p *pair) setTable(row []uint16, line, digit, table int) {
	n, side := p.k.Order, sideOf(p.k)
	for j := range side * n {
		t, c := j/n, j%n
		cell := (line%side*side+t)*n + c
		if line >= side {
			cell = c*n + line%side*side + t
		}
		if table>>(t*side+c/side)&1 == 0 || p.IntN(4) == 0 && c%side > 0 {
			row[cell] &^= 1 << digit
		}
	}
}

// TestPassOneLane checks that a state in one lane does not affect the other lanes.
func TestPassOneLane(t *testing.T) {
	eachKernels(t, func(t *testing.T, k *lane.Kernels) {
		p := newPair(t, k)
		usual, other := make([]uint16, p.cells()), make([]uint16, p.cells())
		p.random(usual)
		for l := range k.Lanes {
			p.random(other)
			for m := range k.Lanes {
				copy(p.row(m), usual)
			}
			copy(p.row(l), other)
			p.load(p.all())
			for range 4 {
				dead, changed, open := p.pass()
				m := (l + 1) % k.Lanes
				for _, set := range []uint32{dead, changed, open} {
					if others := set &^ (1 << l); others != 0 && others != p.all()&^(1<<l) || set&^p.all() != 0 {
						t.Fatalf("lane %d differs: got dead %#x, changed %#x, open %#x", l, dead, changed, open)
					}
				}
				for cell := range p.row(l) {
					for o := range k.Lanes {
						if o != l && p.get(o, cell) != p.get(m, cell) {
							t.Fatalf("lane %d differs, and so does lane %d after a pass", l, o)
						}
					}
				}
			}
		}
	})
}
