package search

import "math/bits"

// The rules of order 16 on the words of engine grid.

// closeDigit applies pointing and claiming for one digit, along rows and
// columns, until nothing changes, and finds its hidden singles. It returns
// false if a house has no place for the digit. After that, a digit with one
// place left in a row or column has one place left in its box, and vice versa.
// So the rows alone show the hidden singles of all houses, and the digit is
// already removed from their peers. Along rows, closeDigit looks only at the
// dirty bands, a set of four bits.
func (s *gridState) closeDigit(d int, dirty uint64) bool {
	p := &s.places[d]
	var lone [4]uint64
	for dirty != 0 {
		for ; dirty != 0; dirty &= dirty - 1 {
			b := bits.TrailingZeros64(dirty) % 4
			w := p[b]
			minis := (w | w>>1 | w>>2 | w>>3) & gridMinis
			if minis != s.minis[d][b] {
				kept := lockRows(minis)
				if kept == 0 {
					return false
				}
				s.minis[d][b] = kept
				w &= kept * 0xf
				p[b] = w
			}
			lone[b] = loneInRow16(w) &^ s.solved[b]
		}
		// Bit 16·b+c of cols: the digit has a place in column c of band b.
		cols := foldRows(p[0]) | foldRows(p[1])<<16 | foldRows(p[2])<<32 | foldRows(p[3])<<48
		if cols == s.columns[d] {
			break
		}
		kept := cols
		for {
			next := lockColumns(kept)
			if next == kept {
				break
			}
			kept = next
		}
		if foldRows(kept) != row16 {
			return false
		}
		s.columns[d] = kept
		for b, gone := 0, cols&^kept; gone != 0; b, gone = b+1, gone>>16 {
			if gone&row16 != 0 {
				p[b] &^= gone & row16 * gridRows
				dirty |= 1 << b
			}
		}
	}
	if lone[0]|lone[1]|lone[2]|lone[3] != 0 {
		s.clearOthers(d, &lone)
	}
	return true
}

// clearOthers removes all digits but d from cells that d has just solved.
func (s *gridState) clearOthers(d int, cells *[4]uint64) {
	dirty := uint64(0)
	for b, c := range cells {
		if c == 0 {
			continue
		}
		s.solved[b] |= c
		bit := uint64(1) << b
		for e := range s.places {
			w := s.places[e][b]
			s.places[e][b] = w &^ c
			if w&c != 0 {
				dirty |= bit
			}
			bit <<= 4
		}
		s.places[d][b] |= c
	}
	s.dirty |= dirty &^ (0xf << (4 * d))
}

// nakedSingles finds the cells with one candidate and removes it from their
// peers. It sets s.open and s.pairs, and returns false if a cell has no
// candidate.
func (s *gridState) nakedSingles() bool {
	for b := range s.open {
		var once, twice, more uint64
		for d := range s.places {
			w := s.places[d][b]
			more |= twice & w
			twice |= once & w
			once |= w
		}
		if once != ^uint64(0) {
			return false
		}
		s.open[b] = twice
		s.pairs[b] = twice &^ more
		if single := ^(twice | s.solved[b]); single != 0 {
			s.solve(b, single)
		}
	}
	return true
}

// solve removes the only candidate of each given cell of band b from the cell's
// peers.
func (s *gridState) solve(b int, cells uint64) {
	s.solved[b] |= cells
	for d := range s.places {
		for w := s.places[d][b] & cells; w != 0; w &= w - 1 {
			s.takeFromPeers(d, 64*b+bits.TrailingZeros64(w))
		}
	}
}

// takeFromPeers removes a digit from the peers of a cell.
func (s *gridState) takeFromPeers(d, cell int) {
	peers := &gridPeers[cell%256]
	p := &s.places[d]
	for b, w := range p {
		hit := w & peers[b]
		p[b] = w &^ hit
		s.dirty |= (hit | -hit) >> 63 << (4*d + b)
	}
}

// lockRows applies pointing and claiming to a digit's mini-rows in one band
// until nothing changes. Each mini-row is the first bit of its nibble. lockRows
// returns 0 if a row or box has no mini-row left.
func lockRows(minis uint64) uint64 {
	for {
		boxes := (minis + minis>>4 + minis>>8 + minis>>12) & (7 * gridRows) // by row: its number of boxes
		claimed := minis & (boxes &^ (boxes >> 1) & gridRows * 0x1111)      // the only box of its row
		pointed := minis &^ otherRows(minis)                                // the only row of its box
		points := (pointed + pointed>>4 + pointed>>8 + pointed>>12) & (7 * gridRows)
		if points&(6*gridRows) != 0 {
			return 0 // two boxes need the same row
		}
		gone := minis & (otherRows(claimed) | points*0x1111&^pointed)
		if gone == 0 {
			rows := (minis | minis>>4 | minis>>8 | minis>>12) & gridRows
			if rows != gridRows || foldRows(minis) != 0x1111 {
				return 0
			}
			return minis
		}
		minis &^= gone
	}
}

// lockColumns does the same as lockRows along columns. Bit 16·b+c of cols
// stands for column c of band b, so a nibble is a box. Each box must hold a
// place.
func lockColumns(cols uint64) uint64 {
	several := lowestCleared(cols, gridMinis)
	several = (several | several>>1 | several>>2 | several>>3) & gridMinis
	pointed := cols &^ (several * 0xf) // the only column of its box
	claimed := cols &^ otherRows(cols) // the only box of its column
	claims := (claimed | claimed>>1 | claimed>>2 | claimed>>3) & gridMinis
	if lowestCleared(claimed, claims) != 0 {
		return 0 // two columns need the same box
	}
	return cols &^ (otherRows(pointed) | claims*0xf&^claimed)
}

// lowestCleared clears the lowest set bit of each field of w. firsts holds the
// first bit of each field. No field may be empty.
func lowestCleared(w, firsts uint64) uint64 { return w & (w - firsts) }

// otherRows returns the bits that are also set in another row of the band.
func otherRows(w uint64) uint64 {
	return bits.RotateLeft64(w, 16) | bits.RotateLeft64(w, 32) | bits.RotateLeft64(w, 48)
}

// foldRows returns the union of the four rows of a band.
func foldRows(w uint64) uint64 {
	w |= w >> 32
	return (w | w>>16) & row16
}

// loneInRow16 returns the cells of w that are alone in their row. No row of w
// may be empty.
func loneInRow16(w uint64) uint64 {
	rest := lowestCleared(w, gridRows)
	some := (rest&(0x7fff*gridRows) + 0x7fff*gridRows | rest) & (0x8000 * gridRows)
	return w & ((0x8000 * gridRows &^ some) >> 15 * row16)
}
