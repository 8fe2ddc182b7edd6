package search

import (
	"math/bits"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
	"github.com/sudokubatch/sudokubatch/solver/internal/lane"
	"github.com/sudokubatch/sudokubatch/solver/internal/lane/backends"
)

// lanes is the engine that solves many puzzles at once, one in each lane of
// wide vectors. Each lane has its own puzzle and its own search stack, so it
// does the same depth-first search as the other engines. When its puzzle is
// done, the lane takes the next one; it never waits for a slower lane.
//
// A pass applies the closure's rules in all lanes. A lane is ready when a pass
// changes nothing in it or finds it dead. When enough lanes are ready, one
// event serves them all: it stores solutions, pushes second children on stacks,
// and loads new states.
type lanes struct {
	k     *lane.Kernels
	tail  *tail     // for puzzles over the threshold and single puzzles
	queue tailQueue // puzzles over the threshold that wait for the tail

	block     []uint16
	easyBlock []uint16              // of the first pass
	easyCells [lane.MaxLanes]*uint8 // of the first pass, by lane
	lane      [lane.MaxLanes]laneState
	splits    [lane.MaxLanes]split  // puzzles that several lanes share
	branch    [lane.MaxLanes]uint16 // by lane: its branch cell

	cells [lane.MaxLanes]*uint8  // by lane: the cells of its puzzle
	top   [lane.MaxLanes]*uint16 // by lane: the free row on top of its stack
	first [lane.MaxLanes]*uint16 // by lane: the row of its first solution

	order              int
	size, words, width int    // cells of a puzzle, words of a row, lanes of a block
	all                uint32 // all lanes
	quorum             quorum // share of the lanes that must be ready for an event

	live         uint32 // lanes that have a puzzle
	unguessed    uint32 // lanes whose puzzle has needed no guess so far
	waiting      uint32 // lanes with second children on their stack
	haveSolution uint32 // lanes that have found a solution and keep its row
	splitLanes   uint32 // lanes that share a puzzle

	passes int // number of passes since the last event
	due    int // passes after which step looks for solved lanes, or 0

	feeding *engine.Workload // batch from which lanes take puzzles, or nil
	hard    []int32          // indices of the puzzles in feeding that the first pass left
	next    int              // number of these that lanes took
	stop    func() bool      // Stop of the batch that was fed last; the batch may be finished

	limit      int
	maxGuesses uint64
	budget     uint64 // guesses after which a lane stops searching
	handOn     bool   // whether such a puzzle then goes to the tail, unless it has two solutions
	flushing   bool   // no more puzzles will come
	noHelp     int    // number of flushes for which splitting is off
}

// A laneState is one lane's search and its memory.
type laneState struct {
	search
	stack    []uint16 // rows of second children, then one free row
	solution []uint16 // the row of the first solution
}

// A search is a lane's progress with its puzzle. Before the first guess all
// fields but batch and puzzle are zero.
type search struct {
	batch   *engine.Workload
	puzzle  int // index in the batch
	found   int
	guesses uint64
	depth   int // the second children are rows bottom to depth-1 of the stack
	bottom  int
	split   *split // the puzzle's split if several lanes share it, or nil
	spent   bool   // the search needs one more guess than its budget
}

// A quorum is the number of sixteenths of the live lanes that must be ready for
// an event. A large quorum leaves lanes idle for longer, a small one causes
// more events. An event is easy, and takes less time, if all ready lanes were
// solved without a guess.
type quorum struct{ easy, other int }

// quorums are by order. A pass takes four times as long in order 16, but an
// event only twice. The values are measured; see bench/NOTES.md.
var quorums = map[int]quorum{9: {9, 9}, 16: {3, 6}}

// LanesRunOn reports whether the processor has kernels for an order.
func LanesRunOn(order int) bool { return backends.Best(order) != nil }

// NewLanes returns the engine with the best kernels for a shape. LanesRunOn must
// be true for its order.
func NewLanes(shape geometry.Box) engine.Engine { return lanesOn(backends.Best(shape.Side())) }

// LanesOn returns a constructor of the engine with the named kernels, or nil if
// the processor cannot run them for this order.
func LanesOn(order int, backend string) func(shape geometry.Box) engine.Engine {
	for _, k := range backends.All(order) {
		if k.Name == backend {
			return func(geometry.Box) engine.Engine { return lanesOn(k) }
		}
	}
	return nil
}

// lanesOn returns an engine that uses the given kernels.
func lanesOn(k *lane.Kernels) *lanes {
	order, words := k.Order, k.RowWords
	e := &lanes{
		k: k, tail: withTail(geometry.Of(order), portable(geometry.Of(order))),
		order: order, size: order * order, words: words, width: k.Lanes,
		all: uint32(uint64(1)<<k.Lanes - 1), quorum: quorums[order],
	}
	if order == 9 {
		e.tail.newLanes = func() *laneCounter { return newLaneCounter(k) }
	}
	e.block = k.NewBlock()
	if k.Singles != nil {
		e.easyBlock = k.NewBlock()
	}
	for l := range e.lane {
		rows := lane.NewRows(e.size+2, words)
		e.lane[l] = laneState{solution: rows[:words], stack: rows[words:]}
		e.first[l], e.top[l] = &rows[0], &rows[words]
		e.splits[l].solution = make([]uint16, words)
	}
	return e
}

// Backend returns the name of the kernels.
func (e *lanes) Backend() string { return e.k.Name }

// Search solves a single puzzle with the portable engine, which is faster than
// lanes for one puzzle.
func (e *lanes) Search(cells []uint8, limit int, maxGuesses uint64) engine.Outcome {
	e.queue.begun = false // Search uses the learner, so the queued puzzle must start again
	return e.tail.Search(cells, limit, maxGuesses)
}

// Feed accepts a batch. It returns when every puzzle of the batch has been
// given to a lane and at most queuedAhead puzzles wait for clause learning.
// Lanes that are still busy continue in the next call.
func (e *lanes) Feed(b *engine.Workload, limit int, maxGuesses uint64) {
	b.Begin()
	e.limit, e.maxGuesses, e.stop = limit, maxGuesses, b.Stop
	e.SetShare(b.Share)
	if e.solveEasy(b); len(e.hard) == 0 {
		return
	}
	e.feeding, e.next = b, 0
	e.budget, e.handOn = maxGuesses, e.tail.handsOn(maxGuesses)
	if e.handOn {
		e.budget = e.tail.threshold
	}
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

// Flush works until all puzzles are finished.
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

// step makes a pass, then an event if enough lanes are ready.
func (e *lanes) step() {
	dead, changed, open := e.k.Pass(&e.block[0])
	e.passes++
	w := waiters{ready: (dead | ^changed) & e.live, dead: dead, open: open}
	late := e.enough(&w)
	if !late && e.due > 0 && e.passes >= e.due { // finds solved lanes without another pass
		solved := e.k.Solved(&e.block[0]) & e.live
		w.ready |= solved
		w.open &^= solved
	}
	if late || e.enough(&w) {
		e.event(&w, late)
		e.passes = 0
	}
}

// waiters are sets of lanes that are ready for an event.
type waiters struct {
	ready uint32 // all of them
	dead  uint32 // neither solved nor to branch
	open  uint32 // not solved
}

// solved returns the ready lanes that are solved.
func (w *waiters) solved() uint32 { return w.ready &^ (w.dead | w.open) }

// easy reports whether all ready lanes were solved without a guess.
func (e *lanes) easy(w *waiters) bool { return w.solved()&e.unguessed == w.ready }

// enough reports whether enough lanes are ready.
func (e *lanes) enough(w *waiters) bool {
	quorum := e.quorum.other
	if e.easy(w) {
		quorum = e.quorum.easy
	}
	return 16*bits.OnesCount32(w.ready) >= quorum*bits.OnesCount32(e.live)
}

// SetStop sets the function that interrupts the search of a single puzzle.
func (e *lanes) SetStop(stop func() bool) { e.tail.SetStop(stop) }

// SetShare implements engine.Sharer.
func (e *lanes) SetShare(share func(part func()) (taken bool)) { e.tail.SetShare(share) }
