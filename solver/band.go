package solver

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// band is the portable engine for order 9. It keeps, for each digit and each
// band, a 27-bit word of the cells that may hold the digit: bit 9·r+c stands
// for column c of the band's row r. Tables and bit-parallel arithmetic then
// apply a rule to many cells at once. The layout is that of JCZSolve, known
// from the players' forum; the closure is the one this package defines.
type band struct {
	interruptible
	// The path of the search: second children that wait, and, deepest, the
	// state at hand. Each level but the last fixes a cell more.
	path [82]bandState
}

// A bandState is one node of the search.
type bandState struct {
	places [9][3]uint32 // per digit and band: the cells that may hold it
	solved [3]uint32    // cells whose digit was taken from all their peers
	dirty  uint32       // digits whose places shrank since they were last closed
	open   [3]uint32    // set by close: cells with two or more candidates
	pairs  [3]uint32    // set by close: cells with two candidates
}

const (
	bandCells = 1<<27 - 1        // all cells of a band
	bandRows  = 1 | 1<<9 | 1<<18 // the first cell of each row; times a 9-bit row: that row thrice
	bandFirst = 0xff * bandRows  // all but the last cell of each row
	bandLast  = 0x100 * bandRows // the last cell of each row
	row9      = 1<<9 - 1         // all cells of a row; all digits of order 9
)

func newBand() *band { return new(band) }

func (e *band) search(cells []uint8, limit int, maxGuesses uint64) outcome {
	var out outcome
	depth := 0
	e.path[0].load((*[81]uint8)(cells))
	for {
		s := &e.path[depth]
		alive := s.close()
		if alive && s.open[0]|s.open[1]|s.open[2] != 0 {
			if out.guesses == maxGuesses || out.guesses%guessesBetweenLooks == 0 && e.stopped() {
				return out
			}
			out.guesses++
			b, bit := s.branchCell()
			depth++
			e.path[depth] = *s
			e.path[depth].takeLowest(b, bit)
			s.dropLowest(b, bit)
			continue
		}
		if alive {
			if out.found == 0 {
				s.unload((*[81]uint8)(cells))
			}
			if out.found++; out.found == limit {
				return out
			}
		}
		if depth == 0 {
			out.complete = true
			return out
		}
		depth--
	}
}

// load sets up the state before any closure: each clue has taken its digit
// from its peers and keeps its cell to itself. Equal clues in a house take the
// digit from each other, so that their cells are left without candidates.
func (s *bandState) load(cells *[81]uint8) {
	var clues [9][3]uint32
	for d := range s.places {
		s.places[d] = [3]uint32{bandCells, bandCells, bandCells}
	}
	low, high := filled(cells[:64]), filled(cells[64:80])
	if cells[80] != 0 {
		high |= 1 << 16
	}
	taken := [3]uint32{uint32(low) & bandCells, uint32(low>>27) & bandCells, uint32(low>>54 | high<<10)}
	for b, t := range taken {
		for ; t != 0; t &= t - 1 {
			at := bits.TrailingZeros32(t)
			i := 27*b + at
			d := cells[i] - 1
			peers := &bandPeers[i]
			p := &s.places[d]
			p[0] &^= peers[0]
			p[1] &^= peers[1]
			p[2] &^= peers[2]
			clues[d][b] |= 1 << at
		}
	}
	for d := range s.places {
		p, c := &s.places[d], &clues[d]
		p[0] &^= taken[0] &^ c[0]
		p[1] &^= taken[1] &^ c[1]
		p[2] &^= taken[2] &^ c[2]
	}
	s.solved = taken
	s.dirty = row9
}

// filled returns the set of up to 64 cells that are not blank.
func filled(cells []uint8) (set uint64) {
	for i := 0; i+8 <= len(cells); i += 8 {
		w := binary.LittleEndian.Uint64(cells[i:])
		w = (w + 0x7f7f7f7f7f7f7f7f) & 0x8080808080808080 // cells are below 128
		set |= w * 0x0002040810204081 >> 56 << i
	}
	return set
}

// unload writes the grid of a solved state, in which each digit has three
// places in each band.
func (s *bandState) unload(cells *[81]uint8) {
	for d := range s.places {
		digit := uint8(d + 1)
		for b, w := range s.places[d] {
			band := (*[27]uint8)(cells[27*b:])
			band[bits.TrailingZeros32(w)%27] = digit
			w &= w - 1
			band[bits.TrailingZeros32(w)%27] = digit
			w &= w - 1
			band[bits.TrailingZeros32(w)%27] = digit
		}
	}
}

// close applies the rules until none removes anything more, and reports
// whether the state is alive.
func (s *bandState) close() bool {
	for {
		for s.dirty != 0 {
			d := bits.TrailingZeros32(s.dirty)
			s.dirty &= s.dirty - 1
			if !s.closeDigit(d) {
				return false
			}
		}
		if !s.nakedSingles() {
			return false
		}
		if s.dirty == 0 {
			return true
		}
	}
}

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

// branchCell returns the band and bit of the cell to branch at: among the
// cells with fewest candidates the one with the highest score, the first of
// these.
func (s *bandState) branchCell() (b int, bit uint32) {
	cells := s.pairs
	if cells[0]|cells[1]|cells[2] == 0 {
		cells = s.fewest()
	}
	open01 := uint64(s.open[0]) | uint64(s.open[1])<<27
	open2 := uint64(s.open[2])
	highest, best := math.MinInt, 0
	for b, w := range cells {
		for ; w != 0; w &= w - 1 {
			cell := 27*b + bits.TrailingZeros32(w)
			t := &bandScores[cell]
			score := bits.OnesCount64(open01&t.alone01) + bits.OnesCount64(open2&t.alone2) +
				bits.OnesCount32(s.open[b]&t.box) - bits.OnesCount32(s.open[b]&t.twice)
			if score > highest {
				highest, best = score, cell
			}
		}
	}
	return best / 27, 1 << (best % 27)
}

// fewest returns the open cells with the fewest candidates, where none has two.
func (s *bandState) fewest() (cells [3]uint32) {
	least := 9
	for b, open := range s.open {
		for ; open != 0; open &= open - 1 {
			bit := open & -open
			n := 0
			for d := range s.places {
				if s.places[d][b]&bit != 0 {
					n++
				}
			}
			if n < least {
				least, cells = n, [3]uint32{}
			}
			if n == least {
				cells[b] |= bit
			}
		}
	}
	return cells
}

// takeLowest gives a cell its lowest candidate.
func (s *bandState) takeLowest(b int, bit uint32) {
	found := false
	for d := range s.places {
		if s.places[d][b]&bit == 0 {
			continue
		}
		if found {
			s.places[d][b] &^= bit
			s.dirty |= 1 << d
			continue
		}
		found = true
	}
	s.solve(b, bit)
}

// dropLowest takes its lowest candidate from a cell.
func (s *bandState) dropLowest(b int, bit uint32) {
	for d := range s.places {
		if s.places[d][b]&bit != 0 {
			s.places[d][b] &^= bit
			s.dirty |= 1 << d
			return
		}
	}
}
