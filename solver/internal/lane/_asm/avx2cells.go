package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// cellsIn2 generates the way from cells to a block: words that hold two cells
// each are transposed as those of rows are, and then looked up.
func cellsIn2(order, cells int) {
	name := fmt.Sprintf("cellsIn%dAVX2", order)
	TEXT(name, NOSPLIT, "func(block *uint16, cells *[32]*uint8, lanes uint32)")
	Doc(name + " sets the given lanes of a block to the masks of their cells, and forgets what it remembers of them (AVX2).")
	block, given := Load(Param("block"), GP64()).(Register), Load(Param("cells"), GP64()).(Register)
	odd := at2(block, scratchOf2(order))
	from := onlyGiven2(given, odd.Offset(vector2))
	if cells%2 == 1 { // long before it is loaded, which could not see the stores otherwise
		eachPointer(16, from, func(l int, p Register) {
			v := GP32()
			MOVBLZX(Mem{Base: p, Disp: cells - 1}, v)
			MOVW(v.As16(), odd.Offset(2*l))
		})
	}
	f, m := newFiller2(order, block), newMasker2(order)
	lower := spread2("lower", func(word int) int { return word % 8 * 2 })
	upper := spread2("upper", func(word int) int { return word%8*2 + 1 })
	out, offset, left := GP64(), GP64(), GP64()
	MOVQ(block, out)
	XORQ(offset, offset)
	MOVQ(U32(uint32(cells/16)), left)
	Label("in")
	for i, pair := range transpose8x2(pieces2(from, offset)) {
		m.lessOne(pair)
		f.set(m.masks(pair, lower), at2(out, 2*i))
		f.set(m.masks(pair, upper), at2(out, 2*i+1))
	}
	ADDQ(U32(16*vector2), out)
	ADDQ(U32(16), offset)
	DECQ(left)
	JNZ(LabelRef("in"))
	if cells%2 == 1 {
		last := load2(odd)
		m.lessOne(last)
		f.set(m.masks(last, lower), at2(out, 0))
	}
	f.end()
}

// cellsOut2 generates the way from a solved block to cells. Digits go to the
// scratch, two cells in each word; these are transposed as those of rows are, a
// rest of 16 cells for all lanes at once. What comes out for other lanes than
// the given goes to the scratch, too.
func cellsOut2(order, cells int) {
	name := fmt.Sprintf("cellsOut%dAVX2", order)
	TEXT(name, NOSPLIT, "func(block *uint16, cells *[32]*uint8, lanes uint32)")
	Doc(name + " sets the given lanes' cells to the digits of a solved block (AVX2).")
	block, given := Load(Param("block"), GP64()).(Register), Load(Param("cells"), GP64()).(Register)
	pairs := GP64()
	LEAQ(at2(block, scratchOf2(order)), pairs)
	to := onlyGiven2(given, at2(pairs, cells/2+1))
	pairDigits2(block, pairs, cells)
	wordsOut2(pairs, to, cells/32)
	if first := cells / 32 * 32; first < cells {
		restOut2(pairs, to, first, cells)
	}
	VZEROUPPER()
	RET()
}

// pairDigits2 writes the digits of each two cells to a vector of pairs.
func pairDigits2(block, pairs Register, cells int) {
	from, to, left := GP64(), GP64(), GP64()
	d, top := newDigiter2(), load2(words2(0xf000))
	MOVQ(block, from)
	MOVQ(pairs, to)
	MOVQ(U32(uint32(cells/16)), left)
	Label("digits")
	for i := range 8 {
		v, upper := d.index(at2(from, 2*i)), d.top(at2(from, 2*i+1))
		VPAND(top, upper, upper)
		VPSRLW(U8(4), upper, upper)
		VPOR(upper, v, v)
		d.digits(v)
		store2(v, at2(to, i))
	}
	ADDQ(U32(16*vector2), from)
	ADDQ(U32(8*vector2), to)
	DECQ(left)
	JNZ(LabelRef("digits"))
	if cells%2 == 1 {
		last := d.index(at2(from, 0))
		d.digits(last)
		store2(last, at2(to, 0))
	}
}

// restOut2 writes the last cells, 16 and one, of which pairs are the digits.
func restOut2(pairs, to Register, first, cells int) {
	var v [8]VecVirtual
	for i := range v {
		v[i] = load2(at2(pairs, i))
	}
	rows := transpose8x2(v)
	eachPointer(16, to, func(l int, p Register) {
		VEXTRACTI128(U8(l/8), rows[l%8], Mem{Base: p, Disp: first})
		last := GP32()
		MOVBLZX(at2(pairs, 8).Offset(2*l), last)
		MOVB(last.As8(), Mem{Base: p, Disp: cells - 1})
	})
}

// scratchOf2 is where the scratch of an order begins.
func scratchOf2(order int) int {
	if order == 9 {
		return scratch2x9
	}
	return scratch2x16
}
