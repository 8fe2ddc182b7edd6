package cells

import (
	"bytes"
	"slices"
)

// LeastClues are what a puzzle of order 9 with one solution has.
const LeastClues = 17

// IsRegions reports whether cells are the numbers of regions: nine cells of each, and no
// row has them all.
func IsRegions(cells []uint8) bool {
	if len(cells) != 81 {
		return false
	}
	var all [10]int
	for row := range 9 {
		var met [10]bool
		different := 0
		for _, cell := range cells[9*row:][:9] {
			all[cell]++
			if !met[cell] {
				met[cell] = true
				different++
			}
		}
		if different == 9 {
			return false
		}
	}
	return all == [10]int{0, 9, 9, 9, 9, 9, 9, 9, 9, 9}
}

// IsComplete reports whether a grid has no blank cell.
func IsComplete(cells []uint8) bool { return bytes.IndexByte(cells, 0) < 0 }

// IsSolvedBy reports whether another grid is complete and has all clues of a puzzle.
func IsSolvedBy(puzzle, solution []uint8) bool {
	return IsComplete(solution) && IsWithin(puzzle, solution)
}

// IsWithin reports whether all clues of a grid are in another one.
func IsWithin(cells, other []uint8) bool {
	for i, cell := range cells {
		if cell != 0 && cell != other[i] {
			return false
		}
	}
	return true
}

// A gridShape is what isomorphs have in common: how often each digit occurs, and how
// many clues each row and each column has, all in order.
type gridShape [3][16]uint8

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
