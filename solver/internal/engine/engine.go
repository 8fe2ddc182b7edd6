// Package engine is the contract between package solver and its engines, and
// between the engines and their tests. It imports no other package of the
// project.
package engine

import (
	"math"
	"math/bits"
)

// An Engine searches puzzles of one order. It has its own scratch memory, and
// one goroutine at a time may use it. After its creation it does not allocate,
// except once for clause learning and once for long counts.
type Engine interface {
	// Search counts the solutions of a puzzle until it has found limit of them,
	// knows that there are no more, or needs more than maxGuesses guesses.
	// cells holds the puzzle, row by row, 0 = blank. If Search finds a
	// solution, cells afterwards holds the first one; otherwise cells is
	// unchanged. A puzzle with two equal clues in a house has no solution;
	// reference engines may assume that there are none.
	Search(cells []uint8, limit int, maxGuesses uint64) Outcome
}

// A BatchEngine is faster with many puzzles at once, especially in an unbroken
// stream of batches.
type BatchEngine interface {
	Engine
	// Feed accepts a batch of at least one puzzle, and works until all its
	// puzzles are begun. It sets the outcomes, and completes each batch, this
	// or an earlier one, when its last puzzle is finished.
	Feed(b *Workload, limit int, maxGuesses uint64)
	// Flush completes all batches.
	Flush()
}

// A CandidateEngine searches puzzles that are given as a set of candidates for
// each cell: bit d-1 of a mask stands for digit d.
type CandidateEngine interface {
	Stopper
	// SearchCandidates is Engine.Search for such a puzzle. cells only receives the
	// first solution.
	SearchCandidates(masks []uint32, cells []uint8, limit int, maxGuesses uint64) Outcome
}

// A Stopper is an engine whose searches can be interrupted.
type Stopper interface {
	// SetStop sets a function that searches call now and then; nil means none.
	// If it returns true, the search stops, and its outcome is meaningless.
	SetStop(stop func() bool)
}

// A Sharer is an engine that lets other goroutines search parts of a puzzle.
type Sharer interface {
	// SetShare sets a function that searches offer their parts to; nil means none. If it returns
	// true, some goroutine calls part soon, and once. If not, the search goes on without help.
	SetShare(share func(part func()) (taken bool))
}

// An Outcome is the result of a search.
type Outcome struct {
	Found    int    // solutions found, at most the limit
	Guesses  uint64 // number of branch points
	Complete bool   // there are no solutions beyond those found
}

// Unlimited is the guess budget of a search without a limit.
const Unlimited = math.MaxUint64

// A Workload holds puzzles that a BatchEngine searches together.
type Workload struct {
	Cells    []uint8                        // the puzzles, one after the other
	Outcomes []Outcome                      // one for each puzzle, set by the engine
	Stop     func() bool                    // called now and then; true interrupts the search; may be nil
	Share    func(part func()) (taken bool) // as for Sharer
	Done     func()                         // called when all outcomes are set
	left     int                            // number of outcomes not set yet
}

// Begin starts a search of all puzzles.
func (b *Workload) Begin() { b.left = len(b.Outcomes) }

// Set sets one outcome. The last one completes the batch, and calls Done.
func (b *Workload) Set(puzzle int, out Outcome) {
	b.Outcomes[puzzle] = out
	if b.left--; b.left == 0 {
		b.Done()
	}
}

// SetSome sets the outcomes of puzzles to out: of puzzle first + i for each bit i of set.
func (b *Workload) SetSome(first int, set uint32, out Outcome) {
	outcomes := b.Outcomes[first:]
	for left := set; left != 0; left &= left - 1 {
		outcomes[bits.TrailingZeros32(left)] = out
	}
	if b.left -= bits.OnesCount32(set); b.left == 0 {
		b.Done()
	}
}

// An Interruptible implements [Stopper] for an engine that embeds it.
type Interruptible struct{ stop func() bool }

// SetStop implements Stopper.
func (i *Interruptible) SetStop(stop func() bool) { i.stop = stop }

// Stopped reports whether the search must stop.
func (i *Interruptible) Stopped() bool { return i.stop != nil && i.stop() }

// StopCheckGuesses is the number of guesses between checks for cancellation.
// They take a few milliseconds at most.
const StopCheckGuesses = 256
