// Package lanetest has the definition of each kernel in plain Go, for tests.
package lanetest

import (
	"math"
	"math/bits"
	"unsafe"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane"
)

// plain holds the plain Go kernels for one order and number of lanes.
type plain struct {
	order, side, lanes int
	peers              [][]uint16  // by cell
	masks              *[32]uint16 // by value of a cell
}

// Plain returns kernels in plain Go for an order and a number of lanes, at most lane.MaxLanes. They run
// on every processor, slowly, and allocate. They define all other backends: each kernel of a
// backend must leave the same candidates and return the same results in all lanes, including dead
// ones.
func Plain(order, lanes int) *lane.Kernels {
	k := &plain{
		order: order, side: 3 + order/16, lanes: lanes,
		peers: make([][]uint16, order*order), masks: lane.Masks(order),
	}
	for i := range k.peers {
		for j := range k.peers {
			if i != j && (i/order == j/order || i%order == j%order || k.box(i) == k.box(j)) {
				k.peers[i] = append(k.peers[i], uint16(j))
			}
		}
	}
	p := &lane.Kernels{
		Name: "plain", Order: order, Lanes: lanes, RowWords: k.cells(), BlockWords: k.vectors() * lanes,
		Pass: k.pass, Branch: k.branch, Solved: k.solved,
		RowsOut: k.rowsOut, RowsIn: k.rowsIn,
		Expand: k.expand, Collapse: k.collapse,
		CellsIn: k.cellsIn, CellsOut: k.cellsOut,
	}
	if order == 9 {
		p.Singles = k.singles
	}
	return p
}

// box returns the box of a cell.
func (k *plain) box(cell int) int {
	row, column := cell/k.order, cell%k.order
	return row/k.side*k.side + column/k.side
}

// cells returns the number of cells of a puzzle.
func (k *plain) cells() int { return k.order * k.order }

// vectors returns the number of words that a block has for each lane: the cells, then
// plainState.columns, which passes keep.
func (k *plain) vectors() int { return k.cells() + k.order }

// block returns the words of a block as a slice.
func (k *plain) block(block *uint16) []uint16 { return unsafe.Slice(block, k.vectors()*k.lanes) }

func (k *plain) rowsOut(block *uint16, rows *[lane.MaxLanes]*uint16, lanes uint32) {
	words := k.block(block)
	for ; lanes != 0; lanes &= lanes - 1 {
		l := bits.TrailingZeros32(lanes)
		row := unsafe.Slice(rows[l], k.cells())
		for cell := range row {
			row[cell] = words[cell*k.lanes+l]
		}
	}
}

func (k *plain) rowsIn(block *uint16, rows *[lane.MaxLanes]*uint16, lanes uint32) {
	words := k.block(block)
	for l := range k.lanes {
		if lanes>>l&1 == 0 {
			continue
		}
		for i := range k.vectors() {
			words[i*k.lanes+l] = 0 // also what passes keep
		}
		for cell, x := range unsafe.Slice(rows[l], k.cells()) {
			words[cell*k.lanes+l] = x
		}
	}
}

func (k *plain) expand(rows *[lane.MaxLanes]*uint16, cells *[lane.MaxLanes]*uint8, lanes uint32) {
	n := k.cells()
	for ; lanes != 0; lanes &= lanes - 1 {
		l := bits.TrailingZeros32(lanes)
		row := unsafe.Slice(rows[l], n)
		for cell, v := range unsafe.Slice(cells[l], n) {
			row[cell] = k.masks[v%32]
		}
	}
}

func (k *plain) collapse(cells *[lane.MaxLanes]*uint8, rows *[lane.MaxLanes]*uint16, lanes uint32) {
	n := k.cells()
	for ; lanes != 0; lanes &= lanes - 1 {
		l := bits.TrailingZeros32(lanes)
		to := unsafe.Slice(cells[l], n)
		for cell, x := range unsafe.Slice(rows[l], n) {
			to[cell] = uint8(bits.TrailingZeros16(x)) + 1
		}
	}
}

func (k *plain) cellsIn(block *uint16, cells *[lane.MaxLanes]*uint8, lanes uint32) {
	rows := k.rows()
	k.expand(rows, cells, lanes)
	k.rowsIn(block, rows, lanes)
}

func (k *plain) cellsOut(block *uint16, cells *[lane.MaxLanes]*uint8, lanes uint32) {
	rows := k.rows()
	k.rowsOut(block, rows, lanes)
	k.collapse(cells, rows, lanes)
}

// rows returns new rows for all lanes.
func (k *plain) rows() *[lane.MaxLanes]*uint16 {
	var rows [lane.MaxLanes]*uint16
	memory := lane.NewRows(k.lanes, k.cells())
	for l := range k.lanes {
		rows[l] = &memory[l*k.cells()]
	}
	return &rows
}

func (k *plain) solved(block *uint16) (lanes uint32) {
	words := k.block(block)
	for l := range k.lanes {
		var houses [3][16]uint16 // digits of each row, column and box
		solved := true
		for cell := range k.cells() {
			x := words[cell*k.lanes+l]
			solved = solved && x&(x-1) == 0
			houses[0][cell/k.order] |= x
			houses[1][cell%k.order] |= x
			houses[2][k.box(cell)] |= x
		}
		for _, kind := range houses {
			for _, digits := range kind[:k.order] {
				solved = solved && digits == 1<<k.order-1
			}
		}
		if solved {
			lanes |= 1 << l
		}
	}
	return lanes
}

func (k *plain) branch(block *uint16, cells *[lane.MaxLanes]uint16) (dead uint32) {
	words := k.block(block)
	x := make([]uint16, k.cells())
	for l := range k.lanes {
		for cell := range x {
			x[cell] = words[cell*k.lanes+l]
		}
		cells[l] = uint16(k.branchCell(x))
		if k.emptyOrTwice(x) || k.hiddenTogether(x) {
			dead |= 1 << l
		}
	}
	return dead
}

// branchCell returns the cell to branch at: of the cells with several candidates, one with the
// fewest; of several, the one with the highest score; of several, the first.
func (k *plain) branchCell(x []uint16) int {
	fewest, highest, best := k.order+1, math.MinInt, 0
	for cell := range x {
		n := bits.OnesCount16(x[cell])
		if n < 2 || n > fewest {
			continue
		}
		if n < fewest {
			fewest, highest = n, math.MinInt
		}
		score := 0
		for _, peer := range k.peers[cell] {
			if bits.OnesCount16(x[peer]) > 1 {
				score += k.score(cell, int(peer))
			}
		}
		if score > highest {
			highest, best = score, cell
		}
	}
	return best
}

// score returns what an unsolved peer adds to the score of a cell: -1 if they share two houses, 2
// if they share only a box, 1 if they share only a row or column.
func (k *plain) score(cell, peer int) int {
	line := cell/k.order == peer/k.order || cell%k.order == peer%k.order
	switch box := k.box(cell) == k.box(peer); {
	case line && box:
		return -1
	case box:
		return 2
	}
	return 1
}

// emptyOrTwice reports whether a cell has no candidate, or two cells of a house have the same only
// candidate.
func (k *plain) emptyOrTwice(x []uint16) bool {
	for cell := range x {
		if x[cell] == 0 {
			return true
		}
		for _, peer := range k.peers[cell] {
			if x[cell]&(x[cell]-1) == 0 && x[peer] == x[cell] {
				return true
			}
		}
	}
	return false
}

// hiddenTogether reports whether two digits have their only place in a row in the same cell.
func (k *plain) hiddenTogether(x []uint16) bool {
	for first := 0; first < len(x); first += k.order {
		row := x[first : first+k.order]
		var once, twice uint16
		for _, y := range row {
			twice |= once & y
			once |= y
		}
		for _, y := range row {
			if bits.OnesCount16(y&^twice) > 1 {
				return true
			}
		}
	}
	return false
}
