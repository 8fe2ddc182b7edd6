package pipeline

import (
	"context"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/solver"
)

// CheckOptions say what a checking worker finds out beside statuses, clues and
// guesses.
type CheckOptions struct {
	Solver    solver.Options // Limit is at least 2
	Spans     bool           // of all records
	Solutions bool           // what the solutions on the records are worth
	Keys      bool           // of the puzzles
	Unsolved  bool           // solve nothing: verdicts are Solved or Malformed
}

// CheckWorkers returns a maker of workers, for Config.NewWorker, that solve each
// record, prove its solution the only one, and put what they find in
// Batch.Checks. They answer nothing.
func CheckWorkers(opts CheckOptions) func() (Worker, error) {
	opts.Solver.Limit = max(opts.Solver.Limit, 2)
	return func() (Worker, error) {
		w := &checkWorker{solveWorker: newSolveWorker(opts.Solver, Mark), opts: opts}
		w.prepare, w.finish = w.beforeSolving, w.afterSolving
		return w, nil
	}
}

// A checkWorker is a solving worker that makes something else of the results.
type checkWorker struct {
	*solveWorker
	opts CheckOptions

	given [256]uint8      // the solution on a record
	again formats.Records // its puzzle
}

// Work takes a batch on as a solving worker does.
func (w *checkWorker) Work(ctx context.Context, b *Batch, done func(*Batch)) {
	if !w.opts.Unsolved {
		w.solveWorker.Work(ctx, b, done)
		return
	}
	b.From.Decode(&b.Records, b.Text)
	good := b.Records.N - len(b.Records.Faults)
	b.puzzles.Cells = b.Records.Cells
	b.puzzles.Results = slices.Grow(b.puzzles.Results[:0], good)[:good]
	clear(b.puzzles.Results)
	w.beforeSolving(b)
	w.afterSolving(b)
	done(b)
}

// beforeSolving finds out what the clues alone tell.
func (w *checkWorker) beforeSolving(b *Batch) {
	r, c := &b.Records, &b.Checks
	c.reset()
	c.Records = slices.Grow(c.Records, r.N)[:r.N]
	clear(c.Records)
	if w.opts.Keys {
		c.Keys = slices.Grow(c.Keys, r.N)[:r.N]
		clear(c.Keys)
	}
	line := formats.Form{Kind: formats.Line, Order: r.Order}
	w.eachGood(b, func(record, _ int, cells []uint8) {
		c.Records[record].Clues = countClues(cells)
		if w.opts.Keys {
			c.text = line.AppendPuzzle(c.text[:0], cells)
			c.Keys[record] = keyOf(c.text[:len(cells)])
		}
	})
	for _, fault := range r.Faults {
		c.Records[fault.Record].Verdict = formats.Malformed
	}
}

// eachGood calls do for every well-formed record, with its index among all and
// among the well-formed ones, and its cells.
func (w *checkWorker) eachGood(b *Batch, do func(record, good int, cells []uint8)) {
	r := &b.Records
	n := r.Order * r.Order
	faults := r.Faults
	good := 0
	for record := range r.N {
		if len(faults) > 0 && faults[0].Record == record {
			faults = faults[1:]
			continue
		}
		do(record, good, r.Cells[good*n:(good+1)*n])
		good++
	}
}

// afterSolving takes the results over.
func (w *checkWorker) afterSolving(b *Batch) {
	r, c := &b.Records, &b.Checks
	b.Counts.Malformed += int64(len(r.Faults))
	w.eachGood(b, func(record, good int, _ []uint8) {
		result, checked := &b.puzzles.Results[good], &c.Records[record]
		checked.Verdict = b.Counts.count(result)
		checked.Guesses, checked.Clash = result.Guesses, result.Clash
	})
	if w.opts.Spans || w.opts.Solutions {
		c.Spans = b.From.Spans(c.Spans, b.Text)
	}
	if w.opts.Solutions {
		w.eachGood(b, func(record, good int, cells []uint8) {
			w.judge(b, record, &b.puzzles.Results[good], cells)
		})
	}
}

// judge says what the solution on a record is worth. cells holds what solving
// made of the puzzle.
func (w *checkWorker) judge(b *Batch, record int, result *solver.Result, cells []uint8) {
	checked := &b.Checks.Records[record]
	given := w.given[:len(cells)]
	span := b.Checks.Spans[record]
	text := b.Text[span.From:span.To]
	switch {
	case b.From.GivenSolution(given, text) == 0:
		checked.Given = Missing
		return
	case result.Solutions > 0 && slices.Equal(given, cells):
		checked.Given = Right // what the solver found
		return
	}
	b.From.Decode(&w.again, text) // the clues, which solving may have overwritten
	checked.Given = Right
	if err := solver.Verify(given, w.again.Cells); err != nil {
		checked.Given, checked.wrong = Wrong, len(b.Checks.wrong)
		b.Checks.wrong = append(b.Checks.wrong, err)
	}
}
