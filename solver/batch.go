package solver

import (
	"fmt"
	"slices"

	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
)

// A Batch is puzzles to solve together. While it is with a Solver, from Feed
// until its Done is called, nobody else may touch it. It can be used again and
// again, and then does not allocate. It must not be copied once it was fed.
type Batch struct {
	// Cells holds the puzzles, one after the other, order² cells each; they are
	// solved in place.
	Cells []uint8
	// Results holds what became of them, one for each.
	Results []Result
	// Stop, if it is not nil, is called now and then. If it returns true, Feed
	// or Flush return early without having finished, and the solver is of no
	// further use. While several batches are unfinished, only the Stop of the
	// one fed last is called. Engine cdcl calls it only before each solution that
	// it looks for, which may take long.
	Stop func() bool
	// Done, if it is not nil, is called when the batch is finished, by the call
	// of Feed or Flush that finished it. It must not call the solver, but the
	// batch is the caller's again.
	Done func()

	solver *Solver      // to which it was fed last
	inner  engine.Batch // as an engine for many puzzles sees it
}

// minBatch is the smallest batch for which a BatchEngine pays off. Measured;
// see bench/NOTES.md.
const minBatch = 4

// stopCheckEvery is how many puzzles are solved one by one between checks for
// cancellation.
const stopCheckEvery = 16

// Feed solves the puzzles of a batch, in place, as Solve does with each, but
// may return before the last are done: an engine that works on many puzzles at
// once begins puzzles of the next batch while it finishes these. Each batch's
// Done is called when the batch is finished, during this or a later call, not
// always in the order of feeding. Solve may be called between Feed and Flush.
// Lengths that do not match, and values beyond the order, are mistakes of the
// caller's, and Feed panics.
func (s *Solver) Feed(b *Batch) {
	n := s.order * s.order
	if len(b.Cells) != n*len(b.Results) {
		panic(fmt.Sprintf("solver: %d cells for %d puzzles of order %d", len(b.Cells), len(b.Results), s.order))
	}
	b.solver = s
	many, ok := s.engine.(engine.BatchEngine)
	if !ok || len(b.Results) < minBatch {
		s.feedOneByOne(b)
		return
	}
	s.checkValues(b.Cells)
	b.inner.Cells, b.inner.Stop = b.Cells, b.Stop
	b.inner.Outcomes = slices.Grow(b.inner.Outcomes[:0], len(b.Results))[:len(b.Results)]
	if b.inner.Done == nil { // once, as it allocates
		b.inner.Done = b.complete
	}
	many.Feed(&b.inner, s.limit, s.maxGuesses)
}

// feedOneByOne solves the puzzles of a batch for which a BatchEngine does not
// pay off, or that has an engine of another kind.
func (s *Solver) feedOneByOne(b *Batch) {
	if e, ok := s.engine.(engine.Stopper); ok {
		e.SetStop(b.Stop)
		defer e.SetStop(nil)
	}
	stopped := func() bool { return b.Stop != nil && b.Stop() }
	n := s.order * s.order
	for i := range b.Results {
		if i%stopCheckEvery == 0 && stopped() {
			return
		}
		r := s.Solve(b.Cells[i*n : (i+1)*n : (i+1)*n])
		if !r.Complete && r.Solutions < s.limit && stopped() { // perhaps in this one
			return
		}
		b.Results[i] = r
	}
	if b.Done != nil {
		b.Done()
	}
}

// Flush finishes all batches that were fed, unless Batch.Stop ends it.
func (s *Solver) Flush() {
	if many, ok := s.engine.(engine.BatchEngine); ok {
		many.Flush()
	}
}

// complete turns outcomes into results, and gives the batch back.
func (b *Batch) complete() {
	n := len(b.Cells) / len(b.Results)
	limit := b.solver.limit
	for i := range b.Results {
		r, out := &b.Results[i], &b.inner.Outcomes[i]
		if out.Found == 1 && (out.Complete || limit == 1) { // nearly all: as setResult does, without the call
			r.Status, r.Complete, r.Solutions, r.Guesses, r.Clash = Solved, out.Complete, 1, out.Guesses, [2]uint16{}
			continue
		}
		b.solver.setResult(r, *out, b.Cells[i*n:(i+1)*n])
	}
	if b.Done != nil {
		b.Done()
	}
}
