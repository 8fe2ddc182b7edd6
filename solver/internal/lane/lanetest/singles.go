package lanetest

import (
	"math/bits"
	"unsafe"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane"
)

// singles is Kernels.Singles in plain Go.
func (k *plain) singles(block *uint16, cells *[lane.MaxLanes]*uint8) (solved uint32) {
	words := k.block(block)
	for l := range k.lanes {
		g := newSingleGrid(unsafe.Slice(cells[l], 81))
		for range lane.Sweeps {
			g.sweep()
		}
		if g.needs == (needs{}) {
			solved |= 1 << l
		}
		for cell, x := range g.digits {
			words[cell*k.lanes+l] = x
		}
	}
	return solved
}

// A singleGrid is a puzzle of order 9 that singles solves.
type singleGrid struct {
	digits [81]uint16 // by cell: a mask of one digit, or 0
	needs  needs
}

// needs holds the digits that each row, column and box still needs.
type needs struct{ rows, columns, boxes [9]uint16 }

// newSingleGrid returns the grid of a puzzle.
func newSingleGrid(cells []uint8) *singleGrid {
	g := &singleGrid{}
	for i := range 9 {
		g.needs.rows[i], g.needs.columns[i], g.needs.boxes[i] = 511, 511, 511
	}
	for cell, v := range cells {
		if v != 0 {
			r, c := cell/9, cell%9
			x := lane.Masks(9)[v%32]
			g.digits[cell] = x
			g.needs.rows[r] &^= x
			g.needs.columns[c] &^= x
			g.needs.boxes[r/3*3+c/3] &^= x
		}
	}
	return g
}

// sweep looks at each cell once. It takes three boxes at a time, one in each band and one in each
// stack, and of these a mini-row at a time, each in another row of its box.
func (g *singleGrid) sweep() {
	for i := range 27 {
		diagonal, t, band := i/9, i/3%3, i%3
		g.miniRow(3*band+(t+band)%3, (band+diagonal)%3)
	}
}

// miniRow looks at three cells of a row. Row and box lose the digits that it places after the last
// of them.
func (g *singleGrid) miniRow(r, stack int) {
	row, box := &g.needs.rows[r], &g.needs.boxes[r/3*3+stack]
	both, placed := *row&*box, uint16(0)
	for c := 3 * stack; c < 3*stack+3; c++ {
		digit, column := &g.digits[9*r+c], &g.needs.columns[c]
		x := both & *column
		if bits.OnesCount16(x|*digit) > 1 { // several, or a cell that has its digit
			continue
		}
		*digit |= x
		*column &^= x
		placed |= x
	}
	*row &^= placed
	*box &^= placed
}
