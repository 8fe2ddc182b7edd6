package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/solver"
)

// OnBad says what a solving worker does with malformed records.
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

// SolveWorkers returns a maker of workers, for Config.NewWorker, that solve
// each record and answer with its solution or with why there is none.
func SolveWorkers(opts solver.Options, onBad OnBad) func() (Worker, error) {
	return func() (Worker, error) {
		return newSolveWorker(opts, onBad), nil
	}
}

func newSolveWorker(opts solver.Options, onBad OnBad) *solveWorker {
	w := &solveWorker{opts: opts, onBad: onBad, solvers: map[int]batchSolver{}}
	w.landed = w.land
	w.prepare, w.finish = func(*Batch) {}, w.answer
	return w
}

// A batchSolver is what a worker needs of a *solver.Solver.
type batchSolver interface {
	Feed(b *solver.Batch, done func(*solver.Batch))
	Flush(done func(*solver.Batch))
	EngineUsed() string
}

// A solveWorker keeps one solver for each order it meets.
type solveWorker struct {
	opts    solver.Options
	onBad   OnBad
	solvers map[int]batchSolver

	// What is made of a batch's puzzles before they are solved, in place, and of
	// its results.
	prepare, finish func(*Batch)

	flying []*Batch            // fed to a solver and not finished
	done   func(*Batch)        // of the call of Work or Flush at hand
	landed func(*solver.Batch) // land, made once so that calls do not allocate

	ended func() bool // whether ctx, the context of the last call, has ended
	ctx   context.Context
}

// Work decodes a batch's records and feeds them to the solver, and answers
// those of the batches that are finished by then.
func (w *solveWorker) Work(ctx context.Context, b *Batch, done func(*Batch)) {
	b.From.Decode(&b.Records, b.Text)
	r := &b.Records
	good := r.N - len(r.Faults)
	if w.onBad == Stop && len(r.Faults) > 0 {
		good = r.Faults[0].Record
		r.Faults = r.Faults[:1]
	}
	b.puzzles.Cells = r.Cells[:good*r.Order*r.Order]
	b.puzzles.Stop = w.stop(ctx)
	b.puzzles.Results = slices.Grow(b.puzzles.Results[:0], good)[:good]
	s, err := w.solver(r.Order)
	if err != nil {
		b.Fail(0, err)
		done(b)
		return
	}
	w.flying = append(w.flying, b)
	w.done = done
	w.prepare(b)
	s.Feed(&b.puzzles, w.landed)
}

// stop returns what tells the solver that ctx has ended, made once a context.
func (w *solveWorker) stop(ctx context.Context) func() bool {
	if w.ctx != ctx {
		w.ctx, w.ended = ctx, func() bool { return ctx.Err() != nil }
	}
	return w.ended
}

// Flush finishes all batches.
func (w *solveWorker) Flush(_ context.Context, done func(*Batch)) {
	w.done = done
	for _, s := range w.solvers {
		s.Flush(w.landed)
	}
}

// Engines names the engines of the worker's solvers.
func (w *solveWorker) Engines() []string {
	var names []string
	for _, s := range w.solvers {
		names = append(names, s.EngineUsed())
	}
	return names
}

// solver returns the worker's solver for an order.
func (w *solveWorker) solver(order int) (batchSolver, error) {
	if s, ok := w.solvers[order]; ok {
		return s, nil
	}
	s, err := solver.New(order, w.opts)
	if err != nil {
		return nil, err
	}
	w.solvers[order] = s
	return s, nil
}

// land answers the records of a finished batch.
func (w *solveWorker) land(puzzles *solver.Batch) {
	i := slices.IndexFunc(w.flying, func(b *Batch) bool { return &b.puzzles == puzzles })
	b := w.flying[i]
	w.finish(b)
	w.flying = slices.Delete(w.flying, i, i+1)
	w.done(b)
}

// answer appends the answers to all records, or those up to the first
// malformed one that ends the run.
func (w *solveWorker) answer(b *Batch) {
	r := &b.Records
	results, cells := b.puzzles.Results, r.Cells
	record := 0
	for i := range r.Faults {
		fault := &r.Faults[i]
		good := fault.Record - record
		w.answerResults(b, results[:good], cells)
		w.answerFault(b, fault)
		results, cells = results[good:], cells[good*r.Order*r.Order:]
		record = fault.Record + 1
	}
	w.answerResults(b, results, cells)
}

// answerResults answers records that have no malformed one between them; their
// cells are the first. Nearly all are solved, and those are answered a row of
// them at once.
func (w *solveWorker) answerResults(b *Batch, results []solver.Result, cells []uint8) {
	n := b.Records.Order * b.Records.Order
	for len(results) > 0 {
		solved, guesses := 0, uint64(0)
		for solved < len(results) && results[solved].Status == solver.Solved {
			guesses += results[solved].Guesses
			solved++
		}
		b.Counts.Solved += int64(solved)
		b.Counts.Solutions += uint64(solved)
		b.Counts.Guesses += guesses
		b.Out = b.To.AppendSolved(b.Out, cells[:solved*n])
		results, cells = results[solved:], cells[solved*n:]
		if len(results) > 0 {
			w.answerResult(b, &results[0], cells[:n])
			results, cells = results[1:], cells[n:]
		}
	}
}

// answerFault answers a malformed record.
func (w *solveWorker) answerFault(b *Batch, fault *formats.SyntaxError) {
	b.Counts.Malformed++
	switch w.onBad {
	case Mark:
		b.Out = b.To.AppendAnswer(b.Out, &formats.Answer{Verdict: formats.Malformed, Fault: fault})
	case Stop:
		b.Fail(fault.Record, ErrMalformed)
	case Skip:
	}
}

// answerResult answers a record that has multiple solutions, is proven to have
// none, or was given up. Of multiple solutions it tells the number where more
// than a second one was looked for.
func (w *solveWorker) answerResult(b *Batch, result *solver.Result, cells []uint8) {
	a := formats.Answer{Verdict: b.Counts.count(result), Cells: cells, Guesses: result.Guesses}
	if w.opts.Limit > 2 {
		a.Count, a.AtLeast = result.Solutions, !result.Complete
	}
	a.Clash = [2]int{int(result.Clash[0]), int(result.Clash[1])}
	b.Out = b.To.AppendAnswer(b.Out, &a)
}

// count counts a result, and says in the words of the output what it is.
func (c *Counts) count(result *solver.Result) formats.Verdict {
	c.Guesses += result.Guesses
	c.Solutions += uint64(result.Solutions)
	switch result.Status {
	case solver.Solved:
		c.Solved++
		return formats.Solved
	case solver.Multiple:
		c.Multiple++
		return formats.Multiple
	case solver.NoSolution:
		c.NoSolution++
		return formats.NoSolution
	case solver.Contradiction:
		c.Contradiction++
		return formats.Contradiction
	case solver.GaveUp:
		c.GaveUp++
		return formats.GaveUp
	}
	panic(fmt.Sprintf("pipeline: a puzzle was solved, but its status is %v", result.Status))
}
