package check

import (
	"bytes"
	"context"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/later"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/solving"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// A worker solves each record, proves that its solution is unique, and leaves the results in
// the batch's slot. It writes no answers.
type worker struct {
	cfg      *Config
	unsolved bool // nothing is solved
	solvers  *solving.Solvers
	finish   solving.Finish // afterSolving

	form          [geometry.MaxCells]uint8 // a representative
	canonicalizer *solver.Canonicalizer    // nil: no forms
	ctx           context.Context          // of the last call

	given  [geometry.MaxCells]uint8 // the solution on a record
	fields model.Fields             // scratch
	line   []byte                   // a puzzle as a line

	labeller *columns.Evaluator // nil: no labels
	writer   *columns.Writer    // nil: no rows
}

// workers returns a maker of workers. If unsolved is set, they solve nothing: verdicts are Unknown or
// Malformed.
func (cfg *Config) workers(unsolved bool) func() (pipeline.Worker, error) {
	opts := cfg.Solver
	opts.Limit = max(opts.Limit, 2)
	return func() (pipeline.Worker, error) {
		w := &worker{cfg: cfg, unsolved: unsolved, solvers: solving.New(opts)}
		w.finish = w.afterSolving
		if cfg.Rows && !unsolved {
			w.writer = columns.NewWriter(nil)
		}
		if labels := cfg.Labels; cfg.Minimal || len(labels) > 0 {
			if cfg.Minimal && !slices.Contains(columns.Names(labels), "redundant") {
				labels = append(slices.Clip(labels), columns.Known("redundant"))
			}
			w.labeller = columns.NewEvaluator(labels)
		}
		if cfg.Isomorphs {
			w.canonicalizer = solver.NewCanonicalizer()
		}
		return w, nil
	}
}

// A slot holds a worker's data for a batch.
type slot struct {
	checks  checks
	puzzles solving.Puzzles
}

// checksOf returns the results for a batch.
func checksOf(b *pipeline.Batch) *checks { return &pipeline.SlotOf[slot](b).checks }

// Work accepts a batch.
func (w *worker) Work(ctx context.Context, b *pipeline.Batch) {
	w.ctx = ctx
	b.Decode(ctx)
	w.beforeSolving(b)
	if w.unsolved {
		b.Counts.Malformed += int64(len(b.Records.Faults))
		w.findSpans(b)
		b.Done()
		return
	}
	w.solvers.Feed(ctx, b, b.From.Board(), &pipeline.SlotOf[slot](b).puzzles, b.Records.Cells, w.finish)
}

// Flush finishes all batches.
func (w *worker) Flush(context.Context) { w.solvers.Flush() }

// Engines names the engines of the worker's solvers and columns.
func (w *worker) Engines() []string {
	names := w.solvers.Engines()
	if w.labeller != nil {
		names = append(names, w.labeller.Engines()...)
	}
	if w.writer != nil {
		names = append(names, w.writer.Engines()...)
	}
	return names
}

// beforeSolving finds what the clues alone show.
func (w *worker) beforeSolving(b *pipeline.Batch) {
	r, c := &b.Records, checksOf(b)
	c.reset()
	c.Records = slices.Grow(c.Records, r.N)[:r.N]
	clear(c.Records)
	if w.cfg.Fingerprint || w.cfg.findsEqual() {
		c.Keys = slices.Grow(c.Keys, r.N)[:r.N]
		clear(c.Keys)
	}
	if w.canonicalizer != nil {
		w.canonicalizer.Box = b.From.Board()
		c.Forms = slices.Grow(c.Forms, r.N)[:r.N]
		clear(c.Forms)
	}
	if !w.unsolved {
		c.puzzles = append(c.puzzles, r.Cells...)
	}
	w.eachGood(b, func(record, good int, cells []uint8) {
		c.Records[record].Clues = uint16(len(cells) - bytes.Count(cells, []byte{0}))
		if len(c.Keys) > 0 {
			c.Keys[record] = w.keyOf(cells, candidatesOf(b, good))
		}
		if len(c.Forms) > 0 {
			c.Forms[record] = w.formOf(cells, candidatesOf(b, good))
		}
	})
	for _, fault := range r.Faults {
		c.Records[fault.Record].Verdict = bulk.Malformed
	}
}

// keyOf returns the key of a puzzle. candidates, if not nil, are the puzzle.
func (w *worker) keyOf(cells []uint8, candidates []uint32) Key {
	if candidates != nil {
		w.line = bulk.AppendCandidatesValue(w.line[:0], candidates)
		return newKey(w.line)
	}
	if !w.cfg.Fingerprint {
		return Key(later.KeyOf(cells))
	}
	order := geometry.OfCells(len(cells)).Side()
	w.line = bulk.Form{Kind: bulk.Line, Order: order}.AppendPuzzle(w.line[:0], cells)
	return newKey(w.line[:len(cells)])
}

// formOf returns the key of a puzzle's representative. Large puzzles and candidates have none: equal
// puzzles get equal keys.
func (w *worker) formOf(cells []uint8, candidates []uint32) canonicalForm {
	if candidates != nil || !columns.HasForm(geometry.OfCells(len(cells)).Side()) {
		return canonicalForm{Key: w.keyOf(cells, candidates)}
	}
	form := w.form[:len(cells)]
	automorphisms := w.canonicalizer.Representative(form, cells)
	return canonicalForm{Key: w.keyOf(form, nil), Automorphisms: automorphisms}
}

// eachGood calls do for every well-formed record, with its index among all and among the
// well-formed records, and its cells.
func (w *worker) eachGood(b *pipeline.Batch, do func(record, good int, cells []uint8)) {
	r := &b.Records
	n := r.Order * r.Order
	good := 0
	for record, fault := range b.EachRecord() {
		if fault == nil {
			do(record, good, r.Cells[good*n:(good+1)*n])
			good++
		}
	}
}

// afterSolving stores the results of the solver.
func (w *worker) afterSolving(b *pipeline.Batch, results []solver.Result) {
	c := checksOf(b)
	w.eachGood(b, func(record, good int, _ []uint8) {
		result, checked := &results[good], &c.Records[record]
		checked.Verdict = solving.Count(&b.Counts, result)
		checked.Guesses, checked.Clash = result.Guesses, result.Clash
		checked.Solutions, checked.Complete = result.Solutions, result.Complete
	})
	w.label(b, results)
	if w.cfg.Minimal {
		w.findRedundant(b)
	}
	w.findSpans(b)
	if w.cfg.Solutions {
		w.eachGood(b, func(record, good int, cells []uint8) {
			w.judge(b, record, &results[good], c.puzzle(good, len(cells)), cells)
		})
	}
	if w.writer != nil {
		w.writeRows(b) // which counts malformed records
	} else {
		b.Counts.Malformed += int64(len(b.Records.Faults))
	}
}

// findSpans finds the positions of records, if asked for.
func (w *worker) findSpans(b *pipeline.Batch) {
	if c := checksOf(b); w.cfg.AllRecords || w.cfg.WithText || w.cfg.compares() || w.cfg.Solutions {
		c.Spans = b.Spans(c.Spans)
	}
}

// judge finds the state of the solution on a record. solved holds the puzzle's solution.
func (w *worker) judge(b *pipeline.Batch, record int, result *solver.Result, puzzle, solved []uint8) {
	c := checksOf(b)
	checked := &c.Records[record]
	given := w.given[:len(puzzle)]
	at, fault := b.From.GivenSolution(given, b.Text, c.Spans[record], &w.fields)
	switch {
	case fault != nil:
		checked.Given, checked.wrong = GivenMalformed, len(c.malformed)
		c.malformed = append(c.malformed, fault)
		return
	case at == 0:
		if !w.cfg.SolutionsOptional || b.From.HasSolutions() {
			checked.Given = GivenMissing
		}
		return
	case result.Solutions > 0 && slices.Equal(given, solved):
		checked.Given = GivenRight // equal to the solver's
		return
	}
	if blank := slices.Contains(given, 0); blank && slices.Max(given) > 0 && !slices.Contains(puzzle, 0) {
		checked.Given = GivenSwapped
		return
	}
	checked.Given = GivenRight
	if err := solver.VerifyBox(b.From.Board(), puzzle, given); err != nil {
		checked.Given, checked.wrong = GivenWrong, len(c.wrong)
		c.wrong = append(c.wrong, err)
	}
}
