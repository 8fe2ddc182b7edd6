package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"
)

// cellsIn generates the load of lanes from cells: words that hold two cells each are transposed
// like words of rows, and each half is then looked up.
func cellsIn(order, cells int) {
	isa.Begin("cellsIn", order, "func(block *uint16, cells *[32]*uint8, lanes uint32)",
		"sets the given lanes of a block to the masks of their cells, and forgets what it remembers of them")
	block, given := shared.Pointer("block"), shared.Pointer("cells")
	odd := at(block, scratchOf(order))
	from := onlyGiven(given, odd.Offset(vector))
	if cells%2 == 1 { // long before it is loaded, which could not see the stores otherwise
		shared.EachPointer(16, from, func(l int, p Register) {
			v := GP32()
			MOVBLZX(Mem{Base: p, Disp: cells - 1}, v)
			MOVW(v.As16(), odd.Offset(2*l))
		})
	}
	f, m := newLaneWriter(order, block), newMaskTable(order)
	lower := spread("lower", func(word int) int { return word % 8 * 2 })
	upper := spread("upper", func(word int) int { return word%8*2 + 1 })
	out, offset, left := GP64(), GP64(), GP64()
	MOVQ(block, out)
	XORQ(offset, offset)
	MOVQ(U32(uint32(cells/16)), left)
	Label("in")
	for i, pair := range shared.Transpose(YMM, pieces(from, offset)) {
		m.lessOne(pair)
		f.set(m.masks(pair, lower), at(out, 2*i))
		f.set(m.masks(pair, upper), at(out, 2*i+1))
	}
	ADDQ(U32(16*vector), out)
	ADDQ(U32(16), offset)
	DECQ(left)
	JNZ(LabelRef("in"))
	if cells%2 == 1 {
		last := load(odd)
		m.lessOne(last)
		f.set(m.masks(last, lower), at(out, 0))
	}
	f.end()
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
	pairDigits(block, pairs, cells)
	wordsOut(pairs, to, cells/32)
	if first := cells / 32 * 32; first < cells {
		restOut(pairs, to, first, cells)
	}
	VZEROUPPER()
	RET()
}

// pairDigits writes the digits of each two cells to one vector of pairs.
func pairDigits(block, pairs Register, cells int) {
	from, to, left := GP64(), GP64(), GP64()
	d, top := newDigitFinder(), load(words(0xf000))
	MOVQ(block, from)
	MOVQ(pairs, to)
	MOVQ(U32(uint32(cells/16)), left)
	Label("digits")
	for i := range 8 {
		v, upper := d.index(at(from, 2*i)), d.top(at(from, 2*i+1))
		VPAND(top, upper, upper)
		VPSRLW(U8(4), upper, upper)
		VPOR(upper, v, v)
		d.digits(v)
		store(v, at(to, i))
	}
	ADDQ(U32(16*vector), from)
	ADDQ(U32(8*vector), to)
	DECQ(left)
	JNZ(LabelRef("digits"))
	if cells%2 == 1 {
		last := d.index(at(from, 0))
		d.digits(last)
		store(last, at(to, 0))
	}
}

// restOut writes the last cells, 16 and one, whose digits are pairs.
func restOut(pairs, to Register, first, cells int) {
	var v [8]VecVirtual
	for i := range v {
		v[i] = load(at(pairs, i))
	}
	rows := shared.Transpose(YMM, v)
	shared.EachPointer(16, to, func(l int, p Register) {
		VEXTRACTI128(U8(l/8), rows[l%8], Mem{Base: p, Disp: first})
		last := GP32()
		MOVBLZX(at(pairs, 8).Offset(2*l), last)
		MOVB(last.As8(), Mem{Base: p, Disp: cells - 1})
	})
}
