package explain

import "math/bits"

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
	replaced startSet           // columns that are those of an exact search

	pairs  pairTable
	chains scoutChains
}

// A knowledge has what follows from each start at a level.
type knowledge struct {
	on, off  [maxLevelNodes]startSet // node: starts that lead to it
	alive    nodeSet
	ready    bool
	live     startSet // starts without a contradiction so far
	absurd   startSet // starts with a contradiction
	changed  startSet // starts that learned something
	dirty    []uint8  // team: words in which a member changed
	dirtySet teamSet
	moved    teamSet // teams that changed since locked candidates were looked for
}

// A teamSet is a set of teams.
type teamSet [6]uint64

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

// prepare sets the starts of a grid, and what the grid says.
func (s *scout) prepare(k *knowledge) {
	if !k.ready {
		clear(k.on[:s.count])
		clear(k.off[:s.count])
		k.ready, k.absurd, k.alive = true, startSet{}, nodeSet{}
		for node := range s.count {
			k.on[node][node>>6] |= 1 << (node & 63)
			k.off[node][(maxLevelNodes+node)>>6] |= 1 << (node & 63)
			k.alive.add(uint16(node))
		}
		k.dirty = append(k.dirty[:0], make([]uint8, len(s.teams))...)
		k.dirtySet = teamSet{}
		for i := range s.teams {
			k.touch(uint16(i), 255)
		}
		k.live, k.changed = startSet{}, startSet{}
		for i := range k.changed {
			k.changed[i] = ^uint64(0)
		}
	}
	for i := range s.alive {
		k.live[i] = s.alive[i] &^ k.absurd[i]
		k.live[i+4] = s.alive[i] &^ k.absurd[i+4]
		for word := k.alive[i] &^ s.alive[i]; word != 0; word &= word - 1 {
			node := i<<6 + bits.TrailingZeros64(word)
			set := &k.off[node]
			if s.fixed.has(uint16(node)) {
				set = &k.on[node]
			}
			for j := range set {
				k.changed[j] |= ^set[j]
				set[j] = ^uint64(0)
			}
			for _, t := range s.teamOf[node] {
				k.touch(t, 255)
			}
		}
	}
	k.alive = s.alive
}

// touch marks a team as changed.
func (k *knowledge) touch(t uint16, words uint8) {
	k.dirty[t] |= words
	k.dirtySet[t>>6] |= 1 << (t & 63)
	k.moved[t>>6] |= 1 << (t & 63)
}

// learn adds what is known at a lower level.
func (s *scout) learn(k, lower *knowledge) {
	for node := range s.count {
		words := uint8(0)
		for i := range k.live {
			on, off := lower.on[node][i]&^k.on[node][i]&k.live[i], lower.off[node][i]&^k.off[node][i]&k.live[i]
			if on|off != 0 {
				k.on[node][i] |= on
				k.off[node][i] |= off
				k.changed[i] |= on | off
				words |= 1 << i
			}
		}
		if words != 0 {
			for _, t := range s.teamOf[node] {
				k.touch(t, words)
			}
		}
	}
}

// settle follows the links of all teams.
func (s *scout) settle(k *knowledge) {
	for again := true; again; {
		again = false
		for i := range k.dirtySet {
			for k.dirtySet[i] != 0 {
				t := i<<6 + bits.TrailingZeros64(k.dirtySet[i])
				k.dirtySet[i] &= k.dirtySet[i] - 1
				again = true
				words := k.dirty[t]
				k.dirty[t] = 0
				for ; words != 0; words &= words - 1 {
					s.settleWord(k, &s.teams[t], bits.TrailingZeros8(words)&7)
				}
			}
		}
	}
}

// settleWord follows the links of a team for 64 starts.
func (s *scout) settleWord(k *knowledge, t *team, word int) {
	var one, two, open, open2, absurd uint64
	members := t.members[:t.count]
	for _, m := range members {
		on, may := k.on[m][word], ^k.off[m][word]
		absurd |= on &^ may
		two |= one & on
		one |= on
		open2 |= open & may
		open |= may
	}
	live := k.live[word]
	if absurd = (absurd | two | ^open) & live; absurd != 0 {
		k.absurd[word] |= absurd
		k.live[word] &^= absurd
		live &^= absurd
	}
	last := open &^ open2
	for _, m := range members {
		on, off := k.on[m][word], k.off[m][word]
		newOff, newOn := one&^on&^off&live, last&^on&^off&live
		if newOff|newOn == 0 {
			continue
		}
		k.off[m][word] |= newOff
		k.on[m][word] |= newOn
		k.changed[word] |= newOff | newOn
		for _, other := range s.teamOf[m] {
			k.touch(other, 1<<word)
		}
	}
}

// exclude adds that a node is off, and reports whether this is new.
func (s *scout) exclude(k *knowledge, node uint8, word int, starts uint64) bool {
	starts &= k.live[word] &^ k.off[node][word]
	if starts == 0 {
		return false
	}
	k.off[node][word] |= starts
	k.changed[word] |= starts
	for _, t := range s.teamOf[node] {
		k.touch(t, 1<<word)
	}
	return true
}

// turn sets the columns.
func (s *scout) turn(k *knowledge) {
	s.replaced = startSet{}
	for word := range k.live {
		if k.live[word] == 0 {
			continue
		}
		for block := 0; block<<6 < s.count; block++ {
			var square [64]uint64
			for i := range square {
				square[i] = k.off[block<<6+i][word]
			}
			transpose(&square)
			for i, column := range square {
				s.columns[word<<6+i][block] = column
			}
		}
	}
}

// transpose swaps rows and columns.
func transpose(square *[64]uint64) {
	mask := uint64(1)<<32 - 1
	for size := 32; size != 0; size >>= 1 {
		for i := 0; i < 64; i = (i + size + 1) &^ size {
			swap := (square[i]>>size ^ square[i+size]) & mask
			square[i] ^= swap << size
			square[i+size] ^= swap
		}
		mask ^= mask << (size >> 1)
	}
}

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
	return s.scout == nil || s.scout.now.absurd.has(s.scout.start(&r.graph, assumed))
}

// mayAgree reports whether the cases at hand lead to the same statement.
func (r *Rater) mayAgree(s *multiSearch) bool {
	c := s.scout
	if c == nil {
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

// forget makes the scout ready for another puzzle.
func (r *Rater) forget() {
	if r.scout != nil {
		r.scout.count = 0
	}
}
