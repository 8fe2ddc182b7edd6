package search

import "github.com/sudokubatch/sudokubatch/solver/internal/engine"

// A walker is a depth-first search that can stop on its way and go on. The
// portable engines are walkers.
type walker interface {
	engine.Stopper
	// begin starts with a puzzle.
	begin(cells []uint8)
	// beginCandidates starts with a puzzle that is given as a set of candidates for
	// each cell.
	beginCandidates(masks []uint32)
	// walkTo goes on to the next live state with at most this many open cells, or
	// to the next solution. If it stopped at a state before, it passes over all
	// states below that. It returns paused if it needs more than maxGuesses guesses
	// in all, or must stop.
	walkTo(open int, maxGuesses uint64) event
	// few returns the number of open cells up to which below knows the solutions.
	few() int
	// solution writes the solution at which the search stopped.
	solution(cells []uint8)
	// below returns the number of solutions below the state at which the search
	// stopped: 1 for a solution. The search makes one guess less to find them.
	below() int
	// appendBelow appends these solutions, in the order of the search, and counts
	// the guesses.
	appendBelow(dst []uint8) []uint8
	// at returns the search's place in the tree.
	at() *walk
	// save copies the state at which the search stopped.
	save(t *Subtree)
	// restart begins a search below a state.
	restart(t *Subtree)
}

// whole is the part of a walker that knows the solutions below solved states only.
type whole struct{}

func (whole) few() int   { return 0 }
func (whole) below() int { return 1 }

// An event is the reason why a walker stopped.
type event uint8

const (
	arrived   event = iota // at a state
	exhausted              // there are no more states
	paused                 // it used up its budget, or was interrupted
)

// A walk is a walker's place in the search tree.
type walk struct {
	depth   int  // of the current state; the states above it wait
	alive   bool // the current state is alive
	stopped bool // walkTo stopped at the current state
	guesses uint64
}

func (w *walk) at() *walk { return w }

// pause stops at a live state with open cells.
func (w *walk) pause(depth int) event {
	w.depth, w.alive, w.stopped = depth, true, false
	return paused
}

// stopAt stops at a state that was looked for.
func (w *walk) stopAt(depth int) event {
	w.depth, w.alive, w.stopped = depth, true, true
	return arrived
}

// end ends the search.
func (w *walk) end() event {
	w.depth, w.alive, w.stopped = 0, false, false
	return exhausted
}

// run is engine.Engine.Search for a walker that has begun.
func run(w walker, cells []uint8, limit int, maxGuesses uint64) (out engine.Outcome) {
	ended := w.walkTo(0, maxGuesses)
	if ended == arrived {
		w.solution(cells)
		out.Found = 1
		var more int
		more, ended = count(w, limit-1, maxGuesses)
		out.Found += more
	}
	out.Complete = ended == exhausted
	out.Guesses = w.at().guesses
	return out
}

// fewCells is the number of open cells up to which solutionsOfFew knows the
// number of solutions.
const fewCells = 7

// solutionsOfFew returns the number of solutions below a live state of order 9
// with at most fewCells open cells. All below it is alive, so the search makes
// one guess less to find them. TestFewCells tries all such states.
//
// Each house has either no open cell or several, and as many missing digits as
// open cells. So there are no states with 1, 2, 3 or 5 open cells. With 4 or 6,
// all cells have two candidates, and each choice decides all others. With 7, one
// cell may have three candidates.
func solutionsOfFew(open int, pairs bool) int {
	switch {
	case open == 0:
		return 1
	case pairs:
		return 2
	}
	return 3
}

// count finds up to most further solutions. It returns how many it found, and
// why it stopped; arrived means that it found them all.
func count(w walker, most int, maxGuesses uint64) (found int, ended event) {
	at := w.at()
	for found < most {
		if ended = w.walkTo(w.few(), maxGuesses); ended != arrived {
			return found, ended
		}
		n := w.below()
		if n <= most-found && at.guesses+uint64(n-1) <= maxGuesses {
			found += n
			at.guesses += uint64(n - 1)
			continue
		}
		at.stopped = false // the limit or the budget ends the search below this state
		for ; found < most; found++ {
			if ended = w.walkTo(0, maxGuesses); ended != arrived {
				return found, ended
			}
		}
	}
	return found, ended
}
