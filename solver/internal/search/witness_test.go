package search

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"
	"unsafe"

	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
	"github.com/sudokubatch/sudokubatch/solver/internal/lane"
	"github.com/sudokubatch/sudokubatch/solver/internal/lane/lanetest"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// A witness pairs kernels with the same kernels in plain Go. It compares their
// results for every state that an engine reaches.
type witness struct {
	*lane.Kernels
	testing.TB
	twin   *lane.Kernels
	block  []uint16 // the plain kernels' block
	stable uint32   // open, live lanes that the last pass did not change
	passes int
	chosen int // number of branch cells compared
}

func newWitness(tb testing.TB, k *lane.Kernels) *witness {
	twin := lanetest.Plain(k.Order, k.Lanes)
	return &witness{Kernels: k, TB: tb, twin: twin, block: twin.NewBlock()}
}

// watched returns kernels for an engine that compare every call.
func (w *witness) watched() *lane.Kernels {
	k := *w.Kernels
	k.Pass, k.Branch, k.Solved, k.RowsIn, k.CellsIn = w.pass, w.branch, w.solved, w.rowsIn, w.cellsIn
	return &k
}

// candidates returns the part of a block that both kernels lay out alike.
func (w *witness) candidates(block *uint16) []uint16 {
	return unsafe.Slice(block, w.Order*w.Order*w.Lanes)
}

func (w *witness) pass(block *uint16) (dead, changed, open uint32) {
	copy(w.block, w.candidates(block)) // includes the engine's changes
	dead, changed, open = w.Pass(block)
	d, c, o := w.twin.Pass(&w.block[0])
	if dead != d || changed != c || open != o {
		w.Fatalf("Pass: got dead %#x, changed %#x, open %#x; want %#x, %#x, %#x", dead, changed, open, d, c, o)
	}
	w.same(block)
	w.stable = open &^ changed &^ dead
	w.passes++
	return dead, changed, open
}

func (w *witness) branch(block *uint16, cells *[lane.MaxLanes]uint16) (dead uint32) {
	dead = w.Branch(block, cells)
	var want [lane.MaxLanes]uint16
	if d := w.twin.Branch(&w.block[0], &want); dead&w.stable != d&w.stable {
		w.Fatalf("Branch: got dead %#x, want %#x of %#x", dead, d, w.stable)
	}
	for set := w.stable &^ dead; set != 0; set &= set - 1 {
		if l := bits.TrailingZeros32(set); cells[l] != want[l] {
			w.Fatalf("Branch: lane %d: got cell %d, want %d", l, cells[l], want[l])
		}
		w.chosen++
	}
	w.same(block)
	return dead
}

func (w *witness) rowsIn(block *uint16, rows *[lane.MaxLanes]*uint16, lanes uint32) {
	copy(w.block, w.candidates(block))
	w.RowsIn(block, rows, lanes)
	w.twin.RowsIn(&w.block[0], rows, lanes)
	w.same(block)
}

func (w *witness) cellsIn(block *uint16, cells *[lane.MaxLanes]*uint8, lanes uint32) {
	copy(w.block, w.candidates(block))
	w.CellsIn(block, cells, lanes)
	w.twin.CellsIn(&w.block[0], cells, lanes)
	w.same(block)
}

func (w *witness) solved(block *uint16) (lanes uint32) {
	lanes = w.Solved(block)
	if want := w.twin.Solved(&w.block[0]); lanes != want {
		w.Fatalf("Solved: got %#x, want %#x", lanes, want)
	}
	return lanes
}

// same fails the test unless both blocks hold the same candidates.
func (w *witness) same(block *uint16) {
	w.Helper()
	got, lanes := w.candidates(block), w.Lanes
	if want := w.block[:len(got)]; !slices.Equal(got, want) {
		for i := range got {
			if got[i] != want[i] {
				w.Fatalf("lane %d, cell %d: got %#x, want %#x", i%lanes, i/lanes, got[i], want[i])
			}
		}
	}
}

// TestLanesStates compares kernels on every state met while puzzles are solved.
func TestLanesStates(t *testing.T) {
	t.Parallel()
	for _, order := range puzzletest.Orders {
		for name, k := range laneBackends(order) {
			if k.Name == "plain" {
				continue // the plain kernels themselves
			}
			t.Run(fmt.Sprintf("%s/%d", name, order), func(t *testing.T) {
				w := newWitness(t, k)
				e := lanesOn(w.watched())
				puzzles := puzzletest.Mixed(order, 28, 900/order)
				for _, corpus := range puzzletest.Corpora {
					if corpus.Order() == order {
						for _, line := range puzzletest.Sample(t, corpus.Name, 100/order) {
							puzzles = append(puzzles, puzzletest.Decode(line))
						}
					}
				}
				e.searchBatch(slices.Concat(puzzles...), make([]engine.Outcome, len(puzzles)), 2, uint64(300/order))
				if w.passes < 100 || w.chosen < 100 {
					t.Errorf("%d passes and %d branch cells: too few to mean anything", w.passes, w.chosen)
				}
				t.Logf("%d passes, %d branch cells", w.passes, w.chosen)
			})
		}
	}
}
