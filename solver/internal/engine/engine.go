// Package engine is the contract between package solver and its engines, and
// between the engines and those that test them: what an engine is, what it is
// given and what it answers. It imports nothing of the project.
package engine

import "math"

// An Engine is one way to search, for puzzles of one order. It owns all the
// scratch memory that it needs, is used by one goroutine at a time, and does
// not allocate once it is made, but for what a rare puzzle needs at first
// (clause learning), and cdcl for each.
type Engine interface {
	// Search counts solutions of a puzzle until it found limit of them, knows
	// that there are no more, or would have to make more than maxGuesses
	// guesses. cells holds the puzzle, row by row, 0 = blank. Where a house
	// holds two equal clues there is no solution; reference engines assume
	// that none does. When at least one solution was found, cells holds the
	// first one afterwards; otherwise cells is as it was.
	Search(cells []uint8, limit int, maxGuesses uint64) Outcome
}

// A BatchEngine is an engine that is faster with many puzzles at once, the more
// so if they never run out.
type BatchEngine interface {
	Engine
	// Feed takes a batch on and works until it has begun all of its puzzles, of
	// which it has at least one. It sets the outcomes, and completes each batch,
	// this or an earlier one, whose last puzzle is finished.
	Feed(b *Batch, limit int, maxGuesses uint64)
	// Flush completes all batches.
	Flush()
}

// A Stopper is an engine whose searches can be called off.
type Stopper interface {
	// SetStop has searches call stop, if it is not nil, now and then, and give up
	// if it returns true. The outcome of one that does means nothing.
	SetStop(stop func() bool)
}

// An Outcome is what a search found out about one puzzle.
type Outcome struct {
	Found    int    // solutions found, at most the limit
	Guesses  uint64 // branch points met
	Complete bool   // there are no solutions beyond those found
}

// Unlimited is the guess budget of a search that has none.
const Unlimited = math.MaxUint64

// A Batch is puzzles that a BatchEngine searches together.
type Batch struct {
	Cells    []uint8     // of the puzzles, one after the other
	Outcomes []Outcome   // one for each puzzle, set by the engine
	Stop     func() bool // called now and then: true = give up; may be nil
	Done     func()      // called when all outcomes are set
	left     int         // outcomes that are not
}

// Begin begins a search of all puzzles.
func (b *Batch) Begin() { b.left = len(b.Outcomes) }

// Set sets one outcome. The last one completes the batch.
func (b *Batch) Set(puzzle int, out Outcome) {
	b.Outcomes[puzzle] = out
	if b.left--; b.left == 0 {
		b.Done()
	}
}

// An Interruptible makes a [Stopper] of an engine that has one in it, and asks.
type Interruptible struct{ stop func() bool }

// SetStop implements Stopper.
func (i *Interruptible) SetStop(stop func() bool) { i.stop = stop }

// Stopped reports whether the search is to give up.
func (i *Interruptible) Stopped() bool { return i.stop != nil && i.stop() }

// StopCheckGuesses is how many guesses a search makes between checks for
// cancellation: at most some milliseconds.
const StopCheckGuesses = 256
