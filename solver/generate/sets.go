package generate

import (
	"math/bits"
	"slices"
)

// A set is a set of orbits of a grid's cells. Bit t stands for the orbit that is
// dropped at turn t, from 0. Without a symmetry each cell is an orbit.
type set []uint64

// newSet returns an empty set of up to n orbits. It has an even number of words.
func newSet(n int) set { return make(set, (n+127)/128*2) }

func (s set) add(turn uint16) { s[turn>>6] |= 1 << (turn & 63) }

// last returns the turn of the last orbit. The set must not be empty.
func (s set) last() uint16 {
	for i := len(s) - 1; ; i-- {
		if s[i] != 0 {
			return uint16(i<<6 + 63 - bits.LeadingZeros64(s[i]))
		}
	}
}

// addFrom adds all turns from the given one on, including turns without an orbit.
func (s set) addFrom(turn int) {
	for i := range s {
		if from := turn - i<<6; from < 64 {
			s[i] |= ^uint64(0) << max(from, 0)
		}
	}
}

// dropFrom removes all turns from the given one on.
func (s set) dropFrom(turn int) {
	for i := range s {
		if from := turn - i<<6; from < 64 {
			s[i] &^= ^uint64(0) << max(from, 0)
		}
	}
}

// A family holds the known unavoidable sets of a grid.
type family struct {
	sets []uint64 // one after the other
	// Sets with the same last turn form a list. heads[last]-1 is its first set,
	// nexts[i]-1 the set after set i, and -1 ends the list.
	heads []uint16
	nexts []uint16

	sizes []uint8 // by turn: the number of cells of the orbit
	limit int     // number of cells that may be dropped

	stays set // the turns below known whose orbits must stay
	known int
	drops []uint16 // by turn, up to known: the number of cells dropped before it
}

// newFamily returns an empty family for grids of n orbits.
func newFamily(n int) *family {
	return &family{heads: make([]uint16, n), sizes: make([]uint8, n), drops: make([]uint16, n+1), stays: newSet(n)}
}

// reset removes all sets, and sets the number of cells that may be dropped.
func (f *family) reset(limit int) {
	f.sets, f.nexts = f.sets[:0], f.nexts[:0]
	clear(f.heads)
	clear(f.stays)
	f.known, f.limit = 0, limit
}

// add adds a set.
func (f *family) add(s set) {
	last := s.last()
	if int(last) < f.known {
		f.known = int(last)
		f.stays.dropFrom(f.known)
	}
	f.sets = append(f.sets, s...)
	f.nexts = append(f.nexts, f.heads[last])
	f.heads[last] = uint16(len(f.nexts))
}

// staying drops orbits in turn, until at least the given number of cells is
// dropped or all turns are over. An orbit stays if some set would otherwise have
// none left, or if more cells than the limit would be dropped. staying returns
// the turns of the orbits that stay, the turn after the last drop, and the number
// of cells dropped.
//
// A set can only make its last orbit stay, and does so if none of its other
// orbits stays. So looking at each set once, in the order of their last turns,
// is enough. Without a limit each orbit that stays is then the only one in some
// set.
func (f *family) staying(least int) (staying set, end, dropped int) {
	dropped = int(f.drops[f.known])
	for ; dropped < least && f.known < len(f.heads); f.known++ {
		size := int(f.sizes[f.known])
		if dropped+size > f.limit || f.mustStay(uint16(f.known)) {
			f.stays.add(uint16(f.known))
		} else {
			dropped += size
		}
		f.drops[f.known+1] = uint16(dropped)
	}
	dropped = min(dropped, max(least, 0))
	end, _ = slices.BinarySearch(f.drops[:f.known+1], uint16(dropped))
	return f.stays, end, int(f.drops[end])
}

// mustStay reports whether all orbits but the last are dropped from some set
// with this last turn.
func (f *family) mustStay(last uint16) bool {
	stays := f.stays
	for i := f.heads[last]; i != 0; i = f.nexts[i-1] {
		met, words := uint64(0), f.sets[(int(i)-1)*len(stays):][:len(stays)]
		for k := 1; k < len(words) && k < len(stays); k += 2 {
			met |= words[k-1]&stays[k-1] | words[k]&stays[k]
		}
		if met == 0 {
			return true
		}
	}
	return false
}

// maxTrade is the maximum number of pairs of cells in a set that learn adds.
// Larger sets nearly always hold a clue anyway.
const maxTrade = 6

// learn adds unavoidable sets that can be found without search: parts of the
// grid where two digits can trade places in some rows. There are also sets in
// which two rows of a band, or two columns of a stack, trade some digits. They
// would save one test in ten, but take as much time to find.
func (d *digger) learn(l *layout) {
	var links [32]uint32
	for x := 1; x <= d.order; x++ {
		for y := x + 1; y <= d.order; y++ {
			d.links(l, x, y, &links)
			for left := uint32(1<<d.order - 1); left != 0; {
				rows := together(&links, bits.TrailingZeros32(left))
				left &^= rows
				d.learnDigits(l, x, y, rows)
			}
		}
	}
}

// learnDigits adds the set of the cells of two digits in some rows.
func (d *digger) learnDigits(l *layout, x, y int, rows uint32) {
	if bits.OnesCount32(rows) > maxTrade {
		return
	}
	s := d.noOrbits()
	for ; rows != 0; rows &= rows - 1 {
		row := bits.TrailingZeros32(rows)
		s.add(d.turns[row*d.order+int(l.column[x][row])])
		s.add(d.turns[row*d.order+int(l.column[y][row])])
	}
	d.family.add(s)
}
