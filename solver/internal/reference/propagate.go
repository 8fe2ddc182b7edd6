package reference

import (
	"math/bits"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
)

// A propagate is the classic solver for 16×16 grids, as written for the POJ
// 3076 and hihoCoder problems. It keeps a mask of candidates for each cell, and
// applies naked and hidden singles until nothing changes. A cell without
// candidates or a digit without a place ends the branch. Otherwise it guesses
// in the first cell with the fewest candidates, on a copy of the state, with
// digits in ascending order. P. Norvig's "Solving Every Sudoku Puzzle" (2006)
// made the same method popular for order 9.
//
// It serves as the yardstick for the engines for order 16. A guess is a state
// without singles that has a blank.
type propagate struct {
	engine.Interruptible
	order     int
	full      uint32
	houses    [3 * geometry.MaxSide][geometry.MaxSide]uint16 // by row, column and box: its cells
	housesOf  [geometry.MaxCells][3]uint8                    // by cell: its row, column and box
	peers     [geometry.MaxCells][64]uint16                  // by cell: the cells that share a house with it
	peerCount int
	pending   []uint16         // naked singles to propagate
	states    []propagateState // one for each open guess, and the current one

	cells      []uint8 // the puzzle of the current search
	limit      int
	maxGuesses uint64
	out        engine.Outcome
}

// A propagateState is a node of the search.
type propagateState struct {
	candidates []uint32
	placed     []uint32 // by house: digits of its solved cells
	open       int      // number of unsolved cells; the peers of such a cell still have its digit
}

// NewPropagate returns engine propagate for a shape.
func NewPropagate(box geometry.Box) engine.Engine {
	order, count := box.Side(), box.Cells()
	e := &propagate{order: order, full: 1<<order - 1}
	e.pending = make([]uint16, 0, 2*count)
	e.states = make([]propagateState, count+1)
	for i := range e.states {
		e.states[i].candidates, e.states[i].placed = make([]uint32, count), make([]uint32, 3*order)
	}
	for i := range order {
		for j := range order {
			e.houses[i][j] = uint16(i*order + j)
			e.houses[order+i][j] = uint16(j*order + i)
			e.houses[2*order+i][j] = uint16(box.Cell(i, j))
		}
	}
	for h := range e.houses[:3*order] {
		for _, cell := range e.houses[h][:order] {
			e.housesOf[cell][h/order] = uint8(h)
		}
	}
	for cell := range count {
		n := 0
		for other := range count {
			if other != cell && e.sharesHouse(cell, other) {
				e.peers[cell][n] = uint16(other)
				n++
			}
		}
		e.peerCount = n
	}
	return e
}

func (e *propagate) sharesHouse(a, b int) bool {
	x, y := &e.housesOf[a], &e.housesOf[b]
	return x[0] == y[0] || x[1] == y[1] || x[2] == y[2]
}

func (e *propagate) Search(cells []uint8, limit int, maxGuesses uint64) engine.Outcome {
	s := &e.states[0]
	clear(s.placed)
	s.open = len(cells)
	for cell := range cells {
		s.candidates[cell] = e.full
	}
	e.cells, e.limit, e.maxGuesses, e.out = cells, limit, maxGuesses, engine.Outcome{}
	e.pending = e.pending[:0]
	possible := true
	for cell, value := range cells {
		if value != 0 && !e.place(s, uint16(cell), 1<<(value-1)) {
			possible = false
			break
		}
	}
	e.out.Complete = !possible || e.descend(0)
	e.cells = nil
	return e.out
}

// descend searches from the state at the given depth. It returns false if the
// search must stop.
func (e *propagate) descend(depth int) bool {
	s := &e.states[depth]
	if !e.settle(s) {
		return true
	}
	if s.open == 0 {
		if e.out.Found == 0 {
			for cell := range e.cells {
				e.cells[cell] = uint8(bits.Len32(s.candidates[cell]))
			}
		}
		e.out.Found++
		return e.out.Found < e.limit
	}
	if e.out.Guesses == e.maxGuesses || e.out.Guesses%engine.StopCheckGuesses == 0 && e.Stopped() {
		return false
	}
	e.out.Guesses++
	cell := e.tightest(s)
	for rest := s.candidates[cell]; rest != 0; rest &= rest - 1 {
		child := &e.states[depth+1]
		child.open = s.open
		copy(child.candidates, s.candidates)
		copy(child.placed, s.placed)
		e.pending = e.pending[:0]
		if e.place(child, cell, rest&-rest) && !e.descend(depth+1) {
			return false
		}
	}
	return true
}

// tightest returns the first of the unsolved cells with the fewest candidates.
func (e *propagate) tightest(s *propagateState) uint16 {
	best, fewest := 0, 99
	for cell := range e.cells {
		if n := bits.OnesCount32(s.candidates[cell]); n > 1 && n < fewest {
			best, fewest = cell, n
			if n == 2 {
				break
			}
		}
	}
	return uint16(best)
}

// settle applies naked and hidden singles until there are no more. It returns
// false if a cell has no candidate or a digit has no place.
func (e *propagate) settle(s *propagateState) bool {
	for {
		if !e.nakedSingles(s) {
			return false
		}
		found, ok := e.hiddenSingles(s)
		if !found || !ok {
			return ok
		}
	}
}

// place makes a digit the only candidate of a cell, and queues it as a naked
// single. It returns false if the digit is not a candidate.
func (e *propagate) place(s *propagateState, cell uint16, digit uint32) bool {
	if s.candidates[cell]&digit == 0 {
		return false
	}
	s.candidates[cell] = digit
	e.pending = append(e.pending, cell)
	return true
}

// nakedSingles removes the digits of queued naked singles from their peers. It
// returns false if a peer has no candidate left.
func (e *propagate) nakedSingles(s *propagateState) bool {
	for len(e.pending) > 0 {
		cell := e.pending[len(e.pending)-1]
		e.pending = e.pending[:len(e.pending)-1]
		digit := s.candidates[cell]
		h := &e.housesOf[cell]
		if s.placed[h[0]]&digit != 0 {
			continue // a duplicate: the peers no longer have the digit
		}
		for _, house := range h {
			s.placed[house] |= digit
		}
		s.open--
		for _, peer := range e.peers[cell][:e.peerCount] {
			was := s.candidates[peer]
			if was&digit == 0 {
				continue
			}
			is := was ^ digit
			s.candidates[peer] = is
			if is == 0 {
				return false
			}
			if is&(is-1) == 0 {
				e.pending = append(e.pending, peer)
			}
		}
	}
	return true
}

// hiddenSingles looks in all houses for digits with one place left, and places
// them. found reports whether there were any. ok is false if a digit has no
// place in a house or two digits have the same only place.
func (e *propagate) hiddenSingles(s *propagateState) (found, ok bool) {
	for h := range e.houses[:3*e.order] {
		cells := e.houses[h][:e.order]
		var once, twice uint32
		for _, cell := range cells {
			twice |= once & s.candidates[cell]
			once |= s.candidates[cell]
		}
		if once != e.full {
			return found, false
		}
		single := once &^ twice &^ s.placed[h]
		if single == 0 {
			continue
		}
		for _, cell := range cells {
			digit := s.candidates[cell] & single
			if digit&(digit-1) != 0 {
				return found, false
			}
			if digit != 0 && s.candidates[cell] != digit {
				found = true
				s.candidates[cell] = digit
				e.pending = append(e.pending, cell)
			}
		}
	}
	return found, true
}
