package bulk

// This file writes puzzles and the answers to them in the forms without columns.

import (
	"slices"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A Verdict is the outcome for one record.
type Verdict uint8

// The verdicts, each with the mark that stands for it in the output. A mark begins its
// line, so "grep ^contradiction" finds all contradictions.
const (
	// Unknown is the zero Verdict: nothing is known about the record. It cannot be written.
	Unknown Verdict = iota
	// Solved means that the answer is a grid. It has no mark.
	Solved
	// Multiple means that the answer is one of several solutions. Its mark is "multiple",
	// followed by their number if they were counted: "multiple 37", "multiple 37+".
	Multiple
	// NoSolution means that the puzzle has no solution. Its mark is "no solution".
	NoSolution
	// Contradiction means that two clues in one house have the same digit. Its mark names
	// both cells by row and column: "contradiction r1c1 r1c2".
	Contradiction
	// GaveUp means that the solver reached its limit of guesses. Its mark is "gave up after
	// 1000 guesses".
	GaveUp
	// Malformed means that the record is not a puzzle. Its mark is "malformed column 17:
	// bad cell 'x'", or "malformed row 2 column 17: ..." in forms with rows.
	Malformed
)

// HasGrid reports whether an answer with the verdict has a grid: the solution, or one of several.
func (v Verdict) HasGrid() bool { return v == Solved || v == Multiple }

var verdictMarks = [...]string{
	Unknown:       "unknown",
	Solved:        "solved",
	Multiple:      "multiple",
	NoSolution:    "no solution",
	Contradiction: "contradiction",
	GaveUp:        "gave up",
	Malformed:     "malformed",
}

// String returns the verdict's mark without its details, or "solved" or "unknown".
func (v Verdict) String() string {
	if int(v) < len(verdictMarks) {
		return verdictMarks[v]
	}
	return "Verdict(" + strconv.Itoa(int(v)) + ")"
}

// An Answer is the result for one record, as the output states it.
type Answer struct {
	Verdict Verdict
	Cells   []uint8 // the grid (Solved, Multiple); borrowed
	Clash   [2]int  // the two clues with the same digit (Contradiction)
	Guesses uint64  // guesses made (GaveUp)
	// Count is the number of solutions found (Multiple), or 0 if they were not counted.
	// AtLeast says that there may be more.
	Count   int
	AtLeast bool
	Fault   *model.SyntaxError // why the record is malformed (Malformed)
	Record  []byte             // the text of the record, for a form that Redraws
}

// AppendPuzzle appends a puzzle to dst as one record of the form f and returns the extended
// slice. The record is a line, nine rows, sixteen rows and an empty line, or a drawn grid
// and an empty line.
//
// grid must hold f.Order·f.Order values. A blank becomes "." in Line and Grid, "0" in Hiho
// and "-" in Letters16. AppendPuzzle does not write the header of Hiho, because only the
// caller knows the number of puzzles. It does not allocate if dst has room.
//
// The other values are for further columns of a table.
func (f Form) AppendPuzzle(dst []byte, grid []uint8, others ...[]byte) []byte {
	if w := f.Kind.writer(); w != nil {
		value := cells.AppendCells(make([]byte, 0, 257), grid)
		return w.AppendRow(dst, f.Layout.target, append([][]byte{value}, others...))
	}
	dst = f.appendGrid(dst, grid)
	return f.appendSeparator(dst)
}

// AppendSolvedPuzzle appends a puzzle and its solution as one record. In a table they are
// two columns, in a [Form.Paired] array they are one record, and in the form Line a comma
// separates them. The other values are for further columns of a table.
func (f Form) AppendSolvedPuzzle(dst []byte, grid, solution []uint8, others ...[]byte) []byte {
	if w := f.Kind.writer(); w != nil {
		puzzle := cells.AppendCells(make([]byte, 0, 257), grid)
		values := append([][]byte{puzzle, cells.AppendCells(make([]byte, 0, 257), solution)}, others...)
		return w.AppendRow(dst, f.Layout.target, values)
	}
	dst = f.AppendPuzzle(dst, grid)
	if f.form().Spec().Inline {
		dst[len(dst)-1] = ','
	}
	return f.AppendPuzzle(dst, solution)
}

// AppendAnswer appends the answer to one record to dst and returns the extended slice. It
// panics if the verdict is Unknown. It does not allocate if dst has room.
//
// In Line an answer is exactly one line, and only a grid can be read as a record again:
//
//	answer   = cells | multiple " " cells | mark .
//	multiple = "multiple" [ " " count ] .
//	count    = digit { digit } [ "+" ] .
//
// A count is the number of solutions. A "+" says that there may be more.
//
// In Hiho an answer is the rows of the grid, with a line "multiple" before them for that
// verdict, or one line with the mark. A puzzle without a solution, contradictory or not, is
// "No", the word of the judge that the form comes from. Letters16 and Grid are like Hiho,
// but use the marks of Line and end each answer with an empty line.
//
// A form that [Form.Redraws] has the rows of the record with the digits of the grid in them.
// The mark is a line before them, or in JSON the member "status" of an object.
//
// In Npy an answer is a grid. It is all zeros for a verdict without a grid, because an
// array has no place for a mark.
//
// A mark does not name the line in the file, so it does not depend on where the record is.
func (f Form) AppendAnswer(dst []byte, a *Answer) []byte {
	if a.Verdict == Unknown {
		panic("bulk: an answer without a verdict")
	}
	if f.Redraws() {
		return f.appendRedrawn(dst, a)
	}
	spec, array := f.form().Spec(), !f.Kind.HoldsMarks()
	switch {
	case array && !a.Verdict.HasGrid():
		dst = append(dst, make([]byte, f.Order*f.Order)...)
	case array, a.Verdict == Solved:
		dst = f.appendGrid(dst, a.Cells)
	case a.Verdict == Multiple:
		between := byte('\n')
		if spec.Inline {
			between = ' '
		}
		dst = f.appendMark(dst, a)
		dst = append(dst, between)
		dst = f.appendGrid(dst, a.Cells)
	case spec.Unsolvable != "" && (a.Verdict == NoSolution || a.Verdict == Contradiction):
		dst = append(append(dst, spec.Unsolvable...), '\n')
	default:
		dst = f.appendMark(dst, a)
		dst = append(dst, '\n')
	}
	return f.appendSeparator(dst)
}

// AppendSolved appends the answers to solved puzzles, whose grids lie one after the other
// in grid. The result is the same as one call of AppendAnswer per grid, but faster. It does
// not allocate if dst has room.
func (f Form) AppendSolved(dst []byte, grid []uint8) []byte {
	if grids := f.form().Spec().Grids; grids != nil && !f.IsStyled() {
		return grids(dst, f.Board(), grid)
	}
	for size := f.Order * f.Order; len(grid) >= size; grid = grid[size:] {
		dst = f.AppendPuzzle(dst, grid[:size])
	}
	return dst
}

// AppendMultiple appends the answers to puzzles with several solutions that were not counted. The
// result is the same as one call of AppendAnswer per grid, but faster.
func (f Form) AppendMultiple(dst []byte, grid []uint8) []byte {
	size := f.Order * f.Order
	if spec := f.form().Spec(); spec.Grids == nil || f.IsStyled() || !spec.Inline {
		for ; len(grid) >= size; grid = grid[size:] {
			dst = f.AppendAnswer(dst, &Answer{Verdict: Multiple, Cells: grid[:size]})
		}
		return dst
	}
	mark := append(f.appendMark(nil, &Answer{Verdict: Multiple}), ' ')
	start, n := len(dst), len(grid)/size
	dst = slices.Grow(dst, n*(len(mark)+size+1))
	lines := f.AppendSolved(dst[start+n*len(mark):start+n*len(mark)], grid) // where they end
	for dst = dst[:start]; len(lines) > 0; lines = lines[size+1:] {
		dst = append(append(dst, mark...), lines[:size+1]...)
	}
	return dst
}

// appendGrid appends the rows of a grid, including the last newline.
func (f Form) appendGrid(dst []byte, grid []uint8) []byte {
	if f.IsStyled() {
		return f.Layout.style.append(dst, f.Board(), grid)
	}
	return f.form().Spec().Grid(dst, f.Board(), grid)
}

// appendSeparator appends the text between two records.
func (f Form) appendSeparator(dst []byte) []byte {
	if f.form().Spec().Parted {
		return append(dst, '\n')
	}
	return dst
}

// appendMark appends the mark of an answer, without a newline. For Multiple it is the text
// before the grid.
func (f Form) appendMark(dst []byte, a *Answer) []byte {
	if mark := f.form().Spec().Mark; mark != nil {
		return mark(dst, appendMark(nil, f.Order, a))
	}
	return appendMark(dst, f.Order, a)
}

// appendMark appends the mark of an answer to a puzzle of an order.
func appendMark(dst []byte, order int, a *Answer) []byte {
	dst = append(dst, a.Verdict.String()...)
	switch a.Verdict {
	case Multiple:
		if a.Count > 0 {
			dst = syntax.AppendCount(dst, " ", a.Count, "")
			if a.AtLeast {
				dst = append(dst, '+')
			}
		}
	case Contradiction:
		for _, cell := range a.Clash {
			dst = syntax.AppendCount(dst, " r", cell/order+1, "c")
			dst = strconv.AppendInt(dst, int64(cell%order+1), 10)
		}
	case GaveUp:
		dst = append(dst, " after "...)
		dst = strconv.AppendUint(dst, a.Guesses, 10)
		dst = append(dst, " guesses"...)
	case Malformed:
		if e := a.Fault; e != nil {
			if e.Row > 0 {
				dst = syntax.AppendCount(dst, " row ", e.Row, "")
			}
			dst = syntax.AppendCount(dst, " column ", e.Column, ": ")
			dst = e.AppendReason(dst)
		}
	}
	return dst
}
