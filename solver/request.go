package solver

import (
	"fmt"
	"slices"

	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
)

// A Request holds puzzles to solve together. From Feed until its Done is called
// it belongs to the Solver, and nobody else may touch it. It can be used again,
// and then does not allocate. Do not copy a Request that was fed.
type Request struct {
	// Cells holds the puzzles, one after the other, order² cells each. Feed
	// solves them in place.
	Cells []uint8
	// Candidates, if it is not empty, holds the puzzles as SolveCandidates takes them:
	// order² masks each. Cells then only receives the solutions.
	Candidates []uint32
	// Results receives the result of each puzzle.
	Results []Result
	// Stop, if it is not nil, is called now and then. If it returns true, Feed
	// or Flush returns early, and the solver must not be used again. If several
	// requests are unfinished, only the Stop of the last one is called.
	Stop func() bool
	// Share, if it is not nil, is offered parts of long counts, see Options.Limit. If it returns
	// true, some other goroutine must call part soon, and once; Feed and Flush wait for that. If
	// it returns false, they go on alone. Results do not depend on it. If several requests are
	// unfinished, only the Share of the last one is called.
	Share func(part func()) (taken bool)
	// Done, if it is not nil, is called when the request is finished, by the call
	// of Feed or Flush that finished it. The request belongs to the caller again,
	// but Done must not call the solver.
	Done func()

	solver *Solver         // that it was last fed to
	inner  engine.Workload // the batch in the form that engines use
}

// minBatch is the smallest batch for which a BatchEngine is faster. The value
// is measured; see bench/NOTES.md.
const minBatch = 4

// stopCheckEvery is the number of single puzzles solved between checks for
// cancellation.
const stopCheckEvery = 16

// Feed solves the puzzles of a request in place, each as Solve does. It may
// return before the last ones are done, because an engine for many puzzles
// begins puzzles of the next request while it finishes this one. Each request's
// Done is called when the request is finished, during this or a later call.
// Batches may finish in another order than they were fed. Solve may be called
// between Feed and Flush.
//
// Feed panics if the lengths of Cells and Results do not match, or if a value
// exceeds the order.
func (s *Solver) Feed(b *Request) {
	n := s.order * s.order
	if len(b.Cells) != n*len(b.Results) {
		panic(fmt.Sprintf("solver: %d cells for %d puzzles of order %d", len(b.Cells), len(b.Results), s.order))
	}
	b.solver = s
	many, ok := s.engine.(engine.BatchEngine)
	if !ok || len(b.Results) < minBatch || len(b.Candidates) > 0 {
		s.feedOneByOne(b)
		return
	}
	checkValues(s.order, b.Cells)
	b.inner.Cells, b.inner.Stop, b.inner.Share = b.Cells, b.Stop, b.Share
	b.inner.Outcomes = slices.Grow(b.inner.Outcomes[:0], len(b.Results))[:len(b.Results)]
	if b.inner.Done == nil { // only once, because it allocates
		b.inner.Done = b.complete
	}
	many.Feed(&b.inner, s.limit, s.maxGuesses)
}

// feedOneByOne solves the puzzles of a request singly. It is for small requests, for
// candidates, and for engines that are not a BatchEngine.
func (s *Solver) feedOneByOne(b *Request) {
	by := any(s.engine)
	if len(b.Candidates) > 0 {
		by = s.candidateEngine()
	}
	if e, ok := by.(engine.Stopper); ok {
		e.SetStop(b.Stop)
		defer e.SetStop(nil)
	}
	if e, ok := s.engine.(engine.Sharer); ok {
		e.SetShare(b.Share)
	}
	stopped := func() bool { return b.Stop != nil && b.Stop() }
	n := s.order * s.order
	for i := range b.Results {
		if i%stopCheckEvery == 0 && stopped() {
			return
		}
		var r Result
		if cells := b.Cells[i*n : (i+1)*n : (i+1)*n]; len(b.Candidates) > 0 {
			r = s.SolveCandidates(b.Candidates[i*n:][:n], cells)
		} else {
			r = s.Solve(cells)
		}
		if !r.Complete && r.Solutions < s.limit && stopped() { // perhaps stopped during this puzzle
			return
		}
		b.Results[i] = r
	}
	if b.Done != nil {
		b.Done()
	}
}

// Flush finishes all requests that were fed, unless Request.Stop returns true.
func (s *Solver) Flush() {
	if many, ok := s.engine.(engine.BatchEngine); ok {
		many.Flush()
	}
	if e, ok := s.engine.(engine.Sharer); ok {
		e.SetShare(nil) // whoever took parts may be gone
	}
}

// complete converts the outcomes to results, and calls Done.
func (b *Request) complete() {
	n := len(b.Cells) / len(b.Results)
	limit := b.solver.limit
	for i := range b.Results {
		r, out := &b.Results[i], &b.inner.Outcomes[i]
		if out.Found == 1 && (out.Complete || limit == 1) { // the common case, inlined from setResult
			r.Status, r.Complete, r.Solutions, r.Guesses, r.Clash = Solved, out.Complete, 1, out.Guesses, [2]uint16{}
			continue
		}
		b.solver.setResult(r, *out, b.Cells[i*n:(i+1)*n])
	}
	if b.Done != nil {
		b.Done()
	}
}
