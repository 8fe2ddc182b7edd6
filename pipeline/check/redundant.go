package check

import (
	"slices"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/solver"
)

// findRedundant finds the clues that can be dropped of the puzzles that have
// one solution.
func (w *worker) findRedundant(b *pipeline.Batch) {
	order := b.Records.Order
	n := order * order
	c := checksOf(b)
	puzzles := c.puzzles[:0]
	w.solved = w.solved[:0]
	w.eachGood(b, func(record, good int, cells []uint8) {
		if c.Records[record].Verdict == formats.Solved {
			puzzles = append(puzzles, c.puzzles[good*n:(good+1)*n]...)
			w.solved = append(w.solved, cells...)
		}
	})
	w.redundant = slices.Grow(w.redundant[:0], len(puzzles)/n)[:len(puzzles)/n]
	w.minimalChecker(order).Redundant(w.redundant, puzzles, w.solved)
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
			panic(err) // there are solvers for every order of a form
		}
		w.checkers[order] = m
	}
	m.Stop = w.solvers.Ended(w.ctx)
	return m
}
