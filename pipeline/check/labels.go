package check

import (
	"slices"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/solver"
)

// Labels are additional results for each record. No record fails by them.
type Labels struct {
	Tier      bool // what it takes to solve the puzzle
	Rating    bool // how hard it is
	Canonical bool // canonical form and number of automorphisms
	Redundant bool // redundant clues
}

// labelSlot holds the labels of a batch's records.
type labelSlot struct {
	Tiers   []solver.Tier
	Ratings []solver.Rating
	// Canonical holds the canonical forms of the well-formed records, 81 cells each; none for
	// 16×16 puzzles.
	Canonical []uint8
}

func (l *labelSlot) reset(records int, asked Labels) {
	l.Tiers, l.Ratings, l.Canonical = l.Tiers[:0], l.Ratings[:0], l.Canonical[:0]
	if asked.Tier {
		l.Tiers = slices.Grow(l.Tiers, records)[:records]
		clear(l.Tiers)
	}
	if asked.Rating {
		l.Ratings = slices.Grow(l.Ratings, records)[:records]
		clear(l.Ratings)
	}
}

// label finds the tiers and ratings of a batch's puzzles, which checks.puzzles holds.
func (w *worker) label(b *pipeline.Batch, results []solver.Result) {
	c := checksOf(b)
	n := b.Records.Order * b.Records.Order
	if w.labels.Tier {
		w.eachGood(b, func(record, good int, _ []uint8) {
			c.Tiers[record] = solver.TierOf(c.puzzles[good*n:(good+1)*n], results[good])
		})
	}
	if !w.labels.Rating || n != 81 {
		return
	}
	w.toRate = w.toRate[:0]
	w.eachGood(b, func(record, good int, _ []uint8) {
		if c.Records[record].Verdict == formats.Solved {
			w.toRate = append(w.toRate, c.puzzles[good*n:(good+1)*n]...)
		}
	})
	w.rated = slices.Grow(w.rated[:0], len(w.toRate)/n)[:len(w.toRate)/n]
	w.rater.Stop = w.solvers.Ended(w.ctx)
	w.rater.Rate(w.rated, w.toRate)
	rated := w.rated
	w.eachGood(b, func(record, _ int, _ []uint8) {
		if c.Records[record].Verdict == formats.Solved {
			c.Ratings[record], rated = rated[0], rated[1:]
		}
	})
}

// labelsOf copies labels to a record; good is its index among the well-formed records.
func (l *labelSlot) labelsOf(r *Record, record, good int) {
	if len(l.Tiers) > 0 {
		r.Tier = l.Tiers[record]
	}
	if len(l.Ratings) > 0 {
		r.Rating = l.Ratings[record]
	}
	if at := good * 81; r.Verdict != formats.Malformed && at < len(l.Canonical) {
		r.Canonical = l.Canonical[at : at+81]
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
