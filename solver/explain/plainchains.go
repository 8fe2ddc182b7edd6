package explain

// This file finds forcing chains start by start. It serves grids with too many
// candidates for levels, and tests of these.

// plainForcingChains finds what levelForcingChains finds.
func (r *Rater) plainForcingChains(s *chainSearch) {
	r.graph.buildAll(&r.grid)
	s.base, s.cycle, s.kind, s.cap = 6.6, 6.5, houseLinks, 2*maxNodes
	r.walkAll(s)
	s.kind = cellLinks
	r.walkCells(s)
	s.base, s.cycle, s.kind = 7.0, 7.0, houseLinks|cellLinks
	for _, s.cap = range [...]int{6, 8, 10, 14, 18, 26, 50, 2 * maxNodes} {
		r.walkAll(s)
		if s.limit(s.base) < s.cap {
			break
		}
	}
}

// walkAll looks for chains and cycles from all nodes.
func (r *Rater) walkAll(s *chainSearch) {
	for start := range uint16(r.graph.count) {
		if single(r.grid.cands[r.graph.at[start].cell]) {
			continue
		}
		r.walkOn(s, start, s.limit(s.cycle), s.limit(s.base))
		r.walkOff(s, start, s.limit(s.base))
	}
}
