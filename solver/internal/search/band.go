package search

import (
	"encoding/binary"
	"math"
	"math/bits"

	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
)

// band is the portable engine for order 9. For each digit it keeps a set of the
// cells that may hold the digit: bit 9·r+c stands for column c of row r, and
// the first two bands share a word. Tables and bit-parallel arithmetic apply a
// rule to many cells at once. The layout comes from JCZSolve, known from the
// Sudoku players' forum, except that JCZSolve has one band in a word. Package
// solver defines the closure.
type band struct {
	engine.Interruptible
	walk
	// path holds the states of the search path: second children that wait, then
	// the current state. Each level but the last fixes at least one more cell.
	path [82]bandState
}

// A bandSet is a set of cells: one word for the first two bands, and one for
// the third.
type bandSet [2]uint64

// A bandState is one node of the search.
type bandState struct {
	places [9]bandSet // by digit: the cells that may hold it
	solved bandSet    // cells whose digit was taken from all their peers
	dirty  uint32     // digits whose places shrank since closeDigit last ran for them
	open   bandSet    // set by close: cells with two or more candidates
	pairs  bandSet    // set by close: cells with two candidates
}

const (
	bandWidth = 27               // bits of a band
	bandRows  = 1 | 1<<9 | 1<<18 // the first cell of each row of a band; multiplied by a 9-bit row it gives that row three times
	row9      = 1<<9 - 1         // all cells of a row; all digits of order 9

	// The same for a word of two bands; also right for the word with one band:
	pairRows  = bandRows | bandRows<<bandWidth // the first cell of each
	pairFirst = 0xff * pairRows                // all but the last cell
	pairLast  = 0x100 * pairRows               // the last cell
	pairBoxes = pairRows * 0o111               // the first cell of each mini-row
)

// bandCells holds all cells.
var bandCells = bandSet{1<<54 - 1, 1<<27 - 1}

func newBand() *band {
	fillBandTables()
	return new(band)
}

// Search implements engine.Engine.
func (e *band) Search(cells []uint8, limit int, maxGuesses uint64) engine.Outcome {
	e.begin(cells)
	return run(e, cells, limit, maxGuesses)
}

// begin implements walker.
func (e *band) begin(cells []uint8) {
	e.walk = walk{}
	e.path[0].load((*[81]uint8)(cells))
	e.alive = e.path[0].closeInRounds()
}

// beginCandidates implements walker.
func (e *band) beginCandidates(masks []uint32) {
	e.walk, e.path[0] = walk{}, bandState{dirty: row9}
	for cell, m := range masks {
		for ; m != 0; m &= m - 1 {
			e.path[0].places[bits.TrailingZeros32(m)][cell/(2*bandWidth)] |= 1 << (cell % (2 * bandWidth))
		}
	}
	e.alive = e.path[0].closeInRounds()
}

// walkTo implements walker.
func (e *band) walkTo(open int, maxGuesses uint64) event {
	depth, alive := e.depth, e.alive && !e.stopped
	for {
		s := &e.path[depth]
		switch {
		case alive && s.openCells() > open:
			if e.guesses >= maxGuesses || e.guesses%engine.StopCheckGuesses == 0 && e.Stopped() {
				return e.pause(depth)
			}
			e.guesses++
			word, at := s.branchCell()
			digits := s.digitsAt(word, at)
			depth++
			e.path[depth] = *s
			e.path[depth].takeLowest(word, at, digits)
			s.dropLowest(word, at, digits)
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

// openCells returns the number of cells with several candidates.
func (s *bandState) openCells() int { return bits.OnesCount64(s.open[0]) + bits.OnesCount64(s.open[1]) }

// solution implements walker.
func (e *band) solution(cells []uint8) { e.path[e.depth].unload((*[81]uint8)(cells)) }

// save implements walker.
func (e *band) save(t *Subtree) { t.band = e.path[e.depth] }

// restart implements walker.
func (e *band) restart(t *Subtree) { e.walk, e.path[0] = walk{alive: true}, t.band }

// few implements walker.
func (e *band) few() int { return fewCells }

// below implements walker.
func (e *band) below() int {
	s := &e.path[e.depth]
	return solutionsOfFew(s.openCells(), s.open == s.pairs)
}

// load sets up the initial state: each clue is removed from its peers'
// candidates, and is the only candidate of its cell. Two equal clues in a house
// remove each other, which leaves their cells without candidates.
func (s *bandState) load(cells *[81]uint8) {
	var clues [9]bandSet
	for d := range s.places {
		s.places[d] = bandCells
	}
	low, high := filled(cells[:64]), filled(cells[64:80])
	if cells[80] != 0 {
		high |= 1 << 16
	}
	taken := bandSet{low & bandCells[0], low>>54 | high<<10}
	for i, t := range taken {
		for ; t != 0; t &= t - 1 {
			at := bits.TrailingZeros64(t)
			cell := 2*bandWidth*i + at
			d := cells[cell] - 1
			s.places[d].remove(&bandPeers[cell])
			clues[d][i] |= 1 << at
		}
	}
	for d := range s.places {
		p, c := &s.places[d], &clues[d]
		p[0] &^= taken[0] &^ c[0]
		p[1] &^= taken[1] &^ c[1]
	}
	s.solved = taken
	s.dirty = row9
}

// remove removes cells from the set.
func (p *bandSet) remove(cells *bandSet) {
	p[0] &^= cells[0]
	p[1] &^= cells[1]
}

// filled returns the set of up to 64 cells that are not blank.
func filled(cells []uint8) (set uint64) {
	for i := 0; i+8 <= len(cells); i += 8 {
		w := binary.LittleEndian.Uint64(cells[i:])
		w = (w + 0x7f7f7f7f7f7f7f7f) & 0x8080808080808080 // sets the top bit of each value above 0; values are below 128
		set |= w * 0x0002040810204081 >> 56 << i
	}
	return set
}

// unload writes the grid of a solved state, in which each cell is a place of
// exactly one digit.
func (s *bandState) unload(cells *[81]uint8) {
	var low, high [4]uint64 // by bit of the digit: cells 0 to 63, and the cells from 64
	for d := range s.places {
		p := &s.places[d]
		first, rest := p[0]|p[1]<<(2*bandWidth), p[1]>>(64-2*bandWidth)
		for bit := range low {
			if (d+1)>>bit&1 != 0 {
				low[bit] |= first
				high[bit] |= rest
			}
		}
	}
	for i := 0; i < 64; i += 8 {
		binary.LittleEndian.PutUint64(cells[i:], eightDigits(&low, i))
	}
	for i := 0; i < 16; i += 8 {
		binary.LittleEndian.PutUint64(cells[64+i:], eightDigits(&high, i))
	}
	cells[80] = uint8(high[0]>>16 | high[1]>>16<<1 | high[2]>>16<<2 | high[3]>>16<<3)
}

// row writes the candidate masks of the cells.
func (s *bandState) row(masks []uint16) {
	clear(masks)
	for d := range s.places {
		for i, w := range s.places[d] {
			for ; w != 0; w &= w - 1 {
				masks[2*bandWidth*i+bits.TrailingZeros64(w)] |= 1 << d
			}
		}
	}
}

// eightDigits returns the digits of the eight cells that begin at bit from, one
// digit a byte.
func eightDigits(sets *[4]uint64, from int) uint64 {
	return spreadCells[sets[0]>>from&0xff] | spreadCells[sets[1]>>from&0xff]<<1 |
		spreadCells[sets[2]>>from&0xff]<<2 | spreadCells[sets[3]>>from&0xff]<<3
}

// close applies the rules until none removes anything more, and reports
// whether the state is alive.
func (s *bandState) close() bool {
	for {
		for s.dirty != 0 {
			d := bits.TrailingZeros32(s.dirty)
			s.dirty &= s.dirty - 1
			lone0, lone1, alive := s.closeDigit(d)
			if !alive {
				return false
			}
			if lone0|lone1 != 0 {
				s.clearOthers(d, lone0, lone1)
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

// closeInRounds does the same as close. It is faster for the first state, which
// has many cells to solve and is rarely dead.
func (s *bandState) closeInRounds() bool {
	for {
		for s.dirty != 0 {
			if !s.round() {
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

// branchCell returns the cell to branch at, as a word and the number of its
// bit. It is the cell with the fewest candidates; of several, the one with the
// highest score; of several, the first.
func (s *bandState) branchCell() (word, at int) {
	cells := s.pairs
	if cells[0]|cells[1] == 0 {
		cells = s.fewest()
	}
	open0, open1 := s.open[0], s.open[1]
	highest, best := math.MinInt, 0
	for i, w := range cells {
		for ; w != 0; w &= w - 1 {
			cell := 2*bandWidth*i + bits.TrailingZeros64(w)
			t := &bandScores[cell]
			score := bits.OnesCount64(open0&t.alone[0]) + bits.OnesCount64(open1&t.alone[1]) +
				bits.OnesCount64(s.open[i]&t.box) - bits.OnesCount64(s.open[i]&t.twice)
			if score > highest {
				highest, best = score, cell
			}
		}
	}
	return best / (2 * bandWidth), best % (2 * bandWidth)
}

// fewest returns the open cells with the fewest candidates. No cell may have
// two candidates.
func (s *bandState) fewest() (cells bandSet) {
	least := 9
	for i, open := range s.open {
		for ; open != 0; open &= open - 1 {
			bit := open & -open
			n := 0
			for d := range s.places {
				if s.places[d][i]&bit != 0 {
					n++
				}
			}
			if n < least {
				least, cells = n, bandSet{}
			}
			if n == least {
				cells[i] |= bit
			}
		}
	}
	return cells
}

// digitsAt returns the candidates of a cell.
func (s *bandState) digitsAt(word, at int) uint32 {
	p, shift := &s.places, at&63
	word &= 1
	digits := p[0][word]>>shift&1 | p[1][word]>>shift&1<<1 | p[2][word]>>shift&1<<2 |
		p[3][word]>>shift&1<<3 | p[4][word]>>shift&1<<4 | p[5][word]>>shift&1<<5 |
		p[6][word]>>shift&1<<6 | p[7][word]>>shift&1<<7 | p[8][word]>>shift&1<<8
	return uint32(digits)
}

// takeLowest sets a cell to its lowest candidate.
func (s *bandState) takeLowest(word, at int, digits uint32) {
	s.take(word, at, digits&-digits)
	s.dirty |= digits
	for rest := digits & (digits - 1); rest != 0; rest &= rest - 1 {
		s.places[bits.TrailingZeros32(rest)][word] &^= 1 << at
	}
}

// take removes the only candidate of a cell from the cell's peers.
func (s *bandState) take(word, at int, digit uint32) {
	s.places[bits.TrailingZeros32(digit)].remove(&bandPeers[2*bandWidth*word+at])
	s.solved[word] |= 1 << at
	s.dirty |= digit
}

// dropLowest removes the lowest candidate of a cell. If one candidate is left,
// it also removes that from the peers.
func (s *bandState) dropLowest(word, at int, digits uint32) {
	s.places[bits.TrailingZeros32(digits)][word] &^= 1 << at
	s.dirty |= digits & -digits
	if rest := digits & (digits - 1); rest&(rest-1) == 0 {
		s.take(word, at, rest)
	}
}
