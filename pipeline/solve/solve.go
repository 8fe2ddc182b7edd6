// Package solve answers the records of a pipeline's batches with their
// solutions, or with why there is none: pass what [Workers] returns to
// pipeline.Config.NewWorker.
package solve

import (
	"context"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/solving"
	"github.com/sudokubatch/sudokubatch/solver"
)

// Workers returns a maker of workers, for pipeline.Config.NewWorker, that solve
// each record and answer it. To the rows of a table they add columns. If none are
// given, these are solution, status and guesses, and with a limit above 2 solutions
// and complete. It fails to make any where there are no solvers with such
// options, see solver.Options.Check.
func Workers(opts solver.Options, onBad pipeline.OnBad, added ...columns.Column) func() (pipeline.Worker, error) {
	return func() (pipeline.Worker, error) {
		if err := opts.Check(); err != nil {
			return nil, err
		}
		return newWorker(opts, onBad, added), nil
	}
}

func newWorker(opts solver.Options, onBad pipeline.OnBad, added []columns.Column) *worker {
	if len(added) == 0 {
		added = defaultColumns(opts.Limit)
	}
	w := &worker{solvers: solving.New(opts), limit: opts.Limit, onBad: onBad, rows: columns.NewWriter(added)}
	w.finish = w.answer
	return w
}

// defaultColumns are the columns that are added to a table if none are chosen.
func defaultColumns(limit int) []columns.Column {
	names := []string{"solution", "status", "guesses"}
	if limit > 2 {
		names = append(names, "solutions", "complete")
	}
	added, err := columns.Parse(names)
	if err != nil {
		panic(err) // there are such columns
	}
	return added
}

type worker struct {
	solvers *solving.Solvers
	limit   int
	onBad   pipeline.OnBad
	rows    *columns.Writer
	finish  solving.Finish // answer
	grids   []byte         // scratch of answerRows: the text of the solutions
}

// A slot is what the workers keep with a batch.
type slot struct {
	puzzles solving.Puzzles
	clues   []uint8 // the puzzles as they came, where answers are rows with them
}

// Work decodes a batch's records and has them solved.
func (w *worker) Work(ctx context.Context, b *pipeline.Batch) {
	b.From.Decode(&b.Records, b.Text)
	cells := b.KeepGood(w.onBad)
	s := pipeline.SlotOf[slot](b)
	if b.To.Kind.IsTable() {
		s.clues = append(s.clues[:0], cells...)
	}
	w.solvers.Feed(ctx, b, &s.puzzles, cells, w.finish)
}

// AddedColumns are the columns that answers add to the rows of a table.
func (w *worker) AddedColumns() []formats.Column { return w.rows.AddedColumns() }

// Engines names the engines of the worker's solvers.
func (w *worker) Engines() []string { return w.solvers.Engines() }

// Flush finishes all batches.
func (w *worker) Flush(context.Context) { w.solvers.Flush() }

// answer appends the answers to all records, or those up to the first
// malformed one that ends the run.
func (w *worker) answer(b *pipeline.Batch, results []solver.Result) {
	if b.To.Kind.IsTable() {
		w.answerRows(b, results)
		return
	}
	r := &b.Records
	cells := r.Cells
	record := 0
	for i := range r.Faults {
		fault := &r.Faults[i]
		good := fault.Record - record
		w.answerResults(b, results[:good], cells)
		b.AnswerFault(fault, w.onBad)
		results, cells = results[good:], cells[good*r.Order*r.Order:]
		record = fault.Record + 1
	}
	w.answerResults(b, results, cells)
}

// answerRows appends the rows of all records with what was found behind them.
func (w *worker) answerRows(b *pipeline.Batch, results []solver.Result) {
	r := &b.Records
	size := r.Order * r.Order
	solved, clues := r.Cells, pipeline.SlotOf[slot](b).clues
	w.grids = b.To.AppendGrids(w.grids[:0], solved) // one by one took a seventh of the time
	grids, n := w.grids, 0
	w.rows.Each(b, w.onBad, func(row *formats.Row, found *columns.Found) {
		result, at := &results[n], n*size
		// One by one, as a whole copied at once waits for what was just written.
		found.Verdict, found.Guesses = solving.Count(&b.Counts, result), result.Guesses
		found.Solutions, found.Complete = result.Solutions, result.Complete
		found.Solution, found.Text = solved[at:at+size], nil
		if len(grids) > 0 {
			found.Text = grids[at+n:][:size]
		}
		row.Cells = clues[at : at+size]
		n++
	})
}

// answerResults answers records that have no malformed one between them; their
// cells are the first. Nearly all are solved, and those are answered a row of
// them at once.
func (w *worker) answerResults(b *pipeline.Batch, results []solver.Result, cells []uint8) {
	n := b.Records.Order * b.Records.Order
	for len(results) > 0 {
		solved, incomplete, guesses := 0, int64(0), uint64(0)
		for solved < len(results) && results[solved].Status == solver.Solved {
			guesses += results[solved].Guesses
			if !results[solved].Complete {
				incomplete++
			}
			solved++
		}
		b.Counts.Solved += int64(solved)
		b.Counts.Solutions += uint64(solved)
		b.Counts.Incomplete += incomplete
		b.Counts.Guesses += guesses
		b.Out = b.To.AppendSolved(b.Out, cells[:solved*n])
		results, cells = results[solved:], cells[solved*n:]
		if len(results) > 0 {
			w.answerResult(b, &results[0], cells[:n])
			results, cells = results[1:], cells[n:]
		}
	}
}

// answerResult answers a record that has multiple solutions, is proven to have
// none, or was given up. Of multiple solutions it states the number where more
// than a second one was looked for.
func (w *worker) answerResult(b *pipeline.Batch, result *solver.Result, cells []uint8) {
	a := formats.Answer{Verdict: solving.Count(&b.Counts, result), Cells: cells, Guesses: result.Guesses}
	if w.limit > 2 {
		a.Count, a.AtLeast = result.Solutions, !result.Complete
	}
	a.Clash = [2]int{int(result.Clash[0]), int(result.Clash[1])}
	b.Out = b.To.AppendAnswer(b.Out, &a)
}
