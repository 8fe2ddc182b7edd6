package solve

// This file adds hints to rows with a puzzle and a player's state.

import (
	"context"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/solutions"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/solving"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/explain"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// Hinters returns a maker of workers that add columns of hints to each record, for answers that are
// rows. The inputs must be read with model.Hints.State and pipeline.UseColumns. A record
// without a state is answered from its clues.
func Hinters(opts solver.Options, scale explain.Scale, onBad pipeline.OnBad, added ...columns.Column) func() (pipeline.Worker, error) {
	return func() (pipeline.Worker, error) {
		return &hinter{
			labeller: labeller{onBad: onBad, rows: columns.NewWriter(added)}, solvers: solving.New(opts),
			rater: explain.New(explain.Options{Scale: scale, MaxWork: explain.GenerousWork}),
		}, nil
	}
}

// A hinter adds hints.
type hinter struct {
	labeller
	solvers *solving.Solvers
	stateReader
	rater *explain.Rater

	solved  []uint8
	results []solver.Result
	hint    explain.Hint
}

// Work writes the rows of a batch.
func (w *hinter) Work(ctx context.Context, b *pipeline.Batch) {
	b.Decode(ctx)
	defer b.Done()
	if err := w.read(b); err != nil {
		b.Fail(0, err)
		return
	}
	cells, size := b.KeepGood(w.onBad), b.From.Order*b.From.Order
	w.solved = append(w.solved[:0], cells...)
	var err error
	if w.results, err = w.solvers.Solve(ctx, b.From.Board(), w.solved, nil, w.results); err != nil {
		b.Fail(0, err)
		return
	}
	n := 0
	w.rows.Each(b, w.onBad, func(row *bulk.Row, found *columns.Found) {
		row.Cells = cells[n*size:][:size]
		found.Hint, found.Reason = nil, WhyNoHint(w.results[n].Status)
		state, err := w.state(row.Cells, n)
		if err == nil {
			solving.Count(&b.Counts, &w.results[n])
		} else {
			b.Counts.Malformed++
			found.Reason = err.Error()
		}
		if found.Reason == "" {
			w.hint = w.rater.Hint(state, w.solved[n*size:][:size])
			found.Hint = &w.hint
		}
		n++
	})
}

// A stateReader reads the states of batches.
type stateReader struct {
	board geometry.Box
	cells solutions.Set
	marks *columns.Reader
}

// read reads the states of a decoded batch. A record whose state is malformed becomes malformed.
func (r *stateReader) read(b *pipeline.Batch) error {
	if f := b.From; f.Kind.IsTable() && !f.HasSolutions() && f.Layout != nil && len(f.Layout.Columns) > 1 {
		return model.ErrNoStates
	}
	if r.marks == nil {
		r.marks = columns.NewReader("marks")
	}
	r.board = b.From.Board()
	r.cells.Read(b, false)
	r.marks.Begin(b)
	return nil
}

// state returns the state of the well-formed record number i. Without one it is the puzzle.
func (r *stateReader) state(puzzle []uint8, i int) (s explain.State, err error) {
	if s = (explain.State{Puzzle: puzzle, Cells: r.cells.Of(i), Board: r.board}); s.Cells == nil {
		s.Cells = puzzle
	}
	if text := r.marks.Value(i, 0); len(text) > 0 {
		err = columns.ReadMarks(&s, string(text))
	}
	return s, err
}

// FirstState returns the state of the first well-formed record of a decoded batch, with memory of its
// own. Its Puzzle is nil if there is no such record.
func FirstState(b *pipeline.Batch) (s explain.State, err error) {
	var r stateReader
	if err = r.read(b); err != nil || len(b.Records.Cells) == 0 {
		return s, err
	}
	return r.state(slices.Clone(b.Records.Cells[:b.From.Order*b.From.Order]), 0)
}

// WhyNoHint says why a puzzle has no hint, from the status of a search for two solutions; "" if it
// has one.
func WhyNoHint(s solver.Status) string {
	switch s {
	case solver.Solved:
		return ""
	case solver.Multiple:
		return explain.Multiple.Why()
	case solver.GaveUp:
		return "the search for its solution took too many guesses"
	}
	return explain.NoSolution.Why()
}

// Engines names the engines that solved the puzzles.
func (w *hinter) Engines() []string { return w.solvers.Engines() }
