package split

import (
	"context"
	"iter"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/rows"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/spill"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// A worker finds the points and classes of records, and those that leak. It writes their rows to a
// batch's answers, from where the divider takes them.
type worker struct {
	cfg     *Config
	points  *pointer
	against *spill.Lookup // nil: nothing can leak
	rows    *columns.Writer
	spans   []model.Span
	fields  model.Fields // scratch

	// values reads Config.columns, and then the columns of Config.Tally that the input has or that
	// are free.
	values  *columns.Reader
	names   []string
	tallied []int     // for each column of Config.Tally, its index in names; -1: no value
	at      bulk.Form // of the input
}

func (d *divider) newWorker() (pipeline.Worker, error) {
	w := &worker{cfg: d.cfg, points: newPointer(d.cfg), rows: columns.NewWriter(nil), values: columns.NewReader()}
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

func (w *worker) read(ctx context.Context, b *pipeline.Batch) {
	if b.From != w.at {
		w.at = b.From
		names := w.cfg.columns()
		w.tallied = w.tallied[:0]
		for _, name := range w.cfg.Tally {
			at := slices.Index(names, name)
			if at < 0 && (columns.In(b.From, name) >= 0 || columns.IsFree(name)) {
				at, names = len(names), append(names, name)
			}
			w.tallied = append(w.tallied, at)
		}
		if !slices.Equal(names, w.names) {
			w.names, w.values = names, columns.NewReader(names...)
		}
	}
	if len(w.names)+len(w.tallied) > 0 {
		w.values.Read(ctx, b)
	}
}

// Engines names the engines that computed columns.
func (w *worker) Engines() []string { return w.values.Engines() }

// A slot holds a worker's results for the well-formed records of a batch.
type slot struct {
	places  []place
	ends    []int       // ends of their rows in the answers
	classes rows.Pieces // the values of their classes, as appendValue writes them
	tallied rows.Pieces // their values of Config.Tally
	leaks   []leak
	err     error

	unsolved []bool // rows without a readable solution, if there is a column for it

	puzzles []digest // of a digester
}

// A leak is a record whose puzzle is in a corpus of Config.Against.
type leak struct {
	record  int // index among all records of the batch
	row     int // index among the well-formed records
	against int // index of the corpus
}

func (s *slot) reset() {
	s.places, s.ends, s.leaks, s.err = s.places[:0], s.ends[:0], s.leaks[:0], nil
	s.unsolved = s.unsolved[:0]
	s.classes.Reset()
	s.tallied.Reset()
}

// Work finds the points of a batch's records and writes their rows.
func (w *worker) Work(ctx context.Context, b *pipeline.Batch) {
	b.Decode(ctx)
	s := pipeline.SlotOf[slot](b)
	s.reset()
	w.read(ctx, b)
	w.findPoints(b, s)
	w.findValues(s)
	w.findUnsolved(b, s)
	w.rows.Write(b, b.Records.Cells, w.cfg.copies(b.From), nil)
	s.ends = w.rows.AppendEnds(s.ends, b)
	b.Counts.Solved = int64(len(s.places))
	b.Done()
}

// Flush does nothing: Work finishes every batch.
func (w *worker) Flush(context.Context) {}

// findPoints finds the points of records, and those that leak.
func (w *worker) findPoints(b *pipeline.Batch, s *slot) {
	row, size := 0, b.From.Order*b.From.Order
	for record, fault := range b.EachRecord() {
		if fault != nil {
			continue
		}
		digest := w.points.ofPuzzle(b.From.Board(), b.Records.Cells[row*size:][:size])
		at := place{puzzle: digest.point(), point: digest.point()}
		if w.cfg.By != "" {
			at.point = w.points.ofGroup(w.values.Value(row, len(w.cfg.Stratify))).point()
		}
		s.places = append(s.places, at)
		if w.against != nil {
			w.findLeak(s, digest, row, record)
		}
		row++
	}
}

func (w *worker) findLeak(s *slot, d digest, row, record int) {
	switch against, found, err := w.against.Find(d); {
	case err != nil:
		s.err = err
	case found:
		s.leaks = append(s.leaks, leak{record: record, row: row, against: int(against)})
	}
}

// findValues finds the values of the classes of records, and the tallied ones.
func (w *worker) findValues(s *slot) {
	for i := range w.values.Len() {
		if len(w.cfg.Stratify) > 0 {
			for column := range w.cfg.Stratify {
				s.classes.Text = appendValue(s.classes.Text, w.values.Value(i, column))
			}
			s.classes.End()
		}
		if len(w.tallied) == 0 {
			continue
		}
		for _, column := range w.tallied {
			var value []byte
			if column >= 0 {
				value = w.values.Value(i, column)
			}
			s.tallied.Text = appendValue(s.tallied.Text, value)
		}
		s.tallied.End()
	}
}

// findUnsolved finds the rows without a readable solution, if there is a column for it.
func (w *worker) findUnsolved(b *pipeline.Batch, s *slot) {
	s.unsolved = append(s.unsolved, make([]bool, len(s.places))...)
	if held := b.To.HasSolutions() || w.cfg.copies(b.From) && b.From.HasSolutions(); !held {
		return
	}
	var room [geometry.MaxCells]uint8
	solution, row := room[:b.From.Order*b.From.Order], 0
	for span := range w.goodRecords(b) {
		at, fault := b.From.GivenSolution(solution, b.Text, span, &w.fields)
		s.unsolved[row] = at == 0 || fault != nil || !b.From.HasSolutions()
		row++
	}
}

// puzzles iterates over the cells of the well-formed records.
func puzzles(b *pipeline.Batch) iter.Seq[[]uint8] {
	return slices.Chunk(b.Records.Cells, b.From.Order*b.From.Order)
}

// goodRecords iterates over the places of the well-formed records.
func (w *worker) goodRecords(b *pipeline.Batch) iter.Seq[model.Span] {
	return func(yield func(model.Span) bool) {
		spans := b.Records.Spans
		if len(spans) == 0 {
			w.spans = b.Spans(w.spans[:0])
			spans = w.spans
		}
		for record, fault := range b.EachRecord() {
			if fault == nil && !yield(spans[record]) {
				return
			}
		}
	}
}
