package check

import (
	"slices"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/explain"
)

// Labels are additional results for each record. No record fails by them.
type Labels struct {
	Tier      bool // a word for the difficulty
	Explained bool // ratings of Sudoku Explainer
	Rating    bool // how many guesses isomorphs take
	Canonical bool // canonical form and number of automorphisms
	Redundant bool // redundant clues
}

// labelSlot holds the labels of a batch's records.
type labelSlot struct {
	Difficulties []Difficulty // with Tier or Explained
	Ratings      []solver.Rating
	// Canonical holds the canonical forms of the well-formed records, 81 cells each; none for
	// 16×16 puzzles.
	Canonical []uint8
}

// A Difficulty is what package explain says about a puzzle.
type Difficulty struct {
	Tier       explain.Tier
	Status     explain.Status // Unknown: only the tier was asked for
	ER, EP, ED explain.Score
	Technique  explain.Technique
	Steps      int
}

func (l *labelSlot) reset(records int, asked Labels) {
	l.Difficulties, l.Ratings, l.Canonical = l.Difficulties[:0], l.Ratings[:0], l.Canonical[:0]
	if asked.Tier || asked.Explained {
		l.Difficulties = slices.Grow(l.Difficulties, records)[:records]
		clear(l.Difficulties)
	}
	if asked.Rating {
		l.Ratings = slices.Grow(l.Ratings, records)[:records]
		clear(l.Ratings)
	}
}

// difficultyOf returns the difficulty of a puzzle with a result.
func (w *worker) difficultyOf(puzzle []uint8, result solver.Result) (d Difficulty) {
	if len(puzzle) != 81 {
		return Difficulty{Tier: columns.TierOf16(puzzle, result), Status: explain.Unsupported}
	}
	if w.explainer == nil {
		var options explain.Options
		if !w.labels.Explained {
			options.MaxRating = explain.MaxTierRating
		}
		w.explainer = explain.New(options)
	}
	r := w.explainer.Rate(puzzle)
	d.Tier = r.Tier()
	if w.labels.Explained {
		d.Status, d.ER, d.EP, d.ED, d.Technique, d.Steps = r.Status, r.ER, r.EP, r.ED, r.Hardest, r.Steps
	}
	return d
}

// label finds the difficulties and ratings of a batch's puzzles, which checks.puzzles holds.
func (w *worker) label(b *pipeline.Batch, results []solver.Result) {
	c := checksOf(b)
	n := b.Records.Order * b.Records.Order
	if len(c.Difficulties) > 0 {
		w.eachGood(b, func(record, good int, _ []uint8) {
			c.Difficulties[record] = w.difficultyOf(c.puzzles[good*n:(good+1)*n], results[good])
		})
	}
	if !w.labels.Rating {
		return
	}
	w.toRate = w.toRate[:0]
	w.eachGood(b, func(record, good int, _ []uint8) {
		if c.Records[record].Verdict == formats.Solved {
			w.toRate = append(w.toRate, c.puzzles[good*n:(good+1)*n]...)
		}
	})
	w.rated = slices.Grow(w.rated[:0], len(w.toRate)/n)[:len(w.toRate)/n]
	w.raterOf(b.Records.Order).Rate(w.rated, w.toRate)
	rated := w.rated
	w.eachGood(b, func(record, _ int, _ []uint8) {
		if c.Records[record].Verdict == formats.Solved {
			c.Ratings[record], rated = rated[0], rated[1:]
		}
	})
}

// labelsOf copies labels to a record; good is its index among the well-formed records.
func (l *labelSlot) labelsOf(r *Record, record, good int) {
	if len(l.Difficulties) > 0 {
		r.Difficulty = l.Difficulties[record]
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

// raterOf returns the worker's rater for an order.
func (w *worker) raterOf(order int) *solver.Rater {
	r := w.raters[order]
	if r == nil {
		var err error
		if r, err = solver.NewRater(order); err != nil {
			panic(err) // every order of a form has a solver
		}
		w.raters[order] = r
	}
	r.Stop = w.solvers.Ended(w.ctx)
	return r
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
