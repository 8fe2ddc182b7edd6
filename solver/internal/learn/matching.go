package learn

import "math/bits"

// A matching is a bipartite graph with order vertices on each side, and the
// perfect matching that was last found in it. The edges of a whole matching are
// candidates; otherwise an edge is the set of candidates that a line and a box
// share.
type matching struct {
	groups  [vertices]uint16 // by left vertex: the group whose mask gives its neighbours
	back    [vertices]uint16 // by right vertex: the same, for a whole matching
	side    int              // cells of a line in a box
	lines   int              // lines in a band
	partner [vertices]uint8  // by left vertex: its right vertex, or none
	owner   [vertices]uint8  // by right vertex: its left vertex, or none
	closed  [vertices]uint32 // adjacency when the root was last closed
	// bit is the bit of a whole matching in sets of matchings; 0 for others. Two
	// matchings without a common edge share it in orders above 16.
	bit uint64
}

// none marks a vertex without a partner.
const none = vertices

// newMatchings returns all matchings that a solution must have: for each digit
// rows to columns, rows to boxes and columns to boxes; for each row, column and
// box cells to digits.
func newMatchings(g *layout) []matching {
	var all []matching
	for digit := range g.order {
		rows := matching{bit: 1 << (digit % 16), side: g.shape.Columns, lines: g.shape.Rows}
		columns := matching{side: g.shape.Rows, lines: g.shape.Columns}
		for i := range g.order {
			rows.groups[i] = uint16(g.group(ofRow, i, digit))
			columns.groups[i] = uint16(g.group(ofColumn, i, digit))
		}
		rows.back = columns.groups
		all = append(all, rows, columns)
		rows.bit = 0
		all = append(all, rows)
	}
	for kind := ofRow; kind <= ofBox; kind++ {
		for house := range g.order {
			m := matching{bit: 1 << (16*kind + house%16)}
			for i, c := range g.members[g.group(kind, house, 0)][:g.order] {
				m.groups[i] = uint16(int(c) / g.order)
				m.back[i] = uint16(g.group(kind, house, i))
			}
			all = append(all, m)
		}
	}
	return all
}

// reset removes all edges of the matching.
func (m *matching) reset() {
	for i := range m.partner {
		m.partner[i], m.owner[i] = none, none
	}
	m.closed = [vertices]uint32{}
}

// adjacency sets adjacent to the current neighbours of each left vertex.
func (l *Learner) adjacency(m *matching, adjacent *[vertices]uint32) {
	for i, g := range m.groups[:l.order] {
		adjacent[i] = l.masks[g]
	}
	if m.bit != 0 {
		return
	}
	for i := range adjacent[:l.order] {
		boxes := uint32(0)
		for k := range l.order / m.side {
			if adjacent[i]&segment(m.side, k) != 0 {
				boxes |= 1 << (i/m.lines*m.lines + k)
			}
		}
		adjacent[i] = boxes
	}
}

// segment returns the bits of a line's mask that lie in its k-th box.
func segment(side, k int) uint32 { return (1<<side - 1) << (k * side) }

// edge returns the candidates of an edge, as members of a group.
func (l *Learner) edge(m *matching, left, right int) (group uint16, members uint32) {
	if m.bit != 0 {
		return m.groups[left], 1 << right
	}
	if right/m.lines != left/m.lines {
		return m.groups[left], 0
	}
	return m.groups[left], segment(m.side, right%m.lines)
}

// complete looks for a perfect matching. If there is none, it returns a set of
// left vertices and the smaller set of all their right neighbours.
func (m *matching) complete(order int, adjacent *[vertices]uint32) (ok bool, left, right uint32) {
	for i := range order {
		if r := m.partner[i]; r != none && adjacent[i]>>r&1 == 0 {
			m.partner[i], m.owner[r] = none, none
		}
	}
	for i := range order {
		if m.partner[i] != none {
			continue
		}
		if left, right = m.augment(i, adjacent); left != 0 {
			return false, left, right
		}
	}
	return true, 0, 0
}

// augment finds a partner for a free left vertex. Other vertices may change
// partners. It returns 0 if it succeeds; otherwise the vertices that it
// reached.
func (m *matching) augment(free int, adjacent *[vertices]uint32) (left, right uint32) {
	var from [vertices]uint8 // by right vertex: the left vertex that reached it
	var queue [vertices]uint8
	queue[0] = uint8(free)
	n := 1
	left = 1 << free
	for at := 0; at < n; at++ {
		i := queue[at]
		for news := adjacent[i] &^ right; news != 0; news &= news - 1 {
			r := uint8(bits.TrailingZeros32(news))
			from[r] = i
			right |= 1 << r
			o := m.owner[r]
			if o == none {
				m.swap(r, &from)
				return 0, 0
			}
			left |= 1 << o
			queue[n] = o
			n++
		}
	}
	return left, right
}

// swap applies an augmenting path that ends at the free right vertex r: each
// left vertex on the path takes the right vertex that it reached.
func (m *matching) swap(r uint8, from *[vertices]uint8) {
	for r != none {
		i := from[r]
		next := m.partner[i]
		m.partner[i], m.owner[r] = r, i
		r = next
	}
}

// useless adds to edges those that lie on no perfect matching. back holds the left neighbours of
// each right vertex. Consider the directed graph in which matched edges lead to the left and all
// others to the right. An edge is useless if its ends lie in different strongly connected
// components. For so few vertices a component is found as those that reach a vertex and are
// reached from it: a few steps, if all are connected.
func (m *matching) useless(order int, adjacent, back, edges *[vertices]uint32) {
	lefts, rights := uint32(0), uint32(0) // left vertices with two or more neighbours, and these
	for i, a := range adjacent[:order] {
		if a&(a-1) != 0 {
			lefts |= 1 << i
			rights |= a
		}
	}
	for left := lefts; left != 0; {
		i := bits.TrailingZeros32(left) % vertices
		to := m.rightsFrom(i, adjacent, rights)
		from := m.leftsTo(i, back, lefts)
		if to == rights && from == lefts && bits.OnesCount32(rights) == bits.OnesCount32(lefts) {
			return
		}
		both, partners := uint32(0), uint32(0)
		for set := from; set != 0; set &= set - 1 {
			k := bits.TrailingZeros32(set) % vertices
			if to>>m.partner[k]&1 != 0 {
				both |= 1 << k
				partners |= 1 << m.partner[k]
			}
		}
		for set := both; set != 0; set &= set - 1 {
			k := bits.TrailingZeros32(set) % vertices
			edges[k] |= adjacent[k] &^ partners
		}
		left &^= both
	}
}

// rightsFrom returns the right vertices that left vertex i reaches, its partner among them. It ends
// when it has all.
func (m *matching) rightsFrom(i int, adjacent *[vertices]uint32, all uint32) (rights uint32) {
	return spread(1<<m.partner[i], &m.owner, adjacent, all)
}

// leftsTo returns the left vertices that reach left vertex i, which is among them. It ends when it
// has all.
func (m *matching) leftsTo(i int, back *[vertices]uint32, all uint32) (lefts uint32) {
	return spread(1<<i, &m.partner, back, all)
}

// spread adds to a set of vertices on one side the neighbours of their mates on the other, again and again.
func spread(set uint32, mate *[vertices]uint8, neighbours *[vertices]uint32, all uint32) uint32 {
	for news := set; news != 0 && set != all; {
		more := neighbours[mate[bits.TrailingZeros32(news)%vertices]%vertices] &^ set
		news = news&(news-1) | more
		set |= more
	}
	return set
}

// closeRoot applies unit propagation at the root, and drops candidates that lie
// on no perfect matching, until nothing changes. It returns false if there is
// no further solution.
func (l *Learner) closeRoot() bool {
	if !l.propagate() {
		return false
	}
	for again := true; again; {
		again = false
		for i := range l.matchings {
			m := &l.matchings[i]
			var adjacent [vertices]uint32
			l.adjacency(m, &adjacent)
			if adjacent == m.closed {
				continue
			}
			m.closed = adjacent
			if ok, _, _ := l.complete(m, &adjacent); !ok {
				return false
			}
			if l.dropUseless(m, &adjacent) {
				again = true
				if !l.propagate() {
					return false
				}
			}
		}
	}
	l.rootLength = len(l.trail)
	copy(l.rootMasks, l.masks)
	return true
}

// dropUseless makes the candidates of useless edges false, and reports whether there were some. Below
// the root it keeps the reasons.
func (l *Learner) dropUseless(m *matching, adjacent *[vertices]uint32) (dropped bool) {
	var back, edges [vertices]uint32
	l.backwards(m, adjacent, &back)
	m.useless(l.order, adjacent, &back, &edges)
	for i, e := range edges[:l.order] {
		for ; e != 0; e &= e - 1 {
			r, why := bits.TrailingZeros32(e), noReason
			group, members := l.edge(m, i, r)
			for members &= l.masks[group]; members != 0; members &= members - 1 {
				c := int(l.members[group][bits.TrailingZeros32(members)])
				if l.level() > 0 {
					why = byHall
					l.hall[c] = l.hallOf(m, r, adjacent)
				}
				l.assign(isFalse(c), why)
				dropped = true
			}
		}
	}
	return dropped
}

// backwards sets back to the current neighbours of each right vertex.
func (l *Learner) backwards(m *matching, adjacent, back *[vertices]uint32) {
	if m.bit != 0 {
		for r, g := range m.back[:l.order] {
			back[r] = l.masks[g]
		}
		return
	}
	for i, a := range adjacent[:l.order] {
		for ; a != 0; a &= a - 1 {
			back[bits.TrailingZeros32(a)%vertices] |= 1 << i
		}
	}
}

// complete calls m.complete and updates l.matched.
func (l *Learner) complete(m *matching, adjacent *[vertices]uint32) (ok bool, left, right uint32) {
	before := m.partner
	ok, left, right = m.complete(l.order, adjacent)
	if m.bit == 0 {
		return ok, left, right
	}
	for i, r := range m.partner[:l.order] {
		members, was := &l.members[m.groups[i]], before[i]
		if r == was {
			continue
		}
		if was != none {
			l.matched[members[was]] &^= m.bit
		}
		if r != none {
			l.matched[members[r]] |= m.bit
		}
	}
	return ok, left, right
}

// match checks that all whole matchings are still perfect, or completes them.
// It looks only at matchings that lost an edge. If one cannot be completed,
// match returns false with a conflict: by Hall's theorem, the missing edges
// between some left and some right vertices are the reason.
func (l *Learner) match() bool {
	var adjacent [vertices]uint32
	for ; l.broken != 0; l.broken &= l.broken - 1 {
		for _, m := range l.whole[bits.TrailingZeros64(l.broken)] {
			l.adjacency(m, &adjacent)
			if ok, left, right := l.complete(m, &adjacent); !ok {
				l.explain(m, left, right)
				return false
			}
		}
	}
	return true
}

// explain sets the conflict: the left vertices have fewer right neighbours than
// they need. One of their missing edges must exist.
func (l *Learner) explain(m *matching, left, right uint32) {
	l.conflict = l.appendMissing(l.conflict[:0], m, left, right)
}
