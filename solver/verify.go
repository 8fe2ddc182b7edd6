package solver

import "fmt"

// Verify returns the first error in the solution of a puzzle, or nil. In a
// correct solution every cell holds a digit, every row, column and box holds
// every digit once, and every clue of the puzzle is kept. Both slices hold 81
// or 256 cells, row by row; blanks of the puzzle are 0. Verify shares no code
// with any engine, so it can check them.
func Verify(puzzle, solution []uint8) error {
	order, box := 0, 0
	switch len(solution) {
	case 81:
		order, box = 9, 3
	case 256:
		order, box = 16, 4
	default:
		return fmt.Errorf("a grid has 81 or 256 cells, not %d", len(solution))
	}
	if len(puzzle) != len(solution) {
		return fmt.Errorf("%d cells solve a puzzle of %d", len(solution), len(puzzle))
	}
	var rows, columns, boxes [16]uint32 // digits found so far, by house
	for i, digit := range solution {
		row, column := i/order, i%order
		if digit < 1 || int(digit) > order {
			return fmt.Errorf("r%dc%d holds %d", row+1, column+1, digit)
		}
		if clue := puzzle[i]; clue != 0 && clue != digit {
			return fmt.Errorf("r%dc%d holds %d where the clue is %d", row+1, column+1, digit, clue)
		}
		bit := uint32(1) << digit
		inBox := row/box*box + column/box
		if (rows[row]|columns[column]|boxes[inBox])&bit != 0 {
			return fmt.Errorf("r%dc%d holds a second %d in its row, column or box", row+1, column+1, digit)
		}
		rows[row] |= bit
		columns[column] |= bit
		boxes[inBox] |= bit
	}
	return nil
}

// findClash looks for two equal clues in one house. Of all pairs it takes the
// one whose later cell comes first, then the one whose earlier cell comes
// first.
func findClash(order int, cells []uint8) (Result, bool) {
	for i, v := range cells {
		if v == 0 {
			continue
		}
		for j, w := range cells[:i] {
			if w == v && sharesHouse(order, i, j) {
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
func sharesHouse(order, i, j int) bool {
	size := 3 + order/16 // of a box
	return i/order == j/order || i%order == j%order ||
		i/(order*size) == j/(order*size) && i%order/size == j%order/size
}
