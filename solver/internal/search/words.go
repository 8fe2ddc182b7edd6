//go:build !js

package search

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
)

// words is the portable engine for boxes of two rows and up to four columns. A
// word has a bit for each cell and shows where a digit may be. In order 4 the
// four digits share a word: each has a plane of 16 bits. Each rule is a few
// operations on whole words.
type words struct {
	engine.Interruptible
	walk
	whole
	wordShape
	// path holds the states of the search path: second children that wait, then
	// the current state. Each level but the last fixes at least one more cell.
	path [65]wordState
}

// A wordState is one node of the search.
type wordState struct {
	places [8]uint64 // by digit, or all digits of order 4: the cells that may hold it
	solved uint64    // places whose digit was taken from all their peers
	open   uint64    // set by close: cells with two or more candidates
	pairs  uint64    // set by close: cells with two candidates
	dirty  uint32    // words that shrank since closeWord last ran for them
}

// A wordShape has the masks of a shape. The masks of cells are repeated in each plane.
type wordShape struct {
	side, cells, planes, words int
	width, step                int // cells of a row in a box; bits between bands
	fold2                      int // the second shift of fold

	closed *[1 << 16]uint16 // closures of order 4; nil in others

	all      uint64    // all cells
	rows     uint64    // the first cell of each row
	segments uint64    // the first cell of each row of each box
	corners  [4]uint64 // of these: upper left, upper right, lower left, lower right
	top      uint64    // the upper row of each band
	boxes    uint64    // the first cell of each box
	down, up uint64    // top without the last band, and without the first

	peers             [64]uint64 // by place: the places that it excludes
	lines, box, twice [64]uint64 // by cell: the peers in its row or column alone, in its box alone, in two houses
}

func newWords(shape geometry.Box) *words {
	fillBandTables() // words are written as bands are
	e := &words{wordShape: newWordShape(shape)}
	if e.side == 4 {
		e.closed = closures()
	}
	return e
}

// newWordShape returns the masks of a shape.
func newWordShape(shape geometry.Box) (g wordShape) {
	n, size := shape.Side(), shape.Cells()
	g.side, g.cells, g.planes = n, size, 1
	if n == 4 {
		g.planes = 4
	}
	g.words, g.width, g.step, g.fold2 = n/g.planes, shape.Columns, 2*n, shape.Columns-2
	for bit := range g.planes * size {
		i, at := bit%size, uint64(1)<<bit
		row, column, _ := shape.Houses(i)
		g.all |= at
		if column == 0 {
			g.rows |= at
		}
		if column%g.width == 0 {
			g.segments |= at
			g.corners[row%2*2+column/g.width] |= at
			if row%2 == 0 {
				g.boxes |= at
			}
		}
		if row%2 == 0 {
			g.top |= at
			if row < n-2 {
				g.down |= at
			}
			if row > 0 {
				g.up |= at
			}
		}
		for other := range size {
			g.relate(shape, bit, other)
		}
	}
	return g
}

// relate enters another cell in the tables of a place.
func (g *wordShape) relate(shape geometry.Box, bit, other int) {
	cell := bit % g.cells
	row, column, box := shape.Houses(cell)
	r, c, b := shape.Houses(other)
	line, at := row == r || column == c, uint64(1)<<other
	if other == cell || !line && box != b {
		return
	}
	g.peers[bit] |= at << (bit - cell)
	switch {
	case !line:
		g.box[cell] |= at
	case box == b:
		g.twice[cell] |= at
	default:
		g.lines[cell] |= at
	}
}

// Search implements engine.Engine.
func (e *words) Search(cells []uint8, limit int, maxGuesses uint64) engine.Outcome {
	e.begin(cells)
	return run(e, cells, limit, maxGuesses)
}

// begin implements walker. Each clue is removed from its peers' candidates, and
// is the only candidate of its cell. Two equal clues in a house remove each other,
// which leaves their cells without candidates.
func (e *words) begin(cells []uint8) {
	s := &e.path[0]
	var padded [64]uint8
	var clues [8]uint64
	copy(padded[:], cells)
	for w := range e.words {
		s.places[w] = e.all
	}
	taken := filled(padded[:])
	for set := taken; set != 0; set &= set - 1 {
		cell := bits.TrailingZeros64(set)
		w, bit := e.place(int(padded[cell&63])-1, cell)
		s.places[w] &^= e.peers[bit]
		clues[w] |= 1 << bit
	}
	for w := range e.words {
		s.places[w] &^= e.spread(taken) &^ clues[w]
	}
	s.solved = e.spread(taken)
	e.start(s)
}

// beginCandidates implements walker.
func (e *words) beginCandidates(masks []uint32) {
	s := &e.path[0]
	*s = wordState{}
	for cell, m := range masks {
		for ; m != 0; m &= m - 1 {
			w, bit := e.place(bits.TrailingZeros32(m), cell)
			s.places[w] |= 1 << bit
		}
	}
	e.start(s)
}

// start begins the search at a state.
func (e *words) start(s *wordState) {
	e.walk = walk{}
	s.dirty = 1<<e.words - 1
	e.alive = e.close(s)
}

// place returns the word and the bit of a digit, from 0, in a cell.
func (g *wordShape) place(digit, cell int) (word, bit int) {
	if g.planes > 1 {
		return 0, (16*digit + cell) & 63
	}
	return digit & 7, cell & 63
}

// spread repeats a set of cells in all planes.
func (g *wordShape) spread(cells uint64) uint64 {
	if g.planes > 1 {
		cells |= cells << 16
		cells |= cells << 32
	}
	return cells
}

// walkTo implements walker.
func (e *words) walkTo(open int, maxGuesses uint64) event {
	depth, alive := e.depth, e.alive && !e.stopped
	for {
		s := &e.path[depth]
		switch {
		case alive && bits.OnesCount64(s.open) > open:
			if e.guesses >= maxGuesses || e.guesses%engine.StopCheckGuesses == 0 && e.Stopped() {
				return e.pause(depth)
			}
			e.guesses++
			cell := e.branchCell(s)
			depth++
			e.path[depth] = *s
			e.branch(&e.path[depth], s, cell)
			alive = e.close(&e.path[depth])
			continue
		case alive:
			return e.stopAt(depth)
		case depth == 0:
			return e.end()
		}
		depth--
		alive = e.close(&e.path[depth])
	}
}

// branch sets a cell to its lowest candidate in the first child, and removes that
// in the second.
func (e *words) branch(first, second *wordState, cell int) {
	lowest := true
	for digit := range e.side {
		w, bit := e.place(digit, cell)
		if second.places[w]>>bit&1 == 0 {
			continue
		}
		if first.dirty |= 1 << w; lowest {
			first.places[w] &^= e.peers[bit]
			second.places[w] &^= 1 << bit
			second.dirty |= 1 << w
			lowest = false
			continue
		}
		first.places[w] &^= 1 << bit
	}
	first.solved |= e.spread(1 << cell)
}

// branchCell returns the cell to branch at: the one with the fewest candidates;
// of several, the one with the highest score; of several, the first.
func (e *words) branchCell(s *wordState) (best int) {
	cells := s.pairs
	if cells == 0 {
		cells = e.fewest(s)
	}
	highest := math.MinInt
	for ; cells != 0; cells &= cells - 1 {
		cell := bits.TrailingZeros64(cells)
		score := bits.OnesCount64(s.open&e.lines[cell]) + 2*bits.OnesCount64(s.open&e.box[cell]) - bits.OnesCount64(s.open&e.twice[cell])
		if score > highest {
			highest, best = score, cell
		}
	}
	return best
}

// fewest returns the open cells with the fewest candidates.
func (e *words) fewest(s *wordState) (cells uint64) {
	least := e.side + 1
	for open := s.open; open != 0; open &= open - 1 {
		cell, n := bits.TrailingZeros64(open), 0
		for digit := range e.side {
			w, bit := e.place(digit, cell)
			n += int(s.places[w] >> bit & 1)
		}
		if n < least {
			least, cells = n, 0
		}
		if n == least {
			cells |= 1 << cell
		}
	}
	return cells
}

// solution implements walker.
func (e *words) solution(cells []uint8) {
	var sets [4]uint64 // by bit of the digit: the cells
	for digit := 1; digit <= e.side; digit++ {
		w, bit := e.place(digit-1, 0)
		set := e.path[e.depth].places[w] >> bit
		for b := range sets {
			sets[b] |= set & -uint64(digit>>b&1)
		}
	}
	for i := 0; i+8 <= e.cells; i += 8 {
		binary.LittleEndian.PutUint64(cells[i:], eightDigits(&sets, i))
	}
	if e.cells == 36 {
		binary.LittleEndian.PutUint32(cells[32:], uint32(eightDigits(&sets, 32)))
	}
}

// save implements walker.
func (e *words) save(t *Subtree) { t.words = e.path[e.depth] }

// restart implements walker.
func (e *words) restart(t *Subtree) { e.walk, e.path[0] = walk{alive: true}, t.words }

// appendBelow implements walker.
func (e *words) appendBelow(dst []uint8) []uint8 {
	n := len(dst)
	dst = slices.Grow(dst, e.cells)[:n+e.cells]
	e.solution(dst[n:])
	return dst
}
