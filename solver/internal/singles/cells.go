package singles

import "github.com/sudokubatch/sudokubatch/solver/geometry"

// roundsOfCells does the same as Rounds with the candidates of each cell as a
// mask. It is slower, and works for all shapes.
func roundsOfCells(shape geometry.Box, cells []uint8) (rounds int, solved bool) {
	var masks, found [geometry.MaxCells]uint32 // by cell: its candidates if it is open; the digit to fill in
	for cell, clue := range cells {
		masks[cell] = 1<<shape.Side() - 1
		found[cell] = 1 << clue >> 1
	}
	for open := len(cells); ; rounds++ {
		var used, once, twice [3][geometry.MaxSide]uint32 // by row, column and box: digits
		for cell := range cells {
			if found[cell] != 0 {
				row, column, box := shape.Houses(cell)
				used[0][row] |= found[cell]
				used[1][column] |= found[cell]
				used[2][box] |= found[cell]
				masks[cell] = 0
				open--
			}
		}
		for cell := range cells {
			row, column, box := shape.Houses(cell)
			masks[cell] &^= used[0][row] | used[1][column] | used[2][box]
			for kind, house := range [3]int{row, column, box} {
				twice[kind][house] |= once[kind][house] & masks[cell]
				once[kind][house] |= masks[cell]
			}
		}
		some := false
		for cell := range cells {
			row, column, box := shape.Houses(cell)
			m := masks[cell]
			found[cell] = m &^ (twice[0][row] & twice[1][column] & twice[2][box])
			if m&(m-1) == 0 {
				found[cell] = m
			}
			some = some || found[cell] != 0
		}
		if !some {
			return rounds, open == 0
		}
	}
}
