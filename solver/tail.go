package solver

// A tail runs a fast engine, and hands the few puzzles that are too hard for
// it to clause learning. Depth-first search has a heavy tail: a puzzle may
// take millions of guesses where clause learning needs some hundred conflicts.
// On all others clause learning is slower by far.
//
// The threshold is a number of guesses, not a time, so what becomes of a
// puzzle is the same everywhere.
type tail struct {
	fast      engine
	order     int
	threshold uint64
	clauses   engine // made when first needed
	clues     []uint8
}

// tailThreshold is the number of guesses after which clause learning is about as
// quick as what the search has spent already, so that the worst case is about
// twice the better of the two. Measured, in both orders; see bench/NOTES.md.
const tailThreshold = 2_000

func withTail(order int, fast engine) *tail {
	return &tail{
		fast:      fast,
		order:     order,
		threshold: tailThreshold,
		clues:     make([]uint8, order*order),
	}
}

// handsOn reports whether a search with these bounds ends in clause learning
// if it passes the threshold. Counting beyond two solutions is enumeration, and
// stays with the search.
func (e *tail) handsOn(limit int, maxGuesses uint64) bool {
	return limit <= 2 && maxGuesses > e.threshold
}

// search is the fast engine's search up to the threshold.
func (e *tail) search(cells []uint8, limit int, maxGuesses uint64) outcome {
	if !e.handsOn(limit, maxGuesses) {
		return e.fast.search(cells, limit, maxGuesses)
	}
	copy(e.clues, cells)
	out := e.fast.search(cells, limit, e.threshold)
	if out.complete || out.found == limit {
		return out
	}
	return e.takeOver(cells, limit, out)
}

// takeOver finishes, by clause learning, the search of the puzzle in e.clues
// that had the outcome out at the threshold. If that had no solution yet, cells
// gets the first one.
func (e *tail) takeOver(cells []uint8, limit int, out outcome) outcome {
	if e.clauses == nil {
		e.clauses = newCDCL(e.order)
	}
	rest := e.clauses.search(e.clues, limit, unlimited)
	if out.found == 0 && rest.found > 0 {
		copy(cells, e.clues)
	}
	return outcome{found: rest.found, guesses: out.guesses, complete: rest.complete}
}
