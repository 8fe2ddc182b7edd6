package explain

import (
	"math/bits"
	"slices"
)

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
	deep       bool // a reach is not complete, or has a contradiction
	found      bool
	complexity int
	kind       caseKind
	cases      [9]statement
	count      int
	each       [9]*reach // of the cases at hand
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
	for i := range on {
		s.deep = s.deep || on[i]&off[i] != 0
	}
	return r
}

// staticCases finds the cases of the best chain, and then its conclusion.
func (r *Rater) staticCases(m *multiSearch) {
	s := &r.statics
	s.found, s.deep = false, false
	for i := range r.graph.count {
		s.reaches[i].known = false
	}
	sets := 0
	offer := func(kind caseKind) {
		sets++
		if bothOff, bothOn := s.common(&r.levels, m); r.collect {
			r.keepCases(s, m, kind, sets, &bothOff, &bothOn)
		} else {
			s.offerCases(m, kind, &bothOff, &bothOn)
		}
	}
	for cell, cands := range r.grid.cands {
		if ones(cands) < 3 {
			continue
		}
		for rest := cands; rest != 0; rest &= rest - 1 {
			r.eachHouseCase(m, cell, lowest(rest), func() { offer(houseCases) })
		}
		r.cellCase(m, cell, cands)
		offer(cellCases)
	}
	switch {
	case s.deep:
		r.proofs.clear()
		r.allCases(m, 3)
	case r.collect:
		r.orderCases(m)
	case s.found:
		m.cases, m.count = s.cases, s.count
		r.compare(m, s.kind)
	}
}

// common returns what follows from all cases of m: nodes that are off, and on.
func (s *staticSearch) common(l *levels, m *multiSearch) (bothOff, bothOn nodeSet) {
	for i, assumed := range m.cases[:m.count] {
		s.each[i] = s.reachOf(l, assumed.node())
	}
	bothOff, bothOn = *s.each[0].allOff(), *s.each[0].allOn()
	for _, other := range s.each[1:m.count] {
		off, on := other.allOff(), other.allOn()
		for i := range bothOff {
			bothOff[i] &= off[i]
			bothOn[i] &= on[i]
		}
	}
	return bothOff, bothOn
}

// stepsTo returns how many statements lead from all cases to a conclusion.
func (s *staticSearch) stepsTo(c statement, count int) (sum int) {
	for _, r := range s.each[:count] {
		if c.isOn() {
			sum += 2*r.steps(&r.on, c.node()) + 1
		} else {
			sum += 2*r.steps(&r.off, c.node()) + 2
		}
	}
	return sum
}

// keepCases collects the chains of the cases of m.
func (r *Rater) keepCases(s *staticSearch, m *multiSearch, kind caseKind, set int, bothOff, bothOn *nodeSet) {
	keep := func(c statement) {
		result, sum := r.resultOf(c), s.stepsTo(c, m.count)
		if result != noResult && !r.proofs.worse(result, sum) {
			r.proofs.add(proof{
				statements: sum, key: caseKeys[kind], order: set, result: result, conclusion: c,
				cases: slices.Clone(m.cases[:m.count]), kind: kind, rule: m.rule,
			})
		}
	}
	for i := range bothOff {
		for word := bothOn[i]; word != 0; word &= word - 1 {
			keep(on(uint16(i<<6 + bits.TrailingZeros64(word))))
		}
	}
	for i := range bothOff {
		for word := bothOff[i]; word != 0; word &= word - 1 {
			keep(off(uint16(i<<6 + bits.TrailingZeros64(word))))
		}
	}
}

// orderCases puts proofs of the same cases in the order of the original: as
// the first case leads to them.
func (r *Rater) orderCases(m *multiSearch) {
	for i := range r.proofs.list {
		p := &r.proofs.list[i]
		o := r.outcome(m, p.cases[0])
		place := slices.Index(o.on, p.conclusion.node())
		if !p.conclusion.isOn() {
			place = maxNodes + slices.Index(o.off, p.conclusion.node())
		}
		p.order = p.order>>20<<20 + place
	}
}

// offerCases keeps the cases of m if they lead to the best chain so far.
func (s *staticSearch) offerCases(m *multiSearch, kind caseKind, bothOff, bothOn *nodeSet) {
	least := 1 << 30
	for i := range bothOff {
		for word := bothOff[i]; word != 0; word &= word - 1 {
			least = min(least, s.stepsTo(off(uint16(i<<6+bits.TrailingZeros64(word))), m.count))
		}
		for word := bothOn[i]; word != 0; word &= word - 1 {
			least = min(least, s.stepsTo(on(uint16(i<<6+bits.TrailingZeros64(word))), m.count))
		}
	}
	if least == 1<<30 || s.found && (least > s.complexity || least == s.complexity && caseKeys[kind] >= caseKeys[s.kind]) {
		return
	}
	s.found, s.complexity, s.kind, s.cases, s.count = true, least, kind, m.cases, m.count
}
