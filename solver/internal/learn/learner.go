package learn

import (
	"math/bits"
	"slices"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// A literal states that a candidate is true (2·candidate) or false
// (2·candidate+1).
type literal int32

func isTrue(candidate int) literal  { return literal(candidate << 1) }
func isFalse(candidate int) literal { return literal(candidate<<1 | 1) }

func (l literal) candidate() int { return int(l >> 1) }
func (l literal) not() literal   { return l ^ 1 }

// A value is the state of a candidate: open, or 1 + the lowest bit of the
// literal that was assigned.
type value uint8

const (
	valueOpen value = iota
	valueTrue
	valueFalse
)

// A Verdict is the reason why Run returned.
type Verdict uint8

const (
	// More means that all steps are used up. Run can continue.
	More Verdict = iota
	// Found means that Solution holds another solution. Run can continue.
	Found
	// Exhausted means that there is no further solution.
	Exhausted
	// Spent means that the next decision would exceed maxDecisions.
	Spent
	// Full means that Run found the maximum number of solutions, and there is another
	// one.
	Full
)

// maxSolutions is the number of solutions that Run finds before it returns
// Full.
const maxSolutions = 64

// A Learner solves one puzzle at a time by clause learning. New allocates all
// its memory.
type Learner struct {
	*layout

	// The assignment.
	values    []value
	levels    []uint16
	reasons   []reason
	masks     []uint32  // by group: the members that are not false
	rootMasks []uint32  // the same at the root, when it was last closed
	trail     []literal // the assigned literals, in order of assignment
	head      int       // index in the trail of the next literal to propagate
	starts    []int32   // by level, except the root: index in the trail of its first literal

	conflict []literal // literals that are all false, although one of them must be true

	clauses   arena
	analysis  analysis
	queue     queue
	matchings []matching
	whole     [64][]*matching // the matchings whose edges are candidates, by the bit that stands for them in sets
	matched   []uint64        // by candidate: the whole matchings that contain it
	broken    uint64          // the whole matchings that may have lost an edge
	filtered  int             // length of the trail when filter last ended
	hall      []hall          // by candidate: why it is on no perfect matching; nil without filter
	kinds     [4][]*matching  // the whole matchings: of digits, rows, columns and boxes
	prices    prices
	restarts  restarts

	decisions  uint64
	solutions  int
	dead       bool // there is no further solution
	rootLength int  // length of the trail when the root was last closed
	solution   []uint8
}

// New returns a learner for puzzles of a shape.
func New(shape geometry.Box) *Learner {
	g := newLayout(shape)
	l := &Learner{
		layout:    g,
		values:    make([]value, g.cube),
		levels:    make([]uint16, g.cube),
		reasons:   make([]reason, g.cube),
		masks:     make([]uint32, 4*g.square),
		rootMasks: make([]uint32, 4*g.square),
		trail:     make([]literal, 0, g.cube),
		starts:    make([]int32, 0, g.cube),
		conflict:  make([]literal, 0, g.cube),
		clauses:   newArena(2*g.cube, limitsOf(g.order)),
		analysis:  newAnalysis(g.cube, 4*g.square),
		queue:     newQueue(g.cube),
		matchings: newMatchings(g),
		matched:   make([]uint64, g.cube),
		prices:    newPrices(g),
		solution:  make([]uint8, g.square),
	}
	if g.order > 16 {
		l.hall = make([]hall, g.cube)
	}
	for i := range l.matchings {
		if m := &l.matchings[i]; m.bit != 0 {
			at := bits.TrailingZeros64(m.bit)
			l.whole[at] = append(l.whole[at], m)
			l.kinds[at/16] = append(l.kinds[at/16], m)
		}
	}
	return l
}

// Begin starts a new puzzle. cells holds order² values, 0 for a blank. known is
// nil or a solution of the puzzle, which Run then does not return.
func (l *Learner) Begin(cells, known []uint8) {
	l.reset()
	l.start(l.enterClues(cells), known)
}

// BeginCandidates does the same for a puzzle that is given as a set of candidates
// for each cell.
func (l *Learner) BeginCandidates(masks []uint32, known []uint8) {
	l.reset()
	for c := range l.values {
		if masks[c/l.order]>>(c%l.order)&1 == 0 {
			l.assign(isFalse(c), noReason)
		}
	}
	l.start(!slices.Contains(masks, 0), known)
}

// start begins the search, or ends it if the puzzle contradicts itself.
func (l *Learner) start(possible bool, known []uint8) {
	l.dead = !possible || !l.closeRoot()
	if l.dead {
		return
	}
	l.queue.reset(l)
	if known != nil {
		l.forbid(known)
	}
}

// reset removes all state of earlier puzzles.
func (l *Learner) reset() {
	clear(l.values)
	clear(l.reasons)
	for g := range l.masks {
		l.masks[g] = 1<<l.order - 1
	}
	l.trail, l.head, l.filtered, l.starts = l.trail[:0], 0, 0, l.starts[:0]
	for i := range l.matchings {
		l.matchings[i].reset()
	}
	clear(l.matched)
	l.broken = ^uint64(0)
	l.clauses.reset()
	l.prices.reset()
	l.restarts.reset()
	l.decisions, l.solutions, l.rootLength = 0, 0, 0
}

// enterClues assigns and propagates the clues. It returns false if they
// contradict each other.
func (l *Learner) enterClues(cells []uint8) bool {
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

// Decisions returns the number of decisions since Begin.
func (l *Learner) Decisions() uint64 { return l.decisions }

// Solution returns the solution that Run found last. The next solution
// overwrites it.
func (l *Learner) Solution() []uint8 { return l.solution }

// Run continues the search for at most the given number of steps. A step is a
// decision or a conflict with its consequences, or some rounds of prices. Run
// makes at most maxDecisions decisions since Begin.
func (l *Learner) Run(steps int, maxDecisions uint64) Verdict {
	for range steps {
		switch {
		case l.dead:
			return Exhausted
		case l.level() > 0 && l.restarts.due():
			l.undoTo(0)
			l.scheduleRounds()
			l.restarts.begin()
			l.dead = !l.cleanUp()
		case !l.propagate() || !l.match() || !l.filter():
			l.dead = !l.learn()
		case l.level() == 0 && len(l.trail) > l.rootLength:
			l.dead = !l.closeRoot()
		case len(l.trail) == l.cube:
			if l.solutions == maxSolutions {
				return Full
			}
			return l.recordSolution()
		case l.auctionDue():
			l.dead = !l.stepAuction()
		case l.decisions == maxDecisions:
			return Spent
		default:
			l.decide()
		}
	}
	return More
}

// level returns the current level: the number of decisions made and not undone.
func (l *Learner) level() int { return len(l.starts) }

// decide makes the next candidate of the queue true. Making it false instead
// would say little: it would take several decisions, each with its own level,
// to get as far.
func (l *Learner) decide() {
	l.decisions++
	l.starts = append(l.starts, int32(len(l.trail)))
	l.assign(isTrue(l.queue.next(l.values)), noReason)
}

// recordSolution copies the solution from the complete trail, and adds a clause
// that prevents finding it again. The clause negates all decisions, because the
// rest follows from them.
func (l *Learner) recordSolution() Verdict {
	l.solutions++
	for _, p := range l.trail {
		if c := p.candidate(); p == isTrue(c) {
			l.solution[c/l.order] = uint8(c%l.order) + 1
		}
	}
	block := l.appendNegated(l.conflict[:0], l.level())
	l.undoTo(0)
	l.dead = !l.add(block, permanent)
	return Found
}

// forbid adds a clause that excludes a solution.
func (l *Learner) forbid(solution []uint8) {
	block := l.conflict[:0]
	for cell, digit := range solution {
		if c := cell*l.order + int(digit) - 1; l.values[c] == valueOpen {
			block = append(block, isFalse(c))
		}
	}
	l.dead = !l.add(block, permanent)
}

// restarts decides when the search returns to the root: after restartUnit
// conflicts times the next term of Luby's sequence 1, 1, 2, 1, 1, 2, 4, …, or
// when the clause store is nearly full.
type restarts struct {
	conflicts int  // number since the last restart
	next      int  // conflicts before the next restart
	number    uint // of the current term
	total     int  // conflicts since Begin
}

const restartUnit = 50

func (r *restarts) reset()     { *r = restarts{next: restartUnit} }
func (r *restarts) count()     { r.conflicts++; r.total++ }
func (r *restarts) forceNext() { r.next = 0 }
func (r *restarts) due() bool  { return r.conflicts >= r.next }

func (r *restarts) begin() {
	r.number++
	r.conflicts = 0
	r.next = restartUnit * luby(r.number+1)
}

// luby returns the i-th term of Luby's sequence, counted from 1.
func luby(i uint) int {
	for {
		k := bits.Len(i) // 2^(k-1) <= i < 2^k
		if i == 1<<k-1 {
			return 1 << (k - 1)
		}
		i -= 1<<(k-1) - 1
	}
}
