package generate

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/internal/lane/backends"
)

// A board is what grids of one order have in common.
type board struct {
	order, side int  // digits in a house; rows of a box
	firstBox    line // of each row
	boxIn       line // by column: the box of a row's cell is firstBox + boxIn
}

// A line is a number for each row, column or box. Arrays of 16 and masked
// indexes need no bounds checks.
type line [16]uint8

// newBoard returns the board of an order, and panics if there is none.
func newBoard(order int) *board {
	if !slices.Contains(solver.Orders(), order) {
		panic(fmt.Sprintf("generate: no puzzles of order %d: orders are %v", order, solver.Orders()))
	}
	b := &board{order: order, side: 3 + order/16}
	for i := range order {
		b.firstBox[i], b.boxIn[i] = uint8(i/b.side*b.side), uint8(i/b.side)
	}
	return b
}

// size is the number of cells.
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
	return (b.firstBox[row&15] + b.boxIn[column&15]) & 15
}

// diagonal fills the boxes on the diagonal at random and blanks the rest.
func (b *board) diagonal(cells []uint8, r *random) {
	clear(cells)
	var digits line
	for k := range b.side {
		r.permute(digits[:b.order])
		for i, digit := range digits[:b.order] {
			row, column := k*b.side+i/b.side, k*b.side+i%b.side
			cells[row*b.order+column] = digit + 1
		}
	}
}

// A layout is a grid by where its digits are.
type layout struct {
	column [17]line // of each digit, by row
	row    [17]line // by column
	inBox  [17]line // the row, by box
}

// lay sets l to the layout of a grid.
func (b *board) lay(l *layout, grid []uint8) {
	for row := range b.order {
		for column, digit := range grid[row*b.order:][:b.order] {
			b.put(l, digit, uint8(row), uint8(column))
		}
	}
}

// put puts a digit into a cell.
func (b *board) put(l *layout, digit, row, column uint8) {
	l.column[digit][row&15] = column
	l.row[digit][column&15] = row
	l.inBox[digit][b.box(row, column)] = row
}

// links sets, for each row, the rows in which digits x and y must trade places
// if they do in that one, or else a column or a box would hold one of them
// twice.
func (b *board) links(l *layout, x, y int, links *[16]uint16) {
	column, row, inBox := &l.column[x], &l.row[y], &l.inBox[y]
	for i := range links[:b.order] {
		c := column[i]
		links[i] = 1<<(row[c&15]&15) | 1<<(inBox[b.box(uint8(i), c)]&15)
	}
}

// together returns the rows that a row is linked with, directly or not. A row's
// links lead round a cycle, so it does not matter that they have a direction.
func together(links *[16]uint16, row int) uint16 {
	all := uint16(1) << row
	for rest := all; rest != 0; {
		found := links[bits.TrailingZeros16(rest)&15] &^ all
		rest = rest&(rest-1) | found
		all |= found
	}
	return all
}

// walk takes steps from a grid to others: two random digits trade places in
// the rows that must do so together with a random row; if these are all rows,
// nothing is won by it.
func (b *board) walk(l *layout, steps int, r *random) {
	all := uint16(1<<b.order - 1)
	var links [16]uint16
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
			row := uint8(bits.TrailingZeros16(rows)) & 15
			ofX, ofY := l.column[x][row], l.column[y][row]
			b.put(l, uint8(x), row, ofY)
			b.put(l, uint8(y), row, ofX)
		}
	}
}

// fill sets a grid to what a layout says.
func (b *board) fill(grid []uint8, l *layout) {
	for digit := 1; digit <= b.order; digit++ {
		for row, column := range l.column[digit][:b.order] {
			grid[row*b.order+int(column)] = uint8(digit)
		}
	}
}

// A random is the source of random numbers of one puzzle at a time.
type random struct{ source rand.ChaCha8 }

// Purposes keep the random numbers apart that one puzzle number has in
// different uses. They are part of what a seed means, and never change.
const (
	forPuzzle = iota + 1
	forIsomorph
	forMutant
	forOneOfMany
)

// seed makes what follows depend on its arguments alone.
func (r *random) seed(seed uint64, purpose int, order, number uint64) {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[0:], seed)
	binary.LittleEndian.PutUint64(key[8:], number)
	binary.LittleEndian.PutUint64(key[16:], uint64(purpose))
	binary.LittleEndian.PutUint64(key[24:], order)
	r.source.Seed(key)
}

// below returns a number from 0 to n-1. The products are of 64 bits, so that
// for n as small as here its bias cannot be detected.
func (r *random) below(n int) int {
	high, _ := bits.Mul64(r.source.Uint64(), uint64(n))
	return int(high)
}

// permute sets p to a random order of 0..len(p)-1; there are at most 256.
func (r *random) permute(p []uint8) {
	for i := range p {
		j := r.below(i + 1)
		p[i] = p[j]
		p[j] = uint8(i)
	}
}
