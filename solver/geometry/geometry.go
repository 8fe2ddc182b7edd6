// Package geometry lists the shapes of Sudoku grids. All other packages take
// them from here.
package geometry

import (
	"fmt"
	"slices"
	"strings"
)

// A Box is the shape of a grid: each of its boxes has Rows rows and Columns
// columns. The side of the grid, which is the number of its digits, is
// Rows·Columns. The zero Box is no shape.
type Box struct{ Rows, Columns int }

// boxes lists the usual shape of each side, by ascending side.
var boxes = []Box{
	{2, 2},
	{2, 3},
	{2, 4},
	{3, 3},
	{3, 4},
	{4, 4},
	{5, 5},
}

// MaxSide is the greatest side, MaxBox the greatest number of rows or columns of a
// box, and MaxCells the greatest number of cells.
const (
	MaxSide  = 25
	MaxBox   = 5
	MaxCells = MaxSide * MaxSide
)

// Boxes returns the usual shape of each side, by ascending side.
func Boxes() []Box { return slices.Clone(boxes) }

// Sides returns all sides in ascending order.
func Sides() (sides []int) {
	for _, b := range boxes {
		sides = append(sides, b.Side())
	}
	return sides
}

// Of returns the usual shape of grids of a side, or the zero Box.
func Of(side int) Box {
	for _, b := range boxes {
		if b.Side() == side {
			return b
		}
	}
	return Box{}
}

// OfCells returns the usual shape of grids with a number of cells, or the zero
// Box.
func OfCells(cells int) Box {
	for _, b := range boxes {
		if b.Cells() == cells {
			return b
		}
	}
	return Box{}
}

// Resolve returns box if it is a shape of a side, or the usual shape of the side if
// box is zero.
func Resolve(side int, box Box) (Box, error) {
	usual := Of(side)
	switch {
	case usual == Box{}:
		return usual, fmt.Errorf("no puzzles of order %d: orders are %v", side, Sides())
	case box == Box{}:
		return usual, nil
	case box != usual && usual.Transposed() == usual:
		return box, fmt.Errorf("no boxes of %v in order %d: choose %v", box, side, usual)
	case box != usual && box != usual.Transposed():
		return box, fmt.Errorf("no boxes of %v in order %d: choose %v or %v", box, side, usual, usual.Transposed())
	}
	return box, nil
}

// Like returns the shape of grids of a side whose boxes lie as box does: tall ones, with more
// rows than columns, if box is tall. It is box itself for the side of box.
func Like(box Box, side int) Box {
	switch usual := Of(side); {
	case box.Side() == side:
		return box
	case box.Rows > box.Columns:
		return usual.Transposed()
	default:
		return usual
	}
}

// Parse reads a shape as String writes it.
func Parse(text string) (Box, error) {
	for _, usual := range boxes {
		for _, b := range []Box{usual, usual.Transposed()} {
			if strings.EqualFold(text, b.String()) {
				return b, nil
			}
		}
	}
	return Box{}, fmt.Errorf("no boxes of %q: choose %v, or one of these transposed", text, boxes)
}

// String returns the rows and columns, as in "2x3".
func (b Box) String() string { return fmt.Sprintf("%dx%d", b.Rows, b.Columns) }

// Known reports whether b is the usual shape of its side or that transposed.
func (b Box) Known() bool { return slices.Contains(boxes, b) || slices.Contains(boxes, b.Transposed()) }

// Transposed returns the shape of the transposed grid.
func (b Box) Transposed() Box { return Box{b.Columns, b.Rows} }

// Side returns the number of rows, of columns, of boxes and of digits.
func (b Box) Side() int { return b.Rows * b.Columns }

// Cells returns the number of cells.
func (b Box) Cells() int { return b.Side() * b.Side() }

// Houses returns the row, the column and the box of a cell. Cells and boxes are
// numbered row by row, all from 0.
func (b Box) Houses(cell int) (row, column, box int) {
	row, column = cell/b.Side(), cell%b.Side()
	return row, column, b.At(row, column)
}

// At returns the box of the cell in a row and a column.
func (b Box) At(row, column int) int { return row/b.Rows*b.Rows + column/b.Columns }

// Cell returns the cell at a place of a box; the places are numbered row by row.
func (b Box) Cell(box, place int) int {
	row, column := box/b.Rows*b.Rows+place/b.Columns, box%b.Rows*b.Columns+place%b.Columns
	return row*b.Side() + column
}
