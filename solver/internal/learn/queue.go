package learn

import "math/bits"

// A queue returns the candidate to decide next: the open one with the highest
// activity (VSIDS). The activity counts the conflicts in which a candidate
// occurred; recent conflicts count more. The queue is a binary heap. If
// activities are equal, the lower candidate comes first.
type queue struct {
	heap     []uint16
	places   []int16   // by candidate: its index in the heap, or -1
	activity []float64 // by candidate; never add a product here, because rounding of a fused multiply-add depends on the processor
	step     float64   // how much a conflict adds to an activity
}

const (
	activityDecay = 1 / 0.95
	maxActivity   = 1e100
)

func newQueue(candidates int) queue {
	return queue{
		heap:     make([]uint16, 0, candidates),
		places:   make([]int16, candidates),
		activity: make([]float64, candidates),
	}
}

// reset fills the queue with the open candidates. Cells with few candidates
// come first.
func (q *queue) reset(l *Learner) {
	q.heap = q.heap[:0]
	q.step = 1
	for c, v := range l.values {
		q.places[c] = -1
		q.activity[c] = 0
		if v != valueOpen {
			continue
		}
		q.activity[c] = 1 / float64(bits.OnesCount32(l.masks[l.seats[c].group[ofCell]]))
		q.insert(uint16(c))
	}
}

// before reports whether candidate a comes before b.
func (q *queue) before(a, b uint16) bool {
	x, y := q.activity[a], q.activity[b]
	return x > y || x == y && a < b
}

func (q *queue) insert(c uint16) {
	q.heap = append(q.heap, c)
	q.up(len(q.heap)-1, c)
}

// up inserts a candidate at index i of the heap or above it.
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

// down inserts a candidate at index i of the heap or below it.
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

// next removes candidates until one is open, and returns it. At least one must
// be open.
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

// putBack inserts a candidate that became open again.
func (q *queue) putBack(c int) {
	if q.places[c] < 0 {
		q.insert(uint16(c))
	}
}

// bump raises the activity of a candidate that occurred in a conflict.
func (q *queue) bump(c int) {
	q.activity[c] += q.step
	if q.activity[c] > maxActivity {
		q.rescale()
	}
	if i := q.places[c]; i >= 0 {
		q.up(int(i), uint16(c))
	}
}

// decay makes all earlier conflicts count less than the next ones.
func (q *queue) decay() { q.step *= activityDecay }

// rescale scales all activities down, so that they do not overflow.
func (q *queue) rescale() {
	for c := range q.activity {
		q.activity[c] *= 1 / maxActivity
	}
	q.step *= 1 / maxActivity
}
