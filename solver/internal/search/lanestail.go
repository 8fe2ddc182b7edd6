package search

import "github.com/sudokubatch/sudokubatch/solver/internal/engine"

// This file holds the queue of puzzles that passed the threshold. Such a puzzle
// leaves its lane, which takes another one. Clause learning works on the first
// puzzle of the queue, a few steps between passes. So batches with hard puzzles
// finish early, while the lanes continue.

// maxQueued is the capacity of the queue. When it is full, the lanes stop until
// a puzzle is done.
const maxQueued = 64

// queuedAhead is the number of queued puzzles with which Feed may return. If
// there are more, another worker should take the next batch.
const queuedAhead = 8

// checkInterval is the number of passes between checks for cancellation.
const checkInterval = 16

// stepsPerCheck is the number of steps of clause learning at each check. They
// take about as long as checkInterval passes.
const stepsPerCheck = 2

// A waitingPuzzle is a puzzle that passed the threshold.
type waitingPuzzle struct {
	batch  *engine.Workload
	puzzle int // index in the batch; the batch's cells hold the first solution if there is one
	clues  [256]uint8
	out    engine.Outcome // outcome at the threshold
}

// A tailQueue is a ring of waiting puzzles.
type tailQueue struct {
	puzzles [maxQueued]waitingPuzzle
	first   int
	n       int
	begun   bool // clause learning has begun with the first puzzle
}

// wait adds a puzzle to the queue. If the queue is full, it first finishes a
// queued puzzle.
func (e *lanes) wait(b *engine.Workload, puzzle int, clues []uint8, out engine.Outcome) {
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

// learn makes some steps of clause learning for the first puzzle of the queue.
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

// betweenPasses checks for cancellation, then continues clause learning if
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
