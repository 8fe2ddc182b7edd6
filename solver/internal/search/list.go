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
	// guessesToCut is the number of guesses after which Cut returns an empty subtree,
	// so that the caller can compare them with the budget.
	guessesToCut uint64

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

	empty bool // it has no states: it only says that there were guesses
	band  bandState
	grid  *gridState
	masks maskState
	words wordState
}

// subtreeCells is the largest number of open cells of a subtree that Cut returns,
// by order. A subtree of order 9 has some dozens of solutions.
var subtreeCells = map[int]int{4: 12, 6: 24, 8: 32, 9: 32, 12: 28, 16: 24, 25: 24}

// NewLister returns a lister for puzzles of a shape.
func NewLister(shape geometry.Box) *Lister {
	return &Lister{
		walker: portable(shape), shape: shape, threshold: Threshold(shape),
		guessesToCut: guessesToCut, clues: make([]uint8, shape.Cells()),
	}
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
		l.walk(min(l.allowed(), l.threshold))
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

// walk goes on to the next solution, or to the end of the depth-first search.
func (l *Lister) walk(maxGuesses uint64) {
	switch l.walker.walkTo(0, maxGuesses) {
	case arrived:
		n := len(l.found)
		l.found = append(l.found, l.clues...)
		l.walker.solution(l.found[n:])
		l.out.Found++
		l.over = l.out.Found == l.limit
	case exhausted:
		l.over, l.out.Complete = true, true
	case paused:
		l.over = true
	}
	l.out.Guesses = l.walker.at().guesses
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
		l.walk(l.allowed())
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
			l.walk(l.allowed())
		}
	}
	n := copy(cells, l.found[l.returned:])
	l.returned += n
	return n > 0
}

// Outcome returns the outcome of the search.
func (l *Lister) Outcome() engine.Outcome { return l.out }

// guessesToCut is the usual Lister.guessesToCut.
const guessesToCut = 256

// Cut goes on to the next subtree with few open cells, instead of to the next
// solution. The subtrees in order have the solutions that Next would return after
// those found so far; but Cut knows neither the limit nor the budget. If there is no
// other subtree it returns false, and t.Before is the number of guesses since the
// last. It also returns false if stop returned true.
func (l *Lister) Cut(t *Subtree) bool {
	before := l.walker.at().guesses
	ended := l.walker.walkTo(subtreeCells[l.shape.Side()], before+l.guessesToCut)
	t.Before, t.empty = l.walker.at().guesses-before, ended != arrived
	if ended == arrived {
		l.walker.save(t)
	}
	return ended == arrived || ended == paused && (l.stop == nil || !l.stop())
}

// Over reports whether all that Next can return is found already, so that there is
// nothing to cut.
func (l *Lister) Over() bool { return l.over }

// Below appends the solutions of a subtree to dst, in the order of Next, and returns
// the number of guesses. It must not be called between Begin and Next or Cut.
func (l *Lister) Below(dst []uint8, t *Subtree) ([]uint8, uint64) {
	if t.empty {
		return dst, 0
	}
	l.walker.restart(t)
	for l.walker.walkTo(l.walker.few(), engine.Unlimited) == arrived {
		dst = l.walker.appendBelow(dst)
	}
	return dst, l.walker.at().guesses
}

// Within is Below for a search with a limit and a budget that has come to the subtree
// with outcome out. It returns the outcome after the subtree, and whether the search
// ended in it.
func (l *Lister) Within(dst []uint8, t *Subtree, out engine.Outcome, limit int, budget Budget) (all []uint8, after engine.Outcome, over bool) {
	if most := budget.After(out.Found); out.Guesses+t.Before > most {
		out.Guesses = most
		return dst, out, true
	}
	if t.empty {
		out.Guesses += t.Before
		return dst, out, false
	}
	l.walker.restart(t)
	at := l.walker.at()
	at.guesses = out.Guesses + t.Before
	for {
		ended := l.walker.walkTo(0, budget.After(out.Found))
		out.Guesses = at.guesses
		if ended != arrived {
			return dst, out, ended == paused
		}
		n := len(dst)
		dst = append(dst, l.clues...)
		l.walker.solution(dst[n:])
		if out.Found++; out.Found == limit {
			return dst, out, true
		}
	}
}
