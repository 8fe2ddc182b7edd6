// Package convert writes the records of a pipeline's batches in another form: pass
// what [Workers] returns to pipeline.Config.NewWorker.
package convert

import (
	"context"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
)

// Workers returns a maker of workers, for pipeline.Config.NewWorker, that write
// each puzzle as it is, with the columns that came with it where a table is
// written. What they count as solved are puzzles that were written.
func Workers(onBad pipeline.OnBad) func() (pipeline.Worker, error) {
	return func() (pipeline.Worker, error) { return &worker{onBad: onBad, rows: columns.NewWriter(nil)}, nil }
}

type worker struct {
	onBad pipeline.OnBad
	rows  *columns.Writer
}

// Work writes a batch's records.
func (w *worker) Work(_ context.Context, b *pipeline.Batch) {
	b.From.Decode(&b.Records, b.Text)
	cells := b.KeepGood(w.onBad)
	b.Counts.Solved = int64(len(cells) / (b.From.Order * b.From.Order))
	if b.To.Kind.IsTable() {
		w.writeRows(b, cells)
	} else {
		w.writePuzzles(b, cells)
	}
	b.Done()
}

// Flush does nothing: Work leaves nothing undone.
func (w *worker) Flush(context.Context) {}

func (w *worker) writeRows(b *pipeline.Batch, cells []uint8) {
	size := b.From.Order * b.From.Order
	w.rows.Each(b, w.onBad, func(row *formats.Row, _ *columns.Found) {
		row.Cells = cells[:size]
		cells = cells[size:]
	})
}

func (w *worker) writePuzzles(b *pipeline.Batch, cells []uint8) {
	size := b.From.Order * b.From.Order
	record := 0
	for i := range b.Records.Faults {
		fault := &b.Records.Faults[i]
		good := (fault.Record - record) * size
		b.Out = b.To.AppendSolved(b.Out, cells[:good])
		b.AnswerFault(fault, w.onBad)
		cells, record = cells[good:], fault.Record+1
	}
	b.Out = b.To.AppendSolved(b.Out, cells)
}
