package form

// This file finds solutions that are records of their own, and the end of a file.

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// End ends the input of r before text, the rest of the decoded text, and looks for records that
// are not read.
func End(r *model.Records, text []byte) {
	r.Ended = true
	if line, column, ok := syntax.FirstText(text, TextMaxLine, true); ok {
		r.Trailing = model.SyntaxError{Line: r.Lines + line, Column: column, Err: model.ErrTrailing}
	}
	r.Lines += syntax.CountLines(text)
}

// MaxHeld is the greatest length of the text from the beginning of a puzzle to the end of
// its solution, if both are records.
const MaxHeld = 32 << 10

// MaxSolutions is the greatest number of records after a puzzle that are left out as its solutions.
const MaxSolutions = 32

// A SolutionMode says what becomes of a record that solves the record just before it, or that a title names
// as a solution.
type SolutionMode uint8

// The modes.
const (
	KeepSolutions SolutionMode = iota // it is a record as others are
	DropSolutions                     // it is left out
	FailSolutions                     // it is malformed
)

// Solutions returns whether each well-formed record is a solution and not a puzzle, because it
// solves the record just before it, which has clues. Between the two there may be other
// solutions. Spans must be set.
func Solutions(r *model.Records) (solved []bool, n int) {
	size := r.Order * r.Order
	cellsLeft := r.Cells
	var before []uint8  // the record just before, if it is a puzzle
	from, after := 0, 0 // where it begins, and how many records after it solve it
	r.Solved = r.Solved[:0]
	for record, fault := range r.Each() {
		if fault != nil {
			before = nil
			continue
		}
		grid := cellsLeft[:size]
		cellsLeft = cellsLeft[size:]
		solved := before != nil && after < MaxSolutions && r.Spans[record].To-from <= MaxHeld && cells.IsSolvedBy(before, grid)
		r.Solved = append(r.Solved, solved)
		switch {
		case solved:
			n++
			after++
		case IsOpen(grid):
			before, from, after = grid, r.Spans[record].From, 0
		default:
			before = nil
		}
	}
	return r.Solved, n
}

// IsOpen reports whether the record after a grid may be its solution: the grid has clues and
// blanks.
func IsOpen(grid []uint8) bool { return !cells.IsComplete(grid) && cells.CountClues(grid) > 0 }

// TakeSolutions leaves out the records that are solutions, see [Solutions], and counts them in LeftOut, or
// makes them malformed. Spans must be set.
func TakeSolutions(r *model.Records, mode SolutionMode) {
	if mode == KeepSolutions {
		return
	}
	_, n := Solutions(r)
	switch {
	case n == 0:
		return
	case mode == DropSolutions:
		r.LeftOut += n
		r.Keep(func(good int) bool { return !r.Solved[good] })
		return
	}
	r.Reject(func(record, good int, _ []uint8) *model.SyntaxError {
		if !r.Solved[good] {
			return nil
		}
		return &model.SyntaxError{Line: r.Spans[record].Line, Column: min(1, r.Spans[record].Line), Err: model.ErrSolution}
	})
}
