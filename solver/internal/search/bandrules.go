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
	ab, c := p[0], p[1] // bands one and two, and the third
	for {
		boxes, boxesOfC := boxesOfRows(ab), boxesOfRows(c)
		a, b, third := matchedRows[boxes&row9], matchedRows[boxes>>bandWidth&row9], matchedRows[boxesOfC&row9]
		if a == 0 || b == 0 || third == 0 {
			return false
		}
		ab &= uint64(a) | uint64(b)<<bandWidth
		c &= uint64(third)
		columns, columnsOfC := ab|ab>>9|ab>>18, c|c>>9|c>>18
		have := spreadColumns[columns&row9] |
			spreadColumns[columns>>bandWidth&row9]<<3 |
			spreadColumns[columnsOfC&row9]<<6
		k0, k1, k2 := &matchedColumns[have&row9], &matchedColumns[have>>9&row9], &matchedColumns[have>>18&row9]
		if k0[1] == 0 || k1[1] == 0 || k2[1] == 0 {
			return false
		}
		kept, keptOfC := k0[0]|k1[0]<<3|k2[0]<<6, k0[1]|k1[1]<<3|k2[1]<<6
		if ab&^kept|c&^keptOfC == 0 {
			break
		}
		ab &= kept
		c &= keptOfC
	}
	p[0], p[1] = ab, c
	lone := bandSet{loneInRow(ab) &^ s.solved[0], loneInRow(c) &^ s.solved[1]}
	if lone[0]|lone[1] != 0 {
		s.clearOthers(d, &lone)
	}
	return true
}

// boxesOfRows returns, for a digit's places, which mini-rows hold any: for each
// band nine bits, from its first on, bit 3·box+row.
func boxesOfRows(w uint64) uint64 {
	some := (w | w>>1 | w>>2) & pairBoxes
	return some | some>>8 | some>>16
}

// loneInRow returns the cells of w that are alone in their row. No row of a band
// that w has anything of may be empty.
func loneInRow(w uint64) uint64 {
	rest := w & (w - pairRows) // each row less its lowest cell
	some := ((rest & pairFirst) + pairFirst | rest) & pairLast
	return w & ((pairLast &^ some) >> 8 * row9)
}

// clearOthers takes all digits but d from the given cells, which d has just
// solved.
func (s *bandState) clearOthers(d int, cells *bandSet) {
	c0, c1 := cells[0], cells[1]
	s.solved[0] |= c0
	s.solved[1] |= c1
	dirty := uint32(0)
	for e := range s.places {
		p := &s.places[e]
		hit := p[0]&c0 | p[1]&c1
		p[0] &^= c0
		p[1] &^= c1
		dirty |= uint32((hit|-hit)>>63) << e
	}
	p := &s.places[d]
	p[0] |= c0
	p[1] |= c1
	s.dirty |= dirty &^ (1 << d)
}

// nakedSingles finds the cells with one candidate and takes their digits from
// their peers. It notes the open cells and reports false where a cell has no
// candidate.
func (s *bandState) nakedSingles() bool {
	for i := range s.open {
		var once, twice, more uint64
		for d := range s.places {
			w := s.places[d][i]
			more |= twice & w
			twice |= once & w
			once |= w
		}
		if once != bandCells[i] {
			return false
		}
		s.open[i] = twice
		s.pairs[i] = twice &^ more
		if single := once &^ (twice | s.solved[i]); single != 0 {
			s.solve(i, single)
		}
	}
	return true
}

// solve takes the digits of the given cells of a word, which have one candidate
// each, from the cells' peers.
func (s *bandState) solve(word int, cells uint64) {
	s.solved[word] |= cells
	for d := range s.places {
		p := &s.places[d]
		for w := p[word] & cells; w != 0; w &= w - 1 {
			p.remove(&bandPeers[2*bandWidth*word+bits.TrailingZeros64(w)])
			s.dirty |= 1 << d
		}
	}
}
