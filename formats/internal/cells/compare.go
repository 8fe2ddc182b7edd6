package cells

// This file compares grids, and finds grids inside lines of other text.

import (
	"bytes"
	"math/bits"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// LeastClues is the least number of clues in a puzzle of order 9 with one solution.
const LeastClues = 17

// IsRegions reports whether cells are a map of the regions of a jigsaw: as many cells of each symbol as a
// row has, mostly connected, and no row with all symbols.
func IsRegions(cells []uint8) bool {
	side := geometry.OfCells(len(cells)).Side()
	if side < 6 {
		return false
	}
	var all [256]int
	for _, cell := range cells {
		all[cell]++
	}
	if slices.ContainsFunc(all[:], func(n int) bool { return n != 0 && n != side }) {
		return false
	}
	for row := range slices.Chunk(cells, side) {
		if len(slices.Compact(slices.Sorted(slices.Values(row)))) == side {
			return false
		}
	}
	return pieces(cells, side) < 2*side // a map may have a slip; cells in any order have some eight times as many pieces
}

// pieces returns the number of connected groups of equal cells in a grid.
func pieces(cells []uint8, side int) (n int) {
	reached := make([]bool, len(cells))
	var reach func(at int)
	reach = func(at int) {
		reached[at] = true
		for _, next := range [4]int{at - side, at + side, at - 1, at + 1} {
			if next < 0 || next >= len(cells) || next/side != at/side && next%side != at%side || reached[next] || cells[next] != cells[at] {
				continue
			}
			reach(next)
		}
	}
	for at := range cells {
		if !reached[at] {
			reach(at)
			n++
		}
	}
	return n
}

// HasClash reports whether two cells of a house have the same digit.
func HasClash(cells []uint8, order int) bool {
	clash, _, _ := Survey(cells, order)
	return clash > 0
}

// Boxes are the shapes of the grids that files hold, by size, see [MetOrders].
var Boxes = func() (of [geometry.MaxSide + 1]geometry.Box) {
	for _, size := range MetOrders() {
		of[size] = geometry.Of(size)
	}
	of[unread] = geometry.Box{Rows: 2, Columns: unread / 2}
	return of
}()

// Survey counts the clues of the rows of a grid, the clues that repeat another one in a house, and the
// different digits, which are below 64.
func Survey(grid []uint8, size int) (clash, clues, digits int) {
	var all uint64
	var rows, columns, houses [geometry.MaxSide]uint64
	box := Boxes[size]
	for i, cell := range grid {
		if cell == 0 {
			continue
		}
		clues++
		y, x, bit := i/size, i%size, uint64(1)<<(cell&63)
		r, c, h := &rows[y], &columns[x], &houses[box.At(y, x)]
		if (*r|*c|*h)&bit != 0 {
			clash++
		}
		*r, *c, *h, all = *r|bit, *c|bit, *h|bit, all|bit
	}
	return clash, clues, bits.OnesCount64(all)
}

// IsComplete reports whether a grid has no blank.
func IsComplete(cells []uint8) bool { return bytes.IndexByte(cells, 0) < 0 }

// IsSolvedBy reports whether solution is complete and contains all clues of puzzle.
func IsSolvedBy(puzzle, solution []uint8) bool {
	return IsComplete(solution) && IsWithin(puzzle, solution)
}

// IsWithin reports whether another grid contains all clues of this one.
func IsWithin(cells, other []uint8) bool {
	for i, cell := range cells {
		if cell != 0 && cell != other[i] {
			return false
		}
	}
	return true
}

// A gridShape is the same for all isomorphs of a grid: how often each digit occurs, and how
// many clues each row and each column has, each sorted.
type gridShape [3][geometry.MaxSide]uint8

// ShapeOf returns the shape of a grid.
func ShapeOf(cells []uint8, order int) (s gridShape) {
	for i, cell := range cells {
		if cell != 0 {
			s[0][cell-1]++
			s[1][i/order]++
			s[2][i%order]++
		}
	}
	for i := range s {
		slices.Sort(s[i][:])
	}
	if slices.Compare(s[1][:], s[2][:]) > 0 {
		s[1], s[2] = s[2], s[1]
	}
	return s
}

// CountClues returns how many cells are not blank.
func CountClues(cells []uint8) int { return len(cells) - bytes.Count(cells, []byte{0}) }

// LeastRun is the least number of cells that text must have without a gap to be meant as a
// grid.
const LeastRun = 41

// NextRun returns the range of the next text, at or after at, that is a grid or meant as
// one: cells of one byte each, not directly next to bytes that could belong to a word. If
// there is none, both results are the length of text.
func NextRun(text []byte, at int) (from, to int) {
	for at < len(text) {
		for at < len(text) && !runBytes[text[at]] {
			at++
		}
		from = at
		for at < len(text) && runBytes[text[at]] {
			at++
		}
		if run := text[from:at]; len(run) >= LeastRun && isRun(run) {
			return from, at
		}
	}
	return len(text), len(text)
}

// CountRuns counts the texts of [NextRun] that have as many cells as a grid of a size has.
func CountRuns(text []byte, cells int) (n int) {
	for from, to := NextRun(text, 0); from < len(text); from, to = NextRun(text, to) {
		if to-from == cells {
			n++
		}
	}
	return n
}

// isRun reports whether bytes of words are the cells of one grid: all digits and blanks, or
// enough of order 16.
func isRun(run []byte) bool {
	digits := 0
	for _, b := range run {
		if syntax.IsDigit(b) {
			digits++
		}
		if Cells9[b] == BadCell && bytes.IndexByte([]byte(OtherBlanks), b) < 0 {
			return len(run) == 256 && GridSize(run) == 16
		}
	}
	return digits > 0
}

// runBytes are the bytes of words and the bytes that stand for blanks.
var runBytes = byteSet(func(b byte) bool {
	return syntax.IsLetter(b) || syntax.IsDigit(b) || b == '.' || strings.IndexByte(OtherBlanks, b) >= 0
})

// IsLatin reports whether no row and no column of a grid has a digit twice.
func IsLatin(grid []uint8, order int) bool {
	var columns [geometry.MaxSide]uint32
	for row := range slices.Chunk(grid, order) {
		met := uint32(0)
		for column, cell := range row {
			digit := uint32(1) << cell &^ 1
			if (met|columns[column])&digit != 0 {
				return false
			}
			met |= digit
			columns[column] |= digit
		}
	}
	return true
}
