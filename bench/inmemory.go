package bench

import (
	"context"
	"errors"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/sudokubatch/sudokubatch/solver"
)

// batchPuzzles is how many puzzles an engine is fed at a time. A smaller corpus
// fills a batch several times over, so that it is measured as the larger ones.
const batchPuzzles = 1024

// inFlight is how many batches a worker has: while a hard puzzle holds one, the
// solver is fed others.
const inFlight = 4

// An inMemory is a contender that is an engine alone: workers with a solver
// each, that take batches of decoded puzzles from a stream of laps. The only
// other work in its time is the copy of each puzzle, which is solved in place.
type inMemory struct {
	corpus  *Corpus
	common  bool
	workers []*memoryWorker
	total   totals // of one lap
}

// totals are sums over results, to see that no timed lap answers otherwise.
type totals struct{ solutions, guesses uint64 }

func newInMemory(c *Corpus, e Engine, limit, jobs int) (*inMemory, error) {
	m := &inMemory{corpus: c, common: e.Common}
	for range jobs {
		s, err := e.New(c.Order, limit)
		if err != nil {
			return nil, err
		}
		m.workers = append(m.workers, newMemoryWorker(c, s))
	}
	return m, nil
}

// prove solves the corpus once, as run does, and has all answers judged.
func (m *inMemory) prove(ctx context.Context, k *key) (proof, error) {
	a, err := m.solveOnce(ctx)
	if err != nil {
		return proof{}, err
	}
	if err := k.judge(a, m.common); err != nil {
		return proof{}, err
	}
	return proof{checked: checkedAll, guesses: a.guesses(), guessBits: a.guessBits(), counted: true}, nil
}

// solveOnce solves the corpus once and returns its answers.
func (m *inMemory) solveOnce(ctx context.Context) (*answers, error) {
	a := &answers{results: make([]solver.Result, m.corpus.N), cells: make([]uint8, len(m.corpus.Cells))}
	size := m.corpus.Order * m.corpus.Order
	_, total, err := m.solve(ctx, 1, func(at int, b *solver.Batch) {
		copy(a.results[at:], b.Results)
		copy(a.cells[at*size:], b.Cells)
	})
	m.total = total
	return a, err
}

func (m *inMemory) run(ctx context.Context, laps int) (effort, error) {
	spent, total, err := m.solve(ctx, laps, nil)
	n := uint64(laps)
	if err == nil && total != (totals{n * m.total.solutions, n * m.total.guesses}) {
		err = errors.New("its answers when timed differ from those that were verified")
	}
	return spent, err
}

// solve solves the corpus laps times. Each batch that is finished is shown to
// keep, if that is not nil, with the place of its first puzzle.
func (m *inMemory) solve(ctx context.Context, laps int, keep func(at int, b *solver.Batch)) (effort, totals, error) {
	var next atomic.Int64
	var stopped atomic.Bool
	defer context.AfterFunc(ctx, func() { stopped.Store(true) })()
	var workers errgroup.Group
	start := clock()
	for _, w := range m.workers {
		workers.Go(func() error {
			w.work(&next, int64(laps)*int64(m.corpus.N), stopped.Load, keep)
			return nil
		})
	}
	_ = workers.Wait() // workers do not fail
	spent := start.until(clock())
	var total totals
	for _, w := range m.workers {
		total.solutions += w.total.solutions
		total.guesses += w.total.guesses
	}
	if err := ctx.Err(); err != nil {
		return spent, total, context.Cause(ctx)
	}
	return spent, total, nil
}

// A memoryWorker is a solver and the batches that go to it and come back.
type memoryWorker struct {
	corpus *Corpus
	solver Solver
	slots  [inFlight]slot
	free   []*slot
	total  totals
	keep   func(at int, b *solver.Batch)
}

type slot struct {
	solver.Batch
	at int // the place of its first puzzle in the corpus
}

func newMemoryWorker(c *Corpus, s Solver) *memoryWorker {
	w := &memoryWorker{corpus: c, solver: s}
	for i := range w.slots {
		s := &w.slots[i]
		s.Cells = make([]uint8, batchPuzzles*c.Order*c.Order)
		s.Results = make([]solver.Result, batchPuzzles)
		s.Done = func() { w.takeBack(s) }
	}
	w.free = make([]*slot, 0, len(w.slots))
	return w
}

// work takes batches until all puzzles are taken, and finishes its own.
func (w *memoryWorker) work(next *atomic.Int64, all int64, stopped func() bool, keep func(int, *solver.Batch)) {
	w.total, w.keep = totals{}, keep
	w.free = w.free[:0]
	for i := range w.slots {
		w.free = append(w.free, &w.slots[i])
	}
	for {
		from := next.Add(batchPuzzles) - batchPuzzles
		if from >= all {
			break
		}
		if len(w.free) == 0 {
			w.solver.Flush()
		}
		if len(w.free) == 0 || stopped() {
			return // it stopped in the middle
		}
		s := w.free[0]
		w.free = w.free[:copy(w.free, w.free[1:])]
		w.fill(s, int(from%int64(w.corpus.N)), int(min(batchPuzzles, all-from)))
		s.Stop = stopped
		w.solver.Feed(&s.Batch)
	}
	w.solver.Flush()
}

// fill copies n puzzles into a batch; after the corpus' last comes its first.
func (w *memoryWorker) fill(s *slot, at, n int) {
	size := w.corpus.Order * w.corpus.Order
	s.at = at
	s.Cells, s.Results = s.Cells[:n*size], s.Results[:n]
	from := at * size
	for to := s.Cells; len(to) > 0; from = 0 {
		to = to[copy(to, w.corpus.Cells[from:]):]
	}
}

// takeBack takes a finished batch back.
func (w *memoryWorker) takeBack(s *slot) {
	for i := range s.Results {
		w.total.solutions += uint64(s.Results[i].Solutions)
		w.total.guesses += s.Results[i].Guesses
	}
	if w.keep != nil {
		w.keep(s.at, &s.Batch)
	}
	w.free = append(w.free, s)
}
