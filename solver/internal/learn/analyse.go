package learn

import "math/bits"

// An analysis holds the scratch memory of conflict analysis.
type analysis struct {
	seen    []bool    // by candidate: in the clause, resolved away, or implied by the clause
	marked  []uint16  // the candidates that are seen
	learned []literal // the clause so far
	because []literal // result of Learner.because
	stack   []literal // used by isImplied
	glue    []uint32  // by level: the last conflict whose clause has a literal of this level
	count   uint32    // number of calls of glueOf; marks glue and groups
	shrinker
}

func newAnalysis(candidates, groups int) analysis {
	return analysis{
		seen:     make([]bool, candidates),
		marked:   make([]uint16, 0, candidates),
		learned:  make([]literal, 0, candidates),
		because:  make([]literal, 0, candidates),
		stack:    make([]literal, 0, candidates),
		glue:     make([]uint32, candidates+1),
		shrinker: newShrinker(candidates, groups),
	}
}

// learn derives a clause from the conflict, adds it, and undoes levels until
// the clause implies its first literal. It returns false if there is no further
// solution.
func (l *Learner) learn() bool {
	level := 0
	for _, p := range l.conflict {
		level = max(level, int(l.levels[p.candidate()]))
	}
	if level == 0 {
		return false
	}
	l.undoTo(level)
	l.analyse()
	a := &l.analysis
	back := 0
	if lits := a.learned; len(lits) > 1 {
		second := 1
		for i, p := range lits[1:] {
			if at := int(l.levels[p.candidate()]); at > back {
				back, second = at, i+1
			}
		}
		lits[1], lits[second] = lits[second], lits[1]
	}
	glue := l.glueOf(a.learned)
	l.undoTo(back)
	l.restarts.count()
	l.queue.decay()
	if len(a.learned) == 1 {
		l.assign(a.learned[0], noReason)
		return true
	}
	ref := l.clauses.add(a.learned, max(glue, 1))
	l.assign(a.learned[0], impliedBy(ref))
	l.restartIfFull()
	return true
}

// analyse sets analysis.learned to the clause that the conflict teaches. It
// resolves the conflict with the reasons of its literals, the latest first,
// until one literal of the current level is left: the first unique implication
// point. This literal comes first in the clause. Then analyse minimises and
// shrinks the clause.
func (l *Learner) analyse() {
	a := &l.analysis
	a.learned = append(a.learned[:0], 0)
	here := l.merge(l.conflict)
	i := len(l.trail) - 1
	for {
		for !a.seen[l.trail[i].candidate()] {
			i--
		}
		p := l.trail[i]
		i--
		if here--; here == 0 {
			a.learned[0] = p.not()
			break
		}
		here += l.merge(l.because(p.candidate()))
	}
	l.minimise()
	l.unsee(0)
	l.shrink()
}

// merge adds false literals to the clause. It does not add the literals of the
// current level, but returns their number; analyse resolves them.
func (l *Learner) merge(lits []literal) (here int) {
	a := &l.analysis
	for _, p := range lits {
		c := p.candidate()
		if a.seen[c] || l.levels[c] == 0 {
			continue
		}
		l.see(c)
		l.queue.bump(c)
		if int(l.levels[c]) == len(l.starts) {
			here++
			continue
		}
		a.learned = append(a.learned, p)
	}
	return here
}

// see marks a candidate as seen.
func (l *Learner) see(c int) {
	l.analysis.seen[c] = true
	l.analysis.marked = append(l.analysis.marked, uint16(c))
}

// unsee removes all marks except the first n.
func (l *Learner) unsee(n int) {
	a := &l.analysis
	for _, c := range a.marked[n:] {
		a.seen[c] = false
	}
	a.marked = a.marked[:n]
}

// minimise drops literals that the rest of the clause implies.
func (l *Learner) minimise() {
	a := &l.analysis
	l.glueOf(a.learned) // marks the levels
	kept := a.learned[:1]
	for _, p := range a.learned[1:] {
		if l.reasons[p.candidate()] == noReason || !l.isImplied(p) {
			kept = append(kept, p)
		}
	}
	a.learned = kept
}

// isImplied reports whether literal p is false because literals already seen
// are false, in any number of steps. It stops early at a level from which the
// clause has no literal, because such a literal cannot be implied.
func (l *Learner) isImplied(p literal) bool {
	a := &l.analysis
	a.stack = append(a.stack[:0], p)
	before := len(a.marked)
	for len(a.stack) > 0 {
		p := a.stack[len(a.stack)-1]
		a.stack = a.stack[:len(a.stack)-1]
		for _, q := range l.because(p.candidate()) {
			c := q.candidate()
			if a.seen[c] || l.levels[c] == 0 {
				continue
			}
			if l.reasons[c] == noReason || a.glue[l.levels[c]] != a.count {
				l.unsee(before)
				return false
			}
			l.see(c)
			a.stack = append(a.stack, q)
		}
	}
	return true
}

// because returns the literals that are false and together imply the value of
// candidate c. The next call overwrites the result.
func (l *Learner) because(c int) []literal {
	lits := l.analysis.because[:0]
	switch why := l.reasons[c]; {
	case why > 0:
		l.clauses.use(int32(why))
		for _, p := range l.clauses.literals(int32(why)) {
			if p>>1 != int32(c) {
				lits = append(lits, literal(p))
			}
		}
	case why == byPrices:
		lits = l.appendNegated(lits, int(l.levels[c]))
	case why == byHall:
		h := &l.hall[c]
		lits = l.appendMissing(lits, h.matching, h.left, h.right)
	case why > -1-firstPeer:
		for others := l.rootMasks[-1-why]; others != 0; others &= others - 1 {
			if other := int(l.members[-1-why][bits.TrailingZeros32(others)%vertices]); other != c {
				lits = append(lits, isTrue(other))
			}
		}
	default:
		peer, _ := why.peer()
		lits = append(lits, isFalse(peer))
	}
	l.analysis.because = lits
	return lits
}

// glueOf returns the number of different levels that the literals have.
func (l *Learner) glueOf(lits []literal) (glue int) {
	a := &l.analysis
	a.count++
	for _, p := range lits {
		if at := l.levels[p.candidate()]; a.glue[at] != a.count {
			a.glue[at] = a.count
			glue++
		}
	}
	return glue
}
