package generate

import (
	"math/bits"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver"
)

// TestGridsAreDiverse checks that no two grids are isomorphic, and that they
// allow as many trades of two digits in two rows, on average, as grids after
// very long walks: 11.44. Before the walk there are 10.14.
func TestGridsAreDiverse(t *testing.T) {
	t.Parallel()
	const count = 4000
	const longWalk, deviation = 11.44, 3.5 // standard deviation of one grid
	c := solver.NewCanonicalizer()
	b := newBoard(9)
	seen := map[[81]uint8]bool{}
	trades := 0
	for i, p := range puzzles(t, Options{Order: 9, Clues: 81}, count) {
		var l layout
		b.lay(&l, p.cells)
		var links [16]uint16
		for x := 1; x <= 9; x++ {
			for y := x + 1; y <= 9; y++ {
				b.links(&l, x, y, &links)
				for row := range 9 {
					if rows := together(&links, row); bits.OnesCount16(rows) == 2 && bits.TrailingZeros16(rows) == row {
						trades++
					}
				}
			}
		}
		if i >= count/10 {
			continue // canonical forms take long
		}
		var form [81]uint8
		c.Canonical(form[:], p.cells)
		if seen[form] {
			t.Fatalf("grid %d is an isomorph of an earlier one", i)
		}
		seen[form] = true
	}
	const error3 = 3 * deviation / 63 // three standard errors of the mean; 63² is about count
	if mean := float64(trades) / count; mean < longWalk-error3 || mean > longWalk+error3 {
		t.Errorf("%.2f trades of two rows in a grid", mean)
	}
}

// TestWalk checks that every step of a walk leads to a valid grid.
func TestWalk(t *testing.T) {
	t.Parallel()
	for _, order := range solver.Orders() {
		grid := puzzles(t, Options{Order: order, Clues: order * order}, 1)[0].cells
		blank := make([]uint8, len(grid))
		b := newBoard(order)
		var r random
		r.seed(1, forPuzzle, uint64(order), 0)
		for step := range 200 {
			var l layout
			b.lay(&l, grid)
			b.walk(&l, 1, &r)
			b.fill(grid, &l)
			if err := solver.Verify(blank, grid); err != nil {
				t.Fatalf("order %d: step %d: %v", order, step, err)
			}
		}
	}
}

// TestLearn checks that all sets that a digger starts with are unavoidable.
func TestLearn(t *testing.T) {
	t.Parallel()
	for _, order := range solver.Orders() {
		d := newDigger(newBoard(order), &Options{Order: order})
		s, err := solver.New(order, solver.Options{Limit: 2})
		if err != nil {
			t.Fatal(err)
		}
		copy(d.grid, puzzles(t, Options{Order: order, Clues: order * order}, 1)[0].cells)
		d.prepare()
		if len(d.family.sets) < order {
			t.Errorf("order %d: only %d sets", order, len(d.family.sets))
		}
		cells := make([]uint8, len(d.grid))
		for i, set := range d.family.sets {
			copy(cells, d.grid)
			blanks := 0
			for cell, turn := range d.turns {
				if set[turn>>6]>>(turn&63)&1 != 0 {
					cells[cell] = 0
					blanks++
				}
			}
			if r := s.Solve(cells); r.Solutions < 2 || blanks < 4 || set.count() != blanks {
				t.Fatalf("order %d: set %d of %d cells: %+v", order, i, blanks, r)
			}
		}
	}
}

// TestStaying compares staying with its definition, which tries cell after
// cell.
func TestStaying(t *testing.T) {
	t.Parallel()
	var r random
	for round := range uint64(200) {
		r.seed(2, forPuzzle, 9, round)
		f := newFamily(256)
		for range 40 {
			var s set
			for range 2 + r.below(8) {
				s.add(uint8(r.below(256)))
			}
			f.add(&s)
			var left, want set
			left.addFrom(0)
			for turn := range 256 {
				left[turn>>6] &^= 1 << (turn & 63)
				for i := range f.sets {
					if m := f.sets[i]; m[0]&left[0]|m[1]&left[1]|m[2]&left[2]|m[3]&left[3] == 0 {
						left.add(uint8(turn))
						want.add(uint8(turn))
						break
					}
				}
			}
			drops := 1 + r.below(256)
			staying, dropped := f.staying(drops)
			upTo := 256
			if dropped == drops {
				upTo = want.after(drops)
			}
			if most := 256 - want.count(); dropped != min(drops, most) {
				t.Fatalf("round %d: %d of %d dropped, can be %d", round, dropped, drops, most)
			}
			wanted := want
			staying.dropFrom(upTo)
			wanted.dropFrom(upTo)
			if staying != wanted {
				t.Fatalf("round %d: staying %v, want %v", round, staying, wanted)
			}
			if n := 1 + r.below(256-want.count()); want.after(n) != afterSlowly(&want, n) {
				t.Fatalf("round %d: the %d-th absent cell is not before %d", round, n, want.after(n))
			}
		}
	}
}

func afterSlowly(s *set, n int) (turn int) {
	for ; n > 0; turn++ {
		if s[turn>>6]>>(turn&63)&1 == 0 {
			n--
		}
	}
	return turn
}
