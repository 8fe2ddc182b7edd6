package reference

import (
	"math/bits"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
)

// An mrv is the plain depth-first search of most small solvers. Three tables of
// bit masks hold the digits used in each row, column and box. The next cell to
// fill is the one with the fewest candidates ("minimum remaining values", J. R.
// Bitner and E. M. Reingold, "Backtrack programming techniques", 1975), the
// first if there are several. Digits are tried in ascending order.
//
// It serves as the yardstick for the gain from choosing the tightest cell. A
// guess is a chosen cell with two or more candidates.
type mrv struct {
	engine.Interruptible
	full  uint32
	used  [3][32]uint32               // digits used in each row, column and box
	house [geometry.MaxCells][3]uint8 // by cell: its row, column and box
	value [geometry.MaxCells]uint8

	// next and prev link the blanks in ascending order. The entry after the
	// last cell is both ends of the list.
	next, prev [geometry.MaxCells + 1]uint16

	cells      []uint8 // the puzzle of the current search
	limit      int
	maxGuesses uint64
	out        engine.Outcome
}

// NewMRV returns engine mrv for a shape.
func NewMRV(shape geometry.Box) engine.Engine {
	e := &mrv{full: 1<<shape.Side() - 1}
	for cell := range shape.Cells() {
		row, column, box := shape.Houses(cell)
		e.house[cell] = [3]uint8{uint8(row), uint8(column), uint8(box)}
	}
	return e
}

func (e *mrv) Search(cells []uint8, limit int, maxGuesses uint64) engine.Outcome {
	e.used = [3][32]uint32{}
	end := uint16(len(cells))
	e.next[end], e.prev[end] = end, end
	for cell, value := range cells {
		e.value[cell] = value
		if value != 0 {
			e.flip(uint16(cell), 1<<(value-1))
			continue
		}
		last := e.prev[end]
		e.next[last], e.prev[cell] = uint16(cell), last
		e.next[cell], e.prev[end] = end, uint16(cell)
	}
	e.cells, e.limit, e.maxGuesses, e.out = cells, limit, maxGuesses, engine.Outcome{}
	e.out.Complete = e.descend(end)
	e.cells = nil
	return e.out
}

// descend fills the blanks in every possible way. end is the end of the list of
// blanks. descend returns false if the search must stop.
func (e *mrv) descend(end uint16) bool {
	if e.next[end] == end {
		if e.out.Found == 0 {
			copy(e.cells, e.value[:])
		}
		e.out.Found++
		return e.out.Found < e.limit
	}
	cell, candidates := e.tightest(end)
	if candidates == 0 {
		return true
	}
	if candidates&(candidates-1) != 0 {
		if e.out.Guesses == e.maxGuesses || e.out.Guesses%engine.StopCheckGuesses == 0 && e.Stopped() {
			return false
		}
		e.out.Guesses++
	}
	e.next[e.prev[cell]], e.prev[e.next[cell]] = e.next[cell], e.prev[cell]
	goOn := true
	for ; goOn && candidates != 0; candidates &= candidates - 1 {
		digit := candidates & -candidates
		e.value[cell] = uint8(bits.Len32(digit))
		e.flip(cell, digit)
		goOn = e.descend(end)
		e.flip(cell, digit)
	}
	e.next[e.prev[cell]], e.prev[e.next[cell]] = cell, cell
	return goOn
}

// tightest returns the blank with the fewest candidates, and its candidates.
func (e *mrv) tightest(end uint16) (best uint16, candidates uint32) {
	fewest := 99
	for cell := e.next[end]; cell != end; cell = e.next[cell] {
		h := &e.house[cell]
		free := e.full &^ (e.used[0][h[0]&31] | e.used[1][h[1]&31] | e.used[2][h[2]&31])
		if n := bits.OnesCount32(free); n < fewest {
			best, candidates, fewest = cell, free, n
			if n <= 1 {
				break
			}
		}
	}
	return best, candidates
}

// flip marks a digit as used in the houses of a cell, or removes the mark.
func (e *mrv) flip(cell uint16, digit uint32) {
	h := &e.house[cell]
	e.used[0][h[0]&31] ^= digit
	e.used[1][h[1]&31] ^= digit
	e.used[2][h[2]&31] ^= digit
}
