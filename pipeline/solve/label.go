package solve

// This file adds columns to rows whose puzzles need not be solved.

import (
	"context"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/solver"
)

// Labellers is like Workers with at least one column, for answers that are rows in any case (see
// pipeline.Rows). If no column comes from the results of a search, it solves nothing, and
// the statistics count all puzzles as solved.
func Labellers(opts solver.Options, onBad pipeline.OnBad, added ...columns.Column) func() (pipeline.Worker, error) {
	if columns.AnySolved(added) {
		return Workers(opts, onBad, added...)
	}
	return func() (pipeline.Worker, error) {
		return &labeller{onBad: onBad, rows: columns.NewWriter(added)}, nil
	}
}

// A labeller adds columns that do not come from the results of a search.
type labeller struct {
	onBad pipeline.OnBad
	rows  *columns.Writer
}

// Work writes the rows of a batch.
func (w *labeller) Work(ctx context.Context, b *pipeline.Batch) {
	b.Decode(ctx)
	cells := b.KeepGood(w.onBad)
	size := b.From.Order * b.From.Order
	w.rows.Prepare(columns.Puzzles{Board: b.From.Board(), Cells: cells, Candidates: b.Records.Candidates}, func() bool { return ctx.Err() != nil })
	w.rows.Each(b, w.onBad, func(row *bulk.Row, _ *columns.Found) {
		row.Cells, cells = cells[:size], cells[size:]
		b.Counts.Solved++
	})
	b.Done()
}

// Flush does nothing: Work finishes every batch.
func (w *labeller) Flush(context.Context) {}

// AddedColumns returns the columns that answers add to the rows of a table.
func (w *labeller) AddedColumns() []model.Column { return w.rows.AddedColumns() }

// Engines names the engines of the columns.
func (w *labeller) Engines() []string { return w.rows.Engines() }
