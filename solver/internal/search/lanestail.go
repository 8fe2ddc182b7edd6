package search

import "github.com/sudokubatch/sudokubatch/solver/internal/engine"

// Puzzles that pass the threshold leave their lanes, for which there are others,
// and wait in a queue. Clause learning does the first of them, a little between
// passes, so that the batches that hold them are finished soon while lanes go on.

// maxQueued is how many puzzles may wait. Beyond that the lanes wait for them.
const maxQueued = 64

// queuedAhead is how many may still wait when another batch is taken on; where
// there are more, another worker had better take it.
const queuedAhead = 8

// checkInterval is how many passes are made between checks for cancellation.
const checkInterval = 16

// stepsPerCheck is how many steps of clause learning are made in each of these
// intervals: they take about as long as its passes.
const stepsPerCheck = 2

// A waitingPuzzle is one that passed the threshold.
type waitingPuzzle struct {
	batch  *engine.Batch
	puzzle int // of the batch, whose cells hold the first solution if one was found
	clues  [256]uint8
	out    engine.Outcome // at the threshold
}

// A tailQueue is the queue, a ring.
type tailQueue struct {
	puzzles [maxQueued]waitingPuzzle
	first   int
	n       int
	begun   bool // clause learning, with the first one
}

// wait adds a puzzle to the queue. It is done with the lanes.
func (e *lanes) wait(b *engine.Batch, puzzle int, clues []uint8, out engine.Outcome) {
	q := &e.queue
	for q.n == maxQueued {
		if e.tail.Stopped() {
			return
		}
		e.learn(tailSteps)
	}
	p := &q.puzzles[(q.first+q.n)%maxQueued]
	q.n++
	p.batch, p.puzzle, p.out = b, puzzle, out
	copy(p.clues[:], clues)
}

// learn goes on with the first puzzle of the queue.
func (e *lanes) learn(steps int) {
	q := &e.queue
	p := &q.puzzles[q.first]
	if !q.begun {
		q.begun = true
		cells := p.batch.Cells[p.puzzle*e.size:][:e.size:e.size]
		e.tail.begin(p.clues[:e.size], cells, e.limit, e.maxGuesses, p.out)
	}
	if !e.tail.goOn(steps) {
		return
	}
	q.begun = false
	q.first = (q.first + 1) % maxQueued
	q.n--
	p.batch.Set(p.puzzle, e.tail.out)
}

// betweenPasses checks for cancellation, and goes on with clause learning if
// puzzles wait for it. It reports whether to stop.
func (e *lanes) betweenPasses() bool {
	if e.tail.Stopped() {
		return true
	}
	if e.queue.n > 0 {
		e.learn(stepsPerCheck)
	}
	return false
}
