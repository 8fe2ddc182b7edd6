package learn

import "math/bits"

// This file drops candidates below the root that lie on no perfect matching.

// A hall is the reason why edges of a whole matching are useless: the left vertices have no other
// neighbours than as many right ones, so no other left vertex can have these.
type hall struct {
	matching    *matching
	left, right uint32
}

// hallOf returns the least such set with a right vertex: all that its owner reaches.
func (l *Learner) hallOf(m *matching, r int, adjacent *[vertices]uint32) hall {
	h := hall{matching: m, right: m.rightsFrom(int(m.owner[r]), adjacent, 1<<l.order-1)}
	for set := h.right; set != 0; set &= set - 1 {
		h.left |= 1 << m.owner[bits.TrailingZeros32(set)%vertices]
	}
	return h
}

// filter drops candidates that lie on no perfect matching of their digit or house, below the root. It
// returns false with a conflict. Only orders above 16 have the memory for it: there it saves a third
// of the decisions, and no puzzle known takes more than the default budget.
func (l *Learner) filter() bool {
	if l.hall == nil || l.level() == 0 {
		return true
	}
	var adjacent [vertices]uint32
	for l.filtered < len(l.trail) {
		touched := l.touchedSince(l.filtered)
		l.filtered = len(l.trail)
		for i := range touched {
			for ; touched[i] != 0; touched[i] &= touched[i] - 1 {
				m := l.kinds[i][bits.TrailingZeros32(touched[i])]
				l.adjacency(m, &adjacent)
				if l.dropUseless(m, &adjacent) && (!l.propagate() || !l.match()) {
					return false
				}
			}
		}
	}
	return true
}

// fewNeighbours is the number of neighbours up to which a vertex that lost one makes filter look at
// its matching. Most useless edges are due to two or three such vertices.
const fewNeighbours = 3

// touchedSince returns the whole matchings in which a vertex lost an edge since the trail had a
// length, and has few neighbours now, by kind: of digits, rows, columns and boxes.
func (l *Learner) touchedSince(length int) (touched [4]uint32) {
	for _, p := range l.trail[length:] {
		if p&1 == 0 {
			continue
		}
		c := p.candidate()
		group := &l.seats[c].group
		digit := c - int(group[ofCell])*l.order
		cell := bits.OnesCount32(l.masks[group[ofCell]]) <= fewNeighbours
		for kind := ofRow; kind <= ofBox; kind++ {
			few := bits.OnesCount32(l.masks[group[kind]]) <= fewNeighbours
			if few && kind != ofBox {
				touched[0] |= 1 << digit
			}
			if few || cell {
				touched[kind] |= 1 << l.house[group[kind]]
			}
		}
	}
	return touched
}

// appendMissing appends the edges between the left vertices and all but the right ones, which are
// false.
func (l *Learner) appendMissing(lits []literal, m *matching, left, right uint32) []literal {
	for ; left != 0; left &= left - 1 {
		i := bits.TrailingZeros32(left)
		g := m.groups[i]
		for others := l.rootMasks[g] &^ right; others != 0; others &= others - 1 {
			lits = append(lits, isTrue(int(l.members[g][bits.TrailingZeros32(others)])))
		}
	}
	return lits
}
