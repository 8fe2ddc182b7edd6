package solver

import (
	"math/bits"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane"
)

// lanes is the engine that solves many puzzles at once, one in each lane of
// wide vectors. Each lane owns one puzzle and the stack of its search, so that
// the search is exactly the depth-first one of the other engines. A lane whose
// puzzle is done takes the next one; none waits for a slow neighbour.
//
// A pass applies the closure's rules in all lanes. Lanes in which it changed
// nothing, or which died, wait until there are enough of them; then one event
// serves them all: solutions are kept, second children are put on stacks, and
// lanes are filled again.
type lanes struct {
	k    lane.Kernels
	tail *tail // for puzzles that pass the threshold, or come alone

	block   []uint16
	lane    [lane.MaxLanes]laneState
	to      [lane.MaxLanes]*uint16 // where rows go
	from    [lane.MaxLanes]*uint16 // where rows come from
	branch  [lane.MaxLanes]uint16  // branch cells
	nowhere *uint16                // a row that nobody reads
	shared  [lane.MaxLanes]shared  // puzzles that several lanes work on

	size, words, width int    // cells of a puzzle, words of a row, lanes of a block
	all                uint32 // all lanes
	share              int    // an event is due when so many sixteenths of the lanes wait for it

	feeding *Batch       // whose puzzles the lanes take; nil: none is left
	next    int          // the puzzle of it that no lane has taken yet
	live    uint32       // lanes that have a puzzle
	done    func(*Batch) // is told of finished batches
	last    *Batch       // that was fed; it tells whether to stop

	limit      int
	maxGuesses uint64
	budget     uint64 // guesses after which a lane gives its puzzle up
	handOn     bool   // to the tail, then
	flushing   bool   // no more puzzles are to come
}

// A laneState is the search of one lane.
type laneState struct {
	batch    *Batch
	puzzle   int // of the batch
	found    int
	guesses  uint64
	spent    bool // the budget, and the next guess was due
	depth    int  // second children that wait are stack rows bottom to depth-1
	bottom   int
	shared   *shared  // the puzzle's, if other lanes help with it
	stack    []uint16 // their rows, and behind them room for one more
	fresh    []uint16 // the row of the puzzle at its beginning
	solution []uint16 // the row of the first solution
}

// eventShare is, by order, how many sixteenths of the lanes wait before an event
// serves them: the more, the longer they idle; the fewer, the more events. A
// pass of order 16 is the dearer one. Measured; see bench/NOTES.md.
var eventShare = map[int]int{9: 9, 16: 6}

// newLanes returns the engine, or nil where the processor has no kernels.
func newLanes(order int) *lanes {
	k := lane.Best(order)
	if k == nil {
		return nil
	}
	return lanesOn(k)
}

// lanesOn returns an engine on the given kernels.
func lanesOn(k lane.Kernels) *lanes {
	order, words := k.Order(), k.RowWords()
	e := &lanes{
		k: k, tail: withTail(order, portable(order)),
		size: order * order, words: words, width: k.Lanes(),
		all: uint32(uint64(1)<<k.Lanes() - 1), share: eventShare[order],
	}
	e.block = k.NewBlock()
	e.nowhere = &lane.NewRows(1, words)[0]
	depth := e.size + 1
	for l := range e.lane {
		rows := lane.NewRows(depth+2, words)
		e.lane[l] = laneState{fresh: rows[:words], solution: rows[words : 2*words], stack: rows[2*words:]}
		e.to[l], e.from[l] = e.nowhere, e.nowhere
		e.shared[l].solution = make([]uint16, words)
	}
	return e
}

// search solves a puzzle that comes alone: there the portable engine is faster.
func (e *lanes) search(cells []uint8, limit int, maxGuesses uint64) outcome {
	return e.tail.search(cells, limit, maxGuesses)
}

// feed takes a batch on, and works until its last puzzle has a lane. Lanes that
// are still at work then go on when the next batch is fed.
func (e *lanes) feed(b *Batch, limit int, maxGuesses uint64, done func(*Batch)) {
	e.feeding, e.next, e.done = b, 0, done
	e.limit, e.maxGuesses = limit, maxGuesses
	e.budget, e.handOn = maxGuesses, e.tail.handsOn(limit, maxGuesses)
	if e.handOn {
		e.budget = e.tail.threshold
	}
	e.last = b
	e.load(^e.live & e.all)
	for n := 0; e.feeding != nil; n++ {
		if n%breath == 0 && b.stopped() {
			return
		}
		e.step()
	}
}

// flush works until no lane has a puzzle.
func (e *lanes) flush(done func(*Batch)) {
	e.done, e.flushing = done, true
	defer func() { e.flushing = false }()
	for n := 0; e.live != 0; n++ {
		if n%breath == 0 && e.last.stopped() {
			return
		}
		e.step()
	}
}

// step makes a pass, and an event if enough lanes wait for one.
func (e *lanes) step() {
	dead, changed, open := e.k.Pass(&e.block[0])
	ready := (dead | ^changed) & e.live
	if 16*bits.OnesCount32(ready) >= e.share*bits.OnesCount32(e.live) {
		e.event(ready, dead, open)
	}
}

// event serves the lanes that are ready: dead, solved or to branch.
func (e *lanes) event(ready, dead, open uint32) {
	stable := ready &^ dead
	branch := stable & open
	if branch != 0 {
		branch &^= e.k.Branch(&e.block[0], &e.branch)
	}
	solved := stable &^ open
	guessing := e.rowsOut(branch, solved)
	for set := guessing; set != 0; set &= set - 1 {
		e.guess(bits.TrailingZeros32(set))
	}
	for set := solved; set != 0; set &= set - 1 {
		e.lane[bits.TrailingZeros32(set)].found++
	}
	e.load(ready &^ guessing)
}

// rowsOut writes the rows that an event needs: of lanes to branch on top of
// their stacks, of solved ones as their solution, if it is the first. It
// returns the lanes that may guess.
func (e *lanes) rowsOut(branch, solved uint32) (guessing uint32) {
	guessing = branch
	need := branch
	for set := branch; set != 0; set &= set - 1 {
		l := bits.TrailingZeros32(set)
		s := &e.lane[l]
		if s.guessesSoFar() >= e.budget {
			s.spent = true
			guessing &^= 1 << l
			need &^= 1 << l
			continue
		}
		e.to[l] = &s.stack[s.depth*e.words]
	}
	for set := solved; set != 0; set &= set - 1 {
		l := bits.TrailingZeros32(set)
		if s := &e.lane[l]; s.found == 0 {
			e.to[l] = &s.solution[0]
			need |= 1 << l
		}
	}
	if need == 0 {
		return guessing
	}
	e.k.RowsOut(&e.block[0], &e.to)
	for ; need != 0; need &= need - 1 {
		e.to[bits.TrailingZeros32(need)] = e.nowhere
	}
	return guessing
}

// guess branches a lane, whose row is on top of its stack: that becomes the
// second child, without the lowest candidate of the branch cell; the block the
// first, with nothing else in that cell.
func (e *lanes) guess(l int) {
	s := &e.lane[l]
	s.countGuess()
	cell := int(e.branch[l])
	x := &s.stack[s.depth*e.words+cell]
	lowest := *x & -*x
	*x &^= lowest
	s.depth++
	e.block[cell*e.width+l] = lowest
}

// load fills lanes again: with the second child on top of their stack, or if
// their puzzle is done with the next one, or with nothing if there is none.
func (e *lanes) load(set uint32) {
	filled := set
	for ; set != 0; set &= set - 1 {
		l := bits.TrailingZeros32(set)
		s := &e.lane[l]
		if e.live>>l&1 != 0 {
			if s.depth > s.bottom && s.found < e.limit && !s.spent {
				s.depth--
				e.from[l] = &s.stack[s.depth*e.words]
				continue
			}
			e.finish(s)
		}
		if e.feeding == nil && !e.help(l) {
			e.live &^= 1 << l
			filled &^= 1 << l
			continue
		}
		e.live |= 1 << l
		if e.feeding != nil {
			e.begin(l)
		}
	}
	if filled != 0 {
		e.k.RowsIn(&e.block[0], &e.from, filled)
	}
}

// begin gives a lane the next puzzle of the batch that is fed.
func (e *lanes) begin(l int) {
	s := &e.lane[l]
	s.batch, s.puzzle = e.feeding, e.next
	s.found, s.guesses, s.spent = 0, 0, false
	s.depth, s.bottom, s.shared = 0, 0, nil
	if e.next++; e.next == len(e.feeding.outcomes) {
		e.feeding = nil
	}
	e.k.Expand(&s.fresh[0], e.cells(s))
	e.from[l] = &s.fresh[0]
}

// cells are the cells of a lane's puzzle.
func (e *lanes) cells(s *laneState) []uint8 {
	return s.batch.Cells[s.puzzle*e.size:][:e.size:e.size]
}

// finish notes the outcome of a lane's puzzle.
func (e *lanes) finish(s *laneState) {
	if s.shared != nil {
		e.finishPart(s)
		return
	}
	cells := e.cells(s)
	out := outcome{found: s.found, guesses: s.guesses, complete: s.found < e.limit && !s.spent}
	if s.spent && e.handOn {
		copy(e.tail.clues, cells)
		out = e.tail.takeOver(cells, e.limit, out)
	}
	if s.found > 0 {
		e.k.Collapse(cells, &s.solution[0])
	}
	e.note(s, out)
}

// note writes down the outcome of a lane's puzzle.
func (e *lanes) note(s *laneState, out outcome) {
	b := s.batch
	s.batch = nil
	b.outcomes[s.puzzle] = out
	if b.left--; b.left == 0 {
		e.done(b)
	}
}
