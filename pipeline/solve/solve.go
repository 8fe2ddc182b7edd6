// Package solve answers the records of a pipeline's batches with their
// solutions, or with why there is none: pass what [Workers] returns to
// pipeline.Config.NewWorker.
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
	w := &worker{solvers: solving.New(opts), limit: opts.Limit, onBad: onBad}
	w.finish = w.answer
	return w
}

type worker struct {
	solvers *solving.Solvers
	limit   int
	onBad   OnBad
	finish  solving.Finish // answer
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
	p, ok := b.Slot.(*solving.Puzzles)
	if !ok {
		p = new(solving.Puzzles)
		b.Slot = p
	}
	w.solvers.Feed(ctx, b, p, r.Cells[:good*r.Order*r.Order], w.finish)
}

// Engines names the engines of the worker's solvers.
func (w *worker) Engines() []string { return w.solvers.Engines() }

// Flush finishes all batches.
func (w *worker) Flush(context.Context) { w.solvers.Flush() }
