package search

import (
	"os"
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
	"github.com/sudokubatch/sudokubatch/solver/internal/lane"
	"github.com/sudokubatch/sudokubatch/solver/internal/lane/backends"
	"github.com/sudokubatch/sudokubatch/solver/internal/lane/lanetest"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// A lanesPanel holds engine lanes on every available backend, and the portable
// engine that they must agree with. The engines are reused, so errors in one
// batch would show in the next.
type lanesPanel struct {
	order   int
	engines map[string]*lanes
	judge   *tail
	counts  [3]int // puzzles found to have 0, 1, and 2 or more solutions
	guesses uint64
}

// laneBackends returns the backends for an order by name. It includes plain Go,
// unless SUDOKUBATCH_BACKEND names another backend.
func laneBackends(order int) map[string]*lane.Kernels {
	found := map[string]*lane.Kernels{}
	if required := os.Getenv("SUDOKUBATCH_BACKEND"); required == "" || required == "plain" {
		found["plain32"], found["plain16"] = lanetest.Plain(order, 32), lanetest.Plain(order, 16)
	}
	for _, k := range backends.All(order) {
		found[k.Name] = k
	}
	return found
}

func newLanesPanel(order int) *lanesPanel {
	p := &lanesPanel{order: order, engines: map[string]*lanes{}, judge: withTail(geometry.Of(order), portable(geometry.Of(order)))}
	for name, k := range laneBackends(order) {
		p.engines[name] = lanesOn(k)
	}
	return p
}

// setThreshold sets the threshold of all engines.
func (p *lanesPanel) setThreshold(guesses uint64) {
	p.judge.threshold = guesses
	for _, e := range p.engines {
		e.tail.threshold = guesses
	}
}

// try fails the test unless all engines have the same outcome and first
// solution for each puzzle of a batch.
func (p *lanesPanel) try(tb testing.TB, puzzles [][]uint8, limit int, maxGuesses uint64) {
	tb.Helper()
	batch := slices.Concat(puzzles...)
	want, wantOut := slices.Clone(batch), make([]engine.Outcome, len(puzzles))
	n := p.order * p.order
	for i := range wantOut {
		wantOut[i] = p.judge.Search(want[i*n:(i+1)*n], limit, maxGuesses)
		p.counts[min(wantOut[i].Found, 2)]++
		p.guesses += wantOut[i].Guesses
	}
	for name, e := range p.engines {
		cells, out := slices.Clone(batch), make([]engine.Outcome, len(puzzles))
		for i := range out {
			out[i] = engine.Outcome{Found: -1, Guesses: 77, Complete: i%2 == 0} // must be overwritten
		}
		e.searchBatch(cells, out, limit, maxGuesses)
		for i, puzzle := range puzzles {
			if out[i] != wantOut[i] {
				tb.Fatalf("%s: puzzle %d of %d, limit %d, at most %d guesses:\n%s\ngot %+v, want %+v",
					name, i, len(puzzles), limit, maxGuesses, puzzletest.Encode(puzzle), out[i], wantOut[i])
			}
			if got := cells[i*n : (i+1)*n]; !slices.Equal(got, want[i*n:(i+1)*n]) {
				tb.Fatalf("%s: puzzle %d of %d, limit %d, at most %d guesses:\n%s\ngot  %s\nwant %s", name, i, len(puzzles),
					limit, maxGuesses, puzzletest.Encode(puzzle), puzzletest.Encode(got), puzzletest.Encode(want[i*n:(i+1)*n]))
			}
		}
	}
}

// searchBatch solves one batch and flushes.
func (e *lanes) searchBatch(cells []uint8, out []engine.Outcome, limit int, maxGuesses uint64) {
	if len(out) == 0 {
		return
	}
	e.Feed(&engine.Workload{Cells: cells, Outcomes: out, Done: func() {}}, limit, maxGuesses)
	e.Flush()
}

// FuzzLanes checks that all backends agree on any cells. The batch also holds
// other puzzles, whose results must not change.
func FuzzLanes(f *testing.F) {
	for _, seed := range puzzletest.FuzzSeeds() {
		f.Add(seed)
	}
	quick := map[int]*lanesPanel{9: newLanesPanel(9), 16: newLanesPanel(16)}
	all := map[int]*lanesPanel{9: newLanesPanel(9), 16: newLanesPanel(16)}
	for order := range all {
		delete(all[order].engines, "plain32") // slow, and the same code as plain16
		delete(quick[order].engines, "plain32")
		if len(quick[order].engines) > 1 {
			delete(quick[order].engines, "plain16")
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		puzzle := puzzletest.FuzzPuzzle(data)
		if puzzle == nil {
			return
		}
		order := puzzletest.OrderOf(puzzle)
		puzzles := [][]uint8{puzzle, puzzletest.PatternGrid(order), puzzle}
		// Plain Go is much slower than the others, so it gets few inputs.
		pick := puzzletest.FuzzPick(data)
		panel := quick[order]
		if pick%64 == 0 {
			panel = all[order]
		}
		for i := range pick / 64 % 18 {
			puzzles = append(puzzles, puzzletest.BlankCells(puzzle, func(cell int, _ uint8) bool { return cell%17 == i }))
		}
		panel.try(t, puzzles, 1+len(data)%3, 5)
	})
}
