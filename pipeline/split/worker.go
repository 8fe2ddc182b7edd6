package split

import (
	"context"
	"iter"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/spill"
)

// A worker finds the points and classes of records, and those that leak. It writes their rows to a
// batch's answers, from where the divider takes them.
type worker struct {
	cfg     *Config
	points  *pointer
	against *spill.Lookup   // nil: nothing can leak
	values  *columns.Reader // of Config.columns
	rows    *columns.Writer
	spans   []formats.Span
}

func (d *divider) newWorker() (pipeline.Worker, error) {
	w := &worker{
		cfg: d.cfg, points: newPointer(d.cfg.Seed, d.cfg.Parts),
		values: columns.NewReader(d.cfg.columns()...), rows: columns.NewWriter(nil),
	}
	if d.against != nil {
		w.against = spill.NewLookup(d.against)
	}
	return w, nil
}

// columns returns the columns that the division needs: of Stratify, and of By after them.
func (cfg *Config) columns() []string {
	all := slices.Clone(cfg.Stratify)
	if cfg.By != "" {
		all = append(all, cfg.By)
	}
	return all
}

// Engines names the engines that computed columns.
func (w *worker) Engines() []string { return w.values.Engines() }

// A slot holds a worker's results for the well-formed records of a batch.
type slot struct {
	points    []uint64
	starts    []int  // starts of their rows in the answers
	values    []byte // of their classes, as appendValue writes them
	valueEnds []int
	leaks     []leak
	err       error

	puzzles []digest // of a digester
}

// A leak is a record whose puzzle is in a corpus of Config.Against.
type leak struct {
	record  int // index among all records of the batch
	row     int // index among the well-formed records
	against int // index of the corpus
}

func (s *slot) reset() {
	s.points, s.starts, s.leaks, s.err = s.points[:0], s.starts[:0], s.leaks[:0], nil
	s.values, s.valueEnds = s.values[:0], s.valueEnds[:0]
}

// class returns the values of the class of a record.
func (s *slot) class(i int) []byte {
	switch {
	case len(s.valueEnds) == 0:
		return nil
	case i == 0:
		return s.values[:s.valueEnds[0]]
	}
	return s.values[s.valueEnds[i-1]:s.valueEnds[i]]
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
func (w *worker) Work(ctx context.Context, b *pipeline.Batch) {
	b.From.Decode(&b.Records, b.Text)
	s := pipeline.SlotOf[slot](b)
	s.reset()
	if len(w.cfg.columns()) > 0 {
		w.values.Read(ctx, b)
	}
	w.findPoints(b, s)
	w.findClasses(s)
	switch {
	case w.cfg.To == 0 && b.From.Kind.CanCopy():
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

// findPoints finds the points of records, and those that leak.
func (w *worker) findPoints(b *pipeline.Batch, s *slot) {
	if w.cfg.By != "" {
		for i := range w.values.Len() {
			s.points = append(s.points, w.points.ofGroup(w.values.Value(i, len(w.cfg.Stratify))).point())
		}
		if w.against == nil {
			return
		}
	}
	row, record, faults := 0, 0, b.Records.Faults
	for cells := range puzzles(b) {
		for ; len(faults) > 0 && faults[0].Record == record; record++ {
			faults = faults[1:]
		}
		digest := w.points.ofPuzzle(cells)
		if w.cfg.By == "" {
			s.points = append(s.points, digest.point())
		}
		if w.against != nil {
			w.findLeak(s, digest, row, record)
		}
		row++
		record++
	}
}

// findLeak notes a record that leaks.
func (w *worker) findLeak(s *slot, d digest, row, record int) {
	switch against, found, err := w.against.Find(d); {
	case err != nil:
		s.err = err
	case found:
		s.leaks = append(s.leaks, leak{record: record, row: row, against: int(against)})
	}
}

// findClasses finds the values of the classes of records.
func (w *worker) findClasses(s *slot) {
	if len(w.cfg.Stratify) == 0 {
		return
	}
	for i := range w.values.Len() {
		for column := range w.cfg.Stratify {
			s.values = appendValue(s.values, w.values.Value(i, column))
		}
		s.valueEnds = append(s.valueEnds, len(s.values))
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
