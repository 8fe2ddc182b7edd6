package learn

import "math/bits"

// A literal says of a candidate that it is true (2·candidate) or false
// (2·candidate+1).
type literal int32

func isTrue(candidate int) literal  { return literal(candidate << 1) }
func isFalse(candidate int) literal { return literal(candidate<<1 | 1) }

func (l literal) candidate() int { return int(l >> 1) }
func (l literal) not() literal   { return l ^ 1 }

// A value is the state of a candidate. It is 1 + the literal's lowest bit
// once a literal of the candidate was assigned.
type value uint8

const (
	valueOpen value = iota
	valueTrue
	valueFalse
)

// A Verdict says why Run came back.
type Verdict uint8

const (
	// More is that the steps are used up; Run can go on.
	More Verdict = iota
	// Found is that Solution has another solution; Run can go on.
	Found
	// Exhausted is that there is no other solution.
	Exhausted
	// Spent is that the next decision would be one too many.
	Spent
	// Full is that there are more solutions than Run can keep from finding again.
	Full
)

// mostSolutions is how many solutions Run finds.
const mostSolutions = 64

// A Learner searches one puzzle after the other. It takes all its memory when
// it is made.
type Learner struct {
	*geometry

	// The assignment.
	values  []value
	levels  []uint16
	reasons []reason
	masks   []uint16  // of each group: members that are not false
	trail   []literal // assigned ones, in order
	head    int       // of the trail: where propagation goes on
	starts  []int32   // of the trail: where each level but the root's begins

	conflict []literal // that are all false, although one should be true

	clauses   arena
	analysis  analysis
	queue     queue
	matchings []matching
	whole     []*matching // that are; there are at most 64, and sets of them are bits
	matched   []uint64    // of each candidate: those whose matching it is in
	broken    uint64      // those whose matching may have lost an edge
	prices    prices
	restarts  restarts

	decisions  uint64
	solutions  int
	dead       bool // there is no other solution
	rootLength int  // of the trail when the root was closed
	solution   []uint8
}

// New makes a learner for puzzles of an order, 9 or 16.
func New(order int) *Learner {
	g := newGeometry(order)
	l := &Learner{
		geometry:  g,
		values:    make([]value, g.cube),
		levels:    make([]uint16, g.cube),
		reasons:   make([]reason, g.cube),
		masks:     make([]uint16, 4*g.square),
		trail:     make([]literal, 0, g.cube),
		starts:    make([]int32, 0, g.cube),
		conflict:  make([]literal, 0, g.cube),
		clauses:   newArena(2 * g.cube),
		analysis:  newAnalysis(g.cube, 4*g.square),
		queue:     newQueue(g.cube),
		matchings: newMatchings(g),
		matched:   make([]uint64, g.cube),
		prices:    newPrices(g),
		solution:  make([]uint8, g.square),
	}
	for i := range l.matchings {
		if m := &l.matchings[i]; m.whole {
			m.bit = 1 << len(l.whole)
			l.whole = append(l.whole, m)
		}
	}
	return l
}

// Begin sets up a puzzle: order² cells, 0 for a blank. known is nil or a
// solution of it, which is not one to be found again.
func (l *Learner) Begin(cells, known []uint8) {
	l.reset()
	l.dead = !l.enter(cells) || !l.closeRoot()
	if l.dead {
		return
	}
	l.queue.reset(l)
	if known != nil {
		l.forbid(known)
	}
}

// reset forgets all about earlier puzzles.
func (l *Learner) reset() {
	clear(l.values)
	clear(l.reasons)
	for g := range l.masks {
		l.masks[g] = 1<<l.order - 1
	}
	l.trail, l.head, l.starts = l.trail[:0], 0, l.starts[:0]
	for i := range l.matchings {
		l.matchings[i].reset()
	}
	clear(l.matched)
	l.broken = 1<<len(l.whole) - 1
	l.clauses.reset()
	l.prices.reset()
	l.restarts.reset()
	l.decisions, l.solutions, l.rootLength = 0, 0, 0
}

// enter assigns the clues. It reports whether they agree.
func (l *Learner) enter(cells []uint8) bool {
	for cell, digit := range cells {
		if digit == 0 {
			continue
		}
		c := cell*l.order + int(digit) - 1
		if l.values[c] == valueFalse {
			return false
		}
		if l.values[c] == valueOpen {
			l.assign(isTrue(c), noReason)
		}
		if !l.propagate() {
			return false
		}
	}
	return true
}

// Decisions is the number of decisions since Begin.
func (l *Learner) Decisions() uint64 { return l.decisions }

// Solution is the solution that Run found last.
func (l *Learner) Solution() []uint8 { return l.solution }

// Run searches on, for so many steps: a step is a decision or a conflict, and
// what follows from it, or some rounds of prices. It makes no more than maxDecisions
// since Begin.
func (l *Learner) Run(steps int, maxDecisions uint64) Verdict {
	for range steps {
		switch {
		case l.dead:
			return Exhausted
		case l.level() > 0 && l.restarts.due():
			l.undoTo(0)
			l.prices.plan(l.restarts.conflicts)
			l.restarts.begin()
			l.dead = !l.tidy()
		case !l.propagate() || !l.match():
			l.dead = !l.learn()
		case l.level() == 0 && len(l.trail) > l.rootLength:
			l.dead = !l.closeRoot()
		case len(l.trail) == l.cube:
			if l.solutions == mostSolutions {
				return Full
			}
			return l.found()
		case l.bids():
			l.dead = !l.bid()
		case l.decisions == maxDecisions:
			return Spent
		default:
			l.decide()
		}
	}
	return More
}

// level is the number of decisions that the assignment rests on.
func (l *Learner) level() int { return len(l.starts) }

// decide makes a candidate true for no reason. That it is false would say little: it
// would take several such decisions to get as far, each with a level of its own.
func (l *Learner) decide() {
	l.decisions++
	l.starts = append(l.starts, int32(len(l.trail)))
	l.assign(isTrue(l.queue.next(l.values)), noReason)
}

// found keeps the solution that the trail is, and sees that it is not found
// again: all of it follows from the decisions.
func (l *Learner) found() Verdict {
	l.solutions++
	for _, p := range l.trail {
		if c := p.candidate(); p == isTrue(c) {
			l.solution[c/l.order] = uint8(c%l.order) + 1
		}
	}
	block := l.refuted(l.conflict[:0], l.level())
	l.undoTo(0)
	l.dead = !l.add(block, permanent)
	return Found
}

// forbid sees that a solution is not found again.
func (l *Learner) forbid(solution []uint8) {
	block := l.conflict[:0]
	for cell, digit := range solution {
		if c := cell*l.order + int(digit) - 1; l.values[c] == valueOpen {
			block = append(block, isFalse(c))
		}
	}
	l.dead = !l.add(block, permanent)
}

// A restarts says when to go back to the root: after as many conflicts as
// restartUnit times the next term of Luby's sequence 1, 1, 2, 1, 1, 2, 4, …,
// or when there is no room for another clause.
type restarts struct {
	conflicts int // since the last one
	next      int // how many there may be
	number    uint
	total     int
}

const restartUnit = 50

func (r *restarts) reset()    { *r = restarts{next: restartUnit} }
func (r *restarts) count()    { r.conflicts++; r.total++ }
func (r *restarts) hurry()    { r.next = 0 }
func (r *restarts) due() bool { return r.conflicts >= r.next }

func (r *restarts) begin() {
	r.number++
	r.conflicts = 0
	r.next = restartUnit * luby(r.number+1)
}

// luby is the i-th term of Luby's sequence, i from 1.
func luby(i uint) int {
	for {
		k := bits.Len(i) // 2^(k-1) <= i < 2^k
		if i == 1<<k-1 {
			return 1 << (k - 1)
		}
		i -= 1<<(k-1) - 1
	}
}
