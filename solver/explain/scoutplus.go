package explain

// This file adds to a scout what locked candidates, pairs and X-wings exclude.

// locking excludes what locked candidates exclude, and reports whether there
// is something new.
func (s *scout) locking(k *knowledge) (some bool) {
	moved := k.moved
	k.moved = teamSet{}
	for t := range crossings {
		for i := range crossings[t] {
			for j := range crossings[t][i] {
				c := &crossings[t][i][j]
				for digit := range 9 {
					first := s.teamIn[c.first][digit]
					if first != noTeam && moved[first>>6]>>(first&63)&1 != 0 && s.lockingAt(k, c, first, s.teamIn[c.second][digit]) {
						some = true
					}
				}
			}
		}
	}
	return some
}

// lockingAt looks at the teams of a digit in a crossing of two houses.
func (s *scout) lockingAt(k *knowledge, c *crossing, first, second uint16) (some bool) {
	if second == noTeam {
		return false
	}
	a, b := &s.teams[first], &s.teams[second]
	locked := k.live
	premises := false
	for i, m := range a.members[:a.count] {
		if c.shared>>a.places[i]&1 == 0 {
			premises = true
			any := uint64(0)
			for w := range locked {
				locked[w] &= k.off[m][w]
				any |= locked[w]
			}
			if any == 0 {
				return false
			}
		}
	}
	if !premises {
		return false
	}
	for i, m := range b.members[:b.count] {
		if c.outside>>b.places[i]&1 != 0 {
			for w, starts := range locked {
				some = s.exclude(k, m, w, starts) || some
			}
		}
	}
	return some
}

// A pairing is a team with exactly two members left for some starts.
type pairing struct {
	starts startSet
	a, b   uint8
	team   uint16
	next   [2]uint16 // older pairings with the same key, from 1
}

// A pairTable has pairings by key: two digits of a cell, two positions of a
// house, or two positions of a digit in lines of a type.
type pairTable struct {
	list  []pairing
	heads [36 + 27*36 + 2*9*36]uint16
}

// pairOf numbers the pairs of two bits out of nine.
var pairOf = func() (index [9][9]uint16) {
	count := uint16(0)
	for a := range 9 {
		for b := range a {
			index[a][b], index[b][a] = count, count
			count++
		}
	}
	return index
}()

// pairUp excludes what pairs and X-wings exclude, and reports whether there is
// something new.
func (s *scout) pairUp(k *knowledge) (some bool) {
	p := &s.pairs
	p.list = p.list[:0]
	clear(p.heads[:])
	for i := range s.teams {
		t := &s.teams[i]
		two, any := k.withTwo(t)
		if any == 0 {
			continue
		}
		for second := 1; second < t.count; second++ {
			b := t.members[second]
			for first, a := range t.members[:second] {
				starts, any := two, uint64(0)
				for w := range starts {
					starts[w] &^= k.off[a][w] | k.off[b][w]
					any |= starts[w]
				}
				if any != 0 {
					p.list = append(p.list, pairing{starts: starts, a: a, b: b, team: uint16(i)})
					some = s.match(k, t, pairOf[t.places[first]][t.places[second]]) || some
				}
			}
		}
	}
	return some
}

// withTwo returns the starts that leave two members of a team.
func (k *knowledge) withTwo(t *team) (two startSet, any uint64) {
	for w, live := range k.live {
		if live == 0 {
			continue
		}
		var one, twice, thrice uint64
		for _, m := range t.members[:t.count] {
			may := ^k.off[m][w]
			thrice |= twice & may
			twice |= one & may
			one |= may
		}
		two[w] = twice &^ thrice & live
		any |= two[w]
	}
	return two, any
}

// match excludes what the last pairing excludes with older ones.
func (s *scout) match(k *knowledge, t *team, pair uint16) (some bool) {
	p := &s.pairs
	index := len(p.list) - 1
	e := &p.list[index]
	if t.house == cellTeam {
		return s.matchKey(k, e, 0, pair, s.nakedPair)
	}
	some = s.grid.blanks[t.house] > 4 && s.matchKey(k, e, 0, 36+uint16(t.house)*36+pair, s.hiddenPair)
	if t.house >= firstRow && s.grid.placed[t.digit] <= 5 {
		key := 28*36 + (uint16(t.house/9-1)*9+uint16(t.digit))*36 + pair
		some = s.matchKey(k, e, 1, key, s.xWing) || some
	}
	return some
}

// matchKey calls exclude for the last pairing and each older one with a key.
func (s *scout) matchKey(k *knowledge, e *pairing, which int, key uint16, exclude func(*knowledge, *pairing, *pairing, *startSet) bool) (some bool) {
	p := &s.pairs
	for i := p.heads[key]; i != 0; i = p.list[i-1].next[which] {
		o := &p.list[i-1]
		both, any := e.starts, uint64(0)
		for w := range both {
			both[w] &= o.starts[w]
			any |= both[w]
		}
		if any != 0 {
			some = exclude(k, e, o, &both) || some
		}
	}
	e.next[which] = p.heads[key]
	p.heads[key] = uint16(len(p.list))
	return some
}

func (s *scout) nakedPair(k *knowledge, e, o *pairing, starts *startSet) (some bool) {
	for kind := 1; kind < 4; kind++ {
		t := s.teamOf[e.a][kind]
		if t != s.teamOf[o.a][kind] || s.grid.blanks[s.teams[t].house] < 4 {
			continue
		}
		some = s.excludeOthers(k, t, e.a, o.a, starts) || some
		some = s.excludeOthers(k, s.teamOf[e.b][kind], e.b, o.b, starts) || some
	}
	return some
}

func (s *scout) hiddenPair(k *knowledge, e, o *pairing, starts *startSet) bool {
	some := s.excludeOthers(k, s.teamOf[e.a][0], e.a, o.a, starts)
	return s.excludeOthers(k, s.teamOf[e.b][0], e.b, o.b, starts) || some
}

func (s *scout) xWing(k *knowledge, e, o *pairing, starts *startSet) bool {
	cross := 2
	if s.teams[e.team].house < firstColumn {
		cross = 3
	}
	some := s.excludeOthers(k, s.teamOf[e.a][cross], e.a, o.a, starts)
	return s.excludeOthers(k, s.teamOf[e.b][cross], e.b, o.b, starts) || some
}

// excludeOthers excludes the members of a team other than a and b.
func (s *scout) excludeOthers(k *knowledge, t uint16, a, b uint8, starts *startSet) (some bool) {
	for _, m := range s.teams[t].members[:s.teams[t].count] {
		if m != a && m != b {
			for w, word := range starts {
				if word != 0 && s.exclude(k, m, w, word) {
					some = true
				}
			}
		}
	}
	return some
}
