// Command avx512 generates the kernels of package avx512.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"
)

var isa = shared.ISA{
	Suffix: "AVX512", Lanes: vector / 2, Vector: ZMM,
	Move:   func(from, to Op) { VMOVDQU64(from, to) },
	Copy:   func(v, to Op) { VMOVDQA64(v, to) },
	Or:     func(a, b, result Op) { VPORD(a, b, result) },
	Gather: quarters,
}

var at, load, store, clone, union = isa.At, isa.Load, isa.Store, isa.Clone, isa.Union

// wordwise allows kernels to use BITALG and VBMI2, which count the bits of words and compress
// words. Processors before Ice Lake have neither, and need other versions of the kernels that use
// them.
var wordwise = true

func main() {
	shared.Run(func() {
		pass9()
		pass16()
		for _, order := range []int{9, 16} {
			rowsOut(order, order*order)
			rowsIn(order, order*order)
			expand(order, order*order)
			cellsIn(order, order*order)
		}
		singles9()
		solved(9, 3)
		solved(16, 4)
		numbers := laneNumbers()
		wordwiseOrNot(numbers)
		isa.Suffix, wordwise = "AVX512BW", false
		wordwiseOrNot(numbers)
	})
}

// wordwiseOrNot generates the kernels that depend on wordwise.
func wordwiseOrNot(numbers Mem) {
	branch9()
	branch16()
	for _, order := range []int{9, 16} {
		collapse(order, order*order)
		cellsOut(order, order*order)
	}
	few(numbers)
}

// The layout of a block of order 9, in vectors. Package avx512 knows its size. The numbers in
// the comments are vectors.
const (
	cells9   = 0  // 81 candidate masks
	rowOf9   = 81 // 9: by row, digits of its naked singles
	boxOf9   = 90 // 9: by box, digits of its naked singles
	moreOf9  = 99 // 9: by row, digits that had several places
	scratch9 = 108
)

// What a pass keeps in the scratch, by cell or mini-row.
const (
	single9 = scratch9       // 81: the cell's candidate if it is the only one
	some9   = scratch9 + 81  // 27: digits in any cell
	twice9  = scratch9 + 108 // 27: digits in two cells or more
)

// The layout of a block of order 16, in vectors. Package avx512 knows its size.
const (
	rowOf16    = 256 // 16: by row, digits of its naked singles
	columnOf16 = 272 // 16: by column, digits of its naked singles
	boxOf16    = 288 // 16: by box, digits of its naked singles
	hiddenOf16 = 304 // 16: by row, digits that had one place
	scratch16  = 320 // scratch of the kernels
)

// scratchOf holds the start of the scratch for each order.
var scratchOf = map[int]int{9: scratch9, 16: scratch16}
