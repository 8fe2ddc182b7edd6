package engine

import "math"

// An engine is one way to search, for puzzles of one order. It owns all the
// scratch memory that it needs, is used by one goroutine at a time, and does
// not allocate after it was made.
type Engine interface {
	// search counts solutions of a puzzle until it found limit of them, knows
	// that there are no more, or would have to make more than maxGuesses
	// guesses. cells holds the puzzle, row by row, 0 = blank; no house holds
	// two equal clues. When at least one solution was found, cells holds the
	// first one afterwards; otherwise cells is as it was.
	Search(cells []uint8, limit int, maxGuesses uint64) Outcome
}

// A batchEngine is an engine that is faster with many puzzles at once, the more
// so if they never run out.
type BatchEngine interface {
	Engine
	// feed takes a batch on and works until it has begun all of its puzzles, of
	// which it has at least one. It sets the outcomes, and completes each batch,
	// this or an earlier one, whose last puzzle is finished.
	Feed(b *Batch, limit int, maxGuesses uint64)
	// flush completes all batches.
	Flush()
}

// A stopper is an engine whose searches can be called off.
type Stopper interface {
	// setStop has searches ask stop, if it is not nil, now and then whether to
	// give up. The outcome of one that does means nothing.
	SetStop(stop func() bool)
}

// An outcome is what a search found out about one puzzle.
type Outcome struct {
	Found    int    // solutions found, at most the limit
	Guesses  uint64 // branch points met
	Complete bool   // there are no solutions beyond those found
}

// unlimited is the guess budget of a search that has none.
const Unlimited = math.MaxUint64
