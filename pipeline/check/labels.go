package check

// This file finds the labels of records: columns of the registry, and redundant clues.

import (
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/solver"
)

// labelSlot holds the labels of the well-formed records of a batch, one after the other, as
// columns.Evaluator appends them, and the end of each.
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
		c.labels = w.labeller.AppendLabels(c.labels, i)
		c.labelTo = append(c.labelTo, len(c.labels))
	}
}

// findRedundant keeps the redundant clues of puzzles with exactly one solution.
func (w *worker) findRedundant(b *pipeline.Batch) {
	c := checksOf(b)
	w.eachGood(b, func(record, good int, _ []uint8) {
		checked := &c.Records[record]
		if checked.Verdict != bulk.Solved {
			return
		}
		cells := w.labeller.Redundant(good)
		checked.firstRedundant, checked.Redundant = len(c.redundant), cells.Len()
		for cell := range cells.All {
			c.redundant = append(c.redundant, uint16(cell))
		}
	})
}
