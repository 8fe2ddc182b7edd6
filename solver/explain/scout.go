package explain

import (
	"math/bits"
	"runtime"
)

// This file finds which starts of dynamic chains lead to something, for all
// starts at once. Most lead to nothing, so a search start by start looks at the
// others alone.
//
// A scout knows at least what a search would find, and no reasons. A start that
// leads to a contradiction is an exception: what the scout knows of it is not
// complete.

// maxStarts is the greatest number of starts: each node on, and each node off.
const maxStarts = 2 * maxLevelNodes

// A startSet is a set of starts. Bit i is node i on, bit 256+i is node i off.
type startSet [maxStarts / 64]uint64

func (s *startSet) has(i int) bool { return s[i>>6]>>(i&63)&1 != 0 }

// startOf returns the index of a start.
func startOf(node uint8, on bool) int {
	if on {
		return int(node)
	}
	return maxLevelNodes + int(node)
}

// A team is a set of nodes with exactly one that is on: the candidates of a
// cell, or the places of a digit in a house.
type team struct {
	members [9]uint8
	count   int
	left    int      // members in the grid, after closeLinks
	house   uint8    // cellTeam: the members are in a cell
	digit   uint8    // or the cell
	places  [9]uint8 // member: its digit or position
}

const (
	cellTeam = 27
	noTeam   = 0xFFFF
)

// A scout has the nodes of the grid when it began. Later grids of the same
// puzzle have fewer.
type scout struct {
	count  int // of nodes; 0 means that it has not begun
	at     [maxLevelNodes]candidate
	node   [81][9]uint8
	alive  nodeSet // nodes of the grid
	fixed  nodeSet // nodes that the grid has as digits
	teams  []team
	teamOf [maxLevelNodes][4]uint16   // cell, box, row, column
	teamIn [27][9]uint16              // house, digit
	levels [levelStatic + 1]knowledge // by level
	now    *knowledge
	grid   *grid
	static bool // chains within chains have cases

	columns  [maxStarts]nodeSet // start: nodes that are off
	replaced startSet           // columns from an exact search

	pairs  pairTable
	chains scoutChains
}

// begin makes the nodes and teams of a grid.
func (s *scout) begin(g *grid) {
	s.count, s.alive, s.fixed, s.teams = 0, nodeSet{}, nodeSet{}, s.teams[:0]
	for i := range s.levels {
		s.levels[i].ready = false
	}
	s.chains.ready = false
	for cell := range 81 {
		if g.cands[cell] == 0 {
			continue
		}
		t := team{house: cellTeam, digit: uint8(cell)}
		for rest := g.cands[cell]; rest != 0; rest &= rest - 1 {
			digit := lowest(rest)
			s.at[s.count], s.node[cell][digit] = candidate{uint8(cell), uint8(digit)}, uint8(s.count)
			s.teamOf[s.count] = [4]uint16{}
			s.alive.add(uint16(s.count))
			t.add(uint8(s.count), digit)
			s.count++
		}
		s.addTeam(&t, 0)
	}
	for house := range 27 {
		for digit, places := range g.places[house] {
			if places == 0 {
				s.teamIn[house][digit] = noTeam
				continue
			}
			s.teamIn[house][digit] = uint16(len(s.teams))
			t := team{house: uint8(house), digit: uint8(digit)}
			for ; places != 0; places &= places - 1 {
				t.add(s.node[houseCells[house][lowest(places)]][digit], lowest(places))
			}
			s.addTeam(&t, 1+house/9)
		}
	}
}

func (t *team) add(node uint8, place int) {
	t.members[t.count], t.places[t.count] = node, uint8(place)
	t.count++
}

func (s *scout) addTeam(t *team, kind int) {
	for _, node := range t.members[:t.count] {
		s.teamOf[node][kind] = uint16(len(s.teams))
	}
	s.teams = append(s.teams, *t)
}

// look finds what follows from all starts in a grid at a level.
func (s *scout) look(g *grid, level int) {
	s.meet(g)
	k := &s.levels[level]
	s.now, s.grid, s.static = k, g, level == levelStatic
	s.prepare(k)
	for i := range level {
		if s.levels[i].ready {
			s.learn(k, &s.levels[i])
		}
	}
	for again := true; again; {
		s.settle(k)
		again = level >= levelPlus && (s.locking(k) || s.pairUp(k)) || level >= levelForcing && s.nested(k)
	}
	s.turn(k)
}

// meet finds which nodes are left in a grid. It begins again if the grid is new
// or if many are gone.
func (s *scout) meet(g *grid) {
	left := 0
	for _, cands := range g.cands {
		left += ones(cands)
	}
	if s.count == 0 || left < s.count*3/4 {
		s.begin(g)
		return
	}
	for i, word := range s.alive {
		for ; word != 0; word &= word - 1 {
			node := uint16(i<<6 + bits.TrailingZeros64(word))
			c := s.at[node]
			if g.cands[c.cell]>>c.digit&1 == 0 {
				s.alive.drop(node)
				if g.digits[c.cell] == c.digit+1 {
					s.fixed.add(node)
				}
			}
		}
	}
}

// scouting is false in programs for browsers, which must be small. Ratings are the same.
const scouting = runtime.GOOS != "js"

// scouted returns the Rater's scout after a look at the grid.
func (r *Rater) scouted() *scout {
	if r.scout == nil {
		r.scout = &scout{chains: scoutChains{known: map[nodeSet]nodeSet{}}}
	}
	r.scout.look(&r.grid, r.reasoner.mode.level)
	return r.scout
}

// start returns the index of a start.
func (s *scout) start(n *graph, assumed statement) int {
	c := n.at[assumed.node()]
	return startOf(s.node[c.cell][c.digit], assumed.isOn())
}

// mayFail reports whether a statement may lead to a contradiction.
func (r *Rater) mayFail(s *multiSearch, assumed statement) bool {
	return !scouting || s.scout == nil || s.scout.now.absurd.has(s.scout.start(&r.graph, assumed))
}

// mayAgree reports whether the cases at hand lead to the same statement.
func (r *Rater) mayAgree(s *multiSearch) bool {
	c := s.scout
	if !scouting || c == nil {
		return true
	}
	var absurd *outcome
	all := c.alive
	for _, assumed := range s.cases[:s.count] {
		start := c.start(&r.graph, assumed)
		if c.now.absurd.has(start) {
			absurd = r.outcome(s, assumed)
			c.replace(&r.graph, absurd, start)
		}
		for i := range all {
			all[i] &= c.columns[start][i]
		}
	}
	if !all.empty() {
		return true
	}
	for i := 0; absurd != nil && i < len(absurd.on); i++ {
		if r.agreeOn(s, absurd.on[i]) {
			return true
		}
	}
	return false
}

// agreeOn reports whether a node is on in all cases at hand.
func (r *Rater) agreeOn(s *multiSearch, node uint16) bool {
	c := s.scout
	at := r.graph.at[node]
	starts := &c.now.on[c.node[at.cell][at.digit]]
	for _, assumed := range s.cases[:s.count] {
		start := c.start(&r.graph, assumed)
		if c.now.absurd.has(start) && !r.outcome(s, assumed).knows(on(node)) || !c.now.absurd.has(start) && !starts.has(start) {
			return false
		}
	}
	return true
}

// replace sets the column of a start to what a search found.
func (s *scout) replace(n *graph, o *outcome, start int) {
	if s.replaced.has(start) {
		return
	}
	s.replaced[start>>6] |= 1 << (start & 63)
	column := nodeSet{}
	for _, node := range o.off {
		c := n.at[node]
		column.add(uint16(s.node[c.cell][c.digit]))
	}
	s.columns[start] = column
}

// forget makes ready for another puzzle.
func (r *Rater) forget() {
	r.reasoner.nests = nil
	if r.scout != nil {
		r.scout.count = 0
	}
}
