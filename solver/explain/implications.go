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
	weak   [maxNodes][]uint16 // in the cell by digit, then in box, row, column
	cell   [maxNodes]uint8    // the number of weak links in the cell
	strong [maxNodes]strongSet
	memory []uint16
}

// A strongSet lists the strong links of a node: the one in the cell first, if
// there is one, then those in box, row and column.
type strongSet struct {
	to    [4]uint16
	count uint8
	cell  uint8 // 1 if the first is in the cell
}

// build makes the graph of a grid.
func (n *graph) build(g *grid) {
	n.count, n.memory = 0, n.memory[:0]
	for cell := range 81 {
		for rest := g.cands[cell]; rest != 0; rest &= rest - 1 {
			digit := lowest(rest)
			n.node[cell][digit] = uint16(n.count)
			n.at[n.count] = candidate{uint8(cell), uint8(digit)}
			n.count++
		}
	}
	if n.memory == nil {
		n.memory = make([]uint16, 0, maxNodes*28)
	}
	for i := range n.count {
		n.link(g, i)
	}
}

func (n *graph) link(g *grid, i int) {
	cell, digit := int(n.at[i].cell), int(n.at[i].digit)
	from := len(n.memory)
	for rest := g.cands[cell] &^ (1 << digit); rest != 0; rest &= rest - 1 {
		n.memory = append(n.memory, n.node[cell][lowest(rest)])
	}
	n.cell[i] = uint8(len(n.memory) - from)
	s := &n.strong[i]
	*s = strongSet{}
	if n.cell[i] == 1 {
		s.to[0], s.count, s.cell = n.memory[from], 1, 1
	}
	done := cellSet{}
	for _, house := range cellHouses[cell] {
		others := g.boards[digit].and(houseSet[house]).without(cellOf(cell))
		if others.size() == 1 {
			s.add(n.node[others.first()][digit])
		}
		for rest := others.without(done); !rest.empty(); {
			n.memory = append(n.memory, n.node[rest.next()][digit])
		}
		done = done.or(others)
	}
	n.weak[i] = n.memory[from:len(n.memory):len(n.memory)]
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

// weakLinks returns the nodes that are off if i is on. Chains with cell links
// alone use all weak links.
func (n *graph) weakLinks(i uint16, kind linkKind) []uint16 {
	if kind == houseLinks {
		return n.weak[i][n.cell[i]:]
	}
	return n.weak[i]
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
