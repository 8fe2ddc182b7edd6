package gen

import (
	"context"
	"slices"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/solver/generate"
)

// newWorker makes a worker for the units.
func newWorker(cfg *Config) (pipeline.Worker, error) {
	if cfg.Inputs != nil {
		return &isomorphWorker{cfg: cfg, mutatorSet: mutatorSet{cfg: cfg}, isomorphers: map[int]*generate.Isomorpher{}}, nil
	}
	g, err := generate.New(cfg.Options)
	if err != nil {
		return nil, err
	}
	return &generateWorker{cfg: cfg, mutatorSet: mutatorSet{cfg: cfg}, generator: g}, nil
}

// A mutatorSet holds the mutators of a worker. It changes puzzles only if
// Config.Mutate is set.
type mutatorSet struct {
	cfg      *Config
	mutators map[int]*generate.Mutator // by order
}

func (s *mutatorSet) mutate(order int, cells []uint8, number uint64) {
	if !s.cfg.Mutate {
		return
	}
	m := s.mutators[order]
	if m == nil {
		m = generate.NewMutator(order, s.cfg.Options.Seed)
		if s.mutators == nil {
			s.mutators = map[int]*generate.Mutator{}
		}
		s.mutators[order] = m
	}
	m.Mutate(cells, number)
}

// An isomorphWorker makes an isomorph of each puzzle of a unit.
type isomorphWorker struct {
	cfg *Config
	mutatorSet
	isomorphers map[int]*generate.Isomorpher // by order
	cells       [256]uint8
}

func (w *isomorphWorker) Work(_ context.Context, b *pipeline.Batch) {
	u := unitOf(b)
	order := u.to.Order
	m := w.isomorphers[order]
	if m == nil {
		m = generate.NewIsomorpher(order, w.cfg.Options.Seed)
		w.isomorphers[order] = m
	}
	b.Out = append(b.Out, u.head...)
	to := w.cells[:order*order]
	for i := range u.count {
		number := u.first + uint64(i)
		m.Isomorph(to, u.cells[i*len(to):][:len(to)], number)
		w.mutate(order, to, number)
		b.Out = u.to.AppendPuzzle(b.Out, to)
	}
	b.Counts.Solved = int64(u.count)
	b.Records.N = u.count
	b.Done()
}

func (*isomorphWorker) Flush(context.Context) {}

// A generateWorker makes the puzzles of units from scratch.
type generateWorker struct {
	cfg *Config
	mutatorSet
	generator *generate.Generator
}

// Engines names the engine of the generator.
func (w *generateWorker) Engines() []string { return []string{w.generator.EngineUsed()} }

// Work feeds a unit to the generator.
func (w *generateWorker) Work(ctx context.Context, b *pipeline.Batch) {
	u := unitOf(b)
	m := &u.made
	n := u.count * u.to.Order * u.to.Order
	u.maker = w
	m.First = u.first
	m.Cells = slices.Grow(m.Cells[:0], n)[:n]
	m.Solutions = slices.Grow(m.Solutions[:0], n)[:n]
	m.Results = slices.Grow(m.Results[:0], u.count)[:u.count]
	if u.count == 0 {
		w.write(b, u)
		b.Done()
		return
	}
	m.Stop = func() bool { return ctx.Err() != nil }
	w.generator.Feed(m)
}

// Flush finishes all units.
func (w *generateWorker) Flush(context.Context) { w.generator.Flush() }

// write writes the puzzles of a unit.
func (w *generateWorker) write(b *pipeline.Batch, u *unit) {
	size := u.to.Order * u.to.Order
	b.Out = append(b.Out, u.head...)
	b.Records.N = u.count
	for i, r := range u.made.Results {
		if !r.Made {
			b.Fail(i, generate.ErrNotMade)
			return
		}
		cells := u.made.Cells[i*size:][:size]
		w.mutate(u.to.Order, cells, u.first+uint64(i))
		if w.cfg.Solutions {
			b.Out = u.to.AppendSolvedPuzzle(b.Out, cells, u.made.Solutions[i*size:][:size])
		} else {
			b.Out = u.to.AppendPuzzle(b.Out, cells)
		}
		b.Counts.Solved++
		b.Counts.Solutions++
		b.Counts.Guesses += r.Guesses
	}
}
