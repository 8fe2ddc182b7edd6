package sample

// This file finds points and classes, in the workers.

import (
	"context"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/draw"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/rows"
)

// A worker writes the rows of batches, and finds their points and classes.
type worker struct {
	wish    *Wish
	key     *draw.Key // nil: all rows are chosen
	rows    *columns.Writer
	classes *columns.Reader // nil: there are no classes
	ofClass *draw.Key
}

func (cfg *Config) newWorker() (pipeline.Worker, error) {
	w := &worker{wish: &cfg.Wish, rows: columns.NewWriter(nil)}
	if cfg.Wish != (Wish{}) {
		w.key = draw.NewKey(cfg.Seed, "sample "+cfg.Wish.String())
	}
	if cfg.Wish.By != "" {
		w.classes, w.ofClass = columns.NewReader(cfg.Wish.By), draw.NewKey(0, "class")
	}
	return w, nil
}

// A slot holds a worker's results for the well-formed records of a batch.
type slot struct {
	points []uint64
	ends   []int // ends of their rows in the answers
	// The values of the class column. A record without a value has the zero class.
	classes []draw.Digest
	values  rows.Pieces
}

// Work writes the rows of a batch.
func (w *worker) Work(ctx context.Context, b *pipeline.Batch) {
	b.Decode(ctx)
	s := pipeline.SlotOf[slot](b)
	s.points, s.ends = s.points[:0], s.ends[:0]
	size := b.Records.Order * b.Records.Order
	cells := b.Records.Cells
	if w.key != nil {
		for at := 0; at < len(cells); at += size {
			s.points = append(s.points, w.key.OfPuzzle(b.Records.Order, cells[at:at+size])[0])
		}
	}
	if w.classes != nil {
		w.findClasses(ctx, b, s)
	}
	w.rows.Write(b, cells, rows.Copies(b.From, b.To), nil)
	s.ends = w.rows.AppendEnds(s.ends, b)
	b.Counts.Solved = int64(len(s.ends))
	b.Done()
}

// findClasses finds the class of each record.
func (w *worker) findClasses(ctx context.Context, b *pipeline.Batch, s *slot) {
	s.classes = s.classes[:0]
	s.values.Reset()
	if w.classes.Check(b.From) == nil { // otherwise the sampler reports the error
		w.classes.Read(ctx, b)
	}
	for i := range w.classes.Len() {
		var class draw.Digest
		if value := w.classes.Value(i, 0); len(value) > 0 {
			class = w.ofClass.OfText(value)
			s.values.Text = append(s.values.Text, value...)
		}
		s.classes = append(s.classes, class)
		s.values.End()
	}
}

// Flush does nothing: Work finishes every batch.
func (w *worker) Flush(context.Context) {}
