package search

import (
	"math/bits"

	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
)

// When the input runs dry, lanes without a puzzle help others: each takes the
// shallowest second child that waits on a busy lane's stack, and searches it as
// if it were a puzzle of its own. Parts of a search that goes through its whole
// tree add up, whichever lane did them, to the same solutions and guesses. A
// search that ends early (it found as many solutions as it may, or made as many
// guesses) would not have come to some of the parts; it is done again, alone.

// Parts that add up to more guesses than the threshold were made in vain: what the
// search knows there must come from a search of its own, which takes longer than
// clause learning after it. So there is only help with the last few puzzles, and
// none for a while where it was in vain.

const (
	// worthHelp is the number of guesses after which a puzzle is likely to take long.
	worthHelp = 16
	// fewLeft is the part of the lanes, one in so many, whose puzzles are few.
	fewLeft = 8
	// noHelpFlushes is how many flushes go without splitting after one in which it
	// was in vain.
	noHelpFlushes = 16
)

// A split is a puzzle that several lanes work on, and what they have found out.
type split struct {
	lanes    int // at work on it; 0: free for another puzzle
	found    int
	guesses  uint64
	spent    bool     // the budget
	solution []uint16 // the row of the solution, if one was found
}

// guessesSoFar is the number of guesses made for a lane's puzzle.
func (s *laneState) guessesSoFar() uint64 {
	if s.split != nil {
		return s.split.guesses
	}
	return s.guesses
}

// countGuess counts a guess.
func (s *laneState) countGuess() {
	if s.split != nil {
		s.split.guesses++
		return
	}
	s.guesses++
}

// help gives lane l a part of another lane's search, and reports whether there
// was one. A search for the first solution alone would seldom add up.
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

// newSplit splits the puzzle of a lane, the first at work on it.
func (e *lanes) newSplit(d *laneState) *split {
	for i := range e.splits {
		if p := &e.splits[i]; p.lanes == 0 {
			*p = split{lanes: 1, guesses: d.guesses, solution: p.solution}
			return p
		}
	}
	panic("more split puzzles than lanes")
}

// finishPart adds a lane's part to the puzzle that is split. The last part
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

// again does a puzzle alone.
func (e *lanes) again(b *engine.Batch, puzzle int, cells []uint8) {
	out, over := e.tail.early(cells, e.limit, e.maxGuesses)
	if over {
		b.Set(puzzle, out)
		return
	}
	e.wait(b, puzzle, e.tail.scratch, out)
}
