package search

import (
	"math/bits"

	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
	"github.com/sudokubatch/sudokubatch/solver/internal/lane"
)

// event serves the ready lanes: it finishes, branches or backtracks each. late
// tells that solved lanes could have been found one pass earlier.
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

// setDue predicts after how many passes nearly all lanes will be solved: after
// as many as this time, if nearly all were solved at once.
func (e *lanes) setDue(w *waiters, late bool) {
	e.due = 0
	if e.easy(w) && 4*bits.OnesCount32(w.ready) >= 3*e.width {
		e.due = e.passes
		if late {
			e.due = max(1, e.passes-1)
		}
	}
}

// turnOver finishes lanes that were solved without a guess, and loads new
// puzzles into them. It is the common case in an easy corpus, and needs no
// rows.
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

// guess branches lanes that have budget left, and returns the set of these. The
// row on top of a lane's stack becomes the second child: it loses the lowest
// candidate of the branch cell. The lane in the block becomes the first child:
// its branch cell keeps only that candidate.
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

// keepSolutions counts a solution for each given lane. A lane's first solution
// is the row on top of its stack. If it ends the search, keepSolutions writes
// it to the puzzle's cells. Otherwise the clues may still be needed, and the
// lane keeps the row.
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

// load puts a new state into each given lane: the second child on top of its
// stack; if it has none, the next puzzle; if there is none, nothing.
func (e *lanes) load(set uint32) {
	back := e.backtrack(set)
	e.finish(set & e.live &^ back)
	begun, helping := e.begin(set &^ back)
	switch rows := back | helping; {
	case rows != 0: // new puzzles go through rows too
		if begun != 0 {
			e.k.Expand(&e.top, &e.cells, begun)
		}
		e.k.RowsIn(&e.block[0], &e.top, rows|begun)
	case begun != 0:
		e.k.CellsIn(&e.block[0], &e.cells, begun)
	}
}

// backtrack pops a second child from the stack of each lane whose search
// continues, and returns these lanes.
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
		var was uint32 // no branch, because the processor would often mispredict it
		if s.depth == s.bottom {
			was = 1
		}
		emptied |= was << l
	}
	e.waiting &^= emptied
	return back
}

// begin gives each of the given lanes a new puzzle of the fed batch. If there
// are none left, it gives lanes parts of other lanes' searches. It returns the
// lanes with puzzles and the lanes with parts.
func (e *lanes) begin(set uint32) (begun, helping uint32) {
	left := set
	if b := e.feeding; b != nil {
		i := e.next
		for left != 0 && i < len(e.hard) {
			l := bits.TrailingZeros32(left) % lane.MaxLanes
			s := &e.lane[l]
			if s.batch != b {
				s.batch = b
			}
			s.puzzle = int(e.hard[i])
			e.cells[l] = &b.Cells[s.puzzle*e.size]
			i++
			left &= left - 1
		}
		if e.next = i; i == len(e.hard) {
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

// finish ends the search of lanes and records the outcomes.
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

// finishCells writes the solutions that lanes keep to their puzzles' cells. It
// skips lanes that spent their budget, because the clues are needed again.
func (e *lanes) finishCells(lanes uint32) {
	for set := lanes; set != 0; set &= set - 1 {
		if l := bits.TrailingZeros32(set) % lane.MaxLanes; e.lane[l].spent {
			lanes &^= 1 << l
		}
	}
	e.k.Collapse(&e.cells, &e.first, lanes)
}

// giveUp handles a lane that spent its budget: the puzzle goes to the queue for
// clause learning, or gets its outcome.
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

// passedOn reports whether a lane's puzzle leaves it at the threshold, for clause
// learning or for the counter. If there is no counter, the lane counts.
func (e *lanes) passedOn(s *laneState) bool {
	return e.handOn && (s.found < 2 || e.tail.counts(e.limit, e.maxGuesses))
}

// puzzle returns the cells of a lane's puzzle.
func (e *lanes) puzzle(l int) []uint8 {
	s := &e.lane[l]
	return s.batch.Cells[s.puzzle*e.size:][:e.size:e.size]
}
