package explain

// This file walks from one start to find cycles.

// A trail has what the walk from a start to a node passed.
type trail struct {
	seeOn, seeOff nodeSet // nodes that see one that is on, or off
	cells         nodeSet // nodes of the cells on the way
}

// cyclesOfPairs looks for cycles that use strong links in cells alone.
func (r *Rater) cyclesOfPairs(s *chainSearch) {
	l, n := &r.levels, &r.graph
	l.weak, l.linked = &l.both, nodeSet{}
	pairs := r.pairsInCycles()
	for rest := pairs; !rest.empty(); {
		cell := rest.next()
		for digits := r.grid.cands[cell]; digits != 0; digits &= digits - 1 {
			l.linked.add(n.node[cell][lowest(digits)])
		}
	}
	for !pairs.empty() {
		cell := pairs.next()
		for digits := r.grid.cands[cell]; digits != 0; digits &= digits - 1 {
			r.walkCycles(s, n.node[cell][lowest(digits)], s.limit(s.cycle))
		}
	}
}

// pairsInCycles returns the cells with two candidates that may be in a cycle
// of such cells: each sees one with its first candidate and another with its
// second.
func (r *Rater) pairsInCycles() cellSet {
	g := &r.grid
	for pairs := g.pairs; ; {
		kept := pairs
		for rest := pairs; !rest.empty(); {
			cell := rest.next()
			digits := g.cands[cell]
			near := peers[cell].and(kept)
			first, second := near.and(g.boards[lowest(digits)]), near.and(g.boards[lowest(digits&(digits-1))])
			if first.empty() || second.empty() || first.or(second).size() < 2 {
				kept = kept.without(cellOf(cell))
			}
		}
		if kept == pairs {
			return kept
		}
		pairs = kept
	}
}

// walkCycles looks for cycles with at most so many statements that begin with
// start on.
func (r *Rater) walkCycles(s *chainSearch, start uint16, limit int) {
	n, l := &r.graph, &r.levels
	s.stamp++
	s.on.list = append(s.on.list[:0], start)
	s.on.stamp[start], s.on.parent[start] = s.stamp, noNode
	s.trails[start] = trail{seeOn: l.sees[start], cells: l.mates[start]}
	closers := n.strongLinks(start, s.kind)
	for complexity := 2; len(s.on.list) > 0 && complexity <= limit; complexity += 2 {
		if complexity >= 4 {
			for _, p := range s.on.list {
				if r.closeCycle(s, start, p, closers, complexity) {
					return // later ones are not better
				}
			}
		}
		if complexity == limit {
			return
		}
		s.off.list = s.off.list[:0]
		for _, p := range s.on.list {
			for _, f := range n.useful[p].of(s.kind) {
				if s.off.stamp[f] != s.stamp && l.linked.has(f) {
					s.off.stamp[f], s.off.parent[f] = s.stamp, p
					s.off.list = append(s.off.list, f)
				}
			}
		}
		s.follow(n)
		for _, p := range s.on.list {
			s.extendTrail(l, p)
		}
	}
}

// extendTrail sets the trail of a node from the trail of the node before it.
func (s *chainSearch) extendTrail(l *levels, p uint16) {
	f := s.on.parent[p]
	t, before := &s.trails[p&(maxLevelNodes-1)], &s.trails[s.off.parent[f]&(maxLevelNodes-1)]
	for i := range t.cells {
		t.seeOn[i] = before.seeOn[i] | l.sees[p][i]
		t.seeOff[i] = before.seeOff[i] | l.sees[f][i]
		t.cells[i] = before.cells[i] | l.mates[p][i] | l.mates[f][i]
	}
}

// closeCycle tries to close a cycle from p, through a node that has a strong
// link to the start. It reports whether the cycle removes something.
func (r *Rater) closeCycle(s *chainSearch, start, p uint16, closers []uint16, complexity int) bool {
	n, l := &r.graph, &r.levels
	closing, count := uint16(noNode), 0
	for _, f := range closers {
		if l.weak[p].has(f) && !s.leadsTo(p, f) && s.removes(l, p, f) {
			closing = f
			count++
		}
	}
	if count > 1 {
		// Several close it: the first in the order of links counts.
		for _, f := range n.useful[p].of(s.kind) {
			for _, other := range closers {
				if other == f && !s.leadsTo(p, f) && s.removes(l, p, f) {
					return r.offerCycle(s, start, p, f, complexity)
				}
			}
		}
	}
	return count > 0 && r.offerCycle(s, start, p, closing, complexity)
}

// removes reports whether the cycle from the start to p and f removes a
// candidate: one that sees a node that is on and a node that is off, in a cell
// that the cycle does not pass.
func (s *chainSearch) removes(l *levels, p, f uint16) bool {
	t := &s.trails[p]
	gone := uint64(0)
	for i := range t.cells {
		gone |= t.seeOn[i] & (t.seeOff[i] | l.sees[f][i]) &^ (t.cells[i] | l.mates[f][i])
	}
	return gone != 0
}
