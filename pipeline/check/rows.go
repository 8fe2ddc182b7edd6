package check

// This file writes the rows of Config.Rows.

import (
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/rows"
	"github.com/sudokubatch/sudokubatch/solver"
)

// AddedColumns returns the columns that rows have besides the columns of the input, for
// pipeline.ColumnAdder.
func (w *worker) AddedColumns() []model.Column {
	if w.writer == nil {
		return nil
	}
	return w.writer.AddedColumns()
}

// writeRows writes the row of each record, and moves the rows from the batch to its checks: the
// collector decides what the batch's answers are.
func (w *worker) writeRows(b *pipeline.Batch, results []solver.Result) {
	c, solved := checksOf(b), b.Records.Cells
	if b.To.Kind.IsTable() {
		p := columns.Puzzles{Order: b.Records.Order, Cells: c.puzzles, Solved: solved, Results: results}
		w.writer.Prepare(p, w.solvers.Ended(w.ctx))
	}
	size := b.Records.Order * b.Records.Order
	records := c.Records
	w.writer.Write(b, c.puzzles, rows.Copies(b.From, b.To), func(row *bulk.Row, found *columns.Found) {
		for records[0].Verdict == bulk.Malformed {
			records = records[1:]
		}
		r := &records[0]
		found.Verdict, found.Solution = r.Verdict, solved[:size]
		found.Guesses, found.Solutions, found.Complete = r.Guesses, r.Solutions, r.Complete
		row.Replaced, row.Solution = w.cfg.Fix && Fixable(r.Verdict, r.Given), solved[:size]
		records, solved = records[1:], solved[size:]
	})
	c.rows.Ends = append(c.rows.Ends, w.writer.Ends...)
	b.Out, c.rows.Text = c.rows.Text, b.Out
}

// Fixable reports whether Config.Fix replaces the solution on a record, by the record's results.
func Fixable(v bulk.Verdict, g Given) bool {
	return v == bulk.Solved && g != GivenRight && g != GivenNotChecked
}
