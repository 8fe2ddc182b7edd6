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
	if line, column, ok := syntax.FirstText(text, TextMaxLine); ok {
		r.Trailing = model.SyntaxError{Line: r.Lines + line, Column: column, Err: model.ErrTrailing}
	}
	r.Lines += syntax.CountLines(text)
}

// MaxHeld is the greatest length of the text from the beginning of a puzzle to the end of
// its solution, if both are records.
const MaxHeld = 32 << 10

// MaxSolutions is the greatest number of records after a puzzle that are left out as its solutions.
const MaxSolutions = 32

// Solutions returns whether each well-formed record is a solution and not a puzzle, because
// a title says so, or because it solves the record just before it, which has clues.
// Between the two there may be other solutions. If above is set, a record that solves the one
// just after it, and none before it, is a solution, too. Spans must be set.
func Solutions(r *model.Records, above bool) (solved []bool, n int) {
	size := r.Order * r.Order
	cellsLeft, faults, titled := r.Cells, r.Faults, r.Titled
	var before []uint8  // the record just before, if it is a puzzle
	from, after := 0, 0 // where it begins, and how many records after it solve it
	var full []uint8    // the record just before, if it is complete and no solution yet
	r.Solved = r.Solved[:0]
	for record := range r.N {
		if len(faults) > 0 && faults[0].Record == record {
			faults, before, full = faults[1:], nil, nil
			continue
		}
		grid := cellsLeft[:size]
		cellsLeft = cellsLeft[size:]
		solved := before != nil && after < MaxSolutions && r.Spans[record].To-from <= MaxHeld && cells.IsSolvedBy(before, grid)
		if len(titled) > 0 && titled[0] == record {
			titled, solved = titled[1:], true
		}
		r.Solved = append(r.Solved, solved)
		if IsOpen(grid) && full != nil && r.Spans[record].To-r.Spans[record-1].From <= MaxHeld && cells.IsSolvedBy(grid, full) {
			r.Solved[len(r.Solved)-2] = true
			n++
		}
		full = nil
		switch {
		case solved:
			n++
			after++
		case IsOpen(grid):
			before, from, after = grid, r.Spans[record].From, 0
		default:
			before = nil
			if above && cells.IsComplete(grid) {
				full = grid
			}
		}
	}
	return r.Solved, n
}

// IsOpen reports whether the record after a grid may be its solution: the grid has clues and
// blanks.
func IsOpen(grid []uint8) bool { return !cells.IsComplete(grid) && cells.CountClues(grid) > 0 }

// DropSolutions removes the records that are solutions, see [Solutions], and counts them in LeftOut.
func DropSolutions(r *model.Records, above bool) {
	if _, r.LeftOut = Solutions(r, above); r.LeftOut > 0 {
		r.Keep(func(good int) bool { return !r.Solved[good] })
	}
	r.Titled = r.Titled[:0]
}

// FailSolutions makes the records that are solutions malformed. Spans must be set.
func FailSolutions(r *model.Records, above bool) {
	if _, n := Solutions(r, above); n == 0 {
		return
	}
	r.Reject(func(record, good int, _ []uint8) *model.SyntaxError {
		if !r.Solved[good] {
			return nil
		}
		return &model.SyntaxError{Line: r.Spans[record].Line, Column: min(1, r.Spans[record].Line), Err: model.ErrSolution}
	})
	r.Titled = r.Titled[:0]
}
