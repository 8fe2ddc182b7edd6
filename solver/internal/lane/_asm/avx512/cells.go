package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"
)

// cellsIn generates the load of lanes from cells: words that hold two cells each are transposed
// like words of rows, and each half is then looked up. A look-up ignores what is above the lower
// cell.
func cellsIn(order, cells int) {
	isa.Begin("cellsIn", order, "func(block *uint16, cells *[32]*uint8, masks *[32]uint16, lanes uint32)",
		"sets the given lanes of a block to the masks of their cells, and forgets what it remembers of them")
	block, given := shared.Pointer("block"), shared.Pointer("cells")
	odd := at(block, scratchOf(order))
	from := onlyGiven(given, odd.Offset(vector))
	masks, lanes := load(Mem{Base: shared.Pointer("masks")}), givenLanes()
	if cells%2 == 1 { // long before it is loaded, which could not see the stores otherwise
		shared.EachPointer(32, from, func(l int, p Register) {
			v := GP32()
			MOVBLZX(Mem{Base: p, Disp: cells - 1}, v)
			MOVW(v.As16(), odd.Offset(2*l))
		})
	}
	set := func(v VecVirtual, m Mem) {
		VPERMW(masks, v, v)
		VMOVDQU16(v, lanes, m)
	}
	out, offset, left := GP64(), GP64(), GP64()
	MOVQ(block, out)
	XORQ(offset, offset)
	MOVQ(U32(uint32(cells/16)), left)
	Label("in")
	for i, lower := range shared.Transpose(ZMM, pieces(from, offset)) {
		upper := ZMM()
		VPSRLW(U8(8), lower, upper)
		set(lower, at(out, 2*i))
		set(upper, at(out, 2*i+1))
	}
	ADDQ(U32(16*vector), out)
	ADDQ(U32(16), offset)
	DECQ(left)
	JNZ(LabelRef("in"))
	if cells%2 == 1 {
		set(load(odd), Mem{Base: out})
	}
	forget(order, block, lanes)
	VZEROUPPER()
	RET()
}

// cellsOut generates the store of solved lanes to cells. The digits of each two cells go to one
// word of the scratch; these words are transposed like those of rows, the last 16 cells of order 9
// in all lanes at once. What comes out for lanes that are not given goes to the scratch, too.
func cellsOut(order, cells int) {
	isa.Begin("cellsOut", order, "func(block *uint16, cells *[32]*uint8, lanes uint32)",
		"sets the given lanes' cells to the digits of a solved block")
	block, given := shared.Pointer("block"), shared.Pointer("cells")
	pairs := GP64()
	LEAQ(at(block, scratchOf(order)), pairs)
	to := onlyGiven(given, at(pairs, cells/2+1))
	pairDigits(block, pairs, order)
	for first := 0; first+64 <= cells; first += 64 {
		transposeOut(fmt.Sprintf("out%d", first), at(pairs, first/2), 32, to, first)
	}
	if first := cells / 64 * 64; first < cells {
		restOut(pairs, to, first, cells)
	}
	VZEROUPPER()
	RET()
}

// pairDigits writes the digits of each two cells to one vector of pairs.
func pairDigits(block, pairs Register, order int) {
	cells := order * order
	from, to, left, counter, minusOne, one := GP64(), GP64(), GP64(), newCounter(order), ones(), words(0x0101)
	MOVQ(block, from)
	MOVQ(pairs, to)
	MOVQ(U32(uint32(cells/16)), left)
	Label("digits")
	for i := range 8 {
		lower, upper := counter.below(at(from, 2*i), minusOne), counter.below(at(from, 2*i+1), minusOne)
		VPSLLW(U8(8), upper, upper)
		VPADDW(one, lower, lower)
		VPADDW(upper, lower, lower)
		store(lower, at(to, i))
	}
	ADDQ(U32(16*vector), from)
	ADDQ(U32(8*vector), to)
	DECQ(left)
	JNZ(LabelRef("digits"))
	if cells%2 == 1 {
		last := counter.below(Mem{Base: from}, minusOne)
		VPSUBW(minusOne, last, last)
		store(last, Mem{Base: to})
	}
}

// restOut writes the last cells, 16 and one.
func restOut(pairs, to Register, first, cells int) {
	var v [8]VecVirtual
	for i := range v {
		v[i] = load(at(pairs, first/2+i))
	}
	rows := shared.Transpose(ZMM, v)
	shared.EachPointer(32, to, func(l int, p Register) {
		VEXTRACTI32X4(U8(l/8), rows[l%8], Mem{Base: p, Disp: first})
		last := GP32()
		MOVBLZX(at(pairs, cells/2).Offset(2*l), last)
		MOVB(last.As8(), Mem{Base: p, Disp: cells - 1})
	})
}
