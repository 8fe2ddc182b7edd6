// Package solve answers the records of a pipeline's batches with their
// solutions, or with why there is none.
package solve

import (
	"context"
	"errors"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/solving"
	"github.com/sudokubatch/sudokubatch/solver"
)

// OnBad says what a worker does with malformed records.
type OnBad uint8

const (
	// Mark answers a malformed record with a line that says so.
	Mark OnBad = iota
	// Skip leaves malformed records out of the output.
	Skip
	// Stop ends the run at the first malformed record.
	Stop
)

// ErrMalformed ends a run at its first malformed record, with OnBad Stop.
var ErrMalformed = errors.New("malformed record")

// Workers returns a maker of workers, for pipeline.Config.NewWorker, that solve
// each record and answer it.
func Workers(opts solver.Options, onBad OnBad) func() (pipeline.Worker, error) {
	return func() (pipeline.Worker, error) { return newWorker(opts, onBad), nil }
}

func newWorker(opts solver.Options, onBad OnBad) *worker {
	return &worker{solvers: solving.New(opts), limit: opts.Limit, onBad: onBad}
}

type worker struct {
	solvers *solving.Solvers
	limit   int
	onBad   OnBad
}

// A slot is what the workers keep with a batch.
type slot struct {
	puzzles solving.Puzzles
	worker  *worker // that has the batch
}

// slotOf returns the slot of a batch, made when the batch first comes round.
func (w *worker) slotOf(b *pipeline.Batch) *slot {
	s, ok := b.Slot.(*slot)
	if !ok {
		s = new(slot)
		s.puzzles.Init(b, func() { s.worker.answer(b, s.puzzles.Results) })
		b.Slot = s
	}
	s.worker = w
	return s
}

// Work decodes a batch's records and has them solved.
func (w *worker) Work(ctx context.Context, b *pipeline.Batch) {
	b.From.Decode(&b.Records, b.Text)
	r := &b.Records
	good := r.N - len(r.Faults)
	if w.onBad == Stop && len(r.Faults) > 0 {
		good = r.Faults[0].Record
		r.Faults = r.Faults[:1]
	}
	w.solvers.Feed(ctx, &w.slotOf(b).puzzles, r.Order, r.Cells[:good*r.Order*r.Order])
}

// Engines names the engines of the worker's solvers.
func (w *worker) Engines() []string { return w.solvers.Engines() }

// Flush finishes all batches.
func (w *worker) Flush(context.Context) { w.solvers.Flush() }
