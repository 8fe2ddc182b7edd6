package explain

import "math/bits"

// This file adds to a scout what static chains within chains exclude.
//
// A chain within a chain needs a team with two members left that has more in
// the grid. So the consequences of the grid's links are found once, and only
// the new teams of two are added for each start.

// scoutChains has the consequences of static links.
type scoutChains struct {
	ready   bool
	alive   nodeSet
	out     [maxLevelNodes]nodeSet // node: nodes that are off if it is on, by links of the grid
	clauses [maxStarts][]clause    // start: new teams of two
	reach   [maxLevelNodes]nodeSet // the same as out, with the links of a start
	ends    nodeSet                // nodes in clauses
	heads   [maxLevelNodes]uint16  // node in ends: its first partner, from 1
	links   []partner
	known   map[nodeSet]nodeSet // open nodes: what chains exclude
}

// A clause says that one of two nodes is on.
type clause struct{ a, b uint8 }

type partner struct {
	node uint8
	next uint16
}

// link makes b a partner of a and a one of b.
func (c *scoutChains) link(a, b uint8) {
	for range 2 {
		if !c.ends.has(uint16(a)) {
			c.ends.add(uint16(a))
			c.heads[a] = 0
		}
		c.links = append(c.links, partner{b, c.heads[a]})
		c.heads[a] = uint16(len(c.links))
		a, b = b, a
	}
}

// follow adds to a set of nodes that are off what follows by the clauses, and
// reports whether this is new.
func (c *scoutChains) follow(set *nodeSet, reach *[maxLevelNodes]nodeSet) (grew bool) {
	for i := range set {
		for word := set[i] & c.ends[i]; word != 0; word &= word - 1 {
			for j := c.heads[(i<<6+bits.TrailingZeros64(word))&(maxLevelNodes-1)]; j != 0; j = c.links[j-1].next {
				more := &reach[c.links[j-1].node]
				if more[0]&^set[0]|more[1]&^set[1]|more[2]&^set[2]|more[3]&^set[3] != 0 {
					set.addAll(more)
					grew = true
				}
			}
		}
	}
	return grew
}

// closeLinks follows the links of the grid from all nodes.
func (s *scout) closeLinks() {
	c := &s.chains
	if c.ready && c.alive == s.alive {
		return
	}
	if !c.ready {
		clear(c.out[:s.count])
	}
	c.ready, c.alive, c.ends, c.links = true, s.alive, nodeSet{}, c.links[:0]
	for i := range s.teams {
		t := &s.teams[i]
		var left [9]uint8
		count := 0
		for _, m := range t.members[:t.count] {
			if s.alive.has(uint16(m)) {
				left[count] = m
				count++
			}
		}
		t.left = count
		for _, m := range left[:count] {
			for _, other := range left[:count] {
				if other != m {
					c.out[m].add(uint16(other))
				}
			}
		}
		if count == 2 {
			c.link(left[0], left[1])
		}
	}
	for grew := true; grew; {
		grew = false
		for i := range s.count {
			if s.alive.has(uint16(i)) && c.follow(&c.out[i], &c.out) {
				grew = true
			}
		}
	}
}

// nested excludes what chains within chains exclude, for the starts that
// changed, and reports whether there is something new.
func (s *scout) nested(k *knowledge) (some bool) {
	todo, any := k.changed, uint64(0)
	for i := range todo {
		todo[i] &= k.live[i]
		any |= todo[i]
	}
	k.changed = startSet{}
	if any == 0 {
		return false
	}
	s.closeLinks()
	s.turn(k)
	s.listClauses(&todo)
	clear(s.chains.known)
	for w, word := range todo {
		for ; word != 0; word &= word - 1 {
			start := w<<6 + bits.TrailingZeros64(word)
			open := s.alive
			for i := range open {
				open[i] &^= s.columns[start][i]
			}
			gone, known := s.chains.known[open]
			if !known {
				gone = s.forced(s.chains.clauses[start], &open)
				s.chains.known[open] = gone
			}
			for i, left := range gone {
				for ; left != 0; left &= left - 1 {
					if s.exclude(k, uint8(i<<6+bits.TrailingZeros64(left)), w, word&-word) {
						some = true
					}
				}
			}
		}
	}
	return some
}

// listClauses lists for each of some starts the new teams of two.
func (s *scout) listClauses(todo *startSet) {
	c := &s.chains
	for i := range c.clauses {
		c.clauses[i] = c.clauses[i][:0]
	}
	for i := range s.pairs.list {
		p := &s.pairs.list[i]
		if s.teams[p.team].left == 2 {
			continue
		}
		for w, word := range p.starts {
			for word &= todo[w]; word != 0; word &= word - 1 {
				list := &c.clauses[w<<6+bits.TrailingZeros64(word)]
				*list = append(*list, clause{p.a, p.b})
			}
		}
	}
}

// forced returns the nodes that chains exclude among the open ones.
func (s *scout) forced(clauses []clause, open *nodeSet) (gone nodeSet) {
	c := &s.chains
	if common(clauses, &c.out, open, &gone); !gone.empty() || len(clauses) == 0 && !s.static {
		return gone
	}
	c.ends, c.links = nodeSet{}, c.links[:0]
	for _, e := range clauses {
		c.link(e.a, e.b)
		c.reach[e.a], c.reach[e.b] = c.out[e.a], c.out[e.b]
	}
	for grew := true; grew; {
		grew = false
		for i, word := range c.ends {
			for ; word != 0; word &= word - 1 {
				grew = c.follow(&c.reach[i<<6+bits.TrailingZeros64(word)], &c.reach) || grew
			}
		}
	}
	if common(clauses, &c.reach, open, &gone); !gone.empty() || !s.static {
		return gone
	}
	return s.forcedByCases(open)
}

// common adds the open nodes that both sides of a clause exclude.
func common(clauses []clause, reach *[maxLevelNodes]nodeSet, open, gone *nodeSet) {
	for _, e := range clauses {
		for i := range gone {
			gone[i] |= reach[e.a][i] & reach[e.b][i] & open[i]
		}
	}
}

// forcedByCases returns the open nodes that all members of a team exclude. It
// comes after forced.
func (s *scout) forcedByCases(open *nodeSet) (gone nodeSet) {
	c := &s.chains
	for i := range open {
		for word := open[i]; word != 0; word &= word - 1 {
			node := i<<6 + bits.TrailingZeros64(word)
			if !c.ends.has(uint16(node)) {
				c.reach[node] = c.out[node]
				c.follow(&c.reach[node], &c.reach)
			}
		}
	}
	for i := range s.teams {
		t := &s.teams[i]
		if t.left < 3 {
			continue
		}
		all, count := *open, 0
		for _, m := range t.members[:t.count] {
			if !open.has(uint16(m)) {
				continue
			}
			count++
			reach := &c.reach[m]
			all[0] &= reach[0]
			all[1] &= reach[1]
			all[2] &= reach[2]
			if all[3] &= reach[3]; all.empty() {
				break
			}
		}
		if count >= 3 {
			gone.addAll(&all)
		}
	}
	return gone
}
