package cells

// This file compares grids, and finds grids inside lines of other text.

import (
	"bytes"
	"slices"

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
	box := geometry.Of(order)
	var met [3][geometry.MaxSide]uint64 // bits of digits, by row, column and box
	for i, cell := range cells {
		row, column := i/order, i%order
		for kind, house := range [3]int{row, column, box.At(row, column)} {
			bit := uint64(1) << cell &^ 1 // none for a blank
			if met[kind][house]&bit != 0 {
				return true
			}
			met[kind][house] |= bit
		}
	}
	return false
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
var runBytes = newRunBytes()

func newRunBytes() (table [256]bool) {
	for i := range table {
		b := byte(i)
		table[b] = b|0x20 >= 'a' && b|0x20 <= 'z' || syntax.IsDigit(b) || b == '.' || bytes.IndexByte([]byte(OtherBlanks), b) >= 0
	}
	return table
}

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
