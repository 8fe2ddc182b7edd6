package generate

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/lane/backends"
)

// A board holds the houses of a shape.
type board struct {
	shape    geometry.Box
	order    int  // digits in a house
	firstBox line // by row: its first box
	boxIn    line // by column: the box of a cell is firstBox + boxIn
}

// A line holds a number for each row, column or box. With arrays of 32, masked
// indexes need no bounds checks.
type line [32]uint8

// newBoard returns the board of a shape. It panics if the shape is not known.
func newBoard(shape geometry.Box) *board {
	if !shape.Known() {
		panic(fmt.Sprintf("generate: no puzzles with boxes of %v", shape))
	}
	b := &board{shape: shape, order: shape.Side()}
	for i := range b.order {
		b.firstBox[i], b.boxIn[i] = uint8(i/shape.Rows*shape.Rows), uint8(i/shape.Columns)
	}
	return b
}

// size returns the number of cells.
func (b *board) size() int { return b.order * b.order }

// check panics if cells are not a puzzle of the order.
func (b *board) check(cells []uint8) {
	if len(cells) != b.size() {
		panic(fmt.Sprintf("generate: %d cells in a puzzle of order %d", len(cells), b.order))
	}
	if !backends.Within(cells, uint8(b.order)) {
		panic(fmt.Sprintf("generate: cell value %d in a puzzle of order %d", slices.Max(cells), b.order))
	}
}

// box returns the box of a cell.
func (b *board) box(row, column uint8) uint8 {
	return (b.firstBox[row&31] + b.boxIn[column&31]) & 31
}

// diagonal fills the boxes on the diagonal at random and blanks all other
// cells.
func (b *board) diagonal(cells []uint8, r *random) {
	clear(cells)
	var digits line
	for k := range min(b.shape.Rows, b.shape.Columns) {
		permute(r, digits[:b.order])
		for i, digit := range digits[:b.order] {
			cells[b.shape.Cell(k*b.shape.Rows+k, i)] = digit + 1
		}
	}
}

// A layout stores a grid by digits instead of cells.
type layout struct {
	column [geometry.MaxSide + 1]line // by digit and row: the column
	row    [geometry.MaxSide + 1]line // by digit and column: the row
	inBox  [geometry.MaxSide + 1]line // by digit and box: the row
}

// lay sets l to the layout of a grid.
func (b *board) lay(l *layout, grid []uint8) {
	for row := range b.order {
		for column, digit := range grid[row*b.order:][:b.order] {
			b.put(l, digit, uint8(row), uint8(column))
		}
	}
}

// put sets the place of a digit in a row.
func (b *board) put(l *layout, digit, row, column uint8) {
	l.column[digit][row&31] = column
	l.row[digit][column&31] = row
	l.inBox[digit][b.box(row, column)] = row
}

// links computes, for each row, in which other rows digits x and y must trade
// places if they do so in this row. Otherwise a column or a box would hold one
// of them twice.
func (b *board) links(l *layout, x, y int, links *[32]uint32) {
	column, row, inBox := &l.column[x], &l.row[y], &l.inBox[y]
	for i := range links[:b.order] {
		c := column[i]
		links[i] = 1<<(row[c&31]&31) | 1<<(inBox[b.box(uint8(i), c)]&31)
	}
}

// together returns all rows that are linked with a row, directly or not. The
// links form a cycle, so their direction does not matter.
func together(links *[32]uint32, row int) uint32 {
	all := uint32(1) << row
	for rest := all; rest != 0; {
		found := links[bits.TrailingZeros32(rest)&31] &^ all
		rest = rest&(rest-1) | found
		all |= found
	}
	return all
}

// walk makes random steps from a grid to others. In a step two random digits
// trade places in a random row and all rows linked with it. If these are all
// rows, the step changes nothing.
func (b *board) walk(l *layout, steps int, r *random) {
	all := uint32(1<<b.order - 1)
	var links [32]uint32
	for range steps {
		n := r.below(b.order * b.order * (b.order - 1))
		row, n := n%b.order, n/b.order
		x, y := 1+n%b.order, 1+n/b.order
		if y >= x {
			y++
		}
		b.links(l, x, y, &links)
		rows := together(&links, row)
		if rows == all {
			continue
		}
		for ; rows != 0; rows &= rows - 1 {
			row := uint8(bits.TrailingZeros32(rows)) & 31
			ofX, ofY := l.column[x][row], l.column[y][row]
			b.put(l, uint8(x), row, ofY)
			b.put(l, uint8(y), row, ofX)
		}
	}
}

// fill sets a grid from a layout.
func (b *board) fill(grid []uint8, l *layout) {
	for digit := 1; digit <= b.order; digit++ {
		for row, column := range l.column[digit][:b.order] {
			grid[row*b.order+int(column)] = uint8(digit)
		}
	}
}

// A random is the source of random numbers for one puzzle at a time.
type random struct{ source rand.ChaCha8 }

// Purposes give different random numbers to the different uses of one puzzle
// number. They are part of the meaning of a seed, and must never change.
const (
	forPuzzle = iota + 1
	forIsomorph
	_ // was for another purpose
	forOneOfMany
	forClues
)

// seed starts the random numbers that belong to the arguments.
func (r *random) seed(seed uint64, purpose int, order, number uint64) {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[0:], seed)
	binary.LittleEndian.PutUint64(key[8:], number)
	binary.LittleEndian.PutUint64(key[16:], uint64(purpose))
	binary.LittleEndian.PutUint64(key[24:], order)
	r.source.Seed(key)
}

// below returns a number from 0 to n-1. It multiplies 64 bits, so for small n
// its bias cannot be detected.
func (r *random) below(n int) int {
	high, _ := bits.Mul64(r.source.Uint64(), uint64(n))
	return int(high)
}

// permute sets p to a random order of 0..len(p)-1.
func permute[T uint8 | uint16](r *random, p []T) {
	for i := range p {
		j := r.below(i + 1)
		p[i] = p[j]
		p[j] = T(i)
	}
}
