package check

// This file finds the labels of records: columns of the registry, and redundant clues.

import (
	"slices"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/solver"
)

// labelSlot holds the labels of the well-formed records of a batch, one after the other, as
// columns.Labeller appends them, and the end of each.
type labelSlot struct {
	labels  []byte
	labelTo []int
}

// of returns the labels of a well-formed record; nil if there are none.
func (l *labelSlot) of(good int) []byte {
	switch {
	case len(l.labelTo) == 0:
		return nil
	case good == 0:
		return l.labels[:l.labelTo[0]]
	}
	return l.labels[l.labelTo[good-1]:l.labelTo[good]]
}

// label finds the labels of a batch's puzzles, which checks.puzzles holds.
func (w *worker) label(b *pipeline.Batch, results []solver.Result) {
	if w.labeller == nil {
		return
	}
	c := checksOf(b)
	p := columns.Puzzles{Order: b.Records.Order, Cells: c.puzzles, Solved: b.Records.Cells, Results: results}
	w.labeller.Prepare(p, w.solvers.Ended(w.ctx))
	for i := range results {
		c.labels = w.labeller.Append(c.labels, i)
		c.labelTo = append(c.labelTo, len(c.labels))
	}
}

// findRedundant finds the redundant clues of puzzles with exactly one solution.
func (w *worker) findRedundant(b *pipeline.Batch) {
	order := b.Records.Order
	n := order * order
	c := checksOf(b)
	w.unique, w.solved = w.unique[:0], w.solved[:0]
	w.eachGood(b, func(record, good int, cells []uint8) {
		if c.Records[record].Verdict == formats.Solved {
			w.unique = append(w.unique, c.puzzles[good*n:(good+1)*n]...)
			w.solved = append(w.solved, cells...)
		}
	})
	w.redundant = slices.Grow(w.redundant[:0], len(w.unique)/n)[:len(w.unique)/n]
	w.minimalChecker(order).Redundant(w.redundant, w.unique, w.solved)
	sets := w.redundant
	w.eachGood(b, func(record, _ int, _ []uint8) {
		checked := &c.Records[record]
		if checked.Verdict != formats.Solved {
			return
		}
		checked.firstRedundant, checked.Redundant = len(c.redundant), sets[0].Len()
		for cell := range sets[0].All {
			c.redundant = append(c.redundant, uint16(cell))
		}
		sets = sets[1:]
	})
}

// minimalChecker returns the worker's checker for an order.
func (w *worker) minimalChecker(order int) *solver.MinimalChecker {
	m := w.checkers[order]
	if m == nil {
		var err error
		if m, err = solver.NewMinimalChecker(order); err != nil {
			panic(err) // every order of a form has a solver
		}
		w.checkers[order] = m
	}
	m.Stop = w.solvers.Ended(w.ctx)
	return m
}
