// Package search has the engines of the common search, which package solver's
// documentation defines. Engines band, grid and masks are plain Go. Engine lanes
// solves one puzzle in each lane of wide vectors. The tail gives hard puzzles
// to clause learning. All engines have the same outcomes and the same numbers
// of guesses.
package search

import (
	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
	"github.com/sudokubatch/sudokubatch/solver/internal/learn"
)

// A tail runs a fast engine, and gives the few puzzles that are too hard for it
// to clause learning. A depth-first search has a heavy tail: it may need
// millions of guesses for a puzzle for which clause learning needs about ten
// conflicts. On all other puzzles clause learning is much slower.
//
// The threshold between the two is a number of guesses, not a time, so the
// outcome of a puzzle is the same on every machine.
type tail struct {
	engine.Interruptible
	fast      engine.Engine
	shape     geometry.Box
	threshold uint64
	learner   *learn.Learner      // created when first needed
	newLanes  func() *laneCounter // nil: the fast engine counts alone
	lanes     *laneCounter        // created when first needed
	divided   *dividedCounter     // created when first needed
	counter   counter             // the one that works on the current puzzle
	share     func(part func()) (taken bool)
	scratch   []uint8 // the clues of the current puzzle
	counted   []uint8 // scratch cells of enumerate

	masks []uint32 // the candidates of the current puzzle if it is given by these, else nil

	// The puzzle that clause learning works on:
	clues      []uint8
	cells      []uint8 // receives the first solution, or holds it already
	limit      int
	maxGuesses uint64
	out        engine.Outcome
	counting   bool // counter works on it
}

// Threshold returns the number of guesses after which a puzzle of a shape goes to
// clause learning. Clause learning then takes about as long as the search before
// it, so the worst case is about twice the better of the two. The values are
// measured; see bench/NOTES.md.
func Threshold(shape geometry.Box) uint64 {
	if shape.Side() <= 9 {
		return 2_000
	}
	return 300
}

// A counter counts the solutions of a puzzle that had two at the threshold.
type counter interface {
	begin(cells []uint8, limit int, maxGuesses uint64)
	goOn(steps int) (over bool)
	outcome() engine.Outcome
}

// tailSteps is the number of steps of clause learning between checks for
// cancellation. They take a few milliseconds.
const tailSteps = 64

// divides reports whether others may help to count the solutions of the current puzzle.
func (e *tail) divides(limit int, maxGuesses uint64) bool {
	return e.share != nil && e.masks == nil && min(uint64(limit), maxGuesses) > worthDividing
}

// counts reports whether a puzzle with two solutions at the threshold goes to a counter.
func (e *tail) counts(limit int, maxGuesses uint64) bool {
	return e.newLanes != nil || e.divides(limit, maxGuesses)
}

// withTail returns an engine that runs fast up to the threshold of its shape.
func withTail(shape geometry.Box, fast engine.Engine) *tail {
	return &tail{
		fast:      fast,
		shape:     shape,
		threshold: Threshold(shape),
		scratch:   make([]uint8, shape.Cells()),
		counted:   make([]uint8, shape.Cells()),
	}
}

// SetStop implements engine.Stopper, for the fast engine too.
func (e *tail) SetStop(stop func() bool) {
	e.Interruptible.SetStop(stop)
	if fast, ok := e.fast.(engine.Stopper); ok {
		fast.SetStop(stop)
	}
}

// handsOn reports whether the budget allows clause learning.
func (e *tail) handsOn(maxGuesses uint64) bool { return maxGuesses > e.threshold }

// Search implements engine.Engine.
func (e *tail) Search(cells []uint8, limit int, maxGuesses uint64) engine.Outcome {
	out, over := e.early(cells, limit, maxGuesses)
	if over {
		return out
	}
	e.begin(e.scratch, cells, limit, maxGuesses, out)
	for !e.goOn(tailSteps) {
		if e.Stopped() {
			break
		}
	}
	return e.out
}

// SearchCandidates is Search for a puzzle that is given as a set of candidates for
// each cell. cells only receives the first solution.
func (e *tail) SearchCandidates(masks []uint32, cells []uint8, limit int, maxGuesses uint64) engine.Outcome {
	e.masks = masks
	defer func() { e.masks = nil }()
	return e.Search(cells, limit, maxGuesses)
}

// SetShare implements engine.Sharer.
func (e *tail) SetShare(share func(part func()) (taken bool)) { e.share = share }

// depthFirst runs the fast engine without a threshold.
func (e *tail) depthFirst(cells []uint8, limit int, maxGuesses uint64) engine.Outcome {
	if e.masks == nil {
		return e.fast.Search(cells, limit, maxGuesses)
	}
	w := e.fast.(walker)
	w.beginCandidates(e.masks)
	return run(w, cells, limit, maxGuesses)
}

// early runs the fast engine. It reports whether the search is over. If not,
// the search reached the threshold, and e.scratch holds the clues.
func (e *tail) early(cells []uint8, limit int, maxGuesses uint64) (out engine.Outcome, over bool) {
	if !e.handsOn(maxGuesses) {
		return e.depthFirst(cells, limit, maxGuesses), true
	}
	copy(e.scratch, cells)
	out = e.depthFirst(cells, limit, e.threshold)
	switch {
	case out.Complete || out.Found == limit:
		return out, true
	case out.Found >= 2 && e.counts(limit, maxGuesses):
	case out.Found >= 2: // counting more is enumeration
		copy(cells, e.scratch)
		return e.depthFirst(cells, limit, maxGuesses), true
	}
	return out, false
}

// begin starts clause learning for a puzzle with outcome out at the threshold, or
// the count of its solutions if two were found. If out has a solution, cells holds
// it; otherwise cells receives the first solution.
func (e *tail) begin(clues, cells []uint8, limit int, maxGuesses uint64, out engine.Outcome) {
	e.clues, e.cells, e.limit, e.maxGuesses, e.out = clues, cells, limit, maxGuesses, out
	e.counting = false
	if out.Found >= 2 {
		e.count()
		return
	}
	if e.learner == nil {
		e.learner = learn.New(e.shape)
	}
	var known []uint8
	if out.Found > 0 {
		known = cells
	}
	if e.masks != nil {
		e.learner.BeginCandidates(e.masks, known)
		return
	}
	e.learner.Begin(clues, known)
}

// goOn makes some steps of clause learning or of the count, and reports whether
// the search is over. Its outcome is then e.out.
func (e *tail) goOn(steps int) (over bool) {
	if e.counting {
		if over = e.counter.goOn(steps); over {
			found := e.out.Found
			e.out = e.counter.outcome()
			e.out.Found = max(e.out.Found, found)
		}
		return over
	}
	verdict := e.learner.Run(steps, e.maxGuesses-e.threshold)
	e.out.Guesses = e.threshold + e.learner.Decisions()
	switch verdict {
	case learn.More:
		return false
	case learn.Found:
		if e.out.Found == 0 {
			copy(e.cells, e.learner.Solution())
		}
		e.out.Found++
		return e.out.Found == e.limit
	case learn.Exhausted:
		e.out.Complete = true
	case learn.Full:
		if e.counts(e.limit, e.maxGuesses) {
			e.count()
			return false
		}
		e.enumerate()
	case learn.Spent:
	}
	return true
}

// enumerate counts the solutions again, by depth-first search, because clause
// learning cannot record this many.
func (e *tail) enumerate() {
	copy(e.counted, e.clues)
	all := e.depthFirst(e.counted, e.limit, e.maxGuesses)
	all.Found = max(all.Found, e.out.Found)
	e.out = all
}

// count starts to count the solutions.
func (e *tail) count() {
	e.counting = true
	if e.divides(e.limit, e.maxGuesses) {
		if e.divided == nil {
			e.divided = newDividedCounter(e.shape, e.newPartCounter)
		}
		e.divided.share, e.counter = e.share, e.divided
	} else {
		if e.lanes == nil {
			e.lanes = e.newLanes()
		}
		e.counter = e.lanes
	}
	e.counter.begin(e.clues, e.limit, e.maxGuesses)
}

// newPartCounter returns a counter for the parts of a count.
func (e *tail) newPartCounter() partCounter {
	if e.newLanes != nil {
		return e.newLanes()
	}
	return &walkCounter{walker: portable(e.shape)}
}

// NewCandidates returns an engine for puzzles that are given as candidates.
func NewCandidates(shape geometry.Box) engine.CandidateEngine {
	return withTail(shape, portable(shape))
}

// NewPortable returns the engine for a shape that runs on every processor.
func NewPortable(shape geometry.Box) engine.Engine { return withTail(shape, portable(shape)) }

// portable returns the plain Go engine for a shape, without a tail.
func portable(shape geometry.Box) interface {
	engine.Engine
	walker
} {
	switch shape {
	case geometry.Box{Rows: 3, Columns: 3}:
		return newBand()
	case geometry.Box{Rows: 4, Columns: 4}:
		return newGrid()
	}
	return newMasks(shape)
}
