package reference

import (
	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
)

// A dlx solves Sudoku as an exact-cover problem with Algorithm X and dancing
// links: D. E. Knuth, "Dancing Links" (2000, arXiv cs/0011047). A row of the
// matrix is a digit in a cell. It covers four columns: the cell, and the digit
// in the cell's row, column and box. The matrix has 729×324 entries for order 9
// and 4096×1024 for order 16.
//
// It serves as the best known general method, and as a witness that knows
// nothing about Sudoku beyond the matrix. A guess is a choice of a smallest
// column with two or more rows left.
type dlx struct {
	order  int
	matrix *exactCover
	cells  []uint8               // the puzzle of the current search
	keep   func(rows []int) bool // stores the first solution
	first  bool
}

// NewDLX returns engine dlx for a shape.
func NewDLX(shape geometry.Box) engine.Engine {
	order := shape.Side()
	e := &dlx{order: order, matrix: newExactCover(4 * order * order)}
	e.keep = e.keepFirst
	for row := range order {
		for column := range order {
			box := shape.At(row, column)
			for digit := range order {
				e.matrix.addRow(
					row*order+column,
					(order+row)*order+digit,
					(2*order+column)*order+digit,
					(3*order+box)*order+digit,
				)
			}
		}
	}
	return e
}

// SetStop implements engine.Stopper.
func (e *dlx) SetStop(stop func() bool) { e.matrix.SetStop(stop) }

func (e *dlx) Search(cells []uint8, limit int, maxGuesses uint64) engine.Outcome {
	possible := true
	for cell, value := range cells {
		if value != 0 && !e.matrix.choose(cell*e.order+int(value)-1) {
			possible = false
			break
		}
	}
	out := engine.Outcome{Complete: !possible}
	if possible {
		e.cells, e.first = cells, true
		out = e.matrix.search(limit, maxGuesses, e.keep)
		e.cells = nil
	}
	for e.matrix.unchoose() >= 0 {
	}
	return out
}

// keepFirst writes the first solution to the puzzle.
func (e *dlx) keepFirst(rows []int) bool {
	if e.first {
		e.first = false
		for _, row := range rows {
			e.cells[row/e.order] = uint8(row%e.order) + 1
		}
	}
	return true
}
