package search

import "math/bits"

// The rules of order 9 on the sets of engine band.

// closeDigit matches rows and columns of one digit to boxes, and returns the
// digit's hidden singles in unsolved cells. After both matchings, a digit with
// one place left in a row or column has one place left in its box, and vice
// versa. So the rows alone show the hidden singles of all houses. The matchings
// have already removed the digit from the peers of these cells.
func (s *bandState) closeDigit(d int) (lone0, lone1 uint64, alive bool) {
	p := &s.places[d]
	ab, c := p[0], p[1] // bands one and two, and band three
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

// boxesOfRows returns the mini-rows of a word in which a digit has a place.
// Each band has nine bits, from the band's lowest bit: bit 3·box+row.
func boxesOfRows(w uint64) uint64 {
	some := (w | w>>1 | w>>2) & pairBoxes
	return some | some>>8 | some>>16
}

// loneInRow returns the cells of w that are alone in their row. A band of w
// must be empty or have a cell in each row.
func loneInRow(w uint64) uint64 {
	rest := w & (w - pairRows) // each row without its lowest cell
	some := ((rest & pairFirst) + pairFirst | rest) & pairLast
	return w & ((pairLast &^ some) >> 8 * row9)
}

// round closes each dirty digit once. It removes the cells that a digit solves
// from the other digits: at once from dirty digits, and at the end from all.
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

// clearOthers removes all digits but d from cells that d has just solved.
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

// lose removes cells, and returns 1 if the set held any of them.
func (p *bandSet) lose(c0, c1 uint64) uint64 {
	hit := p[0]&c0 | p[1]&c1
	p[0] &^= c0
	p[1] &^= c1
	return (hit | -hit) >> 63
}

// nakedSingles finds the cells with one candidate and removes it from their
// peers. It sets s.open, and returns false if a cell has no candidate.
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

// solve removes the only candidate of each given cell from the cell's peers.
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
