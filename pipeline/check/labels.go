package check

// This file finds the labels of records: columns of the registry, and redundant clues.

import (
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/solver"
)

// label finds the labels of a batch's puzzles, which checks.puzzles holds.
func (w *worker) label(b *pipeline.Batch, results []solver.Result) {
	if w.labeller == nil {
		return
	}
	c := checksOf(b)
	p := columns.Puzzles{Board: b.From.Board(), Cells: c.puzzles, Candidates: b.Records.Candidates, Solved: b.Records.Cells, Results: results}
	w.labeller.Prepare(p, w.solvers.Ended(w.ctx))
	for i := range results {
		c.labels.Text = w.labeller.AppendLabels(c.labels.Text, i)
		c.labels.End()
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
		checked.firstRedundant = len(c.redundant)
		c.redundant = w.labeller.AppendRedundant(c.redundant, good)
		checked.Redundant = len(c.redundant) - checked.firstRedundant
	})
}
