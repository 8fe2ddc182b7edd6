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
	Solver            solver.Options // Limit is at least 2
	Spans             bool           // of all records
	Solutions         bool           // what the solutions on the records are worth
	SolutionsOptional bool           // a record may have none
	Minimal           bool           // which clues can be dropped
	Keys              bool           // of the puzzles
	Forms             bool           // canonical ones
	SkipSolving       bool           // solve nothing: verdicts are Unknown or Malformed
}

// CheckWorkers returns a maker of workers, for Config.NewWorker, that solve each
// record, prove its solution the only one, and put what they find in
// Batch.Checks. They answer nothing.
func CheckWorkers(opts CheckOptions) func() (Worker, error) {
	opts.Solver.Limit = max(opts.Solver.Limit, 2)
	return func() (Worker, error) {
		w := &checkWorker{solveWorker: newSolveWorker(opts.Solver, Mark), opts: opts, minimal: map[int]*solver.MinimalChecker{}}
		w.prepare, w.finish = w.beforeSolving, w.afterSolving
		if opts.Forms {
			w.canonizer = solver.NewCanonizer()
		}
		return w, nil
	}
}

// A checkWorker is a solving worker that makes something else of the results.
type checkWorker struct {
	*solveWorker
	opts CheckOptions

	form      [81]uint8                      // a canonical one
	canonizer *solver.Canonizer              // nil: no forms
	minimal   map[int]*solver.MinimalChecker // by order
	// stopMinimal tells whether the context of the last call has ended.
	stopMinimal func() bool

	given [256]uint8      // the solution on a record
	again formats.Records // its puzzle
	line  []byte          // a puzzle as a line

	solutions []uint8 // of the puzzles that minimal looks at
	redundant []solver.CellSet
}

// Work takes a batch on as a solving worker does.
func (w *checkWorker) Work(ctx context.Context, b *Batch, done func(*Batch)) {
	if !w.opts.SkipSolving {
		w.stopMinimal = w.stop(ctx)
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
	if w.opts.Forms {
		c.Forms = slices.Grow(c.Forms, r.N)[:r.N]
		clear(c.Forms)
	}
	if w.opts.Minimal {
		c.puzzles = append(c.puzzles, r.Cells...)
	}
	w.eachGood(b, func(record, _ int, cells []uint8) {
		c.Records[record].Clues = countClues(cells)
		if w.opts.Keys {
			c.Keys[record] = w.keyOf(cells)
		}
		if w.opts.Forms {
			c.Forms[record] = w.formOf(cells)
		}
	})
	for _, fault := range r.Faults {
		c.Records[fault.Record].Verdict = formats.Malformed
	}
}

// keyOf returns the key of a puzzle.
func (w *checkWorker) keyOf(cells []uint8) Key {
	order := 9
	if len(cells) == 256 {
		order = 16
	}
	w.line = formats.Form{Kind: formats.Line, Order: order}.AppendPuzzle(w.line[:0], cells)
	return newKey(w.line[:len(cells)])
}

// formOf returns the canonical form of a puzzle, or where there is none (16×16)
// what is equal for equal puzzles.
func (w *checkWorker) formOf(cells []uint8) CanonicalForm {
	if len(cells) != len(w.form) {
		return CanonicalForm{Key: w.keyOf(cells)}
	}
	automorphisms := w.canonizer.Canonical(w.form[:], cells)
	return CanonicalForm{Key: w.keyOf(w.form[:]), Automorphisms: automorphisms}
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
		if w.opts.SkipSolving {
			return
		}
		result, checked := &b.puzzles.Results[good], &c.Records[record]
		checked.Verdict = b.Counts.count(result)
		checked.Guesses, checked.Clash = result.Guesses, result.Clash
		checked.Solutions, checked.Complete = result.Solutions, result.Complete
	})
	if w.opts.Minimal {
		w.findRedundant(b)
	}
	if w.opts.Spans || w.opts.Solutions {
		c.Spans = b.From.Spans(c.Spans, b.Text)
	}
	if w.opts.Solutions {
		w.eachGood(b, func(record, good int, cells []uint8) {
			w.judge(b, record, &b.puzzles.Results[good], cells)
		})
	}
}

// findRedundant finds the clues that can be dropped of the puzzles that have
// one solution.
func (w *checkWorker) findRedundant(b *Batch) {
	order := b.Records.Order
	n := order * order
	c := &b.Checks
	puzzles := c.puzzles[:0]
	w.solutions = w.solutions[:0]
	w.eachGood(b, func(record, good int, cells []uint8) {
		if c.Records[record].Verdict == formats.Solved {
			puzzles = append(puzzles, c.puzzles[good*n:(good+1)*n]...)
			w.solutions = append(w.solutions, cells...)
		}
	})
	w.redundant = slices.Grow(w.redundant[:0], len(puzzles)/n)[:len(puzzles)/n]
	w.minimalChecker(order).Redundant(w.redundant, puzzles, w.solutions)
	sets := w.redundant
	w.eachGood(b, func(record, _ int, _ []uint8) {
		checked := &c.Records[record]
		if checked.Verdict != formats.Solved {
			return
		}
		checked.firstRedundant, checked.Redundant = len(c.redundant), sets[0].Len()
		for cell := range sets[0].All {
			c.redundant = append(c.redundant, uint16(cell))
		}
		sets = sets[1:]
	})
}

// minimalChecker returns the worker's checker for an order.
func (w *checkWorker) minimalChecker(order int) *solver.MinimalChecker {
	m := w.minimal[order]
	if m == nil {
		var err error
		if m, err = solver.NewMinimalChecker(order); err != nil {
			panic(err) // there are solvers for every order of a form
		}
		w.minimal[order] = m
	}
	m.Stop = w.stopMinimal
	return m
}

// Engines names the engines of the worker's solvers, and of those that look for
// redundant clues.
func (w *checkWorker) Engines() []string {
	names := w.solveWorker.Engines()
	for _, m := range w.minimal {
		names = append(names, m.EngineUsed())
	}
	return names
}

// judge says what the solution on a record is worth. cells holds what solving
// made of the puzzle.
func (w *checkWorker) judge(b *Batch, record int, result *solver.Result, cells []uint8) {
	checked := &b.Checks.Records[record]
	given := w.given[:len(cells)]
	span := b.Checks.Spans[record]
	text := b.Text[span.From:span.To]
	column, fault := b.From.GivenSolution(given, text)
	switch {
	case fault != nil:
		checked.Given, checked.wrong = Malformed, len(b.Checks.malformed)
		b.Checks.malformed = append(b.Checks.malformed, fault)
		return
	case column == 0:
		if !w.opts.SolutionsOptional {
			checked.Given = Missing
		}
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
