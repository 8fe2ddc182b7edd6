// Package literaltest is the common search, written for clarity and not for speed.
// Tests compare the fast engines with it.
package literaltest

import (
	"math/bits"
	"slices"
	"sync"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
)

// Search runs the common search as package solver's documentation defines it,
// sentence by sentence. Like an engine, it writes the first solution to cells.
func Search(box geometry.Box, cells []uint8, limit int, maxGuesses uint64) engine.Outcome {
	return newSearcher(box, cells, limit, maxGuesses).run(candidates(box, cells))
}

// SearchCandidates does the same for a puzzle that is given as a set of
// candidates for each cell.
func SearchCandidates(box geometry.Box, masks []uint32, cells []uint8, limit int, maxGuesses uint64) engine.Outcome {
	return newSearcher(box, cells, limit, maxGuesses).run(slices.Clone(masks))
}

// List returns up to limit solutions in the order of the common search.
func List(box geometry.Box, cells []uint8, limit int) [][]uint8 {
	r := newSearcher(box, cells, limit, engine.Unlimited)
	r.listing = true
	r.run(candidates(box, cells))
	return r.list
}

// newSearcher returns a searcher for a puzzle.
func newSearcher(box geometry.Box, cells []uint8, limit int, maxGuesses uint64) *searcher {
	r := &searcher{board: newBoard(box), cells: cells, limit: limit, maxGuesses: maxGuesses}
	r.rules = []rule{nakedSingle, hiddenSingle, pointing, claiming}
	if box == (geometry.Box{Rows: 3, Columns: 3}) {
		r.rules = []rule{nakedSingle, hiddenSingle, matchLinesToBoxes}
	}
	return r
}

// candidates returns the initial state of a puzzle.
func candidates(box geometry.Box, cells []uint8) state {
	s := make(state, len(cells))
	for cell, clue := range cells {
		s[cell] = 1<<box.Side() - 1
		if clue != 0 {
			s[cell] = bitOf(int(clue))
		}
	}
	return s
}

// A searcher is a single run of the search.
type searcher struct {
	board      *board
	rules      []rule
	cells      []uint8
	limit      int
	maxGuesses uint64
	out        engine.Outcome
	listing    bool // solutions go to list, not to cells
	list       [][]uint8
}

// run searches from the initial state.
func (r *searcher) run(s state) engine.Outcome {
	r.out.Complete = r.explore(s)
	return r.out
}

// explore searches a state and its children, depth first. It returns false if
// the search must stop.
func (r *searcher) explore(s state) bool {
	r.close(s)
	if r.board.dead(s) {
		return true
	}
	cell, open := r.board.branchCell(s)
	if !open {
		into := r.cells
		if r.listing {
			into = make([]uint8, len(s))
			r.list = append(r.list, into)
		}
		if r.listing || r.out.Found == 0 {
			for i := range s {
				into[i] = uint8(s.lowest(i))
			}
		}
		r.out.Found++
		return r.out.Found < r.limit
	}
	if r.out.Guesses == r.maxGuesses {
		return false
	}
	r.out.Guesses++
	first, second := slices.Clone(s), slices.Clone(s)
	first[cell] = bitOf(s.lowest(cell))
	second.remove(cell, s.lowest(cell))
	return r.explore(first) && r.explore(second)
}

// close applies the rules until none removes anything more. No rule adds a
// candidate to a cell without one, so such a state stays dead.
func (r *searcher) close(s state) {
	for changed := true; changed && !slices.Contains(s, 0); {
		changed = false
		for _, rule := range r.rules {
			changed = rule(r.board, s) || changed
		}
	}
}

// A state holds the candidates of each cell.
type state []uint32

// bitOf returns the bit of a digit in a set of candidates.
func bitOf(digit int) uint32 { return 1 << (digit - 1) }

// has reports whether a digit is a candidate of a cell.
func (s state) has(cell, digit int) bool { return s[cell]&bitOf(digit) != 0 }

// count returns the number of candidates of a cell.
func (s state) count(cell int) int { return bits.OnesCount32(s[cell]) }

// lowest returns the lowest candidate of a cell.
func (s state) lowest(cell int) int { return bits.TrailingZeros32(s[cell]) + 1 }

// remove removes a candidate from a cell, and reports whether the cell had it.
func (s state) remove(cell, digit int) bool {
	was := s.has(cell, digit)
	s[cell] &^= bitOf(digit)
	return was
}

// places returns for each digit the number of cells of a house that have it as
// a candidate, and the last such cell.
func (s state) places(house []int) (n, last [geometry.MaxSide + 1]int) {
	for _, cell := range house {
		for rest := s[cell]; rest != 0; rest &= rest - 1 {
			digit := bits.TrailingZeros32(rest) + 1
			n[digit]++
			last[digit] = cell
		}
	}
	return n, last
}

// A board holds the houses of a shape.
type board struct {
	order                  int
	rows, columns, boxes   [][]int // the cells of each
	houses                 [][]int // rows, columns and boxes
	rowOf, columnOf, boxOf []int   // by cell
	peers                  [][]int // by cell
}

// boards caches the boards.
var boards sync.Map

func newBoard(shape geometry.Box) *board {
	if b, ok := boards.Load(shape); ok {
		return b.(*board)
	}
	order := shape.Side()
	b := &board{order: order}
	defer boards.Store(shape, b)
	b.rows, b.columns, b.boxes = make([][]int, order), make([][]int, order), make([][]int, order)
	for cell := range order * order {
		row, column, box := shape.Houses(cell)
		b.rows[row] = append(b.rows[row], cell)
		b.columns[column] = append(b.columns[column], cell)
		b.boxes[box] = append(b.boxes[box], cell)
		b.rowOf = append(b.rowOf, row)
		b.columnOf = append(b.columnOf, column)
		b.boxOf = append(b.boxOf, box)
	}
	b.houses = slices.Concat(b.rows, b.columns, b.boxes)
	b.peers = make([][]int, order*order)
	for cell := range b.peers {
		for other := range b.peers {
			if other != cell && (b.rowOf[other] == b.rowOf[cell] ||
				b.columnOf[other] == b.columnOf[cell] || b.boxOf[other] == b.boxOf[cell]) {
				b.peers[cell] = append(b.peers[cell], other)
			}
		}
	}
	return b
}

// dead reports whether a closed state has a cell without a candidate, a digit
// without a place in some house, or two equal digits fixed in one house.
func (b *board) dead(s state) bool {
	for _, house := range b.houses {
		places, _ := s.places(house)
		var fixed [geometry.MaxSide + 1]int
		for _, cell := range house {
			if s.count(cell) == 1 {
				fixed[s.lowest(cell)]++
			}
		}
		for digit := 1; digit <= b.order; digit++ {
			if places[digit] == 0 || fixed[digit] > 1 {
				return true
			}
		}
	}
	return slices.Contains(s, 0)
}

// branchCell returns the cell to branch at, or false if no cell is open. It is
// the open cell with the fewest candidates; of several, the one with the
// highest score; of several, the lowest.
func (b *board) branchCell(s state) (best int, open bool) {
	fewest, highest := 99, 0
	for cell := range s {
		n := s.count(cell)
		if n < 2 || n > fewest {
			continue
		}
		score := 0
		for _, peer := range b.peers[cell] {
			if s.count(peer) >= 2 {
				score += b.score(cell, peer)
			}
		}
		if n < fewest || score > highest {
			best, open, fewest, highest = cell, true, n, score
		}
	}
	return best, open
}

// score returns what an unsolved peer adds to the score of a cell.
func (b *board) score(cell, peer int) int {
	shared := 0
	for _, houseOf := range [][]int{b.rowOf, b.columnOf, b.boxOf} {
		if houseOf[cell] == houseOf[peer] {
			shared++
		}
	}
	switch {
	case shared == 2:
		return -1
	case b.boxOf[cell] == b.boxOf[peer]:
		return 2
	}
	return 1
}
