package search

import (
	"math/bits"

	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
	"github.com/sudokubatch/sudokubatch/solver/internal/lane"
	"github.com/sudokubatch/sudokubatch/solver/internal/lane/backends"
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
	k     *lane.Kernels
	tail  *tail     // for puzzles that pass the threshold, or come alone
	queue tailQueue // of those that passed it

	block  []uint16
	lane   [lane.MaxLanes]laneState
	splits [lane.MaxLanes]split  // puzzles that several lanes work on
	branch [lane.MaxLanes]uint16 // branch cells

	cells [lane.MaxLanes]*uint8  // of the lanes' puzzles
	top   [lane.MaxLanes]*uint16 // the free rows on top of their stacks
	first [lane.MaxLanes]*uint16 // the rows of their first solutions

	order              int
	size, words, width int    // cells of a puzzle, words of a row, lanes of a block
	all                uint32 // all lanes
	quorum             quorum // of the lanes that wait when an event is due

	live         uint32 // lanes that have a puzzle
	unguessed    uint32 // those whose puzzle has had no guess
	waiting      uint32 // those that have second children on their stack
	haveSolution uint32 // those that have found a solution and hold its row
	splitLanes   uint32 // those that have a part of a puzzle

	passes int // since the last event
	due    int // passes after which nearly all lanes came out solved, the last time; or 0

	feeding *engine.Batch // whose puzzles the lanes take; nil: none is left
	next    int           // the puzzle of it that no lane has taken yet
	stop    func() bool   // of the batch that was fed last, which may be finished

	limit      int
	maxGuesses uint64
	budget     uint64 // guesses after which a lane gives its puzzle up
	handOn     bool   // to the tail, then, unless two solutions were found
	flushing   bool   // no more puzzles are to come
	noHelp     int    // flushes to come without splitting
}

// A laneState is the search of one lane.
type laneState struct {
	search
	stack    []uint16 // rows of second children, and after them room for one more
	solution []uint16 // the row of the first solution
}

// A search is how far a lane has come with its puzzle. As long as it has had no
// guess, all but the first two are zero.
type search struct {
	batch   *engine.Batch
	puzzle  int // of the batch
	found   int
	guesses uint64
	depth   int // second children that wait are stack rows bottom to depth-1
	bottom  int
	split   *split // the puzzle's, if other lanes help with it
	spent   bool   // the budget, and the next guess was due
}

// A quorum is how many sixteenths of the lanes wait before an event serves them:
// the more, the longer they idle; the fewer, the more events. An event is easy if
// all were solved without a guess; then it takes less time.
type quorum struct{ easy, other int }

// quorums are by order: a pass of order 16 takes four times as long, an event only
// twice. Measured; see bench/NOTES.md.
var quorums = map[int]quorum{9: {9, 9}, 16: {3, 6}}

// LanesRunOn reports whether the processor has kernels for an order.
func LanesRunOn(order int) bool { return backends.Best(order) != nil }

// NewLanes returns the engine on the best kernels of an order. There must be
// some.
func NewLanes(order int) engine.Engine { return lanesOn(backends.Best(order)) }

// LanesOn returns a function that makes the engine on the kernels with that name, or nil
// if the processor cannot run them for an order.
func LanesOn(order int, backend string) func(order int) engine.Engine {
	for _, k := range backends.All(order) {
		if k.Name == backend {
			return func(int) engine.Engine { return lanesOn(k) }
		}
	}
	return nil
}

// lanesOn returns an engine on the given kernels.
func lanesOn(k *lane.Kernels) *lanes {
	order, words := k.Order, k.RowWords
	e := &lanes{
		k: k, tail: withTail(order, portable(order)),
		order: order, size: order * order, words: words, width: k.Lanes,
		all: uint32(uint64(1)<<k.Lanes - 1), quorum: quorums[order],
	}
	e.block = k.NewBlock()
	for l := range e.lane {
		rows := lane.NewRows(e.size+2, words)
		e.lane[l] = laneState{solution: rows[:words], stack: rows[words:]}
		e.first[l], e.top[l] = &rows[0], &rows[words]
		e.splits[l].solution = make([]uint16, words)
	}
	return e
}

// Backend is the name of the kernels.
func (e *lanes) Backend() string { return e.k.Name }

// Search solves a puzzle that comes alone: there the portable engine is faster.
func (e *lanes) Search(cells []uint8, limit int, maxGuesses uint64) engine.Outcome {
	e.queue.begun = false // the learner is needed here; it will begin again
	return e.tail.Search(cells, limit, maxGuesses)
}

// Feed takes a batch on, and works until its last puzzle has a lane, and not many
// wait for clause learning. Lanes that are still at work then go on when the next
// batch is fed.
func (e *lanes) Feed(b *engine.Batch, limit int, maxGuesses uint64) {
	b.Begin()
	e.feeding, e.next = b, 0
	e.limit, e.maxGuesses = limit, maxGuesses
	e.budget, e.handOn = maxGuesses, e.tail.handsOn(maxGuesses)
	if e.handOn {
		e.budget = e.tail.threshold
	}
	e.stop = b.Stop
	e.tail.SetStop(e.stop)
	defer e.tail.SetStop(nil)
	e.load(^e.live & e.all)
	for n := 0; e.feeding != nil || e.queue.n > queuedAhead; n++ {
		if n%checkInterval == 0 && e.betweenPasses() {
			return
		}
		if e.live != 0 {
			e.step()
		}
	}
}

// Flush works until no lane has a puzzle, and none waits.
func (e *lanes) Flush() {
	e.flushing = true
	e.noHelp = max(0, e.noHelp-1)
	e.tail.SetStop(e.stop)
	defer func() {
		e.flushing = false
		e.tail.SetStop(nil)
	}()
	for n := 0; e.live != 0; n++ {
		if n%checkInterval == 0 && e.betweenPasses() {
			return
		}
		e.step()
	}
	for e.queue.n > 0 {
		if e.tail.Stopped() {
			return
		}
		e.learn(tailSteps)
	}
}

// step makes a pass, and an event if enough lanes wait for one.
func (e *lanes) step() {
	dead, changed, open := e.k.Pass(&e.block[0])
	e.passes++
	w := waiters{ready: (dead | ^changed) & e.live, dead: dead, open: open}
	late := e.enough(&w)
	if !late && e.due > 0 && e.passes >= e.due { // rather than have a pass find it
		solved := e.k.Solved(&e.block[0]) & e.live
		w.ready |= solved
		w.open &^= solved
	}
	if late || e.enough(&w) {
		e.event(&w, late)
		e.passes = 0
	}
}

// waiters are lanes that wait for an event.
type waiters struct {
	ready uint32 // all of them
	dead  uint32 // and not to branch or solved
	open  uint32 // not solved
}

// solved returns the lanes that are solved.
func (w *waiters) solved() uint32 { return w.ready &^ (w.dead | w.open) }

// easy reports whether all waiting lanes were solved without a guess.
func (e *lanes) easy(w *waiters) bool { return w.solved()&e.unguessed == w.ready }

// enough reports whether enough lanes wait.
func (e *lanes) enough(w *waiters) bool {
	quorum := e.quorum.other
	if e.easy(w) {
		quorum = e.quorum.easy
	}
	return 16*bits.OnesCount32(w.ready) >= quorum*bits.OnesCount32(e.live)
}

// SetStop has searches of single puzzles stop.
func (e *lanes) SetStop(stop func() bool) { e.tail.SetStop(stop) }
