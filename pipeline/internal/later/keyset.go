package later

// A keySet holds keys in memory, up to a number. It is a hash table with open addressing; the
// keys are digests, so they need no hashing.
type keySet struct {
	most  int // limit of slots
	slots []Key
	n     int
	zero  bool // the zero key, which marks free slots, is in the set
}

// leastKeys is the least limit of slots.
const leastKeys = 1 << 8

func (s *keySet) has(k Key) bool {
	if k == (Key{}) {
		return s.zero
	}
	return len(s.slots) > 0 && s.slots[s.find(k)] == k
}

// find returns the slot of a key, or the free slot where it belongs.
func (s *keySet) find(k Key) int {
	mask := len(s.slots) - 1
	i := int(k[0]>>1) & mask
	for s.slots[i] != k && s.slots[i] != (Key{}) {
		i = (i + 1) & mask
	}
	return i
}

// add adds a key that is not in the set. It returns false if there is no room.
func (s *keySet) add(k Key) bool {
	if k == (Key{}) {
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

// grow doubles the table, if the limit allows it.
func (s *keySet) grow() bool {
	size := max(2*len(s.slots), leastKeys/2)
	if size > s.most {
		return false
	}
	old := s.slots
	s.slots = make([]Key, size)
	for _, k := range old {
		if k != (Key{}) {
			s.slots[s.find(k)] = k
		}
	}
	return true
}
