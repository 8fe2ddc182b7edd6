package search

import (
	"math/bits"

	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
)

// Splitting shares a puzzle between lanes. When no puzzles are left, an idle
// lane helps a busy one: it takes the shallowest second child on the busy
// lane's stack, and searches it like a puzzle. If the whole tree is searched,
// the parts together have the same solutions and guesses as one search. If the
// search ends early, at its limit or budget, one search might not have reached
// some of the parts. Then the puzzle is searched again in one lane.
//
// The parts are also wasted if their guesses exceed the threshold: only a
// single search knows its state there, and repeating it takes longer than the
// clause learning that follows. Therefore lanes help only with the last few
// puzzles, and not for a while after wasted parts.

const (
	// worthHelp is the number of guesses from which a puzzle is worth
	// splitting.
	worthHelp = 16
	// Splitting starts when one in fewLeft lanes, or fewer, has an unsplit
	// puzzle.
	fewLeft = 8
	// noHelpFlushes is the number of flushes without splitting after one with
	// wasted parts.
	noHelpFlushes = 16
)

// A split is a puzzle that several lanes share, and their joint result.
type split struct {
	lanes    int // number of lanes at work; 0: free for another puzzle
	found    int
	guesses  uint64
	spent    bool     // a part used up the budget
	solution []uint16 // the row of the solution, if one was found
}

// guessesSoFar returns the number of guesses made for a lane's puzzle, by all
// lanes that share it.
func (s *laneState) guessesSoFar() uint64 {
	if s.split != nil {
		return s.split.guesses
	}
	return s.guesses
}

// countGuess counts a guess for a lane's puzzle.
func (s *laneState) countGuess() {
	if s.split != nil {
		s.split.guesses++
		return
	}
	s.guesses++
}

// help gives lane l a part of another lane's search, and reports whether there
// was one. A search with limit 1 is never split, because it nearly always ends
// early.
func (e *lanes) help(l int) bool {
	if !e.flushing || e.limit == 1 || e.noHelp > 0 || bits.OnesCount32(e.live&^e.splitLanes) > e.width/fewLeft {
		return false
	}
	busiest, most := -1, 0
	for i := range e.lane[:e.width] {
		d := &e.lane[i]
		goesOn := d.batch != nil && d.found < e.limit && !d.spent && d.guessesSoFar() >= worthHelp
		if waiting := d.depth - d.bottom; goesOn && waiting > most {
			busiest, most = i, waiting
		}
	}
	if busiest < 0 {
		return false
	}
	d, s := &e.lane[busiest], &e.lane[l]
	if d.split == nil {
		d.split = e.newSplit(d)
		e.splitLanes |= 1 << busiest
	}
	e.splitLanes |= 1 << l
	d.split.lanes++
	s.search = search{batch: d.batch, puzzle: d.puzzle, split: d.split}
	e.cells[l] = e.cells[busiest]
	copy(s.stack, d.stack[d.bottom*e.words:][:e.words])
	if d.bottom++; d.bottom == d.depth {
		e.waiting &^= 1 << busiest
	}
	return true
}

// newSplit returns a new split for the puzzle of lane d, with d at work on it.
func (e *lanes) newSplit(d *laneState) *split {
	for i := range e.splits {
		if p := &e.splits[i]; p.lanes == 0 {
			*p = split{lanes: 1, guesses: d.guesses, solution: p.solution}
			return p
		}
	}
	panic("more split puzzles than lanes")
}

// finishPart adds the result of a lane's part to the split. The last part
// finishes the puzzle.
func (e *lanes) finishPart(l int) {
	s := &e.lane[l]
	p := s.split
	if s.found > 0 {
		copy(p.solution, s.solution)
	}
	p.found += s.found
	p.spent = p.spent || s.spent
	if p.lanes--; p.lanes > 0 {
		return
	}
	if p.spent {
		e.noHelp = noHelpFlushes
	}
	if p.spent || p.found > 1 {
		e.again(s.batch, s.puzzle, e.puzzle(l))
		return
	}
	if p.found > 0 {
		copy(s.solution, p.solution)
		e.k.Collapse(&e.cells, &e.first, 1<<l)
	}
	s.batch.Set(s.puzzle, engine.Outcome{Found: p.found, Guesses: p.guesses, Complete: true})
}

// again searches a puzzle from the beginning with the portable engine.
func (e *lanes) again(b *engine.Workload, puzzle int, cells []uint8) {
	out, over := e.tail.early(cells, e.limit, e.maxGuesses)
	if over {
		b.Set(puzzle, out)
		return
	}
	e.wait(b, puzzle, e.tail.scratch, out)
}
