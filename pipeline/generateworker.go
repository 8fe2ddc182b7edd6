package pipeline

import (
	"context"
	"errors"
	"slices"

	"github.com/sudokubatch/sudokubatch/solver/generate"
)

// ErrNotMade is that no puzzle as asked for came up in very many tries.
var ErrNotMade = errors.New("no such puzzle found")

// A spoiler mutates puzzles, if that was asked for.
type spoiler struct {
	cfg      *GenerateConfig
	mutators map[int]*generate.Mutator // by order
}

func (s *spoiler) spoil(order int, cells []uint8, number uint64) {
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
	cfg *GenerateConfig
	spoiler
	isomorphers map[int]*generate.Isomorpher // by order
	cells       [256]uint8
}

func (w *isomorphWorker) Work(_ context.Context, b *Batch, done func(*Batch)) {
	u := &b.unit
	order := u.to.Order
	m := w.isomorphers[order]
	if m == nil {
		m = generate.NewIsomorpher(order, w.cfg.Options.Seed)
		w.isomorphers[order] = m
	}
	b.Out = u.header(b.Out, w.cfg.Count)
	to := w.cells[:order*order]
	for i := range u.count {
		number := u.first + uint64(i)
		m.Isomorph(to, u.cells[i*len(to):][:len(to)], number)
		w.spoil(order, to, number)
		b.Out = u.to.AppendPuzzle(b.Out, to)
	}
	b.Counts.Solved = int64(u.count)
	b.Records.N = u.count
	done(b)
}

func (*isomorphWorker) Flush(context.Context, func(*Batch)) {}

// A generateWorker makes the puzzles of units from nothing.
type generateWorker struct {
	cfg *GenerateConfig
	spoiler
	generator *generate.Generator
	flying    []*Batch              // fed to the generator and not finished
	done      func(*Batch)          // of the call of Work or Flush at hand
	landed    func(*generate.Batch) // land, made once
}

// Engines names the engine of the generator.
func (w *generateWorker) Engines() []string { return []string{w.generator.EngineUsed()} }

// Work feeds a unit to the generator, and writes those that are finished by
// then.
func (w *generateWorker) Work(ctx context.Context, b *Batch, done func(*Batch)) {
	u, m := &b.unit, &b.unit.made
	n := u.count * u.to.Order * u.to.Order
	m.First = u.first
	m.Cells = slices.Grow(m.Cells[:0], n)[:n]
	m.Solutions = slices.Grow(m.Solutions[:0], n)[:n]
	m.Results = slices.Grow(m.Results[:0], u.count)[:u.count]
	m.Stop = func() bool { return ctx.Err() != nil }
	w.flying = append(w.flying, b)
	w.done = done
	w.generator.Feed(m, w.landed)
}

// Flush finishes all units.
func (w *generateWorker) Flush(_ context.Context, done func(*Batch)) {
	if len(w.flying) > 0 {
		w.done = done
		w.generator.Flush(w.landed)
	}
}

// land writes the puzzles of a unit.
func (w *generateWorker) land(m *generate.Batch) {
	i := slices.IndexFunc(w.flying, func(b *Batch) bool { return &b.unit.made == m })
	b := w.flying[i]
	w.flying = slices.Delete(w.flying, i, i+1)
	w.write(b)
	w.done(b)
}

func (w *generateWorker) write(b *Batch) {
	u := &b.unit
	size := u.to.Order * u.to.Order
	b.Out = u.header(b.Out, w.cfg.Count)
	b.Records.N = u.count
	for i, r := range u.made.Results {
		if !r.Made {
			b.Fail(i, ErrNotMade)
			return
		}
		cells := u.made.Cells[i*size:][:size]
		w.spoil(u.to.Order, cells, u.first+uint64(i))
		b.Out = u.to.AppendPuzzle(b.Out, cells)
		if w.cfg.Solutions {
			b.Out[len(b.Out)-1] = ','
			b.Out = u.to.AppendPuzzle(b.Out, u.made.Solutions[i*size:][:size])
		}
		b.Counts.Solved++
		b.Counts.Solutions++
		b.Counts.Guesses += r.Guesses
	}
}
