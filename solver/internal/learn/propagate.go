package learn

import "math/bits"

// A reason is why a literal was assigned: 0 where it was not because of others,
// else a clause's place in the arena; or, negative and less one, a group that
// has no other member left, or from firstPeer on a candidate that is true in a
// group of both; or that all decisions up to its level are, by prices.
type reason int32

const (
	noReason  reason = 0
	firstPeer        = 1 << 12 // there are fewer groups
	byPrices  reason = -1 << 31
)

func onlyOneIn(group int) reason    { return reason(-1 - group) }
func excludedBy(peer int) reason    { return reason(-1 - firstPeer - peer) }
func impliedBy(clause int32) reason { return reason(clause) }

// peer returns the candidate that excludedBy was told of.
func (r reason) peer() (candidate int, ok bool) {
	return int(-1 - firstPeer - r), r <= -1-firstPeer && r != byPrices
}

// assign makes an open literal true.
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

// undoTo takes back all levels above one.
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
}

// propagate assigns what follows from the trail: of groups and clauses one by
// one. It reports whether no conflict came up.
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
		if !l.visit(p.not()) {
			return false
		}
	}
	return true
}

// excludePeers makes the others in the groups of a true candidate false.
func (l *Learner) excludePeers(c int) bool {
	groups, own := &l.seats[c].group, &l.seats[c].bit
	for kind, g := range groups {
		for others := l.masks[g] &^ own[kind]; others != 0; others &= others - 1 {
			other := int(l.members[g][bits.TrailingZeros16(others)%16])
			if l.values[other] != valueOpen { // true
				l.conflict = append(l.conflict[:0], isFalse(c), isFalse(other))
				return false
			}
			l.assign(isFalse(other), excludedBy(c))
		}
	}
	return true
}

// placeLast makes those candidates true that are the last ones in the groups of
// a false one.
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
		if last := int(l.members[g][bits.TrailingZeros16(mask)%16]); l.values[last] == valueOpen {
			l.assign(isTrue(last), onlyOneIn(int(g)))
		}
	}
	return true
}

// is reports whether a literal is true.
func (l *Learner) is(p literal) bool { return l.values[p.candidate()] == value(1+p&1) }

// isNot reports whether a literal is false.
func (l *Learner) isNot(p literal) bool { return l.values[p.candidate()] == value(2-p&1) }

// visit looks at the clauses that watch a literal that has become false: those
// without another literal to watch have one that must be true.
func (l *Learner) visit(p literal) bool {
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
