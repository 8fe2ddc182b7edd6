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
	into    [maxLevelNodes]nodeSet // node in ends: nodes that put it on by a clause
	pairs   []clause               // teams of two in the grid
	known   map[nodeSet]nodeSet    // open nodes: what chains exclude
}

// A clause says that one of two nodes is on.
type clause struct{ a, b uint8 }

// closeLinks follows the links of the grid from all nodes.
func (s *scout) closeLinks() {
	c := &s.chains
	if c.ready && c.alive == s.alive {
		return
	}
	c.ready, c.alive, c.pairs = true, s.alive, c.pairs[:0]
	clear(c.out[:s.count])
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
			c.pairs = append(c.pairs, clause{left[0], left[1]})
		}
	}
	c.extend(c.pairs)
	c.extendAll(&s.alive)
	c.out = c.reach
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
	c.extend(clauses)
	if common(clauses, &c.reach, open, &gone); !gone.empty() || !s.static {
		return gone
	}
	return s.forcedByCases(open)
}

// extend follows from the ends of clauses the links of out and the clauses. An
// end excludes what the ends that it puts on exclude. As links go both ways, a
// clause puts one end on if a node is on that is in out of the other.
func (c *scoutChains) extend(clauses []clause) {
	c.ends = nodeSet{}
	for _, e := range clauses {
		for range 2 {
			if !c.ends.has(uint16(e.a)) {
				c.ends.add(uint16(e.a))
				c.reach[e.a], c.into[e.a] = c.out[e.a], nodeSet{}
			}
			c.into[e.a].addAll(&c.out[e.b])
			e.a, e.b = e.b, e.a
		}
	}
	for todo := c.ends; !todo.empty(); {
		for i := range todo {
			for todo[i] != 0 {
				end := i<<6 + bits.TrailingZeros64(todo[i])
				todo[i] &= todo[i] - 1
				c.spread(end, &c.ends, &todo)
			}
		}
	}
}

// extendAll does the same for all of some nodes. It comes after extend.
func (c *scoutChains) extendAll(nodes *nodeSet) {
	others, grown := *nodes, nodeSet{}
	for i := range others {
		others[i] &^= c.ends[i]
		for word := others[i]; word != 0; word &= word - 1 {
			node := (i<<6 + bits.TrailingZeros64(word)) & (maxLevelNodes - 1)
			c.reach[node] = c.out[node]
		}
	}
	for i, word := range c.ends {
		for ; word != 0; word &= word - 1 {
			c.spread(i<<6+bits.TrailingZeros64(word), &others, &grown)
		}
	}
}

// spread adds what an end excludes to some of the nodes that put it on, and
// these to grown if it is new.
func (c *scoutChains) spread(end int, among, grown *nodeSet) {
	end &= maxLevelNodes - 1
	more, into := &c.reach[end], &c.into[end]
	for i := range into {
		for word := into[i] & among[i]; word != 0; word &= word - 1 {
			node := uint16(i<<6+bits.TrailingZeros64(word)) & (maxLevelNodes - 1)
			if set := &c.reach[node]; more[0]&^set[0]|more[1]&^set[1]|more[2]&^set[2]|more[3]&^set[3] != 0 {
				set.addAll(more)
				grown.add(node)
			}
		}
	}
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
	c.extendAll(open)
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
