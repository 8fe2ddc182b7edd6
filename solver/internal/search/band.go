package search

import (
	"encoding/binary"
	"math"
	"math/bits"

	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
)

// band is the portable engine for order 9. It keeps, for each digit and each
// band, a 27-bit word of the cells that may hold the digit: bit 9·r+c stands
// for column c of the band's row r. Tables and bit-parallel arithmetic then
// apply a rule to many cells at once. The layout is that of JCZSolve, known
// from the players' forum; the closure is the one that package solver defines.
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

func (e *band) Search(cells []uint8, limit int, maxGuesses uint64) engine.Outcome {
	var out engine.Outcome
	depth := 0
	e.path[0].load((*[81]uint8)(cells))
	for {
		s := &e.path[depth]
		alive := s.close()
		if alive && s.open[0]|s.open[1]|s.open[2] != 0 {
			if out.Guesses == maxGuesses || out.Guesses%stopCheckGuesses == 0 && e.stopped() {
				return out
			}
			out.Guesses++
			b, bit := s.branchCell()
			depth++
			e.path[depth] = *s
			e.path[depth].takeLowest(b, bit)
			s.dropLowest(b, bit)
			continue
		}
		if alive {
			if out.Found == 0 {
				s.unload((*[81]uint8)(cells))
			}
			if out.Found++; out.Found == limit {
				return out
			}
		}
		if depth == 0 {
			out.Complete = true
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
