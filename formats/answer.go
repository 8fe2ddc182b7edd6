package formats

import (
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// Verdict is the outcome for a record.
type Verdict uint8

// The verdicts, with the words that mark them in the output. A mark begins its
// line, so that "grep ^contradiction" finds all of a kind.
const (
	// Unknown is the zero Verdict: a record of which nothing is known. There is no
	// answer to it.
	Unknown Verdict = iota
	// Solved is a grid; it has no mark.
	Solved
	// Multiple is a grid that is not the only one: "multiple", with their number
	// where they were counted: "multiple 37", "multiple 37+".
	Multiple
	// NoSolution is a puzzle without one: "no solution".
	NoSolution
	// Contradiction is a puzzle in which two clues rule each other out, named
	// by row and column: "contradiction r1c1 r1c2".
	Contradiction
	// GaveUp is a puzzle that took too many guesses: "gave up after 1000
	// guesses".
	GaveUp
	// Malformed is a record that is not a puzzle: "malformed column 17: bad cell
	// 'x'", or "malformed row 2 column 17: ..." where its form has rows.
	Malformed
)

var verdictMarks = [...]string{
	Unknown:       "unknown",
	Solved:        "solved",
	Multiple:      "multiple",
	NoSolution:    "no solution",
	Contradiction: "contradiction",
	GaveUp:        "gave up",
	Malformed:     "malformed",
}

// String returns the words that mark the verdict in the output, or "solved" or
// "unknown".
func (v Verdict) String() string {
	if int(v) < len(verdictMarks) {
		return verdictMarks[v]
	}
	return "Verdict(" + strconv.Itoa(int(v)) + ")"
}

// An Answer is what the output says about one record.
type Answer struct {
	Verdict Verdict
	Cells   []uint8 // the grid (Solved, Multiple); borrowed
	Clash   [2]int  // the cells that contradict each other (Contradiction)
	Guesses uint64  // how many were made (GaveUp)
	// Count is how many solutions were found (Multiple); 0 = they were not
	// counted. AtLeast says that there may be more.
	Count   int
	AtLeast bool
	Fault   *SyntaxError // what is wrong with the record (Malformed)
}

// AppendPuzzle appends a puzzle to dst as one record of the form f: a line, or
// nine rows, or sixteen rows and an empty line, or a drawn grid and an empty line.
// cells must hold f.Order·f.Order values. Blank cells become "." in Line and Grid,
// "0" in Hiho and "-" in Letters16. A header for Hiho is the caller's affair, because only the
// caller can know the number of puzzles. AppendPuzzle does not allocate if dst
// has room.
func (f Form) AppendPuzzle(dst []byte, grid []uint8) []byte {
	if w := f.Kind.writer(); w != nil {
		value := cells.AppendCells(make([]byte, 0, 257), grid)
		return w.AppendRow(dst, f.Layout.target, [][]byte{value})
	}
	dst = f.appendGrid(dst, grid)
	return f.appendSeparator(dst)
}

// AppendSolvedPuzzle appends a puzzle and its solution: as a row of a table with
// two columns, as a record of an array that is [Form.Paired], or in the form Line with
// a comma between them.
func (f Form) AppendSolvedPuzzle(dst []byte, grid, solution []uint8) []byte {
	if w := f.Kind.writer(); w != nil {
		puzzle := cells.AppendCells(make([]byte, 0, 257), grid)
		return w.AppendRow(dst, f.Layout.target, [][]byte{puzzle, cells.AppendCells(make([]byte, 0, 257), solution)})
	}
	dst = f.AppendPuzzle(dst, grid)
	if f.Kind == Line {
		dst[len(dst)-1] = ','
	}
	return f.AppendPuzzle(dst, solution)
}

// AppendAnswer appends the answer to one record to dst. It does not allocate if
// dst has room.
//
// In Line that is exactly one line; only a grid can be read as a record again:
//
//	answer   = cells | multiple " " cells | mark .
//	multiple = "multiple" [ " " count ] .
//	count    = digit { digit } [ "+" ] .
//
// A count is the number of solutions, with a "+" the number of those that were
// found, and there may be more. In Hiho an answer is the rows of the grid, with
// a line "multiple" before them where that is the verdict, or one line with the
// mark; a puzzle without a solution, contradictory ones among them, is "No",
// the word of the judge that the form comes from. Letters16 and Grid are like Hiho,
// but with the marks of Line only and an empty line after each answer.
//
// In Npy it is a grid, of zeros where the answer has none: an array has no place
// for a mark.
//
// An answer whose verdict is Unknown is a mistake of the caller's, and AppendAnswer
// panics.
//
// A mark does not name the line of the file, so that it does not depend on
// where in a file its record is.
func (f Form) AppendAnswer(dst []byte, a *Answer) []byte {
	switch {
	case a.Verdict == Unknown:
		panic("formats: an answer without a verdict")
	case f.Kind == Npy && a.Verdict != Solved && a.Verdict != Multiple:
		dst = append(dst, make([]byte, f.Order*f.Order)...)
	case a.Verdict == Solved, f.Kind == Npy:
		dst = f.appendGrid(dst, a.Cells)
	case a.Verdict == Multiple:
		between := byte('\n')
		if f.Kind == Line {
			between = ' '
		}
		dst = f.appendMark(dst, a)
		dst = append(dst, between)
		dst = f.appendGrid(dst, a.Cells)
	case f.Kind == Hiho && (a.Verdict == NoSolution || a.Verdict == Contradiction):
		dst = append(dst, "No\n"...)
	default:
		dst = f.appendMark(dst, a)
		dst = append(dst, '\n')
	}
	return f.appendSeparator(dst)
}

// AppendSolved appends the answers to solved puzzles, whose grids lie one after
// the other in cells, to dst: what AppendAnswer appends for each in turn, but
// for all at once, because that is how most puzzles end. It does not allocate if
// dst has room.
func (f Form) AppendSolved(dst []byte, grid []uint8) []byte {
	if f.Kind == Line {
		return cells.AppendLines(dst, grid, f.Order)
	}
	for size := f.Order * f.Order; len(grid) >= size; grid = grid[size:] {
		dst = f.AppendPuzzle(dst, grid[:size])
	}
	return dst
}

// appendGrid appends the rows of a grid, up to and including the last newline.
func (f Form) appendGrid(dst []byte, grid []uint8) []byte {
	return f.form().(form.GridWriter).AppendGrid(dst, f.Order, grid)
}

// appendSeparator appends what stands between two records.
func (f Form) appendSeparator(dst []byte) []byte {
	if f.form().Spec().Parted {
		return append(dst, '\n')
	}
	return dst
}

// appendMark appends the line, without its newline, that stands for an answer
// without a grid, or what stands before the grid.
func (f Form) appendMark(dst []byte, a *Answer) []byte {
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
			dst = syntax.AppendCount(dst, " r", cell/f.Order+1, "c")
			dst = strconv.AppendInt(dst, int64(cell%f.Order+1), 10)
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
