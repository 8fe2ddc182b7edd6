package generate

import (
	"math/bits"
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// TestGridsAreDiverse checks that no two grids are isomorphic, and that they
// allow as many trades of two digits in two rows, on average, as grids after
// very long walks: 11.44. Before the walk there are 10.14.
func TestGridsAreDiverse(t *testing.T) {
	t.Parallel()
	const count = 4000
	const longWalk, deviation = 11.44, 3.5 // standard deviation of one grid
	c := solver.NewCanonicalizer()
	b := newBoard(geometry.Of(9))
	seen := map[[81]uint8]bool{}
	trades := 0
	for i, p := range puzzles(t, Options{Order: 9, Clues: 81}, count) {
		var l layout
		b.lay(&l, p.cells)
		var links [32]uint32
		for x := 1; x <= 9; x++ {
			for y := x + 1; y <= 9; y++ {
				b.links(&l, x, y, &links)
				for row := range 9 {
					if rows := together(&links, row); bits.OnesCount32(rows) == 2 && bits.TrailingZeros32(rows) == row {
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
		b := newBoard(geometry.Of(order))
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
		g, err := New(Options{Order: order, Clues: order * order})
		if err != nil {
			t.Fatal(err)
		}
		d := g.groups[0].idle[0]
		s, err := solver.New(order, solver.Options{Limit: 2})
		if err != nil {
			t.Fatal(err)
		}
		copy(d.grid, puzzles(t, Options{Order: order, Clues: order * order}, 1)[0].cells)
		d.prepare()
		if len(d.family.nexts) < order {
			t.Errorf("order %d: only %d sets", order, len(d.family.nexts))
		}
		cells := make([]uint8, len(d.grid))
		for i, set := range d.family.all() {
			copy(cells, d.grid)
			blanks := 0
			for cell, turn := range d.turns {
				if set[turn>>6]>>(turn&63)&1 != 0 {
					cells[cell] = 0
					blanks++
				}
			}
			if r := s.Solve(cells); r.Solutions < 2 || blanks < 4 {
				t.Fatalf("order %d: set %d of %d cells: %+v", order, i, blanks, r)
			}
		}
	}
}

// TestStaying compares staying with its definition, which tries orbit after
// orbit.
func TestStaying(t *testing.T) {
	t.Parallel()
	var r random
	for round := range uint64(200) {
		r.seed(2, forPuzzle, 9, round)
		n := 1 + r.below(625)
		f := newFamily(n)
		size := 0
		for turn := range n {
			f.sizes[turn] = uint8(1 + r.below(1+int(round%4)))
			size += int(f.sizes[turn])
		}
		f.reset(size)
		if round%2 == 0 {
			f.reset(r.below(size + 1))
		}
		for range 40 {
			s := newSet(n)
			for range 2 + r.below(8) {
				s.add(uint16(r.below(n)))
			}
			f.add(s)
			least := r.below(size + 1)
			want := newSet(n)
			wantEnd, wantDropped := 0, 0
			for turn := range n {
				if wantDropped >= least {
					break
				}
				more := wantDropped + int(f.sizes[turn])
				if more > f.limit || slices.ContainsFunc(f.all(), func(s set) bool { return s.last() == uint16(turn) && isDropped(s, want, turn) }) {
					want.add(uint16(turn))
					continue
				}
				wantEnd, wantDropped = turn+1, more
			}
			stays, end, dropped := f.staying(least)
			staying := slices.Clone(stays)
			for w := range want { // turns beyond the end do not matter
				for bit := range 64 {
					if w<<6+bit >= end {
						staying[w] &^= 1 << bit
						want[w] &^= 1 << bit
					}
				}
			}
			if end != wantEnd || dropped != wantDropped || !slices.Equal(staying, want) {
				t.Fatalf("round %d: %v up to %d with %d dropped, want %v up to %d with %d", round, staying, end, dropped, want, wantEnd, wantDropped)
			}
		}
	}
}

// all returns the sets of a family.
func (f *family) all() (sets []set) {
	for words := range slices.Chunk(f.sets, len(f.stays)) {
		sets = append(sets, words)
	}
	return sets
}

// isDropped reports whether no orbit of a set before a turn stays.
func isDropped(s, stays set, turn int) bool {
	for other := range turn {
		if s[other>>6]>>(other&63)&1 == 1 && stays[other>>6]>>(other&63)&1 == 1 {
			return false
		}
	}
	return true
}
