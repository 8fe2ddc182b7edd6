package search

import (
	"math"
	"math/bits"
	"sync"

	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
)

// grid is the portable engine for order 16. It keeps, for each digit and each
// band of four rows, a 64-bit word of the cells that may hold the digit: bit
// 16·r+c stands for column c of the band's row r, so that a nibble is a
// mini-row. Every rule is then a few operations on whole words.
type grid struct {
	engine.Interruptible
	// The path of the search: second children that wait, and, deepest, the
	// state at hand. Each level but the last fixes a cell more.
	path [257]gridState
}

// A gridState is one node of the search.
type gridState struct {
	places  [16][4]uint64 // per digit and band: the cells that may hold it
	minis   [16][4]uint64 // per digit and band: the mini-rows that may hold it, when last closed
	columns [16]uint64    // per digit: the columns of each band that may hold it, when last closed
	solved  [4]uint64     // cells whose digit was taken from all their peers
	open    [4]uint64     // set by close: cells with two or more candidates
	pairs   [4]uint64     // set by close: cells with two candidates
	dirty   uint64        // bit 4·digit+band: the digit's places shrank since they were last closed
}

const (
	gridRows  = 0x0001_0001_0001_0001 // the first cell of each row of a band
	gridMinis = 0x1111_1111_1111_1111 // the first cell of each mini-row
	row16     = 1<<16 - 1             // all cells of a row; all digits of order 16
)

func newGrid() *grid {
	fillGridTables()
	return new(grid)
}

func (e *grid) Search(cells []uint8, limit int, maxGuesses uint64) engine.Outcome {
	var out engine.Outcome
	depth := 0
	e.path[0].load((*[256]uint8)(cells))
	for {
		s := &e.path[depth]
		alive := s.close()
		if alive && s.open[0]|s.open[1]|s.open[2]|s.open[3] != 0 {
			if out.Guesses == maxGuesses || out.Guesses%engine.StopCheckGuesses == 0 && e.Stopped() {
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
				s.unload((*[256]uint8)(cells))
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
func (s *gridState) load(cells *[256]uint8) {
	var clues [16][4]uint64
	var taken [4]uint64
	for d := range s.places {
		s.places[d] = [4]uint64{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
	}
	for i, v := range cells {
		if v == 0 {
			continue
		}
		d := (v - 1) % 16
		bit := uint64(1) << (i % 64)
		s.places[d] = without(&s.places[d], &gridPeers[i])
		clues[d][i/64] |= bit
		taken[i/64] |= bit
	}
	for d := range s.places {
		for b := range taken {
			s.places[d][b] &^= taken[b] &^ clues[d][b]
		}
	}
	s.solved = taken
	s.dirty = ^uint64(0)
	s.minis = [16][4]uint64{}
	s.columns = [16]uint64{}
}

// without returns the places that are not in cells.
func without(places, cells *[4]uint64) [4]uint64 {
	return [4]uint64{
		places[0] &^ cells[0], places[1] &^ cells[1],
		places[2] &^ cells[2], places[3] &^ cells[3],
	}
}

// unload writes the grid of a solved state.
func (s *gridState) unload(cells *[256]uint8) {
	for d := range s.places {
		for b, w := range s.places[d] {
			for ; w != 0; w &= w - 1 {
				cells[64*b+bits.TrailingZeros64(w)] = uint8(d + 1)
			}
		}
	}
}

// close applies the rules until none removes anything more, and reports
// whether the state is alive.
func (s *gridState) close() bool {
	for {
		for s.dirty != 0 {
			d := bits.TrailingZeros64(s.dirty) / 4
			bands := s.dirty >> (4 * d) & 0xf
			s.dirty &^= 0xf << (4 * d)
			if !s.closeDigit(d, bands) {
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
func (s *gridState) branchCell() (b int, bit uint64) {
	cells := s.pairs
	if cells[0]|cells[1]|cells[2]|cells[3] == 0 {
		cells = s.fewest()
	}
	highest, best := math.MinInt, 0
	for b, w := range cells {
		for ; w != 0; w &= w - 1 {
			cell := (64*b + bits.TrailingZeros64(w)) % 256
			score := 0
			for i, peers := range &gridPeers[cell] {
				score += bits.OnesCount64(s.open[i] & peers)
			}
			score += bits.OnesCount64(s.open[b]&gridBox[cell]) - 2*bits.OnesCount64(s.open[b]&gridTwice[cell])
			if score > highest {
				highest, best = score, cell
			}
		}
	}
	return best / 64, 1 << (best % 64)
}

// fewest returns the open cells with the fewest candidates, where none has two.
func (s *gridState) fewest() [4]uint64 {
	// Bit planes count the candidates of every cell, up to sixteen.
	var planes [5][4]uint64
	for d := range s.places {
		for b, carry := range s.places[d] {
			for i := range planes {
				planes[i][b], carry = planes[i][b]^carry, planes[i][b]&carry
			}
		}
	}
	for n := 3; ; n++ {
		var sets [4]uint64
		for b := range sets {
			sets[b] = s.open[b]
			for i := range planes {
				sets[b] &= planes[i][b] ^ (uint64(n>>i&1) - 1)
			}
		}
		if sets[0]|sets[1]|sets[2]|sets[3] != 0 {
			return sets
		}
	}
}

// takeLowest gives a cell its lowest candidate.
func (s *gridState) takeLowest(b int, bit uint64) {
	found := false
	for d := range s.places {
		if s.places[d][b]&bit == 0 {
			continue
		}
		if found {
			s.places[d][b] &^= bit
			s.dirty |= 1 << (4*d + b)
			continue
		}
		found = true
	}
	s.solve(b, bit)
}

// dropLowest takes its lowest candidate from a cell.
func (s *gridState) dropLowest(b int, bit uint64) {
	for d := range s.places {
		if s.places[d][b]&bit != 0 {
			s.places[d][b] &^= bit
			s.dirty |= 1 << (4*d + b)
			return
		}
	}
}

var (
	gridPeers [256][4]uint64 // the 39 peers of each cell, by band
	gridBox   [256]uint64    // those in its box alone, which are in its own band
	gridTwice [256]uint64    // those that share two houses with it, in its own band
)

// fillGridTables fills the tables, once.
var fillGridTables = sync.OnceFunc(func() {
	for i := range gridPeers {
		for j := range gridPeers {
			line, box := i/16 == j/16 || i%16 == j%16, i/64 == j/64 && i%16/4 == j%16/4
			if j == i || !line && !box {
				continue
			}
			gridPeers[i][j/64] |= 1 << (j % 64)
			switch {
			case line && box:
				gridTwice[i] |= 1 << (j % 64)
			case box:
				gridBox[i] |= 1 << (j % 64)
			}
		}
	}
})
