package explain

import (
	"cmp"
	"math/bits"
	"slices"
)

// This file collects all chains of a grid, not just the best.

// A proof is a chain that a search for all chains found.
type proof struct {
	rating     float64
	statements int
	key        int
	order      int
	result     statement   // noResult if the chain is a cycle that removes others
	conclusion statement   // of chains that are not cycles; see resultOf
	links      linkKind    // of a forcing chain or cycle
	path       []statement // of a forcing chain or cycle, from the end; nil if it is not known yet
	cases      []statement // of other chains
	kind       caseKind
	rule       uint16 // that makes the cases
}

const noResult statement = 0xFFFF

// proofs collects the best proof of each result.
type proofs struct {
	list   []proof
	sorted []int                // indexes of list, the best first
	of     [2 * maxNodes]uint16 // result: index of its proof, from 1
	count  int
}

func (l *proofs) clear() {
	for i := range l.list {
		if result := l.list[i].result; result != noResult {
			l.of[result] = 0
		}
	}
	l.list, l.count = l.list[:0], 0
}

// worse reports whether a proof with at least so many statements, and the
// rating of all with this number, cannot be better than the proof that is known.
func (l *proofs) worse(result statement, statements int) bool {
	i := l.of[result]
	return i != 0 && statements > l.list[i-1].statements
}

// add keeps a proof unless one of the same result is better.
func (l *proofs) add(p proof) {
	p.order = p.order<<20 + l.count
	l.count++
	if p.result == noResult {
		l.list = append(l.list, p)
		return
	}
	i := &l.of[p.result]
	switch {
	case *i == 0:
		l.list = append(l.list, p)
		*i = uint16(len(l.list))
	case p.compare(&l.list[*i-1]) < 0:
		l.list[*i-1] = p
	}
}

func (p *proof) compare(o *proof) int {
	return cmp.Or(cmp.Compare(p.rating, o.rating), p.statements-o.statements, p.key-o.key, p.order-o.order)
}

// resultOf returns one name for what a conclusion removes, or noResult if it
// removes nothing.
func (r *Rater) resultOf(s statement) statement {
	if !s.isOn() {
		return s
	}
	c := r.graph.at[s.node()]
	others := r.grid.cands[c.cell] &^ (1 << c.digit)
	switch {
	case others == 0:
		return noResult
	case single(others):
		return off(r.graph.node[c.cell][lowest(others)])
	}
	return s
}

func (u *unravelling) unravel(p *proof) {
	in := u.in
	if p.links != 0 && p.path == nil {
		in.walkPath(p)
	}
	if p.path != nil {
		u.target()
		for i, s := range p.path {
			rule := uint16(0)
			if i+1 < len(p.path) && s.isOn() {
				rule = in.strongRule(p.path[i+1].node(), s.node())
			}
			u.visit(s, rule)
		}
		if p.isCycle() {
			for i := len(p.path) - 2; i >= 0; i-- {
				if s := p.path[i]; !s.isOn() {
					u.need(s, in.weakRule(p.path[i+1].node(), s.node()))
				}
			}
		}
		return
	}
	for _, assumed := range p.cases {
		if !assumed.isOn() {
			in.assume(&in.multi.denial, assumed)
		}
		o := in.outcome(&in.multi, assumed)
		if p.kind == absurdCase {
			u.trace(p, o, o.first, o.reasons[o.first])
			u.trace(p, o, o.first.denied(), o.second)
		} else {
			u.trace(p, o, p.conclusion, o.reasons[p.conclusion])
		}
	}
}

// isCycle reports whether the path of a proof ends where it begins.
func (p *proof) isCycle() bool { return p.path[0] == p.path[len(p.path)-1] }

// goneBy returns what a cycle removes: candidates that see one that is on and
// one that is off, in cells that the cycle does not pass.
func (r *Rater) goneBy(path []statement) (gone [9]cellSet) {
	var see [2][9]cellSet
	cells := cellSet{}
	for _, s := range path {
		c := r.graph.at[s.node()]
		see[s&1][c.digit] = see[s&1][c.digit].or(peers[c.cell])
		cells = cells.or(cellOf(int(c.cell)))
	}
	for digit := range gone {
		gone[digit] = see[0][digit].and(see[1][digit]).and(r.grid.boards[digit]).without(cells)
	}
	return gone
}

// listGone lists what a cycle removes by cell, in the order in which the cycle
// meets the cells.
func (r *Rater) listGone(removed []candidate, gone *[9]cellSet, path []statement) []candidate {
	listed := cellSet{}
	for _, s := range path {
		c := r.graph.at[s.node()]
		for rest := gone[c.digit].and(peers[c.cell]).without(listed); s.isOn() && !rest.empty(); {
			cell := rest.next()
			listed = listed.or(cellOf(cell))
			for digit := range gone {
				if gone[digit].has(cell) {
					removed = append(removed, candidate{uint8(cell), uint8(digit)})
				}
			}
		}
	}
	return removed
}

// allForcingChains collects all forcing chains and cycles.
func (r *Rater) allForcingChains() {
	s := &r.chains
	s.found, s.cap = false, 2*maxNodes
	find := r.allByLevel
	if r.graph.count > maxLevelNodes || r.plainChains {
		find = r.walkAll
	}
	s.base, s.cycle, s.kind = 6.6, 6.5, houseLinks
	find(s)
	for i := range r.proofs.list {
		if p := &r.proofs.list[i]; p.path == nil {
			r.walkPath(p)
		}
	}
	s.kind = cellLinks
	r.walkCells(s)
	s.base, s.cycle, s.kind = 7.0, 7.0, houseLinks|cellLinks
	find(s)
}

// allByLevel finds what walkAll finds, without the paths of chains.
func (r *Rater) allByLevel(s *chainSearch) {
	l, n := &r.levels, &r.graph
	l.begin(n, s.kind, allDigits)
	done := nodeSet{}
	for complexity := 2; len(l.live) > 0 || !l.ends.empty(); complexity += 2 {
		for _, start := range l.live {
			if l.edge[start].has(start) {
				r.keepStart(s, start, true, complexity)
			}
		}
		for i := range l.ends {
			for word := l.ends[i] &^ done[i]; word != 0; word &= word - 1 {
				r.keepStart(s, uint16(i<<6+bits.TrailingZeros64(word)), false, complexity)
			}
			done[i] |= l.ends[i]
		}
		l.advance(n, s.kind, complexity)
	}
	for start := range uint16(n.count) {
		if l.cycle[start] > 0 && !single(r.grid.cands[n.at[start].cell]) {
			r.walkOn(s, start, s.cap, 0)
		}
	}
}

// keepStart collects the chain from a statement to its denial.
func (r *Rater) keepStart(s *chainSearch, start uint16, on bool, complexity int) {
	if !single(r.grid.cands[r.graph.at[start].cell]) {
		s.offerStart(start, on, complexity)
		s.path = s.path[:0]
		r.keepChain(s)
	}
}

// keepChain collects the chain or cycle that was found, in the order of the
// original: by links, then by start, cycles first.
func (r *Rater) keepChain(s *chainSearch) {
	s.found = false
	p := proof{rating: s.rating, statements: s.complexity, key: 1 + int(s.kind), links: s.kind, order: int(s.kind) * 3 * maxNodes}
	if s.isCycle {
		p.result = r.resultOfCycle(&s.gone)
		p.order += 3 * int(s.path[0].node())
	} else {
		p.conclusion = statement(s.start<<1 | bit(s.targetOn))
		p.result = r.resultOf(p.conclusion)
		p.order += 3*int(s.start) + 1 + int(bit(s.targetOn))
	}
	if len(s.path) > 0 {
		p.path = slices.Clone(s.path)
	}
	r.proofs.add(p)
}

// walkPath finds the path of a forcing chain that allByLevel found, while the
// levels have its links. Links lead back from denials to denials. So a statement
// is on a shortest path only if the start leads to its denial in as many
// statements as are left, and no other need be followed.
func (r *Rater) walkPath(p *proof) {
	n, s := &r.graph, &r.chains
	at := p.conclusion.denied()
	s.ways = r.levels.follows(s.ways[:0], at, p.statements-1)
	s.stamp++
	from, to := &s.off, &s.on
	if at.isOn() {
		from, to = to, from
	}
	from.list = append(from.list[:0], at.node())
	for left := len(s.ways) - 1; left >= 0; left-- {
		to.list = to.list[:0]
		for _, i := range from.list {
			links := n.strongLinks(i, p.links)
			if from == &s.on {
				links = n.weakLinks(i).of(p.links)
			}
			for _, j := range links {
				if s.ways[left].has(j) && to.stamp[j] != s.stamp {
					to.stamp[j], to.parent[j] = s.stamp, i
					to.list = append(to.list, j)
				}
			}
		}
		from, to = to, from
	}
	p.path = make([]statement, p.statements)
	node := at.node()
	for i := range p.path {
		p.path[i] = statement(node<<1 | bit(from == &s.on))
		node = from.parent[node]
		from, to = to, from
	}
}

// resultOfCycle returns the name of what a cycle removes, or noResult if no
// other chain removes the same.
func (r *Rater) resultOfCycle(gone *[9]cellSet) statement {
	in, count, digits, last := cellSet{}, 0, uint16(0), 0
	for digit := range gone {
		if !gone[digit].empty() {
			in, count, digits, last = in.or(gone[digit]), count+gone[digit].size(), digits|1<<digit, digit
		}
	}
	cell := in.first()
	switch {
	case count == 1:
		return off(r.graph.node[cell][last])
	case in.size() == 1 && single(r.grid.cands[cell]&^digits):
		return on(r.graph.node[cell][lowest(r.grid.cands[cell]&^digits)])
	}
	return noResult
}

// allChains collects all chains with cases.
func (r *Rater) allChains(m mode) {
	r.reasoner.mode = m
	r.multiCases(&r.multi)
}
