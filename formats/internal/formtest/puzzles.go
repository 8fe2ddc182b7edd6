package formtest

// This file has puzzles, and ways to write them.

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// Puzzles are puzzles as lines, and Solutions are their solutions.
var (
	Puzzles = []string{
		".7.6..9.........7..3..1.5.4.8.76...97...4...62...91.8.5.6.3..9..4.........1..8.4.",
		"..6...4..71.4..85.9..8.....24.7.9.....8...9.....5.6.24.....8..9.29..5.81..1...7..",
		"..783..9.3....7........9..2.53.6...19..1.3..88...9.63.5..9........5....7.6..245..",
		"..7..9....6..1.27..3.6....96.....1...5..8..9...8.....78....5.3..75.4..2....2..6..",
		"....854.....61....7.8..23..9.6....4.12.....56.5....1.3..27..6.8....26.....519....",
		".1...28..4......7...8.3..5...6.7...4.27...68.8...6.5...8..4.3...5......9..95...6.",
	}
	Solutions = []string{
		"472653918615489273938217564183765429759842136264391785526134897847926351391578642",
		"836251497712493856954867213245719638168342975397586124673128549429675381581934762",
		"627835194394217856185649372253768941946153728871492635512976483439581267768324519",
		"287539461569814273431627859694753182752481396318962547826195734175346928943278615",
		"291385467543617289768942315936571842127438956854269173312754698479826531685193724",
		"715692843463815972298734156536178294927453681841269537682947315154386729379521468",
	}
)

// Grids returns puzzles of an order, and their solutions: the same as lines if the order is 9.
func Grids(order, n int) (puzzles, solutions [][]uint8) {
	r, box := rand.New(rand.NewPCG(1, uint64(order))), geometry.Of(order)
	for p := range n {
		puzzle, solution := make([]uint8, order*order), make([]uint8, order*order)
		for i := range solution {
			row, column := i/order, i%order
			solution[i] = uint8((row%box.Rows*box.Columns+row/box.Rows+column+p)%order) + 1
			if r.IntN(2) == 0 {
				puzzle[i] = solution[i]
			}
		}
		puzzles, solutions = append(puzzles, puzzle), append(solutions, solution)
	}
	return puzzles, solutions
}

// Lines returns puzzles of an order as lines, and their solutions. In order 9 they are the first
// Puzzles.
func Lines(order, n int) (puzzles, solutions []string) {
	if order == 9 && n <= len(Puzzles) {
		return Puzzles[:n], Solutions[:n]
	}
	lines := func(grids [][]uint8) (lines []string) {
		for _, grid := range grids {
			lines = append(lines, string(cells.AppendCells(nil, grid)))
		}
		return lines
	}
	p, s := Grids(order, n)
	return lines(p), lines(s)
}

// Characters in a puzzle that are no cells: lostCell leaves a cell out, and any other is drawn as it is.
const lostCell = '!'

// A writer writes puzzles, which are lines, into a file.
type writer interface {
	write(puzzles []string) string
}

// A drawing says how to draw grids.
type drawing struct {
	digits   string // a blank and the digits; "16": numbers; "15": numbers from 0
	cell     string // the format of a cell; "": the glyph alone
	between  string // between cells
	box      string // between boxes, instead of between
	rule     string // between rows of boxes
	row      string // the format of a row; "": the cells alone
	from, to string // before the grid, with its number if there is a verb, and after it
}

const (
	dots     = ".123456789"
	withZero = "0123456789"
	aToP     = ".ABCDEFGHIJKLMNOP"
	oneG     = ".123456789ABCDEFG"
	zeroF    = ".0123456789ABCDEF"
)

func (d drawing) write(puzzles []string) string {
	var b strings.Builder
	for n, p := range puzzles {
		d.draw(&b, n, len(p), func(i int) string { return glyphOf(d.digits, p[i], len(p)) })
	}
	return b.String()
}

// draw draws grid n. glyph returns a cell.
func (d drawing) draw(b *strings.Builder, n, size int, glyph func(i int) string) {
	shape := geometry.OfCells(size)
	if strings.Contains(d.from, "%") {
		fmt.Fprintf(b, d.from, n+1)
	} else {
		b.WriteString(d.from)
	}
	for r := range shape.Side() {
		if r > 0 && r%shape.Rows == 0 {
			b.WriteString(d.rule)
		}
		row, before, have := "", "", 0
		for c := range shape.Side() {
			if c > 0 && c%shape.Columns == 0 && d.box != "" {
				before = d.box
			} else if before == "" && have > 0 {
				before = d.between
			}
			if glyph := glyph(r*shape.Side() + c); glyph != string(lostCell) {
				row, before, have = row+before+fmt.Sprintf(cmp.Or(d.cell, "%s"), glyph), "", have+1
			}
		}
		fmt.Fprintf(b, cmp.Or(d.row, "%s")+"\n", row)
	}
	b.WriteString(d.to)
}

// digitsOf returns a blank and the digits in lines of a size.
func digitsOf(size int) string {
	switch {
	case size <= 81:
		return dots
	case size == 144:
		return ".123456789ABC"
	}
	return ".ABCDEFGHIJKLMNOPQRSTUVWXY"
}

// glyphOf returns a cell of a puzzle in other digits. "16" are numbers, "15" numbers from 0, and a space for a blank means nothing.
func glyphOf(digits string, cell byte, size int) string {
	value := strings.IndexByte(digitsOf(size), cell)
	switch {
	case value < 0:
		return string(cell)
	case digits == "16":
		return fmt.Sprint(value)
	case digits == "15":
		return fmt.Sprint(value - 1)
	case value == 0 && digits[0] == ' ':
		return ""
	}
	return string([]rune(digits)[value])
}

// A text says how to write a list, a table or JSON. line has PUZZLE for the puzzle, N for its number and
// SOLUTION for its solution. CELLS and SOLVED are their cells separated by commas, and ROWS is the puzzle's
// rows as JSON. header has COUNT for the number of puzzles.
type text struct {
	header, line, between, footer string
	blanks                        string // replaces the dots of the puzzle
	digits                        string // as of a drawing, in PUZZLE and SOLUTION
	cells, rows                   string // between the cells and the rows of PUZZLE
}

func (d text) write(puzzles []string) string {
	order := geometry.OfCells(len(puzzles[0])).Side()
	_, solutions := Lines(order, len(puzzles))
	digits := cmp.Or(d.digits, digitsOf(order*order))
	split := func(grid string, cells, rows string) string {
		var all []string
		for row := range slices.Chunk([]byte(grid), order) {
			var glyphs []string
			for _, cell := range row {
				if glyph := glyphOf(digits, cell, len(grid)); cell == '.' && d.blanks != "" {
					glyphs = append(glyphs, d.blanks)
				} else if glyph == "~" && cells != "" {
					glyphs = append(glyphs, "99") // JSON has no other number
				} else if glyph != string(lostCell) {
					glyphs = append(glyphs, glyph)
				}
			}
			all = append(all, strings.Join(glyphs, cells))
		}
		return strings.Join(all, rows)
	}
	var lines []string
	for i, p := range puzzles {
		lines = append(lines, strings.NewReplacer(
			"PUZZLE", split(p, d.cells, cmp.Or(d.rows, d.cells)), "SOLUTION", split(solutions[i], "", d.rows),
			"CELLS", split(p, ",", ","), "SOLVED", split(solutions[i], ",", ","),
			"ROWS", "["+split(p, ",", "],[")+"]", "N", fmt.Sprint(i+1),
		).Replace(d.line))
	}
	footer := d.footer
	if d.between == "" && footer == "" {
		footer = "\n"
	}
	return strings.ReplaceAll(d.header, "COUNT", fmt.Sprint(len(puzzles))) + strings.Join(lines, cmp.Or(d.between, "\n")) + footer
}
