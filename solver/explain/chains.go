package explain

// This file has forcing chains and cycles: chains of alternate weak and strong
// links in which each statement has one reason.

// A chainSearch is the state of a search for forcing chains and cycles.
type chainSearch struct {
	on, off walkSide
	stamp   uint32
	inClose [maxNodes]uint32 // nodes with a strong link to the start, by stamp

	base  float64 // rating of chains, without their length
	cycle float64 // the same of cycles
	kind  linkKind
	cap   int // greatest number of statements to look at

	found      bool
	rating     float64
	complexity int
	technique  Technique
	isCycle    bool
	start      uint16   // of a chain
	kindFound  linkKind // of a chain
	targetOn   bool
	gone       [9]cellSet
	trails     [maxLevelNodes]trail
	path       []statement // from the target back
	ways       []nodeSet   // what may be on the way
	spare      []statement // memory for the next path
}

// A walkSide has what a walk knows about the nodes that are on, or off.
type walkSide struct {
	stamp  [maxNodes]uint32
	parent [maxNodes]uint16
	list   []uint16
}

const noNode = 0xFFFF

// forcingChain finds the easiest forcing chain or cycle. Of equally easy ones,
// the one with fewer statements counts, then chains of one digit, then those
// through cells alone, then the first.
func (r *Rater) forcingChain() bool {
	r.graph.build(&r.grid)
	s := &r.chains
	s.found = false
	if r.plainChains || r.graph.count > maxLevelNodes {
		r.plainForcingChains(s)
	} else {
		r.levelForcingChains(s)
	}
	if !s.found {
		return false
	}
	r.forcingChainFound(s)
	return true
}

// levelForcingChains finds the shortest chains of all starts at once, and then
// walks only where a cycle may be as short.
func (r *Rater) levelForcingChains(s *chainSearch) {
	r.levels.build(&r.graph)
	stale := &r.stale.digits[digitsChains]
	s.base, s.cycle, s.kind, s.cap = 6.6, 6.5, houseLinks, 2*maxNodes
	if *stale != 0 {
		r.chainsByLevel(s, *stale)
		if !s.found {
			*stale = 0
		}
	}
	s.kind = cellLinks
	r.cyclesOfPairs(s)
	s.base, s.cycle, s.kind = 7.0, 7.0, houseLinks|cellLinks
	r.chainsByLevel(s, allDigits)
}

// chainsByLevel looks for chains and cycles that start with some digits.
func (r *Rater) chainsByLevel(s *chainSearch, digits uint16) {
	l, n := &r.levels, &r.graph
	l.begin(n, s.kind, digits)
	most := max(s.limit(s.base), s.limit(s.cycle))
	for complexity := 2; complexity <= most && (len(l.live) > 0 || !l.ends.empty()); complexity += 2 {
		if s.beats(s.base, complexity) {
			toOn, toOff := l.provesOn(), l.ends.first()
			switch {
			case toOff < toOn || toOff == toOn && toOff != noNode:
				s.offerStart(toOff, false, complexity)
			case toOn != noNode:
				s.offerStart(toOn, true, complexity)
			}
			if s.found {
				most = min(most, max(s.limit(s.base), s.cycleLimit(0)))
			}
		}
		l.advance(n, s.kind, complexity)
	}
	for start := range uint16(n.count) {
		if shortest := int(l.cycle[start]); shortest > 0 {
			if limit := s.cycleLimit(start); shortest <= limit {
				r.walkCycles(s, start, limit)
			}
		}
	}
}

// offerStart keeps a chain. Only its start and length are known.
func (s *chainSearch) offerStart(start uint16, on bool, complexity int) {
	s.found, s.rating, s.complexity = true, s.base+lengthRating[complexity], complexity
	s.isCycle, s.start, s.targetOn, s.kindFound = false, start, on, s.kind
	s.technique = forcingChain
	if s.kind == houseLinks {
		s.technique = xChain
	}
}

// cycleLimit returns the greatest number of statements with which a cycle
// would come before the best. A cycle comes before an equal chain of its kind
// if its start does not come after the start of the chain.
func (s *chainSearch) cycleLimit(start uint16) int {
	limit := s.limit(s.cycle)
	if s.found && !s.isCycle && s.kindFound == s.kind && s.base == s.cycle && start <= s.start {
		limit = max(limit, s.complexity)
	}
	return limit
}

// limit returns the greatest number of statements with which a chain would be
// better than the best.
func (s *chainSearch) limit(base float64) int {
	if !s.found {
		return s.cap
	}
	most := min(s.cap, s.complexity+200)
	for most > 0 && !s.beats(base, most) {
		most--
	}
	return most
}

// beats reports whether a chain with so many statements would be better than
// the best.
func (s *chainSearch) beats(base float64, complexity int) bool {
	rating := base + lengthRating[complexity]
	return !s.found || rating < s.rating || rating == s.rating && complexity < s.complexity
}

// walkCells looks for cycles that use strong links in cells alone.
func (r *Rater) walkCells(s *chainSearch) {
	limit := s.limit(s.cycle)
	for pairs := r.pairsInCycles(); !pairs.empty(); {
		cell := pairs.next()
		for digits := r.grid.cands[cell]; digits != 0; digits &= digits - 1 {
			r.walkOn(s, r.graph.node[cell][lowest(digits)], limit, 0)
			limit = s.limit(s.cycle)
		}
	}
}

// walkOn follows the chains from start on: those that come back to it through
// a strong link are cycles, and one that leads to start off is a contradiction.
// Cycles and chains are the greatest numbers of statements.
func (r *Rater) walkOn(s *chainSearch, start uint16, cycles, chains int) {
	n := &r.graph
	s.stamp++
	for _, i := range n.strongLinks(start, s.kind) {
		s.inClose[i] = s.stamp
	}
	s.on.list = append(s.on.list[:0], start)
	s.on.stamp[start], s.on.parent[start] = s.stamp, noNode
	chain, chainParent := 0, uint16(0)
	for complexity := 2; len(s.on.list) > 0 && complexity <= max(cycles, chains); complexity += 2 {
		s.off.list = s.off.list[:0]
		for _, p := range s.on.list {
			for _, f := range n.weakLinks(p).of(s.kind) {
				if f == start && chain == 0 {
					chain, chainParent = complexity, p
				}
				if s.inClose[f] == s.stamp && complexity >= 4 && complexity <= cycles && !s.leadsTo(p, f) &&
					r.offerCycle(s, start, p, f, complexity) {
					cycles = s.limit(s.cycle)
				}
				if s.off.stamp[f] != s.stamp {
					s.off.stamp[f], s.off.parent[f] = s.stamp, p
					s.off.list = append(s.off.list, f)
				}
			}
		}
		s.follow(n)
	}
	if chain != 0 && chain <= chains && s.beats(s.base, chain) {
		s.off.parent[start] = chainParent
		r.offerChain(s, start, false, chain)
	}
}

// follow lists the nodes that are on because a listed one is off.
func (s *chainSearch) follow(n *graph) {
	s.on.list = s.on.list[:0]
	for _, f := range s.off.list {
		for _, p := range n.strongLinks(f, s.kind) {
			if s.on.stamp[p] != s.stamp {
				s.on.stamp[p], s.on.parent[p] = s.stamp, f
				s.on.list = append(s.on.list, p)
			}
		}
	}
}

// walkOff follows the chains from start off, to find whether they lead to
// start on.
func (r *Rater) walkOff(s *chainSearch, start uint16, chains int) {
	n := &r.graph
	s.stamp++
	s.off.list = append(s.off.list[:0], start)
	s.off.stamp[start], s.off.parent[start] = s.stamp, noNode
	for complexity := 2; len(s.off.list) > 0 && complexity <= chains; complexity += 2 {
		s.follow(n)
		if s.on.stamp[start] == s.stamp {
			if s.beats(s.base, complexity) {
				r.offerChain(s, start, true, complexity)
			}
			return
		}
		s.off.list = s.off.list[:0]
		for _, p := range s.on.list {
			for _, f := range n.weakLinks(p).of(s.kind) {
				if s.off.stamp[f] != s.stamp {
					s.off.stamp[f], s.off.parent[f] = s.stamp, p
					s.off.list = append(s.off.list, f)
				}
			}
		}
	}
}

// leadsTo reports whether f off is on the way to p on.
func (s *chainSearch) leadsTo(p, f uint16) bool {
	for {
		before := s.on.parent[p]
		if before == noNode {
			return false
		}
		if before == f {
			return true
		}
		p = s.off.parent[before]
	}
}

// offerChain keeps the chain that a walk found.
func (r *Rater) offerChain(s *chainSearch, target uint16, on bool, complexity int) {
	s.offerStart(target, on, complexity)
	s.path = s.path[:0]
	for {
		s.path = append(s.path, statement(target<<1|bit(on)))
		if len(s.path) == complexity {
			break
		}
		if on {
			target = s.on.parent[target]
		} else {
			target = s.off.parent[target]
		}
		on = !on
	}
	if r.collect {
		r.keepChain(s)
	}
}

func bit(on bool) uint16 {
	if on {
		return 1
	}
	return 0
}

var cycleTechniques = [4]Technique{houseLinks: xCycle, cellLinks: yCycle, houseLinks | cellLinks: xyCycle}

// offerCycle keeps the cycle start … p, f, start if it removes something, and
// reports whether it does. A candidate goes if it sees one that is on and one
// that is off.
func (r *Rater) offerCycle(s *chainSearch, start, p, f uint16, complexity int) bool {
	path := s.spare[:0]
	path = append(path, on(start), off(f), on(p))
	for at := p; at != start; at = s.off.parent[s.on.parent[at]] {
		before := s.on.parent[at]
		path = append(path, off(before), on(s.off.parent[before]))
	}
	s.spare = path
	gone := r.goneBy(path)
	if gone == [9]cellSet{} {
		return false
	}
	s.found, s.rating, s.complexity = true, s.cycle+lengthRating[complexity], complexity
	s.isCycle, s.gone, s.technique = true, gone, cycleTechniques[s.kind]
	s.path, s.spare = path, s.path
	if r.collect {
		r.keepChain(s)
	}
	return true
}

// forcingChainFound makes a step of the best chain.
func (r *Rater) forcingChainFound(s *chainSearch) {
	n := &r.graph
	h := r.found(s.technique, scoreOf(s.rating))
	if s.isCycle {
		for digit := range s.gone {
			h.removeSet(s.gone[digit], digit)
		}
	} else {
		r.conclude(h, n.at[s.start], s.targetOn)
	}
	if !r.record {
		return
	}
	if !s.isCycle {
		r.retrace(s)
	}
	r.tellPath(h, s.path)
}

// tellPath adds the links of a path.
func (r *Rater) tellPath(h *hint, path []statement) {
	for i := len(path) - 1; i > 0; i-- {
		h.link(r.told(path[i]), r.told(path[i-1]))
	}
}

// retrace walks the best chain to find its path.
func (r *Rater) retrace(s *chainSearch) {
	r.graph.buildAll(&r.grid)
	s.kind, s.found = s.kindFound, false
	if s.targetOn {
		r.walkOff(s, s.start, s.complexity)
	} else {
		r.walkOn(s, s.start, 0, s.complexity)
	}
}

// conclude adds the conclusion of a chain: a candidate is on, or off.
func (r *Rater) conclude(h *hint, c candidate, on bool) {
	if !on {
		h.remove(int(c.cell), int(c.digit))
		return
	}
	h.removeAll(int(c.cell), r.grid.cands[c.cell]&^(1<<c.digit))
	h.put(int(c.cell), int(c.digit))
}
