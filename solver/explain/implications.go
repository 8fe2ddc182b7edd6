package explain

// This file has the graph of implications between candidates. A node is a
// candidate of the grid, numbered by cell and digit. If it is on, its cell has
// that digit; if it is off, it has not.

const maxNodes = 729

// A graph has the weak links (on leads to off) and the strong links (off leads
// to on) of a grid. Both go both ways.
type graph struct {
	count  int
	node   [81][9]uint16 // cell, digit: node
	at     [maxNodes]candidate
	home   [maxNodes]home // after buildAll
	strong [maxNodes]strongSet
	weak   [maxNodes]linkList // all weak links, of nodes in listed
	listed wideSet
	of     *grid              // after buildAll
	useful [maxNodes]linkList // weak links between nodes with a strong link
	memory []uint16
	all    bool // weak is complete
}

// A home says where a node is.
type home struct {
	cell, digit uint8
	houses      [3]uint8
	places      [3]uint16 // in the houses, as bits
}

// A linkList lists links: those in the cell by digit, then those in box, row
// and column.
type linkList struct {
	to   []uint16
	cell uint8 // number of links in the cell
}

// A strongSet lists the strong links of a node: the one in the cell first, if
// there is one, then those in box, row and column.
type strongSet struct {
	to    [4]uint16
	count uint8
	cell  uint8 // 1 if the first is in the cell
}

// build makes the graph of a grid, without all weak links.
func (n *graph) build(g *grid) {
	n.number(g)
	linked, cands := [9]cellSet{}, [81]uint16{}
	for i := range n.count {
		if n.strong[i].count > 0 {
			c := n.at[i]
			linked[c.digit] = linked[c.digit].or(cellOf(int(c.cell)))
			cands[c.cell] |= 1 << c.digit
		}
	}
	for i := range n.count {
		if n.strong[i].count > 0 {
			n.linkWeak(&n.useful[i], i, &linked, &cands)
		}
	}
}

// number makes the graph of a grid without weak links.
func (n *graph) number(g *grid) {
	if n.memory == nil {
		n.memory = make([]uint16, 0, maxNodes*2*28)
	}
	n.count, n.memory, n.all = 0, n.memory[:0], false
	for cell := range 81 {
		for rest := g.cands[cell]; rest != 0; rest &= rest - 1 {
			digit := lowest(rest)
			n.node[cell][digit] = uint16(n.count)
			n.at[n.count] = candidate{uint8(cell), uint8(digit)}
			n.count++
		}
	}
	for i := range n.count {
		n.linkStrong(g, i)
	}
}

// buildAll makes all weak links available.
func (n *graph) buildAll(g *grid) {
	if n.all {
		return
	}
	n.all, n.of, n.listed = true, g, wideSet{}
	for i := range n.count {
		c := n.at[i]
		n.home[i] = home{c.cell, c.digit, cellHouses[c.cell], cellPlaces[c.cell]}
	}
}

// weakLinks lists all weak links of a node. The grid must be as it was in
// buildAll.
func (n *graph) weakLinks(i uint16) *linkList {
	list := &n.weak[i]
	if n.listed[i>>6]>>(i&63)&1 == 0 {
		n.listed[i>>6] |= 1 << (i & 63)
		n.linkWeak(list, int(i), &n.of.boards, &n.of.cands)
	}
	return list
}

// linkStrong lists the strong links of a node.
func (n *graph) linkStrong(g *grid, i int) {
	cell, digit := int(n.at[i].cell), int(n.at[i].digit)
	s := &n.strong[i]
	*s = strongSet{}
	if other := g.cands[cell] &^ (1 << digit); single(other) {
		s.to[0], s.count, s.cell = n.node[cell][lowest(other)], 1, 1
	}
	for t, house := range cellHouses[cell] {
		if other := g.places[house][digit] &^ cellPlaces[cell][t]; single(other) {
			s.add(n.node[houseCells[house][lowest(other)]][digit])
		}
	}
}

// linkWeak lists the weak links of a node to some candidates.
func (n *graph) linkWeak(list *linkList, i int, boards *[9]cellSet, cands *[81]uint16) {
	cell, digit := int(n.at[i].cell), int(n.at[i].digit)
	from := len(n.memory)
	for rest := cands[cell] &^ (1 << digit); rest != 0; rest &= rest - 1 {
		n.memory = append(n.memory, n.node[cell][lowest(rest)])
	}
	list.cell = uint8(len(n.memory) - from)
	seen := boards[digit].and(peers[cell])
	for _, house := range cellHouses[cell] {
		for rest := seen.and(houseSet[house]); !rest.empty(); {
			n.memory = append(n.memory, n.node[rest.next()][digit])
		}
		seen = seen.without(houseSet[house])
	}
	list.to = n.memory[from:len(n.memory):len(n.memory)]
}

// add adds a link unless it is there.
func (s *strongSet) add(to uint16) {
	for _, other := range s.to[:s.count] {
		if other == to {
			return
		}
	}
	s.to[s.count] = to
	s.count++
}

// A linkKind says which links a chain may use: in cells, in houses, or both.
type linkKind uint8

const (
	houseLinks linkKind = 1 << iota
	cellLinks
)

// of returns the links of a kind. Chains with cell links alone use all weak
// links.
func (l *linkList) of(kind linkKind) []uint16 {
	if kind == houseLinks {
		return l.to[l.cell:]
	}
	return l.to
}

// strongLinks returns the nodes that are on if i is off.
func (n *graph) strongLinks(i uint16, kind linkKind) []uint16 {
	s := &n.strong[i]
	switch kind {
	case houseLinks:
		return s.to[s.cell:s.count]
	case cellLinks:
		return s.to[:s.cell]
	}
	return s.to[:s.count]
}

// lengthRating is what a chain adds to its rating: a tenth for each of the
// bounds 4, 6, 8, 12, 16, 24 … that its number of statements less two exceeds.
// Ratings are compared as floating-point sums, like the original's.
var lengthRating = func() (added [4096]float64) {
	for complexity := range added {
		sum, bound := 0.0, 4
		for odd := false; complexity-2 > bound; odd = !odd {
			sum += 0.1
			if odd {
				bound = bound * 4 / 3
			} else {
				bound = bound * 3 / 2
			}
		}
		added[complexity] = sum
	}
	return added
}()
