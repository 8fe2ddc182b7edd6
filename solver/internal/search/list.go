package search

import (
	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
	"github.com/sudokubatch/sudokubatch/solver/internal/learn"
)

// A Lister lists the solutions that the common search counts, in the order in
// which it finds them. If a puzzle goes to clause learning, the list has the
// solution that was known before, if there is one, and then the solutions of
// clause learning. If clause learning finds too many, the depth-first search
// lists all.
type Lister struct {
	walker    walker
	learner   *learn.Learner // created when first needed
	shape     geometry.Box
	threshold uint64

	stop   func() bool
	clues  []uint8
	masks  []uint32 // in place of clues; nil: none
	limit  int
	budget Budget

	out      engine.Outcome
	over     bool    // the search is over
	found    []uint8 // solutions that were found last
	returned int     // cells in found that Next returned
}

// A Budget is the number of guesses that a search may need: Most, and
// PerSolution more for each solution found.
type Budget struct{ Most, PerSolution uint64 }

// After returns the budget of a search that found some solutions.
func (b Budget) After(found int) uint64 {
	if more := uint64(found) * b.PerSolution; b.Most <= engine.Unlimited-more {
		return b.Most + more
	}
	return engine.Unlimited
}

// A Subtree is a state of the search, and all states below it.
type Subtree struct {
	// Before is the number of guesses between the subtree before and this one.
	Before uint64

	band  bandState
	grid  *gridState
	masks maskState
}

// subtreeCells returns a number of open cells for an order. A subtree of order 9 with so many
// open cells has some dozens of solutions.
func subtreeCells(order int) int {
	if cells, measured := map[int]int{4: 12, 8: 32, 9: 32, 12: 28}[order]; measured {
		return cells
	}
	return 24
}

// NewLister returns a lister for puzzles of a shape.
func NewLister(shape geometry.Box) *Lister {
	return &Lister{walker: portable(shape), shape: shape, threshold: Threshold(shape), clues: make([]uint8, shape.Cells())}
}

// SetStop implements engine.Stopper.
func (l *Lister) SetStop(stop func() bool) {
	l.stop = stop
	l.walker.SetStop(stop)
}

// Begin starts with a puzzle. Next will return at most limit solutions. masks, if not
// nil, are the puzzle's candidates in place of cells. They must not change until the
// list ends.
func (l *Lister) Begin(cells []uint8, masks []uint32, limit int, budget Budget) {
	copy(l.clues, cells)
	l.masks, l.limit, l.budget = masks, limit, budget
	l.restart()
	for l.out.Found < 2 && !l.over {
		l.walk(0, min(l.allowed(), l.threshold))
	}
	if l.out.Found < 2 && l.out.Found < l.limit && !l.out.Complete && l.allowed() > l.threshold {
		l.learn()
	}
}

// restart begins the depth-first search.
func (l *Lister) restart() {
	l.out, l.over = engine.Outcome{}, false
	l.found, l.returned = l.found[:0], 0
	if l.masks != nil {
		l.walker.beginCandidates(l.masks)
		return
	}
	l.walker.begin(l.clues)
}

// allowed returns the budget at this point of the search.
func (l *Lister) allowed() uint64 { return l.budget.After(l.out.Found) }

// walk goes on to the next state with at most this many open cells and takes the
// solutions below it, or it goes on to the next solution, or to the end of the
// depth-first search. With 0 it takes one solution.
func (l *Lister) walk(open int, maxGuesses uint64) {
	at := l.walker.at()
	ended := l.walker.walkTo(open, maxGuesses)
	if ended == arrived {
		if n := l.walker.below(); n > l.limit-l.out.Found || at.guesses+uint64(n-1) > maxGuesses {
			at.stopped = false // the limit or the budget ends the search below this state
			ended = l.walker.walkTo(0, maxGuesses)
		}
	}
	switch ended {
	case arrived:
		n := len(l.found)
		l.found = l.walker.appendBelow(l.found)
		l.out.Found += (len(l.found) - n) / len(l.clues)
		l.over = l.out.Found == l.limit
	case exhausted:
		l.over, l.out.Complete = true, true
	case paused:
		l.over = true
	}
	l.out.Guesses = at.guesses
}

// learn finds the other solutions of a puzzle at the threshold.
func (l *Lister) learn() {
	if l.learner == nil {
		l.learner = learn.New(l.shape)
	}
	var known []uint8
	if l.out.Found > 0 {
		known = l.found
	}
	if l.masks != nil {
		l.learner.BeginCandidates(l.masks, known)
	} else {
		l.learner.Begin(l.clues, known)
	}
	for l.stop == nil || !l.stop() {
		verdict := l.learner.Run(tailSteps, l.allowed()-l.threshold)
		l.out.Guesses = l.threshold + l.learner.Decisions()
		switch verdict {
		case learn.More:
			continue
		case learn.Found:
			l.found = append(l.found, l.learner.Solution()...)
			if l.out.Found++; l.out.Found < l.limit {
				continue
			}
		case learn.Exhausted:
			l.out.Complete = true
		case learn.Full:
			l.enumerate()
		case learn.Spent:
		}
		return
	}
}

// enumerate lists the solutions again, by depth-first search. If that finds
// fewer within the budget, the list stays as it is.
func (l *Lister) enumerate() {
	learnt, n := l.found, l.out.Found
	l.found = nil
	l.restart()
	for l.out.Found < n && !l.over {
		l.walk(0, l.allowed())
	}
	if l.out.Found < n {
		l.found, l.out.Found = learnt, n
	}
}

// Next writes the next solution to cells. If there is none it returns false, and
// Outcome is final.
func (l *Lister) Next(cells []uint8) bool {
	if l.returned == len(l.found) {
		l.found, l.returned = l.found[:0], 0
		if !l.over {
			l.walk(l.walker.few(), l.allowed())
		}
	}
	n := copy(cells, l.found[l.returned:])
	l.returned += n
	return n > 0
}

// Outcome returns the outcome of the search.
func (l *Lister) Outcome() engine.Outcome { return l.out }
