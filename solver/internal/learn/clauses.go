package learn

import "slices"

// An arena stores clauses. A clause is a set of literals; at least one of them
// is true. It is stored as a header of four words (size, glue and two links),
// followed by its literals. The first two literals are watched: propagation
// looks at a clause only when one of them becomes false. The links chain all
// clauses that watch the same literal, so watch lists need no allocation.
type arena struct {
	words      []int32
	watchers   []int32  // by literal: link to the first clause that watches it
	order      []uint64 // clauses, best first; used by reduce
	learned    int      // number of clauses that are not permanent
	maxLearned int      // number of learned clauses that starts the next reduction
	limits
}

// limits say how many clauses an arena keeps.
type limits struct {
	size  int // of the arena, in words
	first int // number of learned clauses that starts the first reduction
	more  int // how many more start the next one
}

// limitsOf returns the limits for puzzles of an order. The proofs of larger puzzles need more clauses at a time.
func limitsOf(order int) limits {
	if order > 16 {
		return limits{1 << 20, 5000, 1000}
	}
	return limits{1 << 18, 2000, 300}
}

const (
	// Offsets in a clause's header. A reference to a clause is the index of its
	// header in words. A link is twice the reference, plus 1 if it belongs to
	// the second watched literal; 0 ends a list.
	clauseSize   = 0
	clauseGlue   = 1 // glue and usedFlag
	clauseLinks  = 2
	clauseHeader = 4

	// The glue of a clause is the number of levels that its literals had when
	// it was learned. Clauses with less glue are more useful.
	permanent = 0 // glue of clauses that are never dropped
	goodGlue  = 2 // clauses up to this glue always count as used
	maxGlue   = 1<<15 - 1
	usedFlag  = 1 << 15 // the clause was used since the last reduction
)

func newArena(literals int, limits limits) arena {
	return arena{
		words:    make([]int32, 1, limits.size),
		watchers: make([]int32, literals),
		order:    make([]uint64, 0, limits.size/(clauseHeader+2)),
		limits:   limits,
	}
}

func (a *arena) reset() {
	a.words = a.words[:1]
	clear(a.watchers)
	a.learned, a.maxLearned = 0, a.first
}

// quarterFree reports whether at least a quarter of the arena is free. No
// clause needs that much.
func (a *arena) quarterFree() bool { return cap(a.words)-len(a.words) >= cap(a.words)/4 }

// fits reports whether a clause with the given number of literals fits into the
// arena.
func (a *arena) fits(literals int) bool {
	return len(a.words)+clauseHeader+literals <= cap(a.words)
}

// add stores a clause of two or more literals and returns its reference.
func (a *arena) add(lits []literal, glue int) int32 {
	ref := int32(len(a.words))
	a.words = append(a.words, int32(len(lits)), int32(min(glue, maxGlue)), 0, 0)
	for _, p := range lits {
		a.words = append(a.words, int32(p))
	}
	if glue != permanent {
		a.learned++
	}
	a.watch(ref)
	return ref
}

// watch adds a clause to the lists of its two watched literals.
func (a *arena) watch(ref int32) {
	for side := range int32(2) {
		p := a.words[ref+clauseHeader+side]
		a.words[ref+clauseLinks+side] = a.watchers[p]
		a.watchers[p] = ref<<1 | side
	}
}

// use marks a clause as used.
func (a *arena) use(ref int32) { a.words[ref+clauseGlue] |= usedFlag }

// literals returns the literals of a clause. They alias the arena.
func (a *arena) literals(ref int32) []int32 {
	return a.words[ref+clauseHeader:][:a.words[ref+clauseSize]]
}

// add adds a clause at the root. The clause may be empty, and its literals may
// already have values. It returns false if there is no further solution.
func (l *Learner) add(lits []literal, glue int) bool {
	kept := lits[:0]
	for _, p := range lits {
		if l.is(p) {
			return true
		}
		if !l.isNot(p) {
			kept = append(kept, p)
		}
	}
	switch len(kept) {
	case 0:
		return false
	case 1:
		l.assign(kept[0], noReason)
	default:
		l.clauses.add(kept, glue)
		l.restartIfFull()
	}
	return true
}

// restartIfFull forces a restart, which drops clauses, before the clause store
// is full.
func (l *Learner) restartIfFull() {
	if !l.clauses.fits(l.cube) {
		l.restarts.forceNext()
	}
}

// cleanUp closes the root after a restart, and drops learned clauses if there
// are too many. It returns false if there is no further solution.
func (l *Learner) cleanUp() bool {
	if !l.closeRoot() {
		return false
	}
	a := &l.clauses
	if a.learned >= a.maxLearned {
		a.maxLearned += a.more
		l.reduce()
	}
	for a.learned > 0 && !a.quarterFree() {
		l.reduce()
	}
	return true
}

// reduce drops the worse half of the learned clauses. A clause is worse if it
// was not used since the last reduction; then if it has more glue; then if it
// is longer; then if it is older.
func (l *Learner) reduce() {
	a := &l.clauses
	a.order = a.order[:0]
	for ref := int32(1); int(ref) < len(a.words); ref += clauseHeader + a.words[ref+clauseSize] {
		glue := a.words[ref+clauseGlue]
		if glue&^usedFlag == permanent {
			continue
		}
		if glue <= goodGlue { // counts as used
			glue |= usedFlag
		}
		key := uint64(glue^usedFlag)<<48 | uint64(min(a.words[ref+clauseSize], 1<<12-1))<<32
		a.order = append(a.order, key|uint64(int32(len(a.words))-ref))
	}
	slices.Sort(a.order)
	for _, key := range a.order[len(a.order)/2:] {
		ref := int32(len(a.words)) - int32(uint32(key))
		a.words[ref+clauseGlue] = -1
	}
	l.compact()
}

// compact removes from the arena the dropped clauses, the clauses that are true
// at the root, and the literals that are false at the root.
func (l *Learner) compact() {
	a := &l.clauses
	clear(a.watchers)
	a.learned = 0
	end := int32(len(a.words))
	to := int32(1)
	for ref := int32(1); ref < end; {
		after := ref + clauseHeader + a.words[ref+clauseSize]
		glue := a.words[ref+clauseGlue]
		if glue >= 0 {
			if n := l.shorten(a.literals(ref), a.words[to+clauseHeader:]); n > 0 {
				glue &^= usedFlag
				a.words[to+clauseSize], a.words[to+clauseGlue] = n, glue
				a.watch(to)
				to += clauseHeader + n
				if glue != permanent {
					a.learned++
				}
			}
		}
		ref = after
	}
	a.words = a.words[:to]
}

// shorten copies the literals of a clause that have no value at the root, and
// returns their number. The result is 0 if the clause is true at the root.
// Otherwise it is at least 2, because propagation is complete.
func (l *Learner) shorten(lits, to []int32) (n int32) {
	for _, p := range lits {
		if l.is(literal(p)) {
			return 0
		}
		if !l.isNot(literal(p)) {
			to[n] = p
			n++
		}
	}
	return n
}
