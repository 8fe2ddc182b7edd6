package convert

// A keySet is keys in memory, up to a number. It is a table with open addressing:
// keys are digests, so that their bits are as good as random.
type keySet struct {
	most  int // slots that there may be
	slots []key
	n     int
	zero  bool // the key that marks free slots is in the set
}

// leastKeys is how many slots there may be at least.
const leastKeys = 1 << 8

// has reports whether a key is in the set.
func (s *keySet) has(k key) bool {
	if k == (key{}) {
		return s.zero
	}
	return len(s.slots) > 0 && s.slots[s.find(k)] == k
}

// find returns the slot of a key, or that where it belongs.
func (s *keySet) find(k key) int {
	mask := len(s.slots) - 1
	i := int(k[0]>>1) & mask
	for s.slots[i] != k && s.slots[i] != (key{}) {
		i = (i + 1) & mask
	}
	return i
}

// add adds a key that is not in the set, or reports that there is no room.
func (s *keySet) add(k key) bool {
	if k == (key{}) {
		s.zero = true
		return true
	}
	if 4*s.n >= 3*len(s.slots) && !s.grow() {
		return false
	}
	s.slots[s.find(k)] = k
	s.n++
	return true
}

// grow makes the table twice as long, if it may be.
func (s *keySet) grow() bool {
	size := max(2*len(s.slots), leastKeys/2)
	if size > s.most {
		return false
	}
	old := s.slots
	s.slots = make([]key, size)
	for _, k := range old {
		if k != (key{}) {
			s.slots[s.find(k)] = k
		}
	}
	return true
}
