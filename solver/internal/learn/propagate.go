package learn

import "math/bits"

// A reason states why a literal was assigned:
//
//   - 0: no other literals imply it (a decision, or a fact of the root).
//   - positive: the clause with this reference.
//   - -1 - group: the candidate is the only one left in the group.
//   - -1 - firstPeer - candidate: that candidate is true and excludes this one.
//   - byPrices: all decisions up to its level imply it.
//   - byHall: it is on no perfect matching; see Learner.hall.
type reason int32

const (
	noReason  reason = 0
	firstPeer        = 1 << 12 // greater than every group
	byPrices  reason = -1 << 31
	byHall    reason = byPrices + 1
)

func onlyOneIn(group int) reason    { return reason(-1 - group) }
func excludedBy(peer int) reason    { return reason(-1 - firstPeer - peer) }
func impliedBy(clause int32) reason { return reason(clause) }

// peer returns the candidate that was given to excludedBy, and whether r is
// such a reason.
func (r reason) peer() (candidate int, ok bool) {
	return int(-1 - firstPeer - r), r <= -1-firstPeer && r > byHall
}

// assign makes a literal true. Its candidate must be open.
func (l *Learner) assign(p literal, why reason) {
	c := p.candidate()
	l.values[c] = value(1 + p&1)
	l.levels[c] = uint16(len(l.starts))
	l.reasons[c] = why
	l.trail = append(l.trail, p)
	if p&1 != 0 {
		groups, bits := &l.seats[c].group, &l.seats[c].bit
		for kind, g := range groups {
			l.masks[g] &^= bits[kind]
		}
		l.broken |= l.matched[c]
	}
}

// undoTo undoes all assignments above a level.
func (l *Learner) undoTo(level int) {
	if level >= len(l.starts) {
		return
	}
	start := int(l.starts[level])
	for i := len(l.trail) - 1; i >= start; i-- {
		p := l.trail[i]
		c := p.candidate()
		l.values[c] = valueOpen
		if p&1 != 0 {
			groups, bits := &l.seats[c].group, &l.seats[c].bit
			for kind, g := range groups {
				l.masks[g] |= bits[kind]
			}
		}
		l.queue.putBack(c)
	}
	l.trail = l.trail[:start]
	l.starts = l.starts[:level]
	l.head = start
	l.filtered = min(l.filtered, start)
}

// propagate assigns everything that single groups and clauses imply. It returns
// false if there is a conflict, which is then in l.conflict.
func (l *Learner) propagate() bool {
	for l.head < len(l.trail) {
		p := l.trail[l.head]
		l.head++
		if p&1 == 0 {
			if !l.excludePeers(p.candidate()) {
				return false
			}
		} else if !l.placeLast(p.candidate()) {
			return false
		}
		if !l.propagateClauses(p.not()) {
			return false
		}
	}
	return true
}

// excludePeers makes all peers of a true candidate false. It returns false on a
// conflict.
func (l *Learner) excludePeers(c int) bool {
	groups, own := &l.seats[c].group, &l.seats[c].bit
	for kind, g := range groups {
		for others := l.masks[g] &^ own[kind]; others != 0; others &= others - 1 {
			other := int(l.members[g][bits.TrailingZeros32(others)%vertices])
			if l.values[other] != valueOpen { // it is true
				l.conflict = append(l.conflict[:0], isFalse(c), isFalse(other))
				return false
			}
			l.assign(isFalse(other), excludedBy(c))
		}
	}
	return true
}

// placeLast looks at the groups of a false candidate. If a group has one
// candidate left, that becomes true. It returns false on a conflict.
func (l *Learner) placeLast(c int) bool {
	for _, g := range &l.seats[c].group {
		mask := l.masks[g]
		if mask&(mask-1) != 0 {
			continue
		}
		if mask == 0 {
			l.conflict = l.conflict[:0]
			for _, member := range l.members[g][:l.order] {
				l.conflict = append(l.conflict, isTrue(int(member)))
			}
			return false
		}
		if last := int(l.members[g][bits.TrailingZeros32(mask)%vertices]); l.values[last] == valueOpen {
			l.assign(isTrue(last), onlyOneIn(int(g)))
		}
	}
	return true
}

// is reports whether a literal is true.
func (l *Learner) is(p literal) bool { return l.values[p.candidate()] == value(1+p&1) }

// isNot reports whether a literal is false.
func (l *Learner) isNot(p literal) bool { return l.values[p.candidate()] == value(2-p&1) }

// propagateClauses visits the clauses that watch a literal that became false. A
// clause watches another literal instead if it can; otherwise its other watched
// literal must be true. It returns false on a conflict.
func (l *Learner) propagateClauses(p literal) bool {
	words := l.clauses.words
	link := &l.clauses.watchers[p]
next:
	for *link != 0 {
		w := *link
		ref, side := w>>1, w&1
		after := &words[ref+clauseLinks+side]
		other := literal(words[ref+clauseHeader+1-side])
		if l.is(other) {
			link = after
			continue
		}
		lits := words[ref+clauseHeader:][:words[ref+clauseSize]]
		for i := 2; i < len(lits); i++ {
			if q := literal(lits[i]); !l.isNot(q) {
				lits[side], lits[i] = lits[i], lits[side]
				*link = *after
				*after = l.clauses.watchers[q]
				l.clauses.watchers[q] = w
				continue next
			}
		}
		if l.isNot(other) {
			l.conflict = l.conflict[:0]
			for _, q := range lits {
				l.conflict = append(l.conflict, literal(q))
			}
			l.clauses.use(ref)
			return false
		}
		l.assign(other, impliedBy(ref))
		link = after
	}
	return true
}
