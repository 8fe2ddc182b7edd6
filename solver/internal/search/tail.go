// Package search has the engines of the common search, which the documentation of
// package solver defines: band and grid in plain Go, lanes with a puzzle in each
// lane of wide vectors, and the tail, which hands hard puzzles on to clause
// learning. All have the same outcomes, to the last guess.
package search

import (
	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
	"github.com/sudokubatch/sudokubatch/solver/internal/learn"
)

// A tail runs a fast engine, and hands the few puzzles that are too hard for
// it to clause learning. Depth-first search has a heavy tail: a puzzle may
// take millions of guesses where clause learning needs some ten conflicts. On
// all others clause learning is slower by far.
//
// The threshold is a number of guesses, not a time, so what becomes of a
// puzzle is the same everywhere.
type tail struct {
	engine.Interruptible
	fast      engine.Engine
	order     int
	threshold uint64
	learner   *learn.Learner // made when first needed
	scratch   []uint8        // the clues of the puzzle that is searched
	counted   []uint8        // a solution nobody needs

	// Of the puzzle that clause learning is at work on:
	clues      []uint8
	cells      []uint8 // for the first solution, or with it
	limit      int
	maxGuesses uint64
	out        engine.Outcome
}

// tailThresholds are, by order, the numbers of guesses after which clause
// learning takes about as long as what the search has spent already, so that the
// worst case is about twice the better of the two. Measured; see bench/NOTES.md.
var tailThresholds = map[int]uint64{9: 2_000, 16: 300}

// tailSteps is how many steps clause learning makes between two questions
// whether to stop: some milliseconds.
const tailSteps = 64

func withTail(order int, fast engine.Engine) *tail {
	return &tail{
		fast:      fast,
		order:     order,
		threshold: tailThresholds[order],
		scratch:   make([]uint8, order*order),
		counted:   make([]uint8, order*order),
	}
}

// SetStop has the fast engine stop, too.
func (e *tail) SetStop(stop func() bool) {
	e.Interruptible.SetStop(stop)
	if fast, ok := e.fast.(engine.Stopper); ok {
		fast.SetStop(stop)
	}
}

// handsOn reports whether a search with this budget may go on to clause
// learning.
func (e *tail) handsOn(maxGuesses uint64) bool { return maxGuesses > e.threshold }

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

// early is the fast engine's search. It reports whether that is all; if not, it
// went up to the threshold, and the clues are in e.scratch.
func (e *tail) early(cells []uint8, limit int, maxGuesses uint64) (out engine.Outcome, over bool) {
	if !e.handsOn(maxGuesses) {
		return e.fast.Search(cells, limit, maxGuesses), true
	}
	copy(e.scratch, cells)
	out = e.fast.Search(cells, limit, e.threshold)
	switch {
	case out.Complete || out.Found == limit:
		return out, true
	case out.Found >= 2: // to count further is enumeration
		copy(cells, e.scratch)
		return e.fast.Search(cells, limit, maxGuesses), true
	}
	return out, false
}

// begin begins to finish the search of a puzzle, by clause learning, that had
// the outcome out at the threshold. If that had a solution it is in cells; else
// the first one is going to be.
func (e *tail) begin(clues, cells []uint8, limit int, maxGuesses uint64, out engine.Outcome) {
	if e.learner == nil {
		e.learner = learn.New(e.order)
	}
	e.clues, e.cells, e.limit, e.maxGuesses, e.out = clues, cells, limit, maxGuesses, out
	var known []uint8
	if out.Found > 0 {
		known = cells
	}
	e.learner.Begin(clues, known)
}

// goOn goes on for some steps of clause learning, and reports whether the search
// is over, with the outcome e.out.
func (e *tail) goOn(steps int) (over bool) {
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
		e.enumerate()
	case learn.Spent:
	}
	return true
}

// enumerate counts the solutions from the beginning, by search, of a puzzle that
// has too many to learn a clause from each.
func (e *tail) enumerate() {
	copy(e.counted, e.clues)
	all := e.fast.Search(e.counted, e.limit, e.maxGuesses)
	all.Found = max(all.Found, e.out.Found)
	e.out = all
}

// NewPortable returns the engine of an order that runs everywhere.
func NewPortable(order int) engine.Engine { return withTail(order, portable(order)) }

// portable is that without the tail.
func portable(order int) engine.Engine {
	if order == 9 {
		return newBand()
	}
	return newGrid()
}
