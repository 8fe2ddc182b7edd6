package search

import "math/bits"

// The rules of order 9, on the words of engine band.

// closeDigit matches rows and columns of one digit to boxes and finds its
// hidden singles. After both matchings a digit that has one place left in a
// row or column has one place left in its box, and the other way round; so
// looking at rows finds the hidden singles of all three kinds of house. Their
// peers have already lost the digit to the matchings.
func (s *bandState) closeDigit(d int) bool {
	p := &s.places[d]
	a, b, c := p[0], p[1], p[2]
	for {
		a &= matchRows(a)
		b &= matchRows(b)
		c &= matchRows(c)
		if a == 0 || b == 0 || c == 0 {
			return false
		}
		have := spreadColumns[(a|a>>9|a>>18)&row9] |
			spreadColumns[(b|b>>9|b>>18)&row9]<<3 |
			spreadColumns[(c|c>>9|c>>18)&row9]<<6
		k0 := uint32(matching[have&row9])
		k1 := uint32(matching[have>>9&row9])
		k2 := uint32(matching[have>>18&row9])
		if k0|k1<<9|k2<<18 == have {
			break
		}
		if k0 == 0 || k1 == 0 || k2 == 0 {
			return false
		}
		a &= (k0&7 | k1&7<<3 | k2&7<<6) * bandRows
		b &= (k0>>3&7 | k1>>3&7<<3 | k2>>3&7<<6) * bandRows
		c &= (k0>>6 | k1>>6<<3 | k2>>6<<6) * bandRows
	}
	p[0], p[1], p[2] = a, b, c
	lone := [3]uint32{
		loneInRow(a) &^ s.solved[0],
		loneInRow(b) &^ s.solved[1],
		loneInRow(c) &^ s.solved[2],
	}
	if lone[0]|lone[1]|lone[2] != 0 {
		s.clearOthers(d, &lone)
	}
	return true
}

// matchRows returns, for a digit's places w in one band, the cells of all
// mini-rows that lie on a perfect matching of the band's rows to its boxes; 0
// where there is none.
func matchRows(w uint32) uint32 {
	return matchedRows[uint32(boxesOfRow[w&row9])|
		uint32(boxesOfRow[w>>9&row9])<<3|
		uint32(boxesOfRow[w>>18&row9])<<6]
}

// loneInRow returns the cells of w that are alone in their row. No row of w
// may be empty.
func loneInRow(w uint32) uint32 {
	rest := w & (w - bandRows) // each row less its lowest cell
	some := ((rest & bandFirst) + bandFirst | rest) & bandLast
	return w & ((bandLast &^ some) >> 8 * row9)
}

// clearOthers takes all digits but d from the given cells, which d has just
// solved.
func (s *bandState) clearOthers(d int, cells *[3]uint32) {
	c0, c1, c2 := cells[0], cells[1], cells[2]
	s.solved[0] |= c0
	s.solved[1] |= c1
	s.solved[2] |= c2
	dirty := uint32(0)
	for e := range s.places {
		p := &s.places[e]
		hit := p[0]&c0 | p[1]&c1 | p[2]&c2
		p[0] &^= c0
		p[1] &^= c1
		p[2] &^= c2
		dirty |= (hit | -hit) >> 31 << e
	}
	p := &s.places[d]
	p[0] |= c0
	p[1] |= c1
	p[2] |= c2
	s.dirty |= dirty &^ (1 << d)
}

// nakedSingles finds the cells with one candidate and takes their digits from
// their peers. It notes the open cells and reports false where a cell has no
// candidate.
func (s *bandState) nakedSingles() bool {
	for b := range s.open {
		var once, twice, more uint32
		for d := range s.places {
			w := s.places[d][b]
			more |= twice & w
			twice |= once & w
			once |= w
		}
		if once != bandCells {
			return false
		}
		s.open[b] = twice
		s.pairs[b] = twice &^ more
		if single := bandCells &^ (twice | s.solved[b]); single != 0 {
			s.solve(b, single)
		}
	}
	return true
}

// solve takes the digits of the given cells of band b, which have one
// candidate each, from the cells' peers.
func (s *bandState) solve(b int, cells uint32) {
	s.solved[b] |= cells
	for d := range s.places {
		p := &s.places[d]
		for w := p[b] & cells; w != 0; w &= w - 1 {
			peers := &bandPeers[(27*b+bits.TrailingZeros32(w))%81]
			p[0] &^= peers[0]
			p[1] &^= peers[1]
			p[2] &^= peers[2]
			s.dirty |= 1 << d
		}
	}
}
