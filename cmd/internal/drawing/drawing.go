// Package drawing draws grids as SVG.
package drawing

import (
	"fmt"
	"strconv"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// A Grid draws grids of one size. Its fields may be changed before the first drawing.
type Grid struct {
	Order  int      // of the grid: 9, 16 and so on
	Glyphs []string // of the digits, from 1
	Digit  int      // font size of digits; a cell has 64 units
	Bold   bool     // the clues of a puzzle are bold, as they are in its solution
	Thin   float64  // width of the lines between cells
	Thick  float64  // width of the lines between boxes

	shape geometry.Box
}

// cell is the width of a cell.
const cell = 64

// New returns a Grid for puzzles of a shape. glyphs are the digits, from 1.
func New(shape geometry.Box, glyphs []string) *Grid {
	return &Grid{Order: shape.Side(), Glyphs: glyphs, Digit: 42, Thin: 1.5, Thick: 5, shape: shape}
}

// Width returns the width of a grid without its outer lines.
func (g *Grid) Width() float64 { return float64(cell * g.Order) }

// Append appends an SVG element with the clues of a puzzle and, if solved is not nil, the other digits of
// its solution. If marks is set, blanks show which digits their houses leave. The element needs no style
// from outside.
func (g *Grid) Append(dst []byte, puzzle, solved []uint8, marks bool) []byte {
	edge := g.Thick / 2
	dst = fmt.Appendf(dst, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="%g %g %[3]g %[3]g" fill="none" stroke="#000" font-family="Helvetica,Arial,sans-serif" text-anchor="middle">`,
		-edge, -edge, g.Width()+g.Thick)
	dst = g.appendLines(dst, g.Thin, func(i, box int) bool { return i%box != 0 })
	dst = g.appendLines(dst, g.Thick, func(i, box int) bool { return i%box == 0 })
	dst = append(dst, `<g fill="#000" stroke="none">`...)
	weight := "400"
	if solved != nil || g.Bold {
		weight = "700"
	}
	dst = g.appendDigits(dst, weight, func(at int) uint8 { return puzzle[at] })
	if solved != nil {
		dst = g.appendDigits(dst, "400", func(at int) uint8 {
			if puzzle[at] > 0 {
				return 0
			}
			return solved[at]
		})
	}
	if marks {
		dst = g.appendMarks(dst, puzzle)
	}
	return append(dst, "</g></svg>"...)
}

// appendLines appends the lines that are wanted. Line i lies before row or column i of the grid; box is the
// number of rows or columns in a box.
func (g *Grid) appendLines(dst []byte, width float64, wanted func(i, box int) bool) []byte {
	dst = fmt.Appendf(dst, `<path stroke-width="%g" stroke-linecap="square" d="`, width)
	for i := range g.Order + 1 {
		if wanted(i, g.shape.Rows) {
			dst = fmt.Appendf(dst, "M0 %dh%d", i*cell, g.Order*cell)
		}
		if wanted(i, g.shape.Columns) {
			dst = fmt.Appendf(dst, "M%d 0v%d", i*cell, g.Order*cell)
		}
	}
	return append(dst, `"/>`...)
}

// appendDigits appends the digits of cells; digitOf returns 0 for a cell to leave out.
func (g *Grid) appendDigits(dst []byte, weight string, digitOf func(at int) uint8) []byte {
	dst = fmt.Appendf(dst, `<g font-size="%d" font-weight="%s">`, g.Digit, weight)
	var line textLine
	for row := range g.Order {
		for column := range g.Order {
			if digit := digitOf(row*g.Order + column); digit > 0 {
				line.add(column*cell+cell/2, g.Glyphs[digit-1])
			}
		}
		dst = line.append(dst, row*cell+cell/2+g.Digit*7/20) // digits are 0.7 of the font size high
	}
	return append(dst, "</g>"...)
}

// appendMarks appends the candidates of blanks: the digits that are in none of their houses.
func (g *Grid) appendMarks(dst []byte, puzzle []uint8) []byte {
	const edge = 3 // of a cell, without marks
	across, down := (cell-2*edge)/g.shape.Columns, (cell-2*edge)/g.shape.Rows
	size := min(across*3/4, 15)
	dst = fmt.Appendf(dst, `<g font-size="%d" fill="#444">`, size)
	free := g.free(puzzle)
	var line textLine
	for row := range g.Order * g.shape.Rows { // a cell has a row of marks for each row of a box
		first := row % g.shape.Rows * g.shape.Columns
		for column := range g.Order * g.shape.Columns {
			at, digit := row/g.shape.Rows*g.Order+column/g.shape.Columns, first+column%g.shape.Columns
			if puzzle[at] == 0 && free[at]>>digit&1 == 1 {
				line.add(column/g.shape.Columns*cell+edge+column%g.shape.Columns*across+across/2, g.Glyphs[digit])
			}
		}
		dst = line.append(dst, row/g.shape.Rows*cell+edge+row%g.shape.Rows*down+down/2+size*7/20)
	}
	return append(dst, "</g>"...)
}

// free returns a bit for each digit, from 1, that the houses of a cell leave.
func (g *Grid) free(puzzle []uint8) []uint64 {
	houses := make([][3]uint64, g.Order) // the digits in rows, columns and boxes
	for at, digit := range puzzle {
		row, column, box := g.shape.Houses(at)
		houses[row][0] |= 1 << digit >> 1
		houses[column][1] |= 1 << digit >> 1
		houses[box][2] |= 1 << digit >> 1
	}
	free := make([]uint64, len(puzzle))
	for at := range free {
		row, column, box := g.shape.Houses(at)
		free[at] = (1<<g.Order - 1) &^ (houses[row][0] | houses[column][1] | houses[box][2])
	}
	return free
}

// A textLine collects texts with the same baseline.
type textLine struct{ spans []byte }

func (l *textLine) add(x int, text string) {
	l.spans = append(strconv.AppendInt(append(l.spans, `<tspan x="`...), int64(x), 10), `">`...)
	l.spans = append(append(l.spans, text...), "</tspan>"...)
}

// append appends the line, and empties it.
func (l *textLine) append(dst []byte, y int) []byte {
	if len(l.spans) > 0 {
		dst = append(strconv.AppendInt(append(dst, `<text y="`...), int64(y), 10), `">`...)
		dst = append(append(dst, l.spans...), "</text>"...)
	}
	l.spans = l.spans[:0]
	return dst
}
