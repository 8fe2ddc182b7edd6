package reference

import (
	"math/bits"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
)

// A backtrack is the oldest method. It fills the blanks in order, each with the
// lowest digit that its row, column and box allow. If a blank has no such
// digit, it goes back to the latest blank with another choice. D. H. Lehmer
// described and named the method; S. W. Golomb and L. D. Baumert generalised it
// in "Backtrack Programming" (1965).
//
// It serves as the base line, and is too simple to be wrong. Hard grids of
// order 16 are beyond it. A guess is a blank with two or more candidates when
// the search reaches it.
type backtrack struct {
	engine.Interruptible
	shape    geometry.Box
	rows     [32]uint32 // digits used
	columns  [32]uint32
	boxes    [32]uint32
	solution [geometry.MaxCells]uint8
	steps    [geometry.MaxCells]backtrackStep // one for each blank, in order
}

// A backtrackStep is a blank and its digits.
type backtrackStep struct {
	cell             uint16
	row, column, box uint8
	digit            uint32 // the current digit, as a bit
	rest             uint32 // the digits to try next
}

// NewBacktrack returns engine backtrack for a shape.
func NewBacktrack(shape geometry.Box) engine.Engine { return &backtrack{shape: shape} }

func (e *backtrack) Search(cells []uint8, limit int, maxGuesses uint64) engine.Outcome {
	steps := e.start(cells)
	full := uint32(1)<<e.shape.Side() - 1
	var out engine.Outcome
	depth, forward := 0, true
	for {
		if depth == len(steps) {
			if out.Found == 0 {
				e.store(steps)
			}
			out.Found++
			if out.Found >= limit {
				break
			}
			depth, forward = depth-1, false
		}
		if depth < 0 {
			out.Complete = true
			break
		}
		s := &steps[depth]
		if forward {
			s.rest = full &^ (e.rows[s.row&31] | e.columns[s.column&31] | e.boxes[s.box&31])
			s.digit = 0
			if s.rest&(s.rest-1) != 0 {
				if out.Guesses == maxGuesses || out.Guesses%engine.StopCheckGuesses == 0 && e.Stopped() {
					break
				}
				out.Guesses++
			}
		}
		next := s.rest & -s.rest
		s.rest ^= next
		change := s.digit ^ next
		s.digit = next
		e.rows[s.row&31] ^= change
		e.columns[s.column&31] ^= change
		e.boxes[s.box&31] ^= change
		if forward = next != 0; forward {
			depth++
		} else {
			depth--
		}
	}
	if out.Found > 0 {
		copy(cells, e.solution[:])
	}
	return out
}

// start records the digits of the clues, and returns a step for each blank.
func (e *backtrack) start(cells []uint8) []backtrackStep {
	e.rows, e.columns, e.boxes = [32]uint32{}, [32]uint32{}, [32]uint32{}
	n := 0
	for cell, value := range cells {
		row, column, box := e.shape.Houses(cell)
		e.solution[cell] = value
		if value == 0 {
			e.steps[n] = backtrackStep{cell: uint16(cell), row: uint8(row), column: uint8(column), box: uint8(box)}
			n++
			continue
		}
		digit := uint32(1) << (value - 1)
		e.rows[row] |= digit
		e.columns[column] |= digit
		e.boxes[box] |= digit
	}
	return e.steps[:n]
}

// store writes the digits of the steps to the solution.
func (e *backtrack) store(steps []backtrackStep) {
	for i := range steps {
		e.solution[steps[i].cell] = uint8(bits.Len32(steps[i].digit))
	}
}
