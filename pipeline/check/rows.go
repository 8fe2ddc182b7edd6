package check

// This file writes the rows of Config.Rows.

import (
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/rows"
)

// writeRows writes the row of each record, and moves the rows from the batch to its checks: the
// collector decides what the batch's answers are.
func (w *worker) writeRows(b *pipeline.Batch) {
	c, solved := checksOf(b), b.Records.Cells
	size := b.Records.Order * b.Records.Order
	records := c.Records
	w.writer.Write(b, c.puzzles, rows.Copies(b.From, b.To), func(row *bulk.Row) {
		for records[0].Verdict == bulk.Malformed {
			records = records[1:]
		}
		r := &records[0]
		row.Replaced, row.Solution = w.cfg.Fix && Fixable(r.Verdict, r.Given), solved[:size]
		records, solved = records[1:], solved[size:]
	})
	c.rows.Ends = append(c.rows.Ends, w.writer.Ends...)
	b.Out, c.rows.Text = c.rows.Text, b.Out
}

// Fixable reports whether Config.Fix replaces the solution on a record, by the record's results.
func Fixable(v bulk.Verdict, g Given) bool {
	return v == bulk.Solved && g != GivenRight && g != GivenNotChecked && g != GivenSwapped
}
