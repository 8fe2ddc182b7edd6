package explain

import "slices"

// This file has forcing chains with several cases: what follows from every
// candidate of a cell, every place of a digit in a house, or from a candidate
// and its denial; and contradictions.

// A multiSearch is the state of a search for such chains.
type multiSearch struct {
	outcomes []outcome // by node: what follows if it is on
	ready    []bool    // whether the outcome was found
	denial   outcome   // of the node at hand: what follows if it is off

	cases [9]statement // the assumption of each case
	count int
	rule  uint16 // that makes these cases

	found      bool
	complexity int
	key        int
	kind       caseKind
	conclusion statement
	bestCases  [9]statement
	bestCount  int

	scout *scout // knows which starts lead to something; nil if none is used
}

// A caseKind says which cases a chain has.
type caseKind uint8

const (
	cellCases caseKind = iota
	houseCases
	bothCases  // a candidate and its denial
	absurdCase // a contradiction
)

// caseKeys orders chains with the same number of statements.
var caseKeys = [4]int{cellCases: 5, houseCases: 6, bothCases: 1, absurdCase: 7}

// staticChains finds chains with cases in which each statement has one reason.
func (r *Rater) staticChains() bool {
	r.reasoner.mode = mode{kind: houseLinks | cellLinks}
	return r.multiChain(8.0, [4]Technique{cellCases: cellForcingChains, houseCases: regionForcingChains})
}

// dynamicChains returns a search for chains with cases in which statements that
// are off count for the links that follow, and make what a level has.
func dynamicChains(level, inner int) func(*Rater) bool {
	base := 8.5 + 0.5*float64(level)
	techniques := [4]Technique{}
	for kind := range techniques {
		techniques[kind] = dynamicCellForcingChains + Technique(4*level+kind)
	}
	return func(r *Rater) bool {
		r.reasoner.mode = mode{kind: houseLinks | cellLinks, dynamic: true, level: level, inner: inner}
		return r.multiChain(base, techniques)
	}
}

// multiChain finds the chain with the fewest statements. Of equal ones, double
// chains come first, then cells, houses and contradictions, then the first.
func (r *Rater) multiChain(base float64, techniques [4]Technique) bool {
	s := &r.multi
	r.graph.buildAll(&r.grid)
	r.multiCases(s)
	if !s.found || r.work.spent() {
		return false
	}
	r.multiChainFound(s, base, techniques[s.kind])
	return true
}

// multiCases looks at all chains of the reasoner's mode.
func (r *Rater) multiCases(s *multiSearch) {
	n, q := &r.graph, &r.reasoner
	if len(s.outcomes) < n.count {
		s.outcomes = append(s.outcomes, make([]outcome, n.count-len(s.outcomes))...)
		s.ready = make([]bool, n.count)
	}
	small := n.count <= maxLevelNodes && !r.plainChains
	q.levels = nil
	if small {
		q.levels = &r.levels.both
		if q.mode.kind == houseLinks {
			q.levels = &r.levels.sees
		}
	}
	clear(s.ready)
	s.found = false
	if s.scout = nil; scouting && small && q.mode.dynamic && q.mode.kind == houseLinks|cellLinks && q.mode.level <= levelStatic {
		s.scout = r.scouted()
	}
	switch {
	case q.mode.dynamic:
		r.allCases(s, 2)
	case !small:
		r.allCases(s, 3)
	default:
		r.staticCases(s)
	}
}

// allCases looks at the chains of all cells with at least so many candidates.
func (r *Rater) allCases(s *multiSearch, least int) {
	for cell, cands := range r.grid.cands {
		if ones(cands) >= least {
			r.casesOf(s, cell, cands)
		}
	}
}

// casesOf looks at the chains of a cell, and of the houses in which it is the
// first place of a digit.
func (r *Rater) casesOf(s *multiSearch, cell int, cands uint16) {
	q := &r.reasoner
	nishio := q.mode.kind == houseLinks
	for rest := cands; rest != 0; rest &= rest - 1 {
		digit := lowest(rest)
		if nishio && r.stale.digits[digitsNishio]>>digit&1 == 0 {
			continue
		}
		node := r.graph.node[cell][digit]
		if q.mode.dynamic {
			r.bothCases(s, node, ones(cands) >= 3 && !nishio)
		}
		if !nishio {
			r.eachHouseCase(s, cell, digit, func() {
				if r.mayAgree(s) {
					r.compare(s, houseCases)
				}
			})
		}
	}
	if nishio {
		return
	}
	if r.cellCase(s, cell, cands); r.mayAgree(s) {
		r.compare(s, cellCases)
	}
}

// cellCase sets the cases: each candidate of a cell.
func (r *Rater) cellCase(s *multiSearch, cell int, cands uint16) {
	s.count, s.rule = 0, lastDigit
	for ; cands != 0; cands &= cands - 1 {
		s.add(on(r.graph.node[cell][lowest(cands)]))
	}
}

func (s *multiSearch) add(assumed statement) {
	s.cases[s.count] = assumed
	s.count++
}

// eachHouseCase sets the cases, each place of a digit in a house, for the
// houses in which the cell is the first of several places. It calls use each
// time.
func (r *Rater) eachHouseCase(s *multiSearch, cell, digit int, use func()) {
	for t, house := range cellHouses[cell] {
		places := r.grid.places[house][digit]
		if places == 0 || single(places) || places&-places != cellPlaces[cell][t] {
			continue
		}
		s.count, s.rule = 0, lastPlace+uint16(t)
		for ; places != 0; places &= places - 1 {
			s.add(on(r.graph.node[houseCells[house][lowest(places)]][digit]))
		}
		use()
	}
}

// outcome returns what follows from a statement. If it is off, it is the
// denial at hand.
func (r *Rater) outcome(s *multiSearch, assumed statement) *outcome {
	if !assumed.isOn() {
		return &s.denial
	}
	node := assumed.node()
	o := &s.outcomes[node]
	if !s.ready[node] {
		r.assume(o, assumed)
		s.ready[node] = true
	}
	return o
}

// bothCases looks at the contradictions of a node and of its denial and, if
// double is set, at what follows from both.
func (r *Rater) bothCases(s *multiSearch, node uint16, double bool) {
	if r.mayFail(s, on(node)) {
		r.contradiction(s, on(node))
	}
	fails := r.mayFail(s, off(node))
	if fails {
		r.assume(&s.denial, off(node))
		r.contradiction(s, off(node))
	}
	s.count, s.rule = 0, 0
	s.add(on(node))
	s.add(off(node))
	if double && r.mayAgree(s) {
		if !fails {
			r.assume(&s.denial, off(node))
		}
		r.compare(s, bothCases)
	}
}

// contradiction offers the contradiction of an outcome, if there is one.
func (r *Rater) contradiction(s *multiSearch, assumed statement) {
	o := r.outcome(s, assumed)
	if !o.conflict || r.worse(s, assumed.denied(), int(o.reasons[o.first].least)+int(o.second.least)) {
		return
	}
	s.cases[0], s.count, s.rule = assumed, 1, 0
	q := &r.reasoner
	r.offer(s, []*outcome{o}, q.statements(o, o.first)+q.trace(o, o.first.denied(), o.second), assumed.denied(), absurdCase)
}

// worse reports whether a chain with at least so many statements is not better
// than the best so far.
func (r *Rater) worse(s *multiSearch, conclusion statement, least int) bool {
	if r.collect {
		return r.proofs.worse(r.resultOf(conclusion), least)
	}
	return s.found && least > s.complexity
}

// offer keeps a chain with the cases at hand if it is the best so far.
func (r *Rater) offer(s *multiSearch, outcomes []*outcome, complexity int, conclusion statement, kind caseKind) {
	if r.reasoner.mode.level >= levelForcing {
		if r.worse(s, conclusion, complexity) {
			return
		}
		complexity += r.reasoner.nestedStatements(outcomes, conclusion, kind)
	}
	key := caseKeys[kind]
	if r.collect {
		if result := r.resultOf(conclusion); result != noResult {
			r.proofs.add(proof{
				statements: complexity, key: key, result: result, conclusion: conclusion,
				cases: slices.Clone(s.cases[:s.count]), kind: kind, rule: s.rule,
			})
		}
		return
	}
	if s.found && (complexity > s.complexity || complexity == s.complexity && key >= s.key) {
		return
	}
	s.found, s.complexity, s.key, s.kind = true, complexity, key, kind
	s.conclusion, s.bestCases, s.bestCount = conclusion, s.cases, s.count
}

// compare looks for statements that follow from all cases.
func (r *Rater) compare(s *multiSearch, kind caseKind) {
	var outcomes [9]*outcome
	for i, assumed := range s.cases[:s.count] {
		outcomes[i] = r.outcome(s, assumed)
	}
	known, some := outcomes[0].known, uint64(0)
	for _, o := range outcomes[1:s.count] {
		for i := range known[0] {
			known[0][i] &= o.known[0][i]
			known[1][i] &= o.known[1][i]
		}
	}
	for i := range known[0] {
		some |= known[0][i] | known[1][i]
	}
	if some == 0 {
		return
	}
	for _, node := range outcomes[0].on {
		if known[1][node>>6]>>(node&63)&1 != 0 {
			r.compareAt(s, outcomes[:s.count], on(node), kind)
		}
	}
	for _, node := range outcomes[0].off {
		if known[0][node>>6]>>(node&63)&1 != 0 {
			r.compareAt(s, outcomes[:s.count], off(node), kind)
		}
	}
}

// compareAt offers a statement that follows from all cases.
func (r *Rater) compareAt(s *multiSearch, outcomes []*outcome, c statement, kind caseKind) {
	least := 0
	for _, o := range outcomes {
		least += int(o.reasons[c].least)
	}
	if r.worse(s, c, least) {
		return
	}
	complexity := 0
	for _, o := range outcomes {
		complexity += r.reasoner.statements(o, c)
	}
	r.offer(s, outcomes, complexity, c, kind)
}

// multiChainFound makes a step of the best chain.
func (r *Rater) multiChainFound(s *multiSearch, base float64, technique Technique) {
	h := r.found(technique, scoreOf(base+lengthRating[s.complexity]))
	r.conclude(h, r.graph.at[s.conclusion.node()], s.conclusion.isOn())
	if !r.record {
		return
	}
	r.retell = true
	r.tellCases(h, s.bestCases[:s.bestCount], s.kind, s.conclusion)
	r.retell = false
}

// tellCases adds the links that lead from the cases to the conclusion, or to the
// contradiction.
func (r *Rater) tellCases(h *hint, cases []statement, kind caseKind, conclusion statement) {
	for _, assumed := range cases {
		o := r.outcome(&r.multi, assumed)
		if !assumed.isOn() || r.reasoner.mode.level > levelPlus {
			r.assume(o, assumed) // with links of chains within chains
		}
		r.reasoner.stamp++
		if kind != absurdCase {
			r.describe(h, o, conclusion, o.reasons[conclusion])
			continue
		}
		r.describe(h, o, o.first, o.reasons[o.first])
		r.reasoner.marks[o.first.denied()] = 0
		r.describe(h, o, o.first.denied(), o.second)
	}
}

// describe adds the links that lead to a statement by a reason, each after the
// links that lead to its beginning.
func (r *Rater) describe(h *hint, o *outcome, s statement, why reason) {
	q := &r.reasoner
	if q.marks[s] == q.stamp {
		return
	}
	q.marks[s] = q.stamp
	for _, p := range o.parentsOf(why) {
		r.describe(h, o, p, o.reasons[p])
	}
	if why.count == 0 {
		return
	}
	h.link(r.told(o.parentsOf(why)...), r.told(s))
	if !s.isOn() && why.rule > 0 {
		h.links[len(h.links)-1].Within = o.nested[why.rule-1].links
	}
}
