package explain

import "math/bits"

// This file has what a scout knows about the starts of dynamic chains, as sets
// of starts by node, and follows links for 64 starts at a time.

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

// learn adds the knowledge of a lower level.
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
