package explain

import (
	"cmp"
	"math/bits"
	"slices"
)

// This file has chains within chains. Once the candidates that are off are
// removed from the grid, a Rater of its own looks there for all chains. Each
// excludes candidates, if it needs that others are off.

// A nestedChain is such a chain.
type nestedChain struct {
	id         uint64 // equal chains have equal ids
	statements int    // in it and in the chains within it
	links      []Link // if Rater.retell is set
}

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
	list  []proof
	of    [2 * maxNodes]uint16 // result: index of its proof, from 1
	count int
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

// nest returns the Rater that looks for chains in the grid without the
// candidates that are off.
func (r *Rater) nest(o *outcome) *Rater {
	if r.inner == nil {
		r.inner = &Rater{collect: true, work: r.work}
	}
	in := r.inner
	in.retell, in.plainChains = r.retell, r.plainChains
	in.grid = r.grid
	for _, node := range o.off {
		c := r.graph.at[node]
		in.grid.remove(int(c.cell), int(c.digit))
	}
	in.graph.number(&in.grid)
	in.graph.buildAll(&in.grid)
	if in.graph.count <= maxLevelNodes {
		in.levels.build(&in.graph)
	}
	in.proofs.clear()
	return in
}

// advanceChains lists the candidates that chains exclude.
func (r *Rater) advanceChains(o *outcome) {
	m := r.reasoner.mode
	if m.level < levelForcing || r.work.spent() {
		return
	}
	in := r.nest(o)
	dynamic := mode{kind: houseLinks | cellLinks, dynamic: true, level: m.inner}
	if m.level >= levelDynamic {
		in.allChains(dynamic)
	} else {
		in.allForcingChains()
	}
	r.take(o, in)
	if len(r.reasoner.advanced) > 0 {
		return
	}
	in.proofs.clear()
	switch m.level {
	case levelStatic:
		in.allChains(mode{kind: houseLinks | cellLinks})
	case levelNested:
		dynamic.level = levelForcing
		in.allChains(dynamic)
	}
	r.take(o, in)
}

// take lists what the proofs exclude, the best first.
func (r *Rater) take(o *outcome, in *Rater) {
	r.work.done += workOfSearch
	slices.SortFunc(in.proofs.list, func(a, b proof) int { return a.compare(&b) })
	var cycles [][9]cellSet
	var removed []candidate
	for i := range in.proofs.list {
		p := &in.proofs.list[i]
		removed = removed[:0]
		if p.result == noResult {
			gone := in.goneBy(p.path)
			if slices.Contains(cycles, gone) {
				continue
			}
			cycles = append(cycles, gone)
			removed = in.listGone(removed, &gone, p.path)
		} else if c := in.graph.at[p.result.node()]; p.result.isOn() {
			for rest := in.grid.cands[c.cell] &^ (1 << c.digit); rest != 0; rest &= rest - 1 {
				removed = append(removed, candidate{c.cell, uint8(lowest(rest))})
			}
		} else {
			removed = append(removed, c)
		}
		r.takeProof(o, in, p, removed)
	}
}

// takeProof lists what a proof excludes, unless the proof is one of the grid
// with all candidates.
func (r *Rater) takeProof(o *outcome, in *Rater, p *proof, removed []candidate) {
	u := unravelling{base: &r.grid, in: in}
	u.unravel(p)
	if len(u.premises) == 0 {
		return
	}
	why := reason{}
	for _, c := range u.premises {
		o.join(&why, off(r.graph.node[c.cell][c.digit]))
	}
	n := nestedChain{id: u.id, statements: p.statements}
	if r.retell {
		h := in.found(NoTechnique, 0)
		if p.path != nil {
			in.tellPath(h, p.path)
		} else {
			in.tellCases(h, p.cases, p.kind, p.conclusion)
		}
		n.links = slices.Clone(h.links)
	}
	o.nested = append(o.nested, n)
	why.rule = uint16(len(o.nested))
	cells, last := 0, -1
	for _, c := range removed {
		if int(c.cell) != last {
			last = int(c.cell)
			cells++
		}
	}
	r.exclude(removed, cells, why)
}

// An unravelling goes through a proof in the order of the original. It finds
// the candidates that must be off, and a name of the proof.
type unravelling struct {
	base     *grid // with all candidates
	in       *Rater
	id       uint64
	premises []candidate
	has      [9]cellSet
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

// trace goes through the statements that lead to s.
func (u *unravelling) trace(p *proof, o *outcome, s statement, why reason) {
	u.target()
	u.in.reasoner.ancestors(o, s, why, func(s statement, why reason) {
		rule := why.rule
		switch {
		case !s.isOn():
		case why.count == 0:
			rule = p.rule
		case rule == 0:
			rule = u.in.strongRule(o.parentsOf(why)[0].node(), s.node())
		}
		u.visit(s, rule)
	})
}

func (u *unravelling) target() { u.id = u.id*0x9E3779B97F4A7C15 + 1 }

func (u *unravelling) visit(s statement, rule uint16) {
	c := u.in.graph.at[s.node()]
	u.id = (u.id ^ (uint64(c.cell)*18 + uint64(c.digit)*2 + uint64(s&1) + 2)) * 0x9E3779B97F4A7C15
	u.id ^= u.id >> 29
	if s.isOn() {
		u.need(s, rule)
	}
}

// need adds what must be off so that s is the only one by a rule.
func (u *unravelling) need(s statement, rule uint16) {
	c := u.in.graph.at[s.node()]
	switch rule {
	case 0:
	case lastDigit:
		for gone := u.base.cands[c.cell] &^ u.in.grid.cands[c.cell]; gone != 0; gone &= gone - 1 {
			u.add(c.cell, uint8(lowest(gone)))
		}
	default:
		house := cellHouses[c.cell][rule-lastPlace]
		for gone := u.base.places[house][c.digit] &^ u.in.grid.places[house][c.digit]; gone != 0; gone &= gone - 1 {
			u.add(houseCells[house][lowest(gone)], c.digit)
		}
	}
}

func (u *unravelling) add(cell, digit uint8) {
	if !u.has[digit].has(int(cell)) {
		u.has[digit] = u.has[digit].or(cellOf(int(cell)))
		u.premises = append(u.premises, candidate{cell, digit})
	}
}

// strongRule returns the rule of a strong link.
func (r *Rater) strongRule(from, to uint16) uint16 {
	a, b := r.graph.at[from], r.graph.at[to]
	if a.cell == b.cell {
		return lastDigit
	}
	for t, house := range cellHouses[b.cell] {
		if places := r.grid.places[house][b.digit]; cellHouses[a.cell][t] == house && places == cellPlaces[a.cell][t]|cellPlaces[b.cell][t] {
			return lastPlace + uint16(t)
		}
	}
	return 0
}

// weakRule returns the rule of a weak link.
func (r *Rater) weakRule(from, to uint16) uint16 {
	a, b := r.graph.at[from], r.graph.at[to]
	if a.cell == b.cell {
		return lastDigit
	}
	for t, house := range cellHouses[b.cell] {
		if cellHouses[a.cell][t] == house {
			return lastPlace + uint16(t)
		}
	}
	return 0
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

// walkPath finds the path of a forcing chain.
func (r *Rater) walkPath(p *proof) {
	s := &r.chains
	s.start, s.targetOn, s.kindFound, s.complexity = p.conclusion.node(), p.conclusion.isOn(), p.links, p.statements
	r.collect = false
	r.retrace(s)
	r.collect, s.found = true, false
	p.path = slices.Clone(s.path)
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

// nestedStatements returns the number of statements in the chains within a
// chain. Equal chains count once.
func (q *reasoner) nestedStatements(outcomes []*outcome, conclusion statement, kind caseKind) (count int) {
	var seen []uint64
	gather := func(o *outcome, s statement, why reason) {
		if len(o.nested) == 0 {
			return
		}
		q.ancestors(o, s, why, func(s statement, why reason) {
			if s.isOn() || why.rule == 0 {
				return
			}
			if n := &o.nested[why.rule-1]; !slices.Contains(seen, n.id) {
				seen = append(seen, n.id)
				count += n.statements
			}
		})
	}
	for _, o := range outcomes {
		if kind == absurdCase {
			gather(o, o.first, o.reasons[o.first])
			gather(o, o.first.denied(), o.second)
		} else {
			gather(o, conclusion, o.reasons[conclusion])
		}
	}
	return count
}

// A work counts what chains within chains cost: how often the consequences of a
// statement were found. A search for all chains costs as much as many.
type work struct{ done, most int }

const workOfSearch = 50

func (w *work) spent() bool { return w.most > 0 && w.done > w.most }
