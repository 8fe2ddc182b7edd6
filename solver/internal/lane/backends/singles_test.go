package backends

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane"
	"github.com/sudokubatch/sudokubatch/solver/internal/lane/lanetest"
)

// TestSingles compares Singles with plain Go on grids with more and more blanks. Some grids
// have a wrong clue.
func TestSingles(t *testing.T) {
	eachBackend(t, func(t *testing.T, k *lane.Kernels) {
		if k.Singles == nil {
			t.Skip("not in this backend")
		}
		plain, p, q := lanetest.Plain(k.Order, k.Lanes), newPair(t, k), newPuzzles(k)
		block, want := k.NewBlock(), plain.NewBlock()
		r := rand.New(rand.NewPCG(11, 12))
		var easy, all int
		for blanks := range 64 {
			for l := range k.Lanes {
				cells := q.puzzle(l)
				for cell, digit := range p.solution() {
					cells[cell] = uint8(digit) + 1
				}
				for range blanks {
					cells[r.IntN(len(cells))] = 0
				}
				if r.IntN(8) == 0 {
					cells[r.IntN(len(cells))] = uint8(1 + r.IntN(9))
				}
			}
			cells := slices.Clone(q.cells)
			got, solved := k.Singles(&block[0], &q.at), plain.Singles(&want[0], &q.at)
			if got != solved || !slices.Equal(cells, q.cells) {
				t.Fatalf("%d blanks: solved %#x, want %#x", blanks, got, solved)
			}
			for l := range k.Lanes {
				all++
				if solved>>l&1 == 0 {
					continue
				}
				easy++
				for cell := range 81 {
					if x, y := block[cell*k.Lanes+l], want[cell*k.Lanes+l]; x != y {
						t.Fatalf("%d blanks, lane %d, cell %d: got %#x, want %#x", blanks, l, cell, x, y)
					}
				}
			}
		}
		if easy < all/2 || easy > all*15/16 {
			t.Errorf("%d of %d were easy: the test says little", easy, all)
		}
	})
}
