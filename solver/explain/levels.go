package explain

import "math/bits"

// This file finds how long the shortest forcing chains are, for all starts at
// once, with sets of nodes as bits.

// maxLevelNodes is the greatest number of nodes that a nodeSet can hold.
const maxLevelNodes = 256

// A nodeSet is a set of nodes.
type nodeSet [4]uint64

func (s *nodeSet) add(node uint16)      { s[node>>6] |= 1 << (node & 63) }
func (s *nodeSet) drop(node uint16)     { s[node>>6] &^= 1 << (node & 63) }
func (s *nodeSet) has(node uint16) bool { return s[node>>6]>>(node&63)&1 != 0 }

func (s *nodeSet) addAll(o *nodeSet) {
	s[0] |= o[0]
	s[1] |= o[1]
	s[2] |= o[2]
	s[3] |= o[3]
}

func (s *nodeSet) empty() bool { return s[0]|s[1]|s[2]|s[3] == 0 }

// first returns the lowest node, or noNode if there is none.
func (s *nodeSet) first() uint16 {
	for i, word := range s {
		if word != 0 {
			return uint16(i<<6 + bits.TrailingZeros64(word))
		}
	}
	return noNode
}

// levels has the links of a graph as bits, and for each start what follows if
// it is off, link by link.
type levels struct {
	count  int
	sees   [maxLevelNodes]nodeSet // nodes of the same digit in the same house
	mates  [maxLevelNodes]nodeSet // nodes of the same cell, with the node itself
	both   [maxLevelNodes]nodeSet // all weak links
	weak   *[maxLevelNodes]nodeSet
	strong [maxLevelNodes]nodeSet
	linked nodeSet // nodes with a strong link

	live          []uint16               // starts to go on with
	off, on, edge [maxLevelNodes]nodeSet // by start; edge has the nodes that are newly on
	ends          nodeSet                // nodes that see the start and the last node of a chain
	cycle         [maxLevelNodes]uint16  // node: statements of the shortest possible cycle, 0 if none

	groups [27][9]nodeSet
}

// build finds the weak links.
func (l *levels) build(n *graph) {
	l.count = n.count
	clear(l.groups[:])
	for i := range uint16(n.count) {
		c := n.at[i]
		for _, house := range cellHouses[c.cell] {
			l.groups[house][c.digit].add(i)
		}
	}
	for i := 0; i < n.count; {
		mates, from := nodeSet{}, i
		for ; i < n.count && n.at[i].cell == n.at[from].cell; i++ {
			mates.add(uint16(i))
		}
		for j := from; j < i; j++ {
			l.link(n, uint16(j), &mates)
		}
	}
}

func (l *levels) link(n *graph, i uint16, mates *nodeSet) {
	c, sees := n.at[i], nodeSet{}
	for _, house := range cellHouses[c.cell] {
		sees.addAll(&l.groups[house][c.digit])
	}
	sees.drop(i)
	l.sees[i], l.mates[i] = sees, *mates
	sees.addAll(mates)
	sees.drop(i)
	l.both[i] = sees
}

// begin chooses the links of a kind and the starts: nodes with some digits and
// a strong link.
func (l *levels) begin(n *graph, kind linkKind, digits uint16) {
	l.weak = &l.both
	if kind == houseLinks {
		l.weak = &l.sees
	}
	l.linked, l.ends, l.live = nodeSet{}, nodeSet{}, l.live[:0]
	for i := range uint16(n.count) {
		l.cycle[i] = 0
		if digits>>n.at[i].digit&1 == 0 {
			continue
		}
		strong := nodeSet{}
		for _, j := range n.strongLinks(i, kind) {
			strong.add(j)
		}
		l.strong[i] = strong
		if !strong.empty() {
			l.linked.add(i)
			l.off[i] = nodeSet{}
			l.off[i].add(i)
			l.on[i], l.edge[i] = strong, strong
			l.live = append(l.live, i)
		}
	}
}

// follows returns for each number of statements up to a count what follows from a
// statement, as nodes that are on or off in turn.
func (l *levels) follows(sets []nodeSet, start statement, count int) []nodeSet {
	edge, before := nodeSet{}, nodeSet{}
	edge.add(start.node())
	sets = append(sets, edge)
	for on := start.isOn(); len(sets) < count; on = !on {
		links, next := l.weak, nodeSet{}
		if !on {
			links = &l.strong
		}
		for i, word := range edge {
			if !on {
				word &= l.linked[i]
			}
			for ; word != 0; word &= word - 1 {
				next.addAll(&links[(i<<6+bits.TrailingZeros64(word))&(maxLevelNodes-1)])
			}
		}
		for i := range next {
			edge[i] = next[i] &^ before[i]
			next[i] |= before[i]
		}
		before = sets[len(sets)-1]
		sets = append(sets, next)
	}
	return sets
}

// provesOn returns the first start whose denial just led to itself.
func (l *levels) provesOn() uint16 {
	for _, start := range l.live {
		if l.edge[start].has(start) {
			return start
		}
	}
	return noNode
}

// advance follows a weak and a strong link from each start. So far, the denials
// of the starts led to as many statements that are on as off. A cycle through a
// start would have complexity statements.
func (l *levels) advance(n *graph, kind linkKind, complexity int) {
	kept := l.live[:0]
	l.ends = nodeSet{}
	for _, start := range l.live {
		reached := nodeSet{}
		for i, word := range l.edge[start] {
			for ; word != 0; word &= word - 1 {
				reached.addAll(&l.weak[(i<<6+bits.TrailingZeros64(word))&(maxLevelNodes-1)])
			}
		}
		l.end(start, &reached)
		if complexity >= 4 && reached.has(start) {
			for _, i := range n.strongLinks(start, kind) {
				if l.cycle[i] == 0 {
					l.cycle[i] = uint16(complexity)
				}
			}
		}
		if l.follow(start, &reached) {
			kept = append(kept, start)
		}
	}
	l.live = kept
}

// end adds the nodes that see the start among the nodes that a chain reached.
func (l *levels) end(start uint16, reached *nodeSet) {
	weak := &l.weak[start]
	l.ends[0] |= reached[0] & weak[0]
	l.ends[1] |= reached[1] & weak[1]
	l.ends[2] |= reached[2] & weak[2]
	l.ends[3] |= reached[3] & weak[3]
}

// follow follows the strong links of the reached nodes, and reports whether
// they lead to a new node.
func (l *levels) follow(start uint16, reached *nodeSet) bool {
	next := nodeSet{}
	off, on := &l.off[start], &l.on[start]
	for i := range reached {
		word := reached[i] & l.linked[i] &^ off[i]
		off[i] |= word
		for ; word != 0; word &= word - 1 {
			next.addAll(&l.strong[(i<<6+bits.TrailingZeros64(word))&(maxLevelNodes-1)])
		}
	}
	for i := range next {
		next[i] &^= on[i]
		on[i] |= next[i]
	}
	l.edge[start] = next
	return !next.empty()
}
