// Command avx2 generates the kernels of package avx2.
package main

import (
	. "github.com/mmcloughlin/avo/build"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"
)

var isa = shared.ISA{
	Suffix: "AVX2", Lanes: vector / 2, Vector: YMM, Move: VMOVDQU, Copy: VMOVDQA, Or: VPOR, Gather: halves,
}

var at, load, store, clone, unionOfCopy = isa.At, isa.Load, isa.Store, isa.Clone, isa.Union

func main() {
	shared.Run(func() {
		pass9()
		branch9()
		singles9()
		pass16()
		branch16()
		for _, side := range []int{3, 4} {
			order := side * side
			cells := order * order
			rowsOut(order, cells)
			rowsIn(order, cells)
			expand(order, cells)
			collapse(order, cells)
			cellsIn(order, cells)
			cellsOut(order, cells)
			solved(order, side)
		}
		within()
	})
}

// The layout of a block of order 9, in vectors. Package avx2 knows its size. The numbers in the
// comments are vectors.
const (
	cells9   = 0   // 81 candidate masks
	moreOf9  = 81  // 9: by row, digits that had several places
	rowOf9   = 90  // 9: by row, digits of its naked singles
	sumOf9   = 99  // 1: the sum of all masks
	scratch9 = 100 // 162: scratch of the kernels
)

// What a pass keeps in the scratch, by cell, mini-row or house.
const (
	single9 = scratch9       // 81: the cell's candidate if it is the only one
	some9   = scratch9 + 81  // 27: digits in any cell; later keep9
	keep9   = some9          // digits on a matching
	twice9  = scratch9 + 108 // 27: digits in two cells or more
	box9    = scratch9 + 135 // 9: naked singles of the box
	column9 = scratch9 + 144 // 9: naked singles of the column
	placed9 = scratch9 + 153 // 1: digits with a place in all lines
)

// The layout of a block of order 16, in vectors. Package avx2 knows its size.
const (
	cells16    = 0   // 256 candidate masks
	moreOf16   = 256 // 16: by row, digits that had several places
	rowOf16    = 272 // 16: by row, digits of its naked singles
	columnOf16 = 288 // 16: by column, all naked singles seen since the lane was loaded
	boxOf16    = 304 // 16: by box, digits of its naked singles
	scratch16  = 320 // 432: scratch of the kernels
)

// What a step keeps in the scratch, by cell or mini-row of its band.
const (
	single16  = scratch16       // 64: the cell's candidate if it is the only one
	some16    = scratch16 + 64  // 16: digits in any cell; later keep16
	keep16    = some16          // digits that pointing and claiming leave
	twice16   = scratch16 + 80  // 16: digits in two cells or more
	singles16 = scratch16 + 96  // 16: naked singles
	claimed16 = scratch16 + 112 // 16: digits in no other box of the row
	pointed16 = scratch16 + 128 // 16: digits in no other row of the box
	placed16  = scratch16 + 144 // 1: digits with a place in all lines; for all steps
)

// scratchOf holds the start of the scratch for each order.
var scratchOf = map[int]int{9: scratch9, 16: scratch16}
