package solver

import "fmt"

// A Batch is puzzles to solve together. While it is with a Solver, from Feed
// until its Done is called, nobody else may touch it. It can be used again and
// again, and then does not allocate.
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
	// Done, if it is not nil, is called when the batch is finished, by the call
	// of Feed or Flush that finished it. It must not call the solver, but the
	// batch is the caller's again.
	Done func()

	left      int  // puzzles that are not finished
	deadClues bool // a puzzle died without a guess: its clues may clash
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
// at once begins the next batch's while it finishes these. Batches, this or
// earlier ones, are Done when they are, perhaps in another order than they were
// fed.
func (s *Solver) Feed(b *Batch) {
	n := s.order * s.order
	if len(b.Cells) != n*len(b.Results) {
		panic(fmt.Sprintf("solver: %d cells for %d puzzles of order %d", len(b.Cells), len(b.Results), s.order))
	}
	many, ok := s.engine.(batchEngine)
	if !ok || len(b.Results) < fewPuzzles {
		if e, ok := s.engine.(stopper); ok {
			e.setStop(b.Stop)
			defer e.setStop(nil)
		}
		for i := range b.Results {
			if i%breath == 0 && b.stopped() {
				return
			}
			r := s.Solve(b.Cells[i*n : (i+1)*n : (i+1)*n])
			if !r.Complete && r.Solutions < s.limit && b.stopped() { // perhaps in this one
				return
			}
			b.Results[i] = r
		}
		b.finish(s.order)
		return
	}
	s.checkValues(b.Cells)
	many.feed(b, s.limit, s.maxGuesses)
}

// Flush finishes all batches that were fed.
func (s *Solver) Flush() {
	if many, ok := s.engine.(batchEngine); ok {
		many.flush()
	}
}

// finish gives the batch back, its clashes found.
func (b *Batch) finish(order int) {
	if b.deadClues {
		b.findClashes(order)
	}
	if b.Done != nil {
		b.Done()
	}
}

// findClashes looks at the puzzles that died by their clues.
func (b *Batch) findClashes(order int) {
	n := order * order
	for i := range b.Results {
		if r := &b.Results[i]; r.Solutions == 0 && r.Guesses == 0 {
			if clash, ok := findClash(order, b.Cells[i*n:(i+1)*n]); ok {
				*r = clash
			}
		}
	}
	b.deadClues = false
}
