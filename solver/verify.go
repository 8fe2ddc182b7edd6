package solver

import (
	"fmt"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// Verify returns the first error in the solution of a puzzle, or nil. In a
// correct solution every cell holds a digit, every row, column and box holds
// every digit once, and every clue of the puzzle is kept. Both slices hold the
// cells row by row; blanks of the puzzle are 0. The boxes are the usual ones of
// grids with so many cells. Verify shares no code with any engine, so it can
// check them.
func Verify(puzzle, solution []uint8) error {
	return VerifyBox(geometry.OfCells(len(solution)), puzzle, solution)
}

// VerifyBox is Verify for grids with boxes of any known shape.
func VerifyBox(shape geometry.Box, puzzle, solution []uint8) error {
	if !shape.Known() || len(solution) != shape.Cells() {
		return fmt.Errorf("no grid has %d cells: orders are %v", len(solution), Orders())
	}
	if len(puzzle) != len(solution) {
		return fmt.Errorf("%d cells solve a puzzle of %d", len(solution), len(puzzle))
	}
	var rows, columns, boxes [geometry.MaxSide]uint32 // digits found so far, by house
	for i, digit := range solution {
		row, column, box := shape.Houses(i)
		if digit < 1 || int(digit) > shape.Side() {
			return fmt.Errorf("r%dc%d holds %d", row+1, column+1, digit)
		}
		if clue := puzzle[i]; clue != 0 && clue != digit {
			return fmt.Errorf("r%dc%d holds %d where the clue is %d", row+1, column+1, digit, clue)
		}
		bit := uint32(1) << digit
		if (rows[row]|columns[column]|boxes[box])&bit != 0 {
			return fmt.Errorf("r%dc%d holds a second %d in its row, column or box", row+1, column+1, digit)
		}
		rows[row] |= bit
		columns[column] |= bit
		boxes[box] |= bit
	}
	return nil
}

// findClash looks for two equal clues in one house. Of all pairs it takes the
// one whose later cell comes first, then the one whose earlier cell comes
// first.
func findClash(shape geometry.Box, cells []uint8) (Result, bool) {
	for i, v := range cells {
		if v == 0 {
			continue
		}
		for j, w := range cells[:i] {
			if w == v && sharesHouse(shape, i, j) {
				return Result{
					Status:   Contradiction,
					Complete: true,
					Clash:    [2]uint16{uint16(j), uint16(i)},
				}, true
			}
		}
	}
	return Result{}, false
}

// sharesHouse reports whether two cells share a row, column or box.
func sharesHouse(shape geometry.Box, i, j int) bool {
	row, column, box := shape.Houses(i)
	r, c, b := shape.Houses(j)
	return row == r || column == c || box == b
}
