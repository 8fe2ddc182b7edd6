package search

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
	"github.com/sudokubatch/sudokubatch/solver/internal/overfulltest"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// hardPuzzle returns a puzzle of order 16 for which clause learning needs at
// least the given number of decisions.
func hardPuzzle(tb testing.TB, decisions uint64) []uint8 {
	tb.Helper()
	m, e := overfulltest.New(16, 7), withTail(geometry.Of(16), newGrid())
	e.threshold = 0
	for range 20_000 {
		cells := slices.Clone(m.Puzzle(overfulltest.Rectangle))
		if out := e.Search(slices.Clone(cells), 2, decisions); out.Guesses == decisions {
			return cells
		}
	}
	tb.Fatal("no hard puzzle")
	return nil
}

// TestStopInPuzzle checks that Stop is called during a puzzle in every part of
// the search, and that the batch is then not completed.
func TestStopInPuzzle(t *testing.T) {
	t.Parallel()
	for _, order := range puzzletest.Orders {
		blank := make([]uint8, order*order)
		hard := blank // no puzzle of order 9 takes long enough
		if order == 16 {
			hard = hardPuzzle(t, 150)
		}
		for name, test := range map[string]struct {
			puzzle    []uint8
			limit     int
			threshold uint64
		}{
			"enumeration":     {blank, math.MaxInt, 100},
			"clause learning": {hard, map[int]int{9: math.MaxInt, 16: 2}[order], 0},
		} {
			p := newLanesPanel(order)
			p.setThreshold(test.threshold)
			for backend, e := range p.engines {
				stopInBatch(t, fmt.Sprintf("%s, order %d, %s", backend, order, name), e, test.puzzle, test.limit)
			}
			asked := 0
			p.judge.SetStop(func() bool { asked++; return asked > 2 })
			out := p.judge.Search(slices.Clone(test.puzzle), test.limit, engine.Unlimited)
			if asked < 3 || asked > 4 || out.Complete || out.Found == test.limit {
				t.Errorf("order %d, %s: asked %d times, got %+v", order, name, asked, out)
			}
		}
	}
}

// stopInBatch fails the test unless lanes stop in a batch that holds a puzzle
// nine times.
func stopInBatch(t *testing.T, name string, e *lanes, puzzle []uint8, limit int) {
	t.Helper()
	const n = 9
	asked := 0
	b := &engine.Workload{Cells: slices.Repeat(puzzle, n), Outcomes: make([]engine.Outcome, n), Stop: func() bool {
		asked++
		return asked > 2
	}}
	b.Done = func() { t.Errorf("%s: the batch is completed", name) }
	e.Feed(b, limit, engine.Unlimited)
	e.Flush()
	if asked < 3 || asked > 6 {
		t.Errorf("%s: asked %d times", name, asked)
	}
}

// TestWaitingRoom has more puzzles for clause learning than the queue holds,
// with other batches and single puzzles in between. Each must have the same
// outcome as alone.
func TestWaitingRoom(t *testing.T) {
	t.Parallel()
	for _, order := range puzzletest.Orders {
		if !LanesRunOn(order) {
			t.Skip("no lanes here")
		}
		e := NewLanes(geometry.Of(order)).(*lanes)
		m, alone := overfulltest.New(order, 5), withTail(geometry.Of(order), portable(geometry.Of(order)))
		e.tail.threshold, alone.threshold = 1, 1
		n, size := 3*maxQueued, order*order
		var cells []uint8
		for i := range n {
			cells = append(cells, m.Puzzle(i%overfulltest.Kinds)...)
		}
		want, wantOut := slices.Clone(cells), make([]engine.Outcome, n)
		handedOn := 0
		for i := range n {
			wantOut[i] = alone.Search(want[i*size:(i+1)*size], 2, 50)
			if wantOut[i].Guesses > 1 {
				handedOn++
			}
		}
		if handedOn < n/10 {
			t.Errorf("order %d: %d of %d puzzles go on to clause learning: too few", order, handedOn, n)
		}
		out, most := make([]engine.Outcome, n), 0
		for first := 0; first < n; {
			last := min(n, first+1+first%90)
			e.Feed(&engine.Workload{Cells: cells[first*size : last*size], Outcomes: out[first:last], Done: func() {}}, 2, 50)
			most = max(most, e.queue.n)
			first = last
			if first < n { // a single puzzle in between, as Solve would
				out[first] = e.Search(cells[first*size:(first+1)*size], 2, 50)
				first++
			}
		}
		e.Flush()
		if !slices.Equal(out, wantOut) || !slices.Equal(cells, want) {
			t.Errorf("order %d: not as alone", order)
		}
		if most > queuedAhead || e.queue.n != 0 {
			t.Errorf("order %d: %d puzzles waited after a batch, %d at the end", order, most, e.queue.n)
		}
	}
}

// TestTailNoAllocations checks that only the creation of the learner allocates.
func TestTailNoAllocations(t *testing.T) {
	for _, order := range puzzletest.Orders {
		m := overfulltest.New(order, 6)
		const n = 40
		var puzzles []uint8
		for i := range n {
			puzzles = append(puzzles, m.Puzzle(i%overfulltest.Kinds)...)
		}
		cells, out := make([]uint8, len(puzzles)), make([]engine.Outcome, n)
		alone := withTail(geometry.Of(order), portable(geometry.Of(order)))
		alone.threshold = 1
		check := func(name string, search func()) {
			if allocs := testing.AllocsPerRun(3, func() {
				copy(cells, puzzles)
				search()
			}); allocs != 0 {
				t.Errorf("%s, order %d: %v allocations a batch", name, order, allocs)
			}
		}
		check("alone", func() {
			for i, size := 0, order*order; i < n; i++ {
				out[i] = alone.Search(cells[i*size:(i+1)*size], 2, 100)
			}
		})
		if LanesRunOn(order) {
			e := NewLanes(geometry.Of(order)).(*lanes)
			e.tail.threshold = 1
			b := &engine.Workload{Cells: cells, Outcomes: out, Done: func() {}}
			check(e.Backend(), func() {
				e.Feed(b, 2, 100)
				e.Flush()
			})
		}
	}
}

// TestNobodyWaits checks that a puzzle that waits for clause learning delays no
// other batch: later batches are completed before its own.
func TestNobodyWaits(t *testing.T) {
	t.Parallel()
	if !LanesRunOn(16) {
		t.Skip("no lanes here")
	}
	e, g := NewLanes(geometry.Of(16)).(*lanes), puzzletest.NewGenerator(16, 3)
	easy := slices.Repeat(puzzletest.BlankCells(g.Grid(), func(i int, _ uint8) bool { return i%3 == 0 }), 8)
	hard := slices.Concat(hardPuzzle(t, 150), easy)
	e.tail.threshold = 0
	var finished []int
	for i, cells := range [][]uint8{hard, easy, easy, easy} {
		b := &engine.Workload{Cells: slices.Clone(cells), Outcomes: make([]engine.Outcome, len(cells)/256)}
		b.Done = func() { finished = append(finished, i) }
		e.Feed(b, 2, engine.Unlimited)
	}
	e.Flush()
	if want := []int{1, 2, 3, 0}; !slices.Equal(finished, want) {
		t.Errorf("batches are completed in the order %v, want %v", finished, want)
	}
}
