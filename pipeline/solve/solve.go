// Package solve answers the records of a pipeline's batches with their solutions, or with the
// reason why there is none. Pass the result of [Workers] to pipeline.Config.NewWorker.
package solve

import (
	"context"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/solving"
	"github.com/sudokubatch/sudokubatch/solver"
)

// Workers returns a maker of workers, for pipeline.Config.NewWorker, that solve and answer each
// record. To the rows of a table they add the given columns, by default solution, status and
// guesses, and with a limit above 2 solutions and complete. The maker fails if no solver has
// such options, see solver.Options.Check. Box in opts does not count: a batch has its board.
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
	added = columns.AtLimit(added, opts.Limit)
	w := &worker{solvers: solving.New(opts), limit: opts.Limit, onBad: onBad, rows: columns.NewWriter(added)}
	w.finish = w.answer
	return w
}

// defaultColumns returns the columns for a table if none are chosen.
func defaultColumns(limit int) []columns.Column {
	names := []string{"solution", "status", "guesses"}
	if limit > 2 {
		names = append(names, "solutions", "complete")
	}
	var added []columns.Column
	for _, name := range names {
		added = append(added, columns.Known(name))
	}
	return added
}

type worker struct {
	solvers *solving.Solvers
	limit   int
	onBad   pipeline.OnBad
	rows    *columns.Writer
	finish  solving.Finish  // answer
	grids   []byte          // scratch of answerRows: text of the solutions
	spans   []model.Span    // scratch of answerDrawn
	ctx     context.Context // of the last call
}

// A slot holds a worker's data for a batch.
type slot struct {
	puzzles solving.Puzzles
	clues   []uint8 // the puzzles, for rows; solving overwrites Records.Cells
}

// Work decodes a batch's records and feeds them to the solvers.
func (w *worker) Work(ctx context.Context, b *pipeline.Batch) {
	w.ctx = ctx
	b.Decode(ctx)
	cells := b.KeepGood(w.onBad)
	s := pipeline.SlotOf[slot](b)
	if b.To.Kind.IsTable() && !b.To.Redraws() {
		s.clues = append(s.clues[:0], cells...)
	}
	w.solvers.Feed(ctx, b, b.From.Board(), &s.puzzles, cells, w.finish)
}

// AddedColumns returns the columns that answers add to the rows of a table.
func (w *worker) AddedColumns() []model.Column { return w.rows.AddedColumns() }

// Engines names the engines of the worker's solvers and columns.
func (w *worker) Engines() []string { return append(w.solvers.Engines(), w.rows.Engines()...) }

// Flush finishes all batches.
func (w *worker) Flush(ctx context.Context) {
	w.ctx = ctx
	w.solvers.Flush()
}

// answer appends the answers to all records, or up to the malformed record that ends the run.
func (w *worker) answer(b *pipeline.Batch, results []solver.Result) {
	switch {
	case b.To.Redraws():
		w.answerDrawn(b, results)
		return
	case b.To.Kind.IsTable():
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
		b.AnswerFault(fault, w.onBad, nil)
		results, cells = results[good:], cells[good*r.Order*r.Order:]
		record = fault.Record + 1
	}
	w.answerResults(b, results, cells)
}

// answerDrawn writes the text of a batch again, with the answer to each record in its place. The
// text before a record goes with it.
func (w *worker) answerDrawn(b *pipeline.Batch, results []solver.Result) {
	r := &b.Records
	w.spans = b.AllSpans(w.spans[:0])
	cells, n, end := r.Cells, r.Order*r.Order, 0
	for record, fault := range b.EachRecord() {
		number := b.Number(record)
		span := w.spans[number]
		if number > 0 {
			end = w.spans[number-1].To
		}
		before, text := b.Text[end:span.From], b.Text[span.From:span.To]
		if fault != nil {
			if w.onBad == pipeline.Mark {
				b.Out = b.To.AppendBetween(b.Out, before)
			}
			b.AnswerFault(fault, w.onBad, text)
			if w.onBad == pipeline.Stop {
				return
			}
			continue
		}
		b.Out = b.To.AppendBetween(b.Out, before)
		w.answerResult(b, &results[0], cells[:n], text)
		results, cells = results[1:], cells[n:]
	}
	if len(w.spans) > 0 {
		end = w.spans[len(w.spans)-1].To
	}
	b.Out = b.To.AppendBetween(b.Out, b.Text[end:])
}

// answerRows appends the rows of all records with their results.
func (w *worker) answerRows(b *pipeline.Batch, results []solver.Result) {
	r := &b.Records
	size := r.Order * r.Order
	solved, clues := r.Cells, pipeline.SlotOf[slot](b).clues
	w.grids = w.grids[:0]
	if w.rows.Adds("solution") {
		w.grids = b.To.AppendGrids(w.grids, solved) // one grid at a time takes a seventh longer
	}
	grids, n := w.grids, 0
	w.rows.Prepare(columns.Puzzles{Board: b.From.Board(), Cells: clues, Candidates: r.Candidates, Solved: solved, Results: results}, w.solvers.Ended(w.ctx))
	w.rows.Each(b, w.onBad, func(row *bulk.Row, found *columns.Found) {
		result, at := &results[n], n*size
		// Field by field: copying the whole struct waits for the fields just written.
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

// answerResults answers records without a malformed one among them. Their cells come first in
// cells. A run of solved records, or of records with several solutions, is answered in one call.
func (w *worker) answerResults(b *pipeline.Batch, results []solver.Result, cells []uint8) {
	n := b.Records.Order * b.Records.Order
	for len(results) > 0 {
		run := runOf(results)
		grids := cells[:run*n]
		switch status := results[0].Status; {
		case status == solver.Solved:
			solving.CountSolved(&b.Counts, results[:run])
			b.Out = b.To.AppendSolved(b.Out, grids)
		case status == solver.Multiple && w.limit <= 2 && b.To.Kind.HoldsMarks():
			for i := range results[:run] {
				solving.Count(&b.Counts, &results[i])
			}
			b.Out = b.To.AppendMultiple(b.Out, grids)
		default:
			for i := range results[:run] {
				w.answerResult(b, &results[i], grids[i*n:][:n], nil)
			}
		}
		results, cells = results[run:], cells[run*n:]
	}
}

// runOf returns the number of results at the beginning that have the status of the first one.
func runOf(results []solver.Result) int {
	n := 1
	for n < len(results) && results[n].Status == results[0].Status {
		n++
	}
	return n
}

// answerResult answers one record. For multiple solutions it states their number if the limit is
// above 2. text is the record, for a form that redraws it.
func (w *worker) answerResult(b *pipeline.Batch, result *solver.Result, cells []uint8, text []byte) {
	a := bulk.Answer{Verdict: solving.Count(&b.Counts, result), Cells: cells, Guesses: result.Guesses, Record: text}
	if w.limit > 2 {
		a.Count, a.AtLeast = result.Solutions, !result.Complete
	}
	a.Clash = [2]int{int(result.Clash[0]), int(result.Clash[1])}
	switch {
	case b.To.Kind.HoldsMarks():
	case !a.Verdict.HasGrid():
		b.Counts.Zeroed++
	case a.Verdict == bulk.Multiple:
		b.Counts.Unmarked++
	}
	b.Out = b.To.AppendAnswer(b.Out, &a)
}
