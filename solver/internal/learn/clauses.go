package learn

import "slices"

// An arena holds clauses: sets of literals, one of them true. Each is a header of
// four words, its size, its glue, and two links, and then its literals. The first
// two are watched: a clause need only be looked at when one of these becomes
// false. The links are lists of the clauses that watch
// the same literal, so that there is nothing to allocate.
type arena struct {
	words    []int32
	watchers []int32  // of each literal: a link to the first clause that watches it
	order    []uint64 // of clauses, the best first, while some are dropped
	learned  int      // clauses that are not permanent
	most     int      // of them before the next reduction
}

// A link is the place of a clause, twice, plus which of its first two literals
// it is about; 0 is none. A place is where the clause's header begins.
const (
	clauseSize   = 0
	clauseGlue   = 1 // glue, and flags
	clauseLinks  = 2
	clauseHeader = 4

	// arenaWords is room for some ten thousand clauses.
	arenaWords = 1 << 18

	// The glue of a clause is the number of levels that its literals had when
	// it was learned: the fewer, the more it is worth.
	permanent = 0 // glue of clauses that are kept for ever
	goodGlue  = 2 // up to here they count as used
	maxGlue   = 1<<15 - 1
	usedFlag  = 1 << 15 // the clause was in a conflict since the last reduction

	firstMost = 2000
	moreMost  = 300
)

func newArena(literals int) arena {
	return arena{
		words:    make([]int32, 1, arenaWords),
		watchers: make([]int32, literals),
		order:    make([]uint64, 0, arenaWords/(clauseHeader+2)),
	}
}

func (a *arena) reset() {
	a.words = a.words[:1]
	clear(a.watchers)
	a.learned, a.most = 0, firstMost
}

// roomy reports whether a quarter of the arena is free, which is much more than a
// clause may take.
func (a *arena) roomy() bool { return cap(a.words)-len(a.words) >= cap(a.words)/4 }

// room reports whether there is room for a clause of so many literals.
func (a *arena) room(literals int) bool {
	return len(a.words)+clauseHeader+literals <= cap(a.words)
}

// add adds a clause of two or more literals, and returns its place.
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

// watch enters a clause in the lists of the literals it watches.
func (a *arena) watch(ref int32) {
	for side := range int32(2) {
		p := a.words[ref+clauseHeader+side]
		a.words[ref+clauseLinks+side] = a.watchers[p]
		a.watchers[p] = ref<<1 | side
	}
}

// use notes that a clause was of use.
func (a *arena) use(ref int32) { a.words[ref+clauseGlue] |= usedFlag }

// literals of a clause.
func (a *arena) literals(ref int32) []int32 {
	return a.words[ref+clauseHeader:][:a.words[ref+clauseSize]]
}

// add adds a clause at the root, where it may be empty, or have literals that
// have a value. It reports whether there can be a solution.
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
		l.seeToRoom()
	}
	return true
}

// seeToRoom has there be a restart, and so clauses dropped, before there is no
// room for another one.
func (l *Learner) seeToRoom() {
	if !l.clauses.room(l.cube) {
		l.restarts.hurry()
	}
}

// tidy is done at the root now and then. It draws conclusions there, and where
// there are too many clauses drops the worst half. It reports whether there can
// be a solution.
func (l *Learner) tidy() bool {
	if !l.closeRoot() {
		return false
	}
	a := &l.clauses
	if a.learned >= a.most {
		a.most += moreMost
		l.reduce()
	}
	for a.learned > 0 && !a.roomy() {
		l.reduce()
	}
	return true
}

// reduce drops the worse half of the learned clauses. Worst are clauses that were
// of no use lately, of them the ones with most glue, then the longest, then the
// oldest.
func (l *Learner) reduce() {
	a := &l.clauses
	a.order = a.order[:0]
	for ref := int32(1); int(ref) < len(a.words); ref += clauseHeader + a.words[ref+clauseSize] {
		glue := a.words[ref+clauseGlue]
		if glue&^usedFlag == permanent {
			continue
		}
		if glue <= goodGlue { // as good as used
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

// compact closes the gaps that dropped clauses leave, drops those that are true
// at the root, and from others the literals that are false there.
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

// shorten copies the literals of a clause that have no value, at the root, and
// returns how many: 0 if one of them is true, else at least two, as there is
// nothing to propagate.
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
