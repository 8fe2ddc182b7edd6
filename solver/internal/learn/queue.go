package learn

import "math/bits"

// A queue yields the candidate to decide next: the one with the highest
// activity, which is how often it was met in conflicts, recent ones counting
// more (VSIDS). It is a binary heap; ties go to the lower number.
type queue struct {
	heap     []uint16
	places   []int16   // of each candidate in the heap; -1: not in it
	activity []float64 // never the sum of a product, whose rounding may depend on the processor
	step     float64   // what a conflict counts
}

const (
	activityDecay = 1 / 0.95
	activityMost  = 1e100
)

func newQueue(candidates int) queue {
	return queue{
		heap:     make([]uint16, 0, candidates),
		places:   make([]int16, candidates),
		activity: make([]float64, candidates),
	}
}

// reset fills the queue with the open candidates, the tightest groups
// first.
func (q *queue) reset(l *Learner) {
	q.heap = q.heap[:0]
	q.step = 1
	for c, v := range l.values {
		q.places[c] = -1
		q.activity[c] = 0
		if v != valueOpen {
			continue
		}
		q.activity[c] = 1 / float64(bits.OnesCount16(l.masks[l.seats[c].group[ofCell]]))
		q.insert(uint16(c))
	}
}

// before reports whether a candidate comes before another.
func (q *queue) before(a, b uint16) bool {
	x, y := q.activity[a], q.activity[b]
	return x > y || x == y && a < b
}

func (q *queue) insert(c uint16) {
	q.heap = append(q.heap, c)
	q.up(len(q.heap)-1, c)
}

// up puts a candidate at a place of the heap, or above it.
func (q *queue) up(i int, c uint16) {
	for i > 0 {
		parent := (i - 1) / 2
		if !q.before(c, q.heap[parent]) {
			break
		}
		q.heap[i] = q.heap[parent]
		q.places[q.heap[i]] = int16(i)
		i = parent
	}
	q.heap[i] = c
	q.places[c] = int16(i)
}

// down puts a candidate at a place of the heap, or below it.
func (q *queue) down(i int, c uint16) {
	for {
		child := 2*i + 1
		if child >= len(q.heap) {
			break
		}
		if child+1 < len(q.heap) && q.before(q.heap[child+1], q.heap[child]) {
			child++
		}
		if !q.before(q.heap[child], c) {
			break
		}
		q.heap[i] = q.heap[child]
		q.places[q.heap[i]] = int16(i)
		i = child
	}
	q.heap[i] = c
	q.places[c] = int16(i)
}

// next takes candidates out until one is open, and returns that. There is one.
func (q *queue) next(values []value) int {
	for {
		c := q.heap[0]
		last := q.heap[len(q.heap)-1]
		q.heap = q.heap[:len(q.heap)-1]
		q.places[c] = -1
		if len(q.heap) > 0 {
			q.down(0, last)
		}
		if values[c] == valueOpen {
			return int(c)
		}
	}
}

// putBack returns a candidate that is open again.
func (q *queue) putBack(c int) {
	if q.places[c] < 0 {
		q.insert(uint16(c))
	}
}

// bump notes that a candidate was met in a conflict.
func (q *queue) bump(c int) {
	q.activity[c] += q.step
	if q.activity[c] > activityMost {
		q.rescale()
	}
	if i := q.places[c]; i >= 0 {
		q.up(int(i), uint16(c))
	}
}

// decay lets all earlier conflicts count less.
func (q *queue) decay() { q.step *= activityDecay }

// rescale keeps activities from overflowing.
func (q *queue) rescale() {
	for c := range q.activity {
		q.activity[c] *= 1 / activityMost
	}
	q.step *= 1 / activityMost
}
