package solver

import (
	"fmt"
	"slices"
)

// A Batch is puzzles to solve together. While it is with a Solver, from Feed
// until done is called with it, nobody else may touch it. It can be used again
// and again, and then does not allocate.
type Batch struct {
	// Cells holds the puzzles, one after the other, order² cells each; they are
	// solved in place.
	Cells []uint8
	// Results holds what became of them, one for each.
	Results []Result
	// Stop, if it is not nil, is asked now and then whether to give up. If it
	// says so, Feed or Flush come back early without having finished, and the
	// solver is of no further use.
	Stop func() bool

	outcomes []outcome
	left     int // puzzles that are not finished
}

// fewPuzzles is the number of puzzles that are worth an engine for many.
// Measured; see bench/NOTES.md.
const fewPuzzles = 4

// breath is how many puzzles are solved, or passes made, between two questions
// whether to stop.
const breath = 16

func (b *Batch) stopped() bool { return b.Stop != nil && b.Stop() }

// Feed solves the puzzles of a batch, in place, as Solve does with each, but
// may come back before the last are done: an engine that works on many puzzles
// at once begins the next batch's while it finishes these. Feed calls done
// with each batch, this or an earlier one, that is finished; they may finish
// in another order than they were fed.
func (s *Solver) Feed(b *Batch, done func(*Batch)) {
	n := s.order * s.order
	if len(b.Cells) != n*len(b.Results) {
		panic(fmt.Sprintf("solver: %d cells for %d puzzles of order %d", len(b.Cells), len(b.Results), s.order))
	}
	many, ok := s.engine.(batchEngine)
	if !ok || len(b.Results) < fewPuzzles {
		for i := range b.Results {
			if i%breath == 0 && b.stopped() {
				return
			}
			b.Results[i] = s.Solve(b.Cells[i*n : (i+1)*n : (i+1)*n])
		}
		done(b)
		return
	}
	s.checkValues(b.Cells)
	b.outcomes = slices.Grow(b.outcomes[:0], len(b.Results))[:len(b.Results)]
	b.left = len(b.Results)
	s.done = done
	many.feed(b, s.limit, s.maxGuesses, s.finish)
}

// Flush finishes all batches that were fed, and calls done with each.
func (s *Solver) Flush(done func(*Batch)) {
	if many, ok := s.engine.(batchEngine); ok {
		s.done = done
		many.flush(s.finish)
	}
}

// finishBatch turns outcomes into results and passes the batch on.
func (s *Solver) finishBatch(b *Batch) {
	n := s.order * s.order
	for i := range b.outcomes {
		out := &b.outcomes[i]
		switch { // two that are frequent, and worth a short way
		case out.found == 1 && out.complete:
			b.Results[i] = Result{Complete: true, Solutions: 1, Guesses: out.guesses}
		case out.found > 1:
			b.Results[i] = Result{Status: Multiple, Complete: out.complete, Solutions: out.found, Guesses: out.guesses}
		default:
			b.Results[i] = s.result(*out, b.Cells[i*n:(i+1)*n])
		}
	}
	s.done(b)
}
