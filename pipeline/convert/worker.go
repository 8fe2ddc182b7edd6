package convert

import (
	"context"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/later"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/solutions"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

type worker struct {
	*Options
	rows          *columns.Writer
	canonicalizer *solver.Canonicalizer // nil: puzzles stay unchanged
	solutions     solutions.Set
	solution      [geometry.MaxCells]uint8
}

func newWorker(opts *Options) *worker {
	w := &worker{Options: opts, rows: columns.NewWriter(nil)}
	if opts.Canonical {
		w.canonicalizer = solver.NewCanonicalizer()
	}
	return w
}

// A slot holds what a keeper needs with a batch.
type slot struct {
	ends []int       // ends of the answers, one for each record
	keys []later.Key // keys of the puzzles, one for each well-formed record
}

// slotOf returns the slot of a batch, emptied.
func slotOf(b *pipeline.Batch) *slot {
	s := pipeline.SlotOf[slot](b)
	s.ends, s.keys = s.ends[:0], s.keys[:0]
	return s
}

// Work writes a batch's records.
func (w *worker) Work(ctx context.Context, b *pipeline.Batch) {
	b.Decode(ctx)
	w.write(b)
	b.Done()
}

// Flush does nothing: Work finishes every batch.
func (w *worker) Flush(context.Context) {}

func (w *worker) write(b *pipeline.Batch) {
	switch compares := w.Canonical || w.Unique || w.Sorted; {
	case len(b.Records.Candidates) == 0:
	case !b.To.Kind.HoldsCandidates():
		rejectCandidates(b)
	case compares:
		b.Fail(0, ErrNoForm)
		return
	}
	if w.Canonical {
		if !columns.HasForm(b.From.Order) {
			b.Fail(0, errNoCanonicalForm)
			return
		}
		w.canonicalize(b)
	}
	cells := b.KeepGood(w.OnBad)
	b.Counts.Solved = int64(len(cells) / (b.From.Order * b.From.Order))
	switch {
	case b.To.Kind.IsTable():
		w.writeRows(b, cells)
	case w.Unique || w.Sorted || len(b.Records.Candidates) > 0:
		w.writeEach(b, cells)
	default:
		w.writePuzzles(b, cells)
	}
}

// rejectCandidates makes the puzzles malformed whose candidates clues cannot say.
func rejectCandidates(b *pipeline.Batch) {
	spans, candidates := b.Spans(nil), b.Records.Candidates
	b.Records.Reject(func(record, good int, cells []uint8) *model.SyntaxError {
		if bulk.MeansClues(candidates[good*len(cells):][:len(cells)]) {
			return nil
		}
		return &model.SyntaxError{Line: spans[record].Line, Column: 1, Err: model.ErrCandidates}
	})
	b.Records.Candidates = candidates[:0]
}

// canonicalize replaces puzzles with their canonical forms, and transforms solutions alike.
func (w *worker) canonicalize(b *pipeline.Batch) {
	withSolutions := b.To.Kind.IsTable()
	if withSolutions {
		w.solutions.Read(b, false)
	}
	cells := b.Records.Cells
	size := b.From.Order * b.From.Order
	w.canonicalizer.Box = b.From.Board()
	for i := range len(cells) / size {
		puzzle := cells[i*size:][:size]
		if !withSolutions || w.solutions.Of(i) == nil {
			w.canonicalizer.Canonical(puzzle, puzzle)
			continue
		}
		var by solver.Symmetry
		w.canonicalizer.CanonicalBy(puzzle, puzzle, &by)
		copy(w.solution[:size], w.solutions.Of(i))
		by.Apply(w.solutions.Of(i), w.solution[:size])
	}
}

func (w *worker) writeRows(b *pipeline.Batch, cells []uint8) {
	size := b.From.Order * b.From.Order
	keep := w.Unique || w.Sorted
	good := 0
	s := slotOf(b)
	w.rows.Ends = s.ends
	w.rows.Each(b, w.OnBad, func(row *bulk.Row, _ *columns.Found) {
		row.Cells = cells[:size]
		if w.Canonical {
			row.Replaced, row.Solution = true, w.solutions.Of(good)
		}
		if keep {
			s.keys = append(s.keys, later.KeyOf(row.Cells))
		}
		cells = cells[size:]
		good++
	})
	s.ends = w.rows.Ends
}

// writeEach writes puzzles one by one, and records where each ends.
func (w *worker) writeEach(b *pipeline.Batch, cells []uint8) {
	size := b.From.Order * b.From.Order
	s := slotOf(b)
	faults, candidates := b.Records.Faults, b.Records.Candidates
	for record := 0; len(cells) > 0 || len(faults) > 0; record++ {
		if len(faults) > 0 && faults[0].Record == record {
			b.AnswerFault(&faults[0], w.OnBad, nil)
			faults = faults[1:]
		} else {
			if len(candidates) > 0 {
				b.Out, candidates = b.To.AppendCandidates(b.Out, candidates[:size]), candidates[size:]
			} else {
				b.Out = b.To.AppendPuzzle(b.Out, cells[:size])
			}
			s.keys = append(s.keys, later.KeyOf(cells[:size]))
			cells = cells[size:]
		}
		s.ends = append(s.ends, len(b.Out))
	}
}

func (w *worker) writePuzzles(b *pipeline.Batch, cells []uint8) {
	size := b.From.Order * b.From.Order
	record := 0
	for i := range b.Records.Faults {
		fault := &b.Records.Faults[i]
		good := (fault.Record - record) * size
		b.Out = b.To.AppendSolved(b.Out, cells[:good])
		b.AnswerFault(fault, w.OnBad, nil)
		cells, record = cells[good:], fault.Record+1
	}
	b.Out = b.To.AppendSolved(b.Out, cells)
}
