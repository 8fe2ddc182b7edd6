package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"
)

// digitsIn generates the conversions of the cells of puzzles, a byte each, to candidate masks, both
// in rows and straight in a block.
func digitsIn(order int) {
	expand(order, order*order)
	cellsIn(order, order*order)
}

// digitsOut generates the conversions back.
func digitsOut(order int) {
	collapse(order, order*order)
	cellsOut(order, order*order)
}

// expand generates the conversion of cells to rows: a table look-up in which 0 gives all digits.
func expand(order, cells int) {
	isa.Begin("expand", order, "func(rows *[32]*uint16, cells *[32]*uint8, masks *[32]uint16, lanes uint32)",
		"sets the given lanes' rows to the masks of their cells, by the cells' values")
	rows, puzzles := shared.Pointer("rows"), shared.Pointer("cells")
	masks := load(Mem{Base: shared.Pointer("masks")})
	rest := piece(cells % 32)
	shared.EachLane(shared.Lanes(), func(lane Register) {
		row, from := shared.PointerOf(rows, lane), shared.PointerOf(puzzles, lane)
		for i := 0; i < cells; i += 32 {
			v := ZMM()
			if cells-i < 32 {
				VPMOVZXBW_Z(Mem{Base: from, Disp: i}, rest, v)
			} else {
				VPMOVZXBW(Mem{Base: from, Disp: i}, v)
			}
			VPERMW(masks, v, v)
			store(v, Mem{Base: row, Disp: 2 * i})
		}
	})
	VZEROUPPER()
	RET()
}

// collapse generates the conversion of solved rows, one digit a mask, to cells.
func collapse(order, cells int) {
	isa.Begin("collapse", order, "func(cells *[32]*uint8, rows *[32]*uint16, lanes uint32)",
		"sets the given lanes' cells to the digits of their solved rows")
	puzzles, rows := shared.Pointer("cells"), shared.Pointer("rows")
	counter, minusOne, rest := newCounter(order), ones(), piece(cells%32)
	shared.EachLane(shared.Lanes(), func(lane Register) {
		to, row := shared.PointerOf(puzzles, lane), shared.PointerOf(rows, lane)
		for i := 0; i < cells; i += 32 {
			n := counter.below(Mem{Base: row, Disp: 2 * i}, minusOne)
			VPSUBW(minusOne, n, n)
			if cells-i < 32 {
				VPMOVWB(n, rest, Mem{Base: to, Disp: i})
			} else {
				VPMOVWB(n, Mem{Base: to, Disp: i})
			}
		}
	})
	VZEROUPPER()
	RET()
}

// piece returns the mask of the cells in the last 32, if these are fewer. (Were the last 32 to
// overlap those before, later loads would have to wait for two stores.)
func piece(left int) Register {
	if left == 0 {
		return nil
	}
	some, r := K(), GP32()
	MOVL(U32(uint32(1)<<left-1), r)
	KMOVD(r, some)
	return some
}
