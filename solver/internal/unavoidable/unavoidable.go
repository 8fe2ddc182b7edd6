// Package unavoidable proves clues of a puzzle needed, without search, from
// unavoidable sets of its solution.
package unavoidable

import (
	"math/bits"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// An unavoidable set is a set of cells of a solved grid that can be filled in
// another way without changing the other cells. A puzzle whose only solution is
// this grid has a clue in each unavoidable set. So a clue is needed if it is
// the only one in some set. (McGuire, Tugemann and Civario, "There is no
// 16-clue Sudoku", 2012, describe these sets.) Two kinds can be found by
// following them, and prove most clues of minimal puzzles needed:
//
//   - cells of two digits that can be swapped: from each cell the set goes on to
//     the other digit in its row, column and box;
//   - columns of two rows in a band that can be swapped, because both rows have
//     the same digits there; and the same for two columns of a stack.

// maxOrder is at least the number of digits of the largest order. It is a power of
// 2.
const maxOrder = 32

// Sets holds a solved grid of one order to find its unavoidable sets. Digits
// count from 0. Sets of rows or columns are bit masks.
type Sets struct {
	order   int
	digits  uint32                    // all digits
	boxOf   [maxOrder][maxOrder]uint8 // by row and column
	bandOf  [maxOrder]uint32          // by row: the rows of its band
	stackOf [maxOrder]uint32          // by column: the columns of its stack

	lines  [2]lineView                // the rows, and the columns as rows
	column [maxOrder][maxOrder]uint8  // by digit and row
	inLine [maxOrder][maxOrder]uint32 // by digit and column: the row
	inBox  [maxOrder][maxOrder]uint32 // by digit and box: the row
	houses [3][maxOrder]uint32        // by row, column or box: the digits of its clues
}

// A lineView holds the rows of a solved grid.
type lineView struct {
	digit  [maxOrder][maxOrder]uint8 // by row and column
	column [maxOrder][maxOrder]uint8 // by row and digit
	clues  [maxOrder]uint32          // by row: the columns with a clue
	placed [maxOrder]uint32          // by digit: the rows in which it is a clue
}

// New returns Sets for grids of a shape.
func New(shape geometry.Box) *Sets {
	order := shape.Side()
	u := &Sets{order: order, digits: 1<<order - 1}
	for row := range order {
		u.bandOf[row] = (1<<shape.Rows - 1) << (row / shape.Rows * shape.Rows)
		u.stackOf[row] = (1<<shape.Columns - 1) << (row / shape.Columns * shape.Columns)
		for column := range order {
			u.boxOf[row][column] = uint8(shape.At(row, column))
		}
	}
	return u
}

// Undecided returns the clues of a puzzle that the unavoidable sets do not
// prove needed. solution is the puzzle's solution.
func (u *Sets) Undecided(puzzle, solution []uint8) (open [(geometry.MaxCells + 63) / 64]uint64) {
	u.load(puzzle, solution)
	for row := range u.order {
		for set := u.lines[0].clues[row]; set != 0; set &= set - 1 {
			if column := bits.TrailingZeros32(set); !u.needed(row, column) {
				cell := row*u.order + column
				open[cell/64] |= 1 << (cell % 64)
			}
		}
	}
	return open
}

// load stores a puzzle and its solution.
func (u *Sets) load(puzzle, solution []uint8) {
	rows, columns := &u.lines[0], &u.lines[1]
	rows.clues, columns.clues = [maxOrder]uint32{}, [maxOrder]uint32{}
	rows.placed, columns.placed = [maxOrder]uint32{}, [maxOrder]uint32{}
	u.houses = [3][maxOrder]uint32{}
	cell := 0
	for r := range u.order {
		for c := range u.order {
			digit := (solution[cell] - 1) % maxOrder
			rows.digit[r][c], columns.digit[c][r] = digit, digit
			rows.column[r][digit], columns.column[c][digit] = uint8(c), uint8(r)
			u.column[digit][r] = uint8(c)
			u.inLine[digit][c] = 1 << r
			box := u.boxOf[r][c] % maxOrder
			u.inBox[digit][box] = 1 << r
			if puzzle[cell] != 0 {
				u.houses[0][r] |= 1 << digit
				u.houses[1][c] |= 1 << digit
				u.houses[2][box] |= 1 << digit
				rows.clues[r] |= 1 << c
				columns.clues[c] |= 1 << r
				rows.placed[digit] |= 1 << r
				columns.placed[digit] |= 1 << c
			}
			cell++
		}
	}
}

// needed reports whether a clue is the only one in an unavoidable set.
func (u *Sets) needed(row, column int) bool {
	digit := int(u.lines[0].digit[row][column])
	// Skip lines and digits with another clue directly in the set.
	rows := u.bandOf[row] &^ (u.lines[0].placed[digit] | u.lines[1].clues[column])
	for ; rows != 0; rows &= rows - 1 {
		if u.lines[0].alone(row, column, bits.TrailingZeros32(rows)) {
			return true
		}
	}
	columns := u.stackOf[column] &^ (u.lines[1].placed[digit] | u.lines[0].clues[row])
	for ; columns != 0; columns &= columns - 1 {
		if u.lines[1].alone(column, row, bits.TrailingZeros32(columns)) {
			return true
		}
	}
	digits := u.digits &^ (u.houses[0][row] | u.houses[1][column] | u.houses[2][u.boxOf[row][column]])
	for ; digits != 0; digits &= digits - 1 {
		if u.aloneWith(digit, row, bits.TrailingZeros32(digits)) {
			return true
		}
	}
	return false
}

// alone reports whether a clue is the only one in the unavoidable set of its
// row and another row of the band.
func (v *lineView) alone(row, column, other int) bool {
	clues := v.clues[row]&^(1<<column) | v.clues[other]
	c := column
	for range maxOrder { // enough rounds; ends the loop if the grid is not a solution
		c = int(v.column[row][v.digit[other][c]%maxOrder]) % maxOrder
		if c == column {
			return true
		}
		if clues>>c&1 != 0 {
			return false
		}
	}
	return false
}

// aloneWith reports whether the clue of a digit in a row is the only one in the
// set of this digit and another.
func (u *Sets) aloneWith(digit, row, other int) bool {
	clues := u.lines[0].placed[digit]&^(1<<row) | u.lines[0].placed[other]
	set := uint32(1) << row
	for front := set; set&clues == 0; {
		if front == 0 {
			return true
		}
		r := bits.TrailingZeros32(front) % maxOrder
		c := u.column[digit][r] % maxOrder
		next := u.inLine[other][c] | u.inBox[other][u.boxOf[r][c]%maxOrder]
		front = front&(front-1) | next&^set
		set |= next
	}
	return false
}
