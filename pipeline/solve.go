package pipeline

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

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
		return &solveWorker{opts: opts, onBad: onBad, solvers: map[int]batchSolver{}}, nil
	}
}

// A batchSolver is what a worker needs of a *solver.Solver.
type batchSolver interface {
	SolveBatch(cells []uint8, results []solver.Result)
	BatchSize() int
	Engine() string
}

// A solveWorker keeps one solver for each order it meets.
type solveWorker struct {
	opts    solver.Options
	onBad   OnBad
	solvers map[int]batchSolver
	results []solver.Result
}

// breath is how many puzzles are solved between two looks at the context,
// unless the engine works on more at once.
const breath = 16

// Work decodes, solves and answers the records of a batch.
func (w *solveWorker) Work(ctx context.Context, b *Batch) {
	b.From.Decode(&b.Records, b.Text)
	s, err := w.solver(b.From.Order)
	if err != nil {
		b.Fail(0, err)
		return
	}
	r := &b.Records
	good := r.N - len(r.Faults)
	if w.onBad == Stop && len(r.Faults) > 0 {
		good = r.Faults[0].Record
		r.Faults = r.Faults[:1]
	}
	if cap(w.results) < good {
		w.results = make([]solver.Result, max(good, 2*cap(w.results)))
	}
	w.results = w.results[:good]
	n := r.Order * r.Order
	step := max(breath, s.BatchSize())
	for i := 0; i < good; i += step {
		if ctx.Err() != nil {
			return
		}
		end := min(i+step, good)
		if err := solveSome(s, r.Cells[i*n:end*n], w.results[i:end]); err != nil {
			good = i
			b.Fail(recordOf(r, i), err)
			break
		}
	}
	w.answer(b, good)
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

// solveSome solves a few puzzles. A panic is a bug in an engine; it becomes an
// error that names the puzzles, so that it can be told.
func solveSome(s batchSolver, cells []uint8, results []solver.Result) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("engine %s panicked within %d puzzles from here: %v\n%s",
				s.Engine(), len(results), p, debug.Stack())
		}
	}()
	s.SolveBatch(cells, results)
	return nil
}

// recordOf returns the record that has the i-th cells: malformed ones have none.
func recordOf(r *formats.Records, i int) int {
	for _, f := range r.Faults {
		if f.Record > i {
			break
		}
		i++
	}
	return i
}

// answer appends the answers to all records up to the first after good solved
// ones.
func (w *solveWorker) answer(b *Batch, good int) {
	r := &b.Records
	n := r.Order * r.Order
	faults := r.Faults
	for i, record := 0, 0; ; record++ {
		if len(faults) > 0 && faults[0].Record == record {
			w.answerFault(b, &faults[0])
			faults = faults[1:]
			continue
		}
		if i == good {
			return
		}
		answerResult(b, &w.results[i], r.Cells[i*n:(i+1)*n])
		i++
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

// answerResult answers a record that was solved, or proven to have no solution,
// or given up.
func answerResult(b *Batch, result *solver.Result, cells []uint8) {
	a := formats.Answer{Cells: cells, Guesses: result.Guesses}
	c := &b.Counts
	c.Guesses += result.Guesses
	switch result.Status {
	case solver.Solved:
		a.Verdict = formats.Solved
		c.Solved++
	case solver.Multiple:
		a.Verdict = formats.Several
		c.Multiple++
	case solver.None:
		a.Verdict = formats.NoSolution
		c.None++
	case solver.Contradiction:
		a.Verdict = formats.Contradiction
		a.Clash = [2]int{int(result.Clash[0]), int(result.Clash[1])}
		c.Contradiction++
	case solver.GaveUp:
		a.Verdict = formats.GaveUp
		c.GaveUp++
	}
	b.Out = b.To.AppendAnswer(b.Out, &a)
}
