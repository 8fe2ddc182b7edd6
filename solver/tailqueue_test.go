package solver

import (
	"math"
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/internal/overfull"
)

// hardPuzzle returns a puzzle of order 16 that takes clause learning so many
// decisions.
func hardPuzzle(tb testing.TB, decisions uint64) []uint8 {
	tb.Helper()
	m, e := overfull.New(16, 7), withTail(16, newGrid())
	e.threshold = 0
	for range 20_000 {
		cells := slices.Clone(m.Puzzle(overfull.Rectangle))
		if out := e.search(slices.Clone(cells), 2, decisions); out.guesses == decisions {
			return cells
		}
	}
	tb.Fatal("no hard puzzle")
	return nil
}

// Stop is asked within puzzles, too, of whatever the search is at: the batch is
// not finished then.
func TestStopInPuzzle(t *testing.T) {
	t.Parallel()
	for _, order := range Orders() {
		blank := make([]uint8, order*order)
		hard := blank // none of order 9 takes long enough
		if order == 16 {
			hard = hardPuzzle(t, 150)
		}
		for _, engine := range []string{Auto, portableName(order)} {
			for _, n := range []int{1, 9} {
				for name, test := range map[string]struct {
					puzzle    []uint8
					limit     int
					threshold uint64
				}{
					"enumeration":     {blank, math.MaxInt, 100},
					"clause learning": {hard, map[int]int{9: math.MaxInt, 16: 2}[order], 0},
				} {
					s := mustNew(t, order, Options{Engine: engine, Limit: test.limit})
					setThreshold(s, test.threshold)
					asked := 0
					b := &Batch{Cells: slices.Repeat(test.puzzle, n), Results: make([]Result, n), Stop: func() bool {
						asked++
						return asked > 2
					}}
					b.Done = func() { t.Errorf("%s, order %d, %s, %d: the batch is done", engine, order, name, n) }
					s.Feed(b)
					s.Flush()
					if asked < 3 || asked > 6 {
						t.Errorf("%s, order %d, %s, %d: asked %d times", engine, order, name, n, asked)
					}
				}
			}
		}
	}
}

// portableName is the name of the portable engine of an order.
func portableName(order int) string { return map[int]string{9: "band", 16: "grid"}[order] }

// setThreshold makes a solver's engine hand puzzles on after so many guesses.
func setThreshold(s *Solver, guesses uint64) {
	switch e := s.engine.(type) {
	case *lanes:
		e.tail.threshold = guesses
	case *tail:
		e.threshold = guesses
	}
}

// More puzzles wait for clause learning than there is room for, batches come in
// between, of one puzzle too, and each is answered as it is alone.
func TestWaitingRoom(t *testing.T) {
	t.Parallel()
	for _, order := range Orders() {
		e := newLanes(order)
		if e == nil {
			t.Skip("no lanes here")
		}
		m, alone := overfull.New(order, 5), withTail(order, portable(order))
		e.tail.threshold, alone.threshold = 1, 1
		n, size := 3*tailQueue, order*order
		var cells []uint8
		for i := range n {
			cells = append(cells, m.Puzzle(i%overfull.Kinds)...)
		}
		want, wantResults := slices.Clone(cells), make([]Result, n)
		handedOn := 0
		for i := range n {
			out := alone.search(want[i*size:(i+1)*size], 2, 50)
			wantResults[i] = out.result(2)
			if out.guesses > 1 {
				handedOn++
			}
		}
		if handedOn < n/10 {
			t.Errorf("order %d: %d of %d puzzles go on to clause learning: too few", order, handedOn, n)
		}
		results, most := make([]Result, n), 0
		for first := 0; first < n; {
			last := min(n, first+1+first%90)
			e.feed(&Batch{Cells: cells[first*size : last*size], Results: results[first:last]}, 2, 50)
			most = max(most, e.queue.n)
			first = last
			if first < n { // one in between, as Solve would
				results[first] = e.search(cells[first*size:(first+1)*size], 2, 50).result(2)
				first++
			}
		}
		e.flush()
		if !slices.Equal(results, wantResults) || !slices.Equal(cells, want) {
			t.Errorf("order %d: not as alone", order)
		}
		if most > tailAhead || e.queue.n != 0 {
			t.Errorf("order %d: %d puzzles waited after a batch, %d at the end", order, most, e.queue.n)
		}
	}
}

// Puzzles of the tail do not allocate, but for the learner.
func TestTailNoAllocations(t *testing.T) {
	for _, order := range Orders() {
		m := overfull.New(order, 6)
		const n = 40
		var puzzles []uint8
		for i := range n {
			puzzles = append(puzzles, m.Puzzle(i%overfull.Kinds)...)
		}
		for _, engine := range []string{Auto, portableName(order)} {
			s := mustNew(t, order, Options{Engine: engine, Limit: 2, MaxGuesses: 100})
			setThreshold(s, 1)
			cells, results := make([]uint8, len(puzzles)), make([]Result, n)
			if allocs := testing.AllocsPerRun(3, func() {
				copy(cells, puzzles)
				s.SolveBatch(cells, results)
			}); allocs != 0 {
				t.Errorf("%s, order %d: %v allocations a batch", s.Engine(), order, allocs)
			}
		}
	}
}
