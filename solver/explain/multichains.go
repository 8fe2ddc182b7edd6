package explain

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

	found      bool
	complexity int
	key        int
	kind       caseKind
	conclusion statement
	bestCases  [9]statement
	bestCount  int
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

// nishio finds a contradiction of one digit.
func (r *Rater) nishio() bool {
	r.reasoner.mode = mode{kind: houseLinks, dynamic: true}
	found := r.multiChain(7.5, [4]Technique{absurdCase: nishioForcingChains})
	if !found {
		r.stale.digits[digitsNishio] = 0
	}
	return found
}

// staticChains finds chains with cases in which each statement has one reason.
func (r *Rater) staticChains() bool {
	r.reasoner.mode = mode{kind: houseLinks | cellLinks}
	return r.multiChain(8.0, [4]Technique{cellCases: cellForcingChains, houseCases: regionForcingChains})
}

// dynamicChains finds chains with cases in which statements that are off count
// for the links that follow.
func (r *Rater) dynamicChains() bool {
	r.reasoner.mode = mode{kind: houseLinks | cellLinks, dynamic: true}
	return r.multiChain(8.5, [4]Technique{
		dynamicCellForcingChains, dynamicRegionForcingChains, dynamicDoubleForcingChains, dynamicContradictionForcingChains,
	})
}

// dynamicChainsPlus also uses locked candidates, pairs and X-wings that
// statements make.
func (r *Rater) dynamicChainsPlus() bool {
	r.reasoner.mode = mode{kind: houseLinks | cellLinks, dynamic: true, plus: true}
	return r.multiChain(9.0, [4]Technique{
		dynamicCellForcingChainsPlus, dynamicRegionForcingChainsPlus, dynamicDoubleForcingChainsPlus, dynamicContradictionForcingChainsPlus,
	})
}

// multiChain finds the chain with the fewest statements. Of equal ones, double
// chains come first, then cells, houses and contradictions, then the first.
func (r *Rater) multiChain(base float64, techniques [4]Technique) bool {
	s, n := &r.multi, &r.graph
	if len(s.outcomes) < n.count {
		s.outcomes = append(s.outcomes, make([]outcome, n.count-len(s.outcomes))...)
		s.ready = make([]bool, n.count)
	}
	n.buildAll(&r.grid)
	r.reasoner.levels = nil
	if n.count <= maxLevelNodes && !r.plainChains {
		r.reasoner.levels = &r.levels.both
		if r.reasoner.mode.kind == houseLinks {
			r.reasoner.levels = &r.levels.sees
		}
	}
	clear(s.ready)
	s.found = false
	switch {
	case r.reasoner.mode.dynamic:
		r.allCases(s, 2)
	case r.plainChains || n.count > maxLevelNodes:
		r.allCases(s, 3)
	default:
		r.staticCases(s)
	}
	if !s.found {
		return false
	}
	r.multiChainFound(s, base, techniques[s.kind])
	return true
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
			r.eachHouseCase(s, cell, digit, func() { r.compare(s, houseCases) })
		}
	}
	if nishio {
		return
	}
	r.cellCase(s, cell, cands)
	r.compare(s, cellCases)
}

// cellCase sets the cases: each candidate of a cell.
func (r *Rater) cellCase(s *multiSearch, cell int, cands uint16) {
	s.count = 0
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
		s.count = 0
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
	r.contradiction(s, on(node))
	r.assume(&s.denial, off(node))
	r.contradiction(s, off(node))
	if double {
		s.count = 0
		s.add(on(node))
		s.add(off(node))
		r.compare(s, bothCases)
	}
}

// contradiction offers the contradiction of an outcome, if there is one.
func (r *Rater) contradiction(s *multiSearch, assumed statement) {
	o := r.outcome(s, assumed)
	if !o.conflict {
		return
	}
	q := &r.reasoner
	if s.found && int(o.reasons[o.first].least)+int(o.second.least) > s.complexity {
		return
	}
	complexity := q.statements(o, o.first) + q.trace(o, o.first.denied(), o.second)
	if s.better(complexity, absurdCase) {
		s.conclusion, s.bestCases[0], s.bestCount = assumed.denied(), assumed, 1
	}
}

// better keeps the properties of a chain if it is the best so far.
func (s *multiSearch) better(complexity int, kind caseKind) bool {
	key := caseKeys[kind]
	if s.found && (complexity > s.complexity || complexity == s.complexity && key >= s.key) {
		return false
	}
	s.found, s.complexity, s.key, s.kind = true, complexity, key, kind
	return true
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
	if s.found && least > s.complexity {
		return
	}
	complexity := 0
	for _, o := range outcomes {
		complexity += r.reasoner.statements(o, c)
	}
	if s.better(complexity, kind) {
		s.conclusion, s.bestCases, s.bestCount = c, s.cases, s.count
	}
}

// multiChainFound makes a step of the best chain.
func (r *Rater) multiChainFound(s *multiSearch, base float64, technique Technique) {
	h := r.found(technique, scoreOf(base+lengthRating[s.complexity]))
	r.conclude(h, r.graph.at[s.conclusion.node()], s.conclusion.isOn())
	if !r.record {
		return
	}
	for _, assumed := range s.bestCases[:s.bestCount] {
		if !assumed.isOn() {
			r.assume(&s.denial, assumed)
		}
		o := r.outcome(s, assumed)
		r.reasoner.stamp++
		if s.kind != absurdCase {
			r.describe(h, o, s.conclusion, o.reasons[s.conclusion])
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
	if why.count > 0 {
		h.link(r.told(o.parentsOf(why)...), r.told(s))
	}
}
