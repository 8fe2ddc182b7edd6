package learn

// An analysis is the scratch memory of conflict analysis.
type analysis struct {
	seen    []bool    // of each candidate: in the clause, met on the way to it, or implied by it
	marked  []uint16  // the candidates that are seen
	learned []literal // the clause
	because []literal // the reason at hand
	stack   []literal // of implied
	glue    []uint32  // of each level: the last conflict whose clause has a literal of it
	count   uint32    // of conflicts
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

// learn makes a clause of the conflict, adds it, and takes back as many levels
// as it takes for the clause to say something new. It reports whether there can
// be a solution.
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
	l.seeToRoom()
	return true
}

// analyse finds the clause that the conflict teaches: it resolves the conflict
// with the reasons of its literals, the last first, until one literal of its
// level is left, the first unique implication point; and leaves out what the
// others imply. That literal comes first.
func (l *Learner) analyse() {
	a := &l.analysis
	a.learned = append(a.learned[:0], 0)
	here := l.met(l.conflict)
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
		here += l.met(l.because(p.candidate()))
	}
	l.minimise()
	l.unsee(0)
	l.shrink()
}

// met takes false literals into the clause. It only counts literals of the
// level at hand; they will be resolved.
func (l *Learner) met(lits []literal) (here int) {
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

// see marks a candidate.
func (l *Learner) see(c int) {
	l.analysis.seen[c] = true
	l.analysis.marked = append(l.analysis.marked, uint16(c))
}

// unsee takes back all marks but the first n.
func (l *Learner) unsee(n int) {
	a := &l.analysis
	for _, c := range a.marked[n:] {
		a.seen[c] = false
	}
	a.marked = a.marked[:n]
}

// minimise leaves out what the rest of the clause implies.
func (l *Learner) minimise() {
	a := &l.analysis
	l.glueOf(a.learned) // marks their levels
	kept := a.learned[:1]
	for _, p := range a.learned[1:] {
		if l.reasons[p.candidate()] == noReason || !l.isImplied(p) {
			kept = append(kept, p)
		}
	}
	a.learned = kept
}

// isImplied reports whether a literal is false because literals are that have
// been seen, by any number of steps. What it meets on levels that the clause has
// nothing of cannot be.
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

// because returns the literals whose being false implied the one that a
// candidate has.
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
		lits = l.refuted(lits, int(l.levels[c]))
	case why > -1-firstPeer:
		for _, member := range l.members[-1-why][:l.order] {
			if int(member) != c {
				lits = append(lits, isTrue(int(member)))
			}
		}
	default:
		peer, _ := why.peer()
		lits = append(lits, isFalse(peer))
	}
	l.analysis.because = lits
	return lits
}

// glueOf is the number of levels that literals have.
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
