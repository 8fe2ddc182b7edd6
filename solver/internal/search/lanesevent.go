package search

import (
	"math/bits"

	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
	"github.com/sudokubatch/sudokubatch/solver/internal/lane"
)

// event serves the lanes that wait: dead, solved or to branch. It is late if what
// was solved could have been seen a pass before.
func (e *lanes) event(w *waiters, late bool) {
	solved := w.solved()
	e.setDue(w, late)
	if e.easy(w) {
		e.turnOver(solved)
		return
	}
	branch := w.ready & w.open &^ w.dead
	if branch != 0 {
		branch &^= e.k.Branch(&e.block[0], &e.branch)
	}
	if out := branch | solved&^e.haveSolution; out != 0 {
		e.k.RowsOut(&e.block[0], &e.top, out)
	}
	guessing := e.guess(branch)
	e.keepSolutions(solved)
	e.load(w.ready &^ guessing)
}

// setDue notes after how many passes to look for solved lanes the next time: if
// nearly all came out solved at once, after as many as it took them.
func (e *lanes) setDue(w *waiters, late bool) {
	e.due = 0
	if e.easy(w) && 4*bits.OnesCount32(w.ready) >= 3*e.width {
		e.due = e.passes
		if late {
			e.due = max(1, e.passes-1)
		}
	}
}

// turnOver finishes lanes that were solved without a guess, as most are of an
// easy corpus, and loads them again, all without rows.
func (e *lanes) turnOver(solved uint32) {
	e.k.CellsOut(&e.block[0], &e.cells, solved)
	out := engine.Outcome{Found: 1, Complete: e.limit > 1}
	for set := solved; set != 0; set &= set - 1 {
		s := &e.lane[bits.TrailingZeros32(set)%lane.MaxLanes]
		s.batch.Set(s.puzzle, out)
	}
	begun, helping := e.begin(solved)
	if helping != 0 {
		e.k.RowsIn(&e.block[0], &e.top, helping)
	}
	if begun != 0 {
		e.k.CellsIn(&e.block[0], &e.cells, begun)
	}
}

// guess branches lanes, unless they have spent their budget, and returns those
// it did. The row on top of a lane's stack becomes the second child, without the
// lowest candidate of the branch cell. The lane in the block becomes the first
// child, with nothing else in that cell.
func (e *lanes) guess(branch uint32) (guessing uint32) {
	for set := branch; set != 0; set &= set - 1 {
		l := bits.TrailingZeros32(set) % lane.MaxLanes
		s := &e.lane[l]
		if n := s.guessesSoFar(); n >= e.budget && (n >= e.maxGuesses || e.passedOn(s)) {
			s.spent = true
			continue
		}
		s.countGuess()
		guessing |= 1 << l
		cell := int(e.branch[l])
		x := &s.stack[s.depth*e.words+cell]
		lowest := *x & -*x
		*x &^= lowest
		e.block[cell*e.width+l] = lowest
		s.depth++
		e.top[l] = &s.stack[s.depth*e.words]
	}
	e.unguessed &^= guessing
	e.waiting |= guessing
	return guessing
}

// keepSolutions counts the solutions of lanes. The rows of first ones, on top of their
// stacks, become the puzzles' cells if that ends the search. Otherwise the clues
// may still be needed, and the lane keeps the row.
func (e *lanes) keepSolutions(solved uint32) {
	first := solved &^ e.haveSolution
	last := first &^ (e.waiting | e.splitLanes)
	if last != 0 {
		e.k.Collapse(&e.cells, &e.top, last)
	}
	for set := solved; set != 0; set &= set - 1 {
		e.lane[bits.TrailingZeros32(set)%lane.MaxLanes].found++
	}
	for set := first &^ last; set != 0; set &= set - 1 {
		s := &e.lane[bits.TrailingZeros32(set)%lane.MaxLanes]
		copy(s.solution, s.stack[s.depth*e.words:][:e.words])
	}
	e.haveSolution |= first &^ last
}

// load fills lanes again: with the second child on top of their stack, or if
// their puzzle is done with the next one, or with nothing if there is none.
func (e *lanes) load(set uint32) {
	back := e.backtrack(set)
	e.finish(set & e.live &^ back)
	begun, helping := e.begin(set &^ back)
	switch rows := back | helping; {
	case rows != 0: // and the new puzzles with these
		if begun != 0 {
			e.k.Expand(&e.top, &e.cells, begun)
		}
		e.k.RowsIn(&e.block[0], &e.top, rows|begun)
	case begun != 0:
		e.k.CellsIn(&e.block[0], &e.cells, begun)
	}
}

// backtrack takes second children off stacks, where the search goes on, and
// returns these lanes.
func (e *lanes) backtrack(set uint32) (back uint32) {
	var emptied uint32
	for set &= e.waiting; set != 0; set &= set - 1 {
		l := bits.TrailingZeros32(set) % lane.MaxLanes
		s := &e.lane[l]
		if s.found == e.limit || s.spent {
			continue
		}
		back |= 1 << l
		s.depth--
		e.top[l] = &s.stack[s.depth*e.words]
		var was uint32 // a branch would often be predicted wrong
		if s.depth == s.bottom {
			was = 1
		}
		emptied |= was << l
	}
	e.waiting &^= emptied
	return back
}

// begin gives lanes whose search is over a puzzle each of the batch that is
// fed, as long as it has any, then parts of other lanes' searches; it returns
// which got what.
func (e *lanes) begin(set uint32) (begun, helping uint32) {
	left := set
	if b := e.feeding; b != nil {
		i := e.next
		for left != 0 && i < len(b.Outcomes) {
			l := bits.TrailingZeros32(left) % lane.MaxLanes
			s := &e.lane[l]
			if s.batch != b {
				s.batch = b
			}
			s.puzzle = i
			e.cells[l] = &b.Cells[i*e.size]
			i++
			left &= left - 1
		}
		if e.next = i; i == len(b.Outcomes) {
			e.feeding = nil
		}
		begun = set &^ left
		e.live |= begun
		e.unguessed |= begun
	}
	for ; left != 0; left &= left - 1 {
		l := bits.TrailingZeros32(left) % lane.MaxLanes
		e.unguessed &^= 1 << l
		if e.help(l) {
			helping |= 1 << l
			continue
		}
		e.lane[l].batch = nil
		e.cells[l] = nil
		e.live &^= 1 << l
	}
	e.live |= helping
	return begun, helping
}

// finish ends the search of lanes.
func (e *lanes) finish(lanes uint32) {
	if solved := e.haveSolution & lanes &^ e.splitLanes; solved != 0 {
		e.finishCells(solved)
	}
	for set := lanes; set != 0; set &= set - 1 {
		l := bits.TrailingZeros32(set) % lane.MaxLanes
		s := &e.lane[l]
		switch {
		case s.split != nil:
			e.finishPart(l)
		case s.spent:
			e.giveUp(l)
		default:
			s.batch.Set(s.puzzle, engine.Outcome{Found: s.found, Guesses: s.guesses, Complete: s.found < e.limit})
		}
		s.search = search{}
		e.top[l] = &s.stack[0]
	}
	e.waiting &^= lanes
	e.haveSolution &^= lanes
	e.splitLanes &^= lanes
}

// finishCells writes the solutions that lanes hold, but for those whose
// clues are needed once more.
func (e *lanes) finishCells(lanes uint32) {
	for set := lanes; set != 0; set &= set - 1 {
		if l := bits.TrailingZeros32(set) % lane.MaxLanes; e.lane[l].spent {
			lanes &^= 1 << l
		}
	}
	e.k.Collapse(&e.cells, &e.first, lanes)
}

// giveUp notes a puzzle that has spent its budget, or lets it wait for clause
// learning.
func (e *lanes) giveUp(l int) {
	s := &e.lane[l]
	out := engine.Outcome{Found: s.found, Guesses: s.guesses}
	if e.passedOn(s) {
		clues := e.tail.scratch
		copy(clues, e.puzzle(l))
		if s.found > 0 {
			e.k.Collapse(&e.cells, &e.first, 1<<l)
		}
		e.wait(s.batch, s.puzzle, clues, out)
		return
	}
	if s.found > 0 {
		e.k.Collapse(&e.cells, &e.first, 1<<l)
	}
	s.batch.Set(s.puzzle, out)
}

// passedOn reports whether a lane's puzzle goes on to clause learning at the
// threshold. With two solutions found, to count further is enumeration.
func (e *lanes) passedOn(s *laneState) bool { return e.handOn && s.found < 2 }

// puzzle is the cells of a lane's puzzle.
func (e *lanes) puzzle(l int) []uint8 {
	s := &e.lane[l]
	return s.batch.Cells[s.puzzle*e.size:][:e.size:e.size]
}
