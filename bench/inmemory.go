package bench

// This file measures engines alone, with the puzzles in memory.

import (
	"context"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/sudokubatch/sudokubatch/solver"
)

const (
	// batchPuzzles is how many puzzles an engine is fed at a time. A smaller corpus fills a
	// batch several times, so that it is measured as larger ones are.
	batchPuzzles = 1024
	// batchesInFlight is how many batches a worker has: while a hard puzzle delays one, the
	// solver is fed others.
	batchesInFlight = 4
)

// An inMemory is a contender: an engine alone. Each of its workers has a solver and takes
// batches of cells from a stream of laps. A copy of the cells, which are solved in place, is
// the only other work in its time.
type inMemory struct {
	corpus  *Corpus
	common  bool
	own     bool
	workers []*memoryWorker
	total   totals // of one lap
}

// totals are sums over results. They show whether a timed lap answers as the verified one.
type totals struct{ solutions, guesses uint64 }

func newInMemory(c *Corpus, e *engine, limit, jobs int) (*inMemory, error) {
	m := &inMemory{corpus: c, common: e.common, own: e.own}
	for range jobs {
		s, err := e.new(c.Order, limit)
		if err != nil {
			return nil, err
		}
		m.workers = append(m.workers, newMemoryWorker(c, s))
	}
	return m, nil
}

func (m *inMemory) prove(ctx context.Context, k *key) (*evidence, error) {
	a, err := m.solveOnce(ctx)
	if err == nil {
		err = k.judge(a, m.common)
	}
	if err != nil {
		return nil, err
	}
	seen := &evidence{checked: checkedAll}
	for i := range a.results {
		n := a.results[i].Solutions
		seen.add(shown{grid: n > 0, count: true, several: n > 1})
	}
	if !m.own || m.total.guesses > 0 {
		seen.guesses = &m.total.guesses
	}
	return seen, nil
}

// solveOnce solves the corpus once and returns the answers.
func (m *inMemory) solveOnce(ctx context.Context) (*answers, error) {
	a := &answers{results: make([]solver.Result, m.corpus.N), cells: make([]uint8, len(m.corpus.Cells)), own: m.own}
	size := m.corpus.Order * m.corpus.Order
	var err error
	m.total, err = m.solve(ctx, 1, func(at int, b *solver.Request) {
		copy(a.results[at:], b.Results)
		copy(a.cells[at*size:], b.Cells)
	})
	return a, err
}

func (m *inMemory) run(ctx context.Context, laps int) (effort, error) {
	var total totals
	var err error
	spent := timed(func() { total, err = m.solve(ctx, laps, nil) })
	n := uint64(laps)
	if err == nil && total != (totals{n * m.total.solutions, n * m.total.guesses}) {
		err = errDiffers
	}
	return spent, err
}

// solve solves the corpus so many times. If keep is not nil it is called with each finished
// batch and the number of its first puzzle.
func (m *inMemory) solve(ctx context.Context, laps int, keep func(at int, b *solver.Request)) (totals, error) {
	var next atomic.Int64
	var stopped atomic.Bool
	defer context.AfterFunc(ctx, func() { stopped.Store(true) })()
	var workers errgroup.Group
	for _, w := range m.workers {
		workers.Go(func() error {
			w.keep = keep
			w.work(&next, int64(laps)*int64(m.corpus.N), stopped.Load)
			return nil
		})
	}
	_ = workers.Wait() // workers do not fail
	var total totals
	for _, w := range m.workers {
		total.solutions += w.total.solutions
		total.guesses += w.total.guesses
	}
	return total, context.Cause(ctx)
}

// A memoryWorker has a solver and the batches that go to it and come back.
type memoryWorker struct {
	corpus *Corpus
	solver feeder
	free   chan *slot
	total  totals
	keep   func(at int, b *solver.Request)
}

type slot struct {
	solver.Request
	at int // the number of its first puzzle in the corpus
}

func newMemoryWorker(c *Corpus, s feeder) *memoryWorker {
	w := &memoryWorker{corpus: c, solver: s, free: make(chan *slot, batchesInFlight)}
	for range batchesInFlight {
		s := &slot{Request: solver.Request{Cells: make([]uint8, batchPuzzles*c.Order*c.Order), Results: make([]solver.Result, batchPuzzles)}}
		s.Done = func() { w.finish(s) }
		w.free <- s
	}
	return w
}

// work solves batches until all puzzles are taken and its own are finished. A worker that was
// stopped does not work again.
func (w *memoryWorker) work(next *atomic.Int64, all int64, stopped func() bool) {
	w.total = totals{}
	for {
		from := next.Add(batchPuzzles) - batchPuzzles
		if from >= all {
			break
		}
		if len(w.free) == 0 {
			w.solver.Flush()
		}
		if len(w.free) == 0 || stopped() {
			return
		}
		s := <-w.free
		w.fill(s, int(from%int64(w.corpus.N)), int(min(batchPuzzles, all-from)))
		s.Stop = stopped
		w.solver.Feed(&s.Request)
	}
	w.solver.Flush()
}

// fill copies n puzzles into a batch. The last puzzle of the corpus is followed by the first.
func (w *memoryWorker) fill(s *slot, at, n int) {
	size := w.corpus.Order * w.corpus.Order
	s.at = at
	s.Cells, s.Results = s.Cells[:n*size], s.Results[:n]
	from := at * size
	for to := s.Cells; len(to) > 0; from = 0 {
		to = to[copy(to, w.corpus.Cells[from:]):]
	}
}

// finish takes a finished batch back.
func (w *memoryWorker) finish(s *slot) {
	for i := range s.Results {
		w.total.solutions += uint64(s.Results[i].Solutions)
		w.total.guesses += s.Results[i].Guesses
	}
	if w.keep != nil {
		w.keep(s.at, &s.Request)
	}
	w.free <- s
}
