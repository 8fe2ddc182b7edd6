package search

import "math/bits"

// The rules of order 9, on the words of engine band.

// closeDigit matches rows and columns of one digit to boxes and returns its
// hidden singles, but for cells that are solved. After both matchings a digit that has one place left in a
// row or column has one place left in its box, and the other way round; so
// looking at rows finds the hidden singles of all three kinds of house. Their
// peers have already lost the digit to the matchings.
func (s *bandState) closeDigit(d int) (lone0, lone1 uint64, alive bool) {
	p := &s.places[d]
	ab, c := p[0], p[1] // bands one and two, and the third
	for {
		boxes, boxesOfC := boxesOfRows(ab), boxesOfRows(c)
		a, b, third := matchedRows[boxes&row9], matchedRows[boxes>>bandWidth&row9], matchedRows[boxesOfC&row9]
		if a == 0 || b == 0 || third == 0 {
			return 0, 0, false
		}
		ab &= uint64(a) | uint64(b)<<bandWidth
		c &= uint64(third)
		columns, columnsOfC := ab|ab>>9|ab>>18, c|c>>9|c>>18
		have := spreadColumns[columns&row9] |
			spreadColumns[columns>>bandWidth&row9]<<3 |
			spreadColumns[columnsOfC&row9]<<6
		k0, k1, k2 := matchedColumns[have&row9], matchedColumns[have>>9&row9], matchedColumns[have>>18&row9]
		if k0 == 0 || k1 == 0 || k2 == 0 {
			return 0, 0, false
		}
		k := k0 | k1<<3 | k2<<6
		kept, keptOfC := k&(row9|row9<<bandWidth)*bandRows, k>>(2*bandWidth)*bandRows
		if ab&^kept|c&^keptOfC == 0 {
			break
		}
		ab &= kept
		c &= keptOfC
	}
	p[0], p[1] = ab, c
	return loneInRow(ab) &^ s.solved[0], loneInRow(c) &^ s.solved[1], true
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

// round closes each dirty digit once, and takes what they solve from the others: at
// once from those that are still to be closed, and at the end from all.
func (s *bandState) round() bool {
	before, dirty := s.solved, s.dirty
	s.dirty = 0
	var lone [9]bandSet
	for ; dirty != 0; dirty &= dirty - 1 {
		d := bits.TrailingZeros32(dirty) % 9
		p := &s.places[d]
		p[0] &^= s.solved[0] &^ before[0]
		p[1] &^= s.solved[1] &^ before[1]
		lone0, lone1, alive := s.closeDigit(d)
		if !alive {
			return false
		}
		lone[d] = bandSet{lone0, lone1}
		s.solved[0] |= lone0
		s.solved[1] |= lone1
	}
	new0, new1 := s.solved[0]&^before[0], s.solved[1]&^before[1]
	for d := range s.places {
		s.dirty |= uint32(s.places[d].lose(new0&^lone[d][0], new1&^lone[d][1])) << d
	}
	return true
}

// clearOthers takes all digits but d from the given cells, which d has just
// solved.
func (s *bandState) clearOthers(d int, c0, c1 uint64) {
	s.solved[0] |= c0
	s.solved[1] |= c1
	p := &s.places
	dirty := p[0].lose(c0, c1) | p[1].lose(c0, c1)<<1 | p[2].lose(c0, c1)<<2 |
		p[3].lose(c0, c1)<<3 | p[4].lose(c0, c1)<<4 | p[5].lose(c0, c1)<<5 |
		p[6].lose(c0, c1)<<6 | p[7].lose(c0, c1)<<7 | p[8].lose(c0, c1)<<8
	p[d][0] |= c0
	p[d][1] |= c1
	s.dirty |= uint32(dirty) &^ (1 << d)
}

// lose takes cells away, and returns 1 if any was there.
func (p *bandSet) lose(c0, c1 uint64) uint64 {
	hit := p[0]&c0 | p[1]&c1
	p[0] &^= c0
	p[1] &^= c1
	return (hit | -hit) >> 63
}

// nakedSingles finds the cells with one candidate and takes their digits from
// their peers. It notes the open cells and reports false where a cell has no
// candidate.
func (s *bandState) nakedSingles() bool {
	var once, twice, more bandSet
	for d := range s.places {
		p := &s.places[d]
		more[0] |= twice[0] & p[0]
		more[1] |= twice[1] & p[1]
		twice[0] |= once[0] & p[0]
		twice[1] |= once[1] & p[1]
		once[0] |= p[0]
		once[1] |= p[1]
	}
	if once != bandCells {
		return false
	}
	s.open = twice
	s.pairs = bandSet{twice[0] &^ more[0], twice[1] &^ more[1]}
	for i := range s.open {
		if single := once[i] &^ (twice[i] | s.solved[i]); single != 0 {
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
