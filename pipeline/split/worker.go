package split

import (
	"context"
	"iter"
	"slices"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
)

// A worker finds the points of records, and writes their rows to a batch's answers, from where
// the divider takes them.
type worker struct {
	copying bool   // copy records unchanged, if their form allows it
	column  string // column of groups; "": isomorphs stay together
	points  *pointer
	rows    *columns.Writer
	spans   []formats.Span
	fields  formats.Fields
}

func (cfg *Config) newWorker() (pipeline.Worker, error) {
	return &worker{copying: cfg.To == 0, column: cfg.By, points: newPointer(cfg.Seed, cfg.Parts), rows: columns.NewWriter(nil)}, nil
}

// A slot holds a worker's results for the well-formed records of a batch.
type slot struct {
	points []uint64
	starts []int // starts of their rows in the answers
}

// row returns the row of a record.
func (s *slot) row(b *pipeline.Batch, i int) []byte {
	end := len(b.Out)
	if i+1 < len(s.starts) {
		end = s.starts[i+1]
	}
	return b.Out[s.starts[i]:end]
}

// Work finds the points of a batch's records and writes their rows.
func (w *worker) Work(_ context.Context, b *pipeline.Batch) {
	b.From.Decode(&b.Records, b.Text)
	s := pipeline.SlotOf[slot](b)
	s.points, s.starts = s.points[:0], s.starts[:0]
	w.findPoints(b, s)
	switch {
	case w.copying && b.From.Kind.CanCopy():
		b.Counts.Malformed = int64(len(b.Records.Faults))
		w.copyRows(b, s)
	case b.To.Kind.IsTable():
		w.writeRows(b, s) // which counts malformed records
	default:
		b.Counts.Malformed = int64(len(b.Records.Faults))
		w.writePuzzles(b, s)
	}
	b.Counts.Solved = int64(len(s.points))
	b.Done()
}

// Flush does nothing: Work finishes every batch.
func (w *worker) Flush(context.Context) {}

func (w *worker) findPoints(b *pipeline.Batch, s *slot) {
	if w.column == "" {
		for cells := range puzzles(b) {
			s.points = append(s.points, w.points.ofPuzzle(cells))
		}
		return
	}
	column := columnOf(b.From, w.column)
	for record := range w.goodRecords(b) {
		b.From.Fields(&w.fields, record)
		s.points = append(s.points, w.points.ofGroup(b.From.Text(&w.fields, column)))
	}
}

func (w *worker) copyRows(b *pipeline.Batch, s *slot) {
	for record := range w.goodRecords(b) {
		s.starts = append(s.starts, len(b.Out))
		b.Out = b.From.AppendCopy(b.Out, record)
	}
}

func (w *worker) writeRows(b *pipeline.Batch, s *slot) {
	cells, size := b.Records.Cells, b.From.Order*b.From.Order
	w.rows.Each(b, pipeline.Skip, func(row *formats.Row, _ *columns.Found) {
		s.starts = append(s.starts, len(b.Out))
		row.Cells, cells = cells[:size], cells[size:]
	})
}

func (w *worker) writePuzzles(b *pipeline.Batch, s *slot) {
	for cells := range puzzles(b) {
		s.starts = append(s.starts, len(b.Out))
		b.Out = b.To.AppendPuzzle(b.Out, cells)
	}
}

// puzzles iterates over the cells of the well-formed records.
func puzzles(b *pipeline.Batch) iter.Seq[[]uint8] {
	return slices.Chunk(b.Records.Cells, b.From.Order*b.From.Order)
}

// goodRecords iterates over the text of the well-formed records.
func (w *worker) goodRecords(b *pipeline.Batch) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		spans := b.Records.Spans
		if len(spans) == 0 {
			w.spans = b.From.Spans(w.spans[:0], b.Text)
			spans = w.spans
		}
		faults := b.Records.Faults
		for record := range b.Records.N {
			if len(faults) > 0 && faults[0].Record == record {
				faults = faults[1:]
				continue
			}
			if span := spans[record]; !yield(b.Text[span.From:span.To]) {
				return
			}
		}
	}
}

// columnOf returns the index of the column with a name, or a number from 1; -1 = there is none.
func columnOf(f formats.Form, name string) int {
	if f.Layout == nil {
		return -1
	}
	for i, c := range f.Layout.Columns {
		if c.Name == name {
			return i
		}
	}
	if n, err := strconv.Atoi(name); err == nil && n >= 1 && n <= len(f.Layout.Columns) {
		return n - 1
	}
	return -1
}
