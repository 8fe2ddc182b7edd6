package solver

import (
	"slices"
	"strings"
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
					"enumeration":     {blank, 1 << 60, 100},
					"clause learning": {hard, map[int]int{9: 1 << 60, 16: 2}[order], 0},
				} {
					s := mustNew(t, order, Options{Engine: engine, Limit: test.limit})
					setThreshold(s, test.threshold)
					asked := 0
					b := &Batch{Cells: slices.Repeat(test.puzzle, n), Results: make([]Result, n), Stop: func() bool {
						asked++
						return asked > 2
					}}
					done := func(*Batch) { t.Errorf("%s, order %d, %s, %d: the batch is done", engine, order, name, n) }
					s.Feed(b, done)
					s.Flush(done)
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
			e.feed(&Batch{Cells: cells[first*size : last*size], Results: results[first:last]}, 2, 50, ignore)
			most = max(most, e.queue.n)
			first = last
			if first < n { // one in between, as Solve would
				results[first] = e.search(cells[first*size:(first+1)*size], 2, 50).result(2)
				first++
			}
		}
		e.flush(ignore)
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

// The puzzles that resolution alone does not finish are answered within the default
// budget.
func TestStalling(t *testing.T) {
	t.Parallel()
	lines := readLines(t, "stall16.txt")
	for _, engine := range []string{Auto, portableName(16)} {
		s := mustNew(t, 16, Options{Engine: engine, Limit: 2, MaxGuesses: DefaultMaxGuesses})
		cells, results := decodePuzzle(strings.Join(lines, "")), make([]Result, len(lines))
		s.SolveBatch(cells, results)
		var counts [Statuses]int
		for _, r := range results {
			counts[r.Status]++
		}
		if counts != [Statuses]int{None: 119, Multiple: 3} {
			t.Errorf("%s: got %v puzzles of each status", s.Engine(), counts)
		}
	}
}

// A puzzle that waits for clause learning holds no other up: later batches are
// finished before its own is.
func TestNobodyWaits(t *testing.T) {
	t.Parallel()
	e := newLanes(16)
	if e == nil {
		t.Skip("no lanes here")
	}
	g := newGenerator(16, 3)
	easy := slices.Repeat(blankCells(g.grid(), func(i int, _ uint8) bool { return i%3 == 0 }), 8)
	hard := slices.Concat(hardPuzzle(t, 150), easy)
	e.tail.threshold = 0
	var finished []*Batch
	done := func(b *Batch) { finished = append(finished, b) }
	var batches []*Batch
	for _, cells := range [][]uint8{hard, easy, easy, easy} {
		b := &Batch{Cells: slices.Clone(cells), Results: make([]Result, len(cells)/256)}
		batches = append(batches, b)
		e.feed(b, 2, unlimited, done)
	}
	e.flush(done)
	if want := slices.Concat(batches[1:], batches[:1]); !slices.Equal(finished, want) {
		t.Errorf("of %d batches %d are finished, or not in this order", len(batches), len(finished))
	}
}
