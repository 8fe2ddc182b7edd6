package explain

import "math/bits"

// This file finds static chains with cases: how many statements lead from each
// candidate to each other, with sets of nodes as bits.

// maxReach is the number of weak links that are followed from a node, one
// after the other.
const maxReach = 24

// A reach has what follows if a node is on: after each weak link the nodes that
// are off, and before it the nodes that are on.
type reach struct {
	count   int // of links
	off, on [maxReach]nodeSet
	known   bool
}

// allOff and allOn return all that follows.
func (r *reach) allOff() *nodeSet { return &r.off[r.count-1] }
func (r *reach) allOn() *nodeSet  { return &r.on[r.count-1] }

// steps returns after how many links a node is first in one of the sets.
func (r *reach) steps(sets *[maxReach]nodeSet, node uint16) int {
	for i := range r.count {
		if sets[i].has(node) {
			return i
		}
	}
	return maxReach
}

// staticSearch is the state of a search.
type staticSearch struct {
	reaches    [maxLevelNodes]reach
	deep       bool // a reach is not complete
	found      bool
	complexity int
	kind       caseKind
	cases      [9]statement
	count      int
}

// reachOf returns what follows if a node is on. It needs the links of levels.
func (s *staticSearch) reachOf(l *levels, node uint16) *reach {
	r := &s.reaches[node]
	if r.known {
		return r
	}
	r.known, r.count = true, 0
	on, off, edge := nodeSet{}, nodeSet{}, nodeSet{}
	edge.add(node)
	on.add(node)
	for r.count < maxReach && !edge.empty() {
		r.on[r.count] = on
		reached := nodeSet{}
		for i, word := range edge {
			for ; word != 0; word &= word - 1 {
				reached.addAll(&l.weak[(i<<6+bits.TrailingZeros64(word))&(maxLevelNodes-1)])
			}
		}
		next := nodeSet{}
		for i := range reached {
			word := reached[i] &^ off[i]
			off[i] |= word
			for word &= l.linked[i]; word != 0; word &= word - 1 {
				next.addAll(&l.strong[(i<<6+bits.TrailingZeros64(word))&(maxLevelNodes-1)])
			}
		}
		for i := range next {
			next[i] &^= on[i]
			on[i] |= next[i]
		}
		r.off[r.count] = off
		r.count++
		edge = next
	}
	s.deep = s.deep || !edge.empty()
	return r
}

// staticCases finds the cases of the best chain, and then its conclusion.
func (r *Rater) staticCases(m *multiSearch) {
	s := &r.statics
	s.found, s.deep = false, false
	for i := range r.graph.count {
		s.reaches[i].known = false
	}
	for cell, cands := range r.grid.cands {
		if ones(cands) < 3 {
			continue
		}
		for rest := cands; rest != 0; rest &= rest - 1 {
			r.eachHouseCase(m, cell, lowest(rest), func() { r.offerCases(s, m, houseCases) })
		}
		r.cellCase(m, cell, cands)
		r.offerCases(s, m, cellCases)
	}
	if s.deep {
		r.allCases(m, 3)
		return
	}
	if s.found {
		m.cases, m.count = s.cases, s.count
		r.compare(m, s.kind)
	}
}

// offerCases keeps the cases of m if they lead to the best chain so far.
func (r *Rater) offerCases(s *staticSearch, m *multiSearch, kind caseKind) {
	var reaches [9]*reach
	for i, assumed := range m.cases[:m.count] {
		reaches[i] = s.reachOf(&r.levels, assumed.node())
	}
	bothOff, bothOn := *reaches[0].allOff(), *reaches[0].allOn()
	for _, other := range reaches[1:m.count] {
		off, on := other.allOff(), other.allOn()
		for i := range bothOff {
			bothOff[i] &= off[i]
			bothOn[i] &= on[i]
		}
	}
	least := 1 << 30
	for i := range bothOff {
		for word := bothOff[i]; word != 0; word &= word - 1 {
			sum := 0
			for _, other := range reaches[:m.count] {
				sum += 2*other.steps(&other.off, uint16(i<<6+bits.TrailingZeros64(word))) + 2
			}
			least = min(least, sum)
		}
		for word := bothOn[i]; word != 0; word &= word - 1 {
			sum := 0
			for _, other := range reaches[:m.count] {
				sum += 2*other.steps(&other.on, uint16(i<<6+bits.TrailingZeros64(word))) + 1
			}
			least = min(least, sum)
		}
	}
	if least == 1<<30 || s.found && (least > s.complexity || least == s.complexity && caseKeys[kind] >= caseKeys[s.kind]) {
		return
	}
	s.found, s.complexity, s.kind, s.cases, s.count = true, least, kind, m.cases, m.count
}
