package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"
)

// cellsIn generates the load of lanes from cells. Words with two cells each are transposed like
// words of rows; then each half is looked up. A look-up ignores the bits above the lower cell.
func cellsIn(order, cells int) {
	isa.Begin("cellsIn", order, "func(block *uint16, cells *[32]*uint8, masks *[32]uint16, lanes uint32)")
	block, given := shared.Pointer("block"), shared.Pointer("cells")
	odd := at(block, scratchOf[order])
	from := onlyGiven(given, odd.Offset(vector))
	masks, lanes := load(Mem{Base: shared.Pointer("masks")}), givenLanes()
	if cells%2 == 1 { // early, because a load soon after these stores would have to wait
		isa.LastCells(from, odd, cells)
	}
	set := func(v VecVirtual, m Mem) {
		VPERMW(masks, v, v)
		VMOVDQU16(v, lanes, m)
	}
	out := pairsIn(block, cells/16, from, set)
	if cells%2 == 1 {
		set(load(odd), Mem{Base: out})
	}
	forget(order, block, lanes)
	shared.End()
}

// pairsIn generates the transpose of words of two cells each, and sets both. It returns the address
// after these cells.
func pairsIn(block Register, times int, from Register, set func(v VecVirtual, m Mem)) (out Register) {
	out, _ = isa.WordsIn(block, times, 16, from, func(i int, lower VecVirtual, out Register) {
		upper := ZMM()
		VPSRLW(U8(8), lower, upper)
		set(lower, at(out, 2*i))
		set(upper, at(out, 2*i+1))
	})
	return out
}

// cellsOut generates the store of solved lanes to cells. The digits of two cells are combined in
// one word of the scratch. These words are transposed like rows; the last 16 cells of order 9 are
// stored for all lanes at once. Output of lanes that are not given also goes to the scratch.
func cellsOut(order, cells int) {
	isa.Begin("cellsOut", order, "func(block *uint16, cells *[32]*uint8, lanes uint32)")
	block, given := shared.Pointer("block"), shared.Pointer("cells")
	pairs := GP64()
	LEAQ(at(block, scratchOf[order]), pairs)
	to := onlyGiven(given, at(pairs, cells/2+1))
	counter, minusOne, one := newCounter(order), ones(), words(0x0101)
	isa.Pairs(block, pairs, cells, func(lower, upper Mem) VecVirtual {
		low, high := counter.below(lower, minusOne), counter.below(upper, minusOne)
		return pairOf(low, high, one)
	}, func(cell Mem) VecVirtual {
		last := counter.below(cell, minusOne)
		VPSUBW(minusOne, last, last)
		return last
	})
	for first := 0; first+64 <= cells; first += 64 {
		transposeOut(fmt.Sprintf("out%d", first), at(pairs, first/2), 32, to, first)
	}
	if order == 9 {
		isa.RestOut(pairs, to, 32, func(part, v, m Op) { VEXTRACTI32X4(part, v, m) })
	}
	shared.End()
}

// pairOf returns words of two cells each, from their digits minus 1.
func pairOf(lower, upper, one VecVirtual) VecVirtual {
	VPSLLW(U8(8), upper, upper)
	VPADDW(one, lower, lower)
	VPADDW(upper, lower, lower)
	return lower
}

// expand generates the conversion of cells to rows: a table look-up in which 0 gives all digits.
func expand(order, cells int) {
	isa.Begin("expand", order, "func(rows *[32]*uint16, cells *[32]*uint8, masks *[32]uint16, lanes uint32)")
	rows, puzzles := shared.Pointer("rows"), shared.Pointer("cells")
	masks := load(Mem{Base: shared.Pointer("masks")})
	rest := piece(cells % 32)
	shared.EachLane(func(lane Register) {
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
	shared.End()
}

// collapse generates the conversion of solved rows, with one digit in each mask, to cells.
func collapse(order, cells int) {
	isa.Begin("collapse", order, "func(cells *[32]*uint8, rows *[32]*uint16, lanes uint32)")
	puzzles, rows := shared.Pointer("cells"), shared.Pointer("rows")
	counter, minusOne, rest := newCounter(order), ones(), piece(cells%32)
	shared.EachLane(func(lane Register) {
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
	shared.End()
}

// piece returns the mask of the remaining cells if these are fewer than 32. (If the last 32 cells
// overlapped the previous ones, later loads would have to wait for two stores.)
func piece(left int) Register {
	if left == 0 {
		return nil
	}
	some, r := K(), GP32()
	MOVL(U32(uint32(1)<<left-1), r)
	KMOVD(r, some)
	return some
}
