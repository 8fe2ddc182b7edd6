package search

import "github.com/sudokubatch/sudokubatch/solver/internal/engine"

// A walker is a depth-first search that stops at each solution and can go on.
// The portable engines are walkers.
type walker interface {
	engine.Stopper
	// begin starts with a puzzle.
	begin(cells []uint8)
	// next goes on to the next solution. It returns paused if it needs more than
	// maxGuesses guesses in all, or must stop; it can then go on.
	next(maxGuesses uint64) event
	// solution writes the solution at which the search stopped.
	solution(cells []uint8)
	// made returns the number of guesses so far.
	made() uint64
}

// An event is the reason why a walker stopped.
type event uint8

const (
	solved    event = iota // it found a solution
	exhausted              // there are no more solutions
	paused                 // it used up its budget, or was interrupted
)

// A walk is a walker's place in the search tree.
type walk struct {
	depth      int  // of the current state; the states above it wait
	alive      bool // the current state is alive
	atSolution bool // the current state is a solution that next returned
	guesses    uint64
}

// pause stops at a live state with open cells.
func (w *walk) pause(depth int) event {
	w.depth, w.alive, w.atSolution = depth, true, false
	return paused
}

// stopAt stops at a solution.
func (w *walk) stopAt(depth int) event {
	w.depth, w.alive, w.atSolution = depth, true, true
	return solved
}

// end ends the search.
func (w *walk) end() event {
	w.depth, w.alive, w.atSolution = 0, false, false
	return exhausted
}

func (w *walk) made() uint64 { return w.guesses }

// run is engine.Engine.Search for a walker.
func run(w walker, cells []uint8, limit int, maxGuesses uint64) (out engine.Outcome) {
	w.begin(cells)
	for {
		ended := w.next(maxGuesses)
		out.Guesses = w.made()
		if ended != solved {
			out.Complete = ended == exhausted
			return out
		}
		if out.Found == 0 {
			w.solution(cells)
		}
		if out.Found++; out.Found == limit {
			return out
		}
	}
}
