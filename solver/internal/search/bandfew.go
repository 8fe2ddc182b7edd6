package search

import (
	"math/bits"
	"slices"
)

// This file lists the solutions below states with few open cells.

// appendBelow implements walker.
func (e *band) appendBelow(dst []uint8) []uint8 {
	s := &e.path[e.depth]
	n, solutions := len(dst), e.below()
	dst = slices.Grow(dst, 81*solutions)[:n+81*solutions]
	switch solutions {
	case 1:
		s.unload((*[81]uint8)(dst[n:]))
	case 2:
		e.guesses++
		s.unloadBoth((*[81]uint8)(dst[n:]), (*[81]uint8)(dst[n+81:]))
	default:
		e.stopped = false
		for ; n < len(dst); n += 81 {
			e.walkTo(0, e.guesses+uint64(solutions))
			e.solution(dst[n:])
		}
	}
	return dst
}

// unloadBoth writes the two solutions of a state with few open cells, all with two
// candidates. In the first one, the branch cell has its lowest candidate. Each cell
// that gets a digit takes it from its peers, which get their other digit, until all
// cells have one. In the second solution, all have the other one.
func (s *bandState) unloadBoth(first, second *[81]uint8) {
	s.unload(first) // wrong in open cells
	*second = *first
	word, at := s.branchCell()
	var queue [fewCells]int
	queue[0] = 2*bandWidth*word + at
	low := s.digitsAt(word, at)
	first[queue[0]], second[queue[0]] = digitsOfPair(low)
	left := s.open
	left[word] &^= 1 << at
	for head, tail := 0, 1; head < tail; head++ {
		cell := queue[head]
		digit := first[cell]
		places := &s.places[(digit-1)%9]
		for i := range left {
			for w := left[i] & places[i] & bandPeers[cell][i]; w != 0; w &= w - 1 {
				at := bits.TrailingZeros64(w)
				left[i] &^= 1 << at
				peer := 2*bandWidth*i + at
				a, b := digitsOfPair(s.digitsAt(i, at))
				if a == digit {
					a, b = b, a
				}
				first[peer], second[peer] = a, b
				queue[tail%fewCells] = peer
				tail++
			}
		}
	}
}

// digitsOfPair returns the two digits of a set, the lower one first.
func digitsOfPair(set uint32) (low, high uint8) {
	return uint8(bits.TrailingZeros32(set) + 1), uint8(bits.Len32(set))
}
