package search

import (
	"math"
	"math/bits"
	"slices"
	"sync"

	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
)

// grid is the portable engine for boxes of 4×4. For each digit and each band of
// four rows, it keeps a 64-bit set of the cells that may hold the digit: bit
// 16·r+c stands for column c of the band's row r, so a nibble is a mini-row.
// Each rule is a few operations on whole words.
type grid struct {
	engine.Interruptible
	walk
	whole
	// path holds the states of the search path: second children that wait, then
	// the current state. Each level but the last fixes at least one more cell.
	path [257]gridState
}

// A gridState is one node of the search.
type gridState struct {
	places  [16][4]uint64 // by digit and band: the cells that may hold it
	minis   [16][4]uint64 // by digit and band: the mini-rows that could hold it when closeDigit last ran
	columns [16]uint64    // by digit: the columns of each band that could hold it when closeDigit last ran
	solved  [4]uint64     // cells whose digit was taken from all their peers
	open    [4]uint64     // set by close: cells with two or more candidates
	pairs   [4]uint64     // set by close: cells with two candidates
	dirty   uint64        // bit 4·digit+band: the digit's places in the band shrank since closeDigit last ran
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

// Search implements engine.Engine.
func (e *grid) Search(cells []uint8, limit int, maxGuesses uint64) engine.Outcome {
	e.begin(cells)
	return run(e, cells, limit, maxGuesses)
}

// begin implements walker.
func (e *grid) begin(cells []uint8) {
	e.walk = walk{}
	e.path[0].load((*[256]uint8)(cells))
	e.alive = e.path[0].close()
}

// beginCandidates implements walker.
func (e *grid) beginCandidates(masks []uint32) {
	e.walk, e.path[0] = walk{}, gridState{dirty: ^uint64(0)}
	for cell, m := range masks {
		for ; m != 0; m &= m - 1 {
			e.path[0].places[bits.TrailingZeros32(m)][cell/64] |= 1 << (cell % 64)
		}
	}
	e.alive = e.path[0].close()
}

// walkTo implements walker.
func (e *grid) walkTo(open int, maxGuesses uint64) event {
	depth, alive := e.depth, e.alive && !e.stopped
	for {
		s := &e.path[depth]
		switch {
		case alive && s.openCells() > open:
			if e.guesses >= maxGuesses || e.guesses%engine.StopCheckGuesses == 0 && e.Stopped() {
				return e.pause(depth)
			}
			e.guesses++
			b, bit := s.branchCell()
			depth++
			e.path[depth] = *s
			e.path[depth].takeLowest(b, bit)
			s.dropLowest(b, bit)
			alive = e.path[depth].close()
			continue
		case alive:
			return e.stopAt(depth)
		case depth == 0:
			return e.end()
		}
		depth--
		alive = e.path[depth].close()
	}
}

// solution implements walker.
func (e *grid) solution(cells []uint8) { e.path[e.depth].unload((*[256]uint8)(cells)) }

// openCells returns the number of cells with several candidates.
func (s *gridState) openCells() (n int) {
	for _, w := range s.open {
		n += bits.OnesCount64(w)
	}
	return n
}

// save implements walker.
func (e *grid) save(t *Subtree) {
	if t.grid == nil {
		t.grid = new(gridState)
	}
	*t.grid = e.path[e.depth]
}

// restart implements walker.
func (e *grid) restart(t *Subtree) { e.walk, e.path[0] = walk{alive: true}, *t.grid }

// appendBelow implements walker.
func (e *grid) appendBelow(dst []uint8) []uint8 {
	n := len(dst)
	dst = slices.Grow(dst, 256)[:n+256]
	e.solution(dst[n:])
	return dst
}

// load sets up the initial state: each clue is removed from its peers'
// candidates, and is the only candidate of its cell. Two equal clues in a house
// remove each other, which leaves their cells without candidates.
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

// branchCell returns the cell to branch at, as a band and a bit. It is the cell
// with the fewest candidates; of several, the one with the highest score; of
// several, the first.
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

// fewest returns the open cells with the fewest candidates. No cell may have
// two candidates.
func (s *gridState) fewest() [4]uint64 {
	// planes[i] holds bit i of each cell's number of candidates.
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

// takeLowest sets a cell to its lowest candidate.
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

// dropLowest removes the lowest candidate of a cell.
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
	gridPeers [256][4]uint64 // by cell: its 39 peers in each band
	gridBox   [256]uint64    // by cell: the peers that share only its box
	gridTwice [256]uint64    // by cell: the peers that share two houses with it; they are in its band
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
