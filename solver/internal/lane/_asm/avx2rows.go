package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// rows2 generates the transposes between a block of AVX2, in which a vector is
// one cell of 16 lanes, and rows, in which the cells of one lane lie side by
// side. They are like those of AVX-512, with halves for quarters.
func rows2(order int) {
	cells := order * order
	rowsOut2(order, cells)
	rowsIn2(order, cells)
}

// gather2 gathers two pieces of eight words.
func gather2(low, high Mem) VecVirtual {
	v := YMM()
	VBROADCASTI128(low, v) // into both halves; a load and nothing else
	VINSERTI128(U8(1), high, v, v)
	return v
}

// transpose8x2 transposes 8×8 words in each half: word i of result j is word j
// of v[i].
func transpose8x2(v [8]VecVirtual) [8]VecVirtual {
	var a, b, c [8]VecVirtual
	for i := range 4 {
		a[2*i], a[2*i+1] = YMM(), YMM()
		VPUNPCKLWD(v[2*i+1], v[2*i], a[2*i])
		VPUNPCKHWD(v[2*i+1], v[2*i], a[2*i+1])
	}
	for i := range 2 {
		for j := range 2 {
			lo, hi := YMM(), YMM()
			VPUNPCKLDQ(a[4*i+2+j], a[4*i+j], lo)
			VPUNPCKHDQ(a[4*i+2+j], a[4*i+j], hi)
			b[4*i+2*j], b[4*i+2*j+1] = lo, hi
		}
	}
	for j := range 4 {
		c[2*j], c[2*j+1] = YMM(), YMM()
		VPUNPCKLQDQ(b[4+j], b[j], c[2*j])
		VPUNPCKHQDQ(b[4+j], b[j], c[2*j+1])
	}
	return c
}

// rowsOut2 generates the way from a block to rows.
func rowsOut2(order, cells int) {
	name := fmt.Sprintf("rowsOut%dAVX2", order)
	TEXT(name, NOSPLIT, "func(block *uint16, rows *[32]*uint16, lanes uint32)")
	Doc(name + " writes the given lanes of a block to their rows, 16-bit masks of all cells (AVX2).")
	block, given := Load(Param("block"), GP64()).(Register), Load(Param("rows"), GP64()).(Register)
	to := onlyGiven2(given, at2(block, scratchOf2(order)))
	wordsOut2(block, to, cells/16)
	if cells%16 == 1 {
		eachPointer(16, to, func(l int, p Register) {
			word := GP32()
			MOVWLZX(Mem{Base: block, Disp: 2 * l}, word)
			MOVW(word.As16(), Mem{Base: p, Disp: 2 * (cells - 1)})
		})
	}
	VZEROUPPER()
	RET()
}

// onlyGiven2 copies the pointers of all lanes, and returns where they are then:
// for lanes that are not among the given ones, of the parameter, they are to
// memory behind them.
func onlyGiven2(pointers Register, copies Mem) Register {
	to, nowhere, lanes := GP64(), GP64(), GP32()
	LEAQ(copies, to)
	LEAQ(Mem{Base: to, Disp: 16 * 8}, nowhere)
	Load(Param("lanes"), lanes)
	eachPointer(16, pointers, func(l int, p Register) {
		BTL(U8(l), lanes)
		CMOVQCC(nowhere, p)
		MOVQ(p, Mem{Base: to, Disp: 8 * l})
	})
	return to
}

// wordsOut2 generates the transpose of so many times 16 vectors to as many words
// behind each pointer. It moves from on, behind the vectors.
func wordsOut2(from, to Register, times int) {
	offset, left := GP64(), GP64()
	XORQ(offset, offset)
	MOVQ(U32(uint32(times)), left)
	Label("out")
	for half := range 2 {
		var v [8]VecVirtual
		for i := range 8 {
			low := at2(from, i).Offset(16 * half)
			v[i] = gather2(low, low.Offset(8*vector2))
		}
		for j, row := range transpose8x2(v) {
			p := GP64()
			MOVQ(Mem{Base: to, Disp: 8 * (8*half + j)}, p)
			store2(row, Mem{Base: p, Index: offset, Scale: 1})
		}
	}
	ADDQ(U32(16*vector2), from)
	ADDQ(U32(vector2), offset)
	DECQ(left)
	JNZ(LabelRef("out"))
}

// rowsIn2 generates the way from rows to a block.
func rowsIn2(order, cells int) {
	name := fmt.Sprintf("rowsIn%dAVX2", order)
	TEXT(name, NOSPLIT, "func(block *uint16, rows *[32]*uint16, lanes uint32)")
	Doc(name + " reads the given lanes of a block from their rows, and forgets what it remembers of them (AVX2).")
	block, given := Load(Param("block"), GP64()).(Register), Load(Param("rows"), GP64()).(Register)
	from := onlyGiven2(given, at2(block, scratchOf2(order)))
	f := newFiller2(order, block)
	out, offset, left := GP64(), GP64(), GP64()
	MOVQ(block, out)
	XORQ(offset, offset)
	MOVQ(U32(uint32(cells/8)), left)
	Label("in")
	for i, cell := range transpose8x2(pieces2(from, offset)) {
		f.set(cell, at2(out, i))
	}
	ADDQ(U32(8*vector2), out)
	ADDQ(U32(16), offset)
	DECQ(left)
	JNZ(LabelRef("in"))
	if cells%8 == 1 {
		f.set(transpose8x2(pieces2(from, offset))[0], at2(out, 0))
	}
	f.end()
}

// A filler2 sets the lanes of the parameter, all cells of them, and forgets
// what a block remembers of them. In order 9 it sums the masks of all lanes for
// the pass to come.
type filler2 struct {
	order      int
	block      Register
	lanes, sum VecVirtual
}

func newFiller2(order int, block Register) *filler2 {
	f := &filler2{order: order, block: block, lanes: laneMasks2()}
	if order == 9 {
		f.sum = zero2()
		return f
	}
	for i := range order {
		singles := at2(block, columnOf2x16+i)
		store2(andNot2(singles, f.lanes), singles)
	}
	return f
}

// set sets a cell of the block.
func (f *filler2) set(cell VecVirtual, m Mem) {
	old := load2(m)
	VPBLENDVB(f.lanes, cell, old, old)
	if f.order == 9 {
		VPADDW(old, f.sum, f.sum)
	}
	store2(old, m)
}

// end returns from the function.
func (f *filler2) end() {
	if f.order == 9 {
		store2(f.sum, at2(f.block, sumOf2x9))
	}
	VZEROUPPER()
	RET()
}

// laneMasks2 returns ones in the words of the lanes of the parameter.
func laneMasks2() VecVirtual {
	// Each word takes the byte that has its lane's bit, and of that the bit.
	var bytes, bits [vector2]byte
	for l := range 16 {
		bytes[2*l], bytes[2*l+1] = byte(l/8), byte(l/8)
		bits[2*l] = 1 << (l % 8)
	}
	set, v, bit := XMM(), YMM(), load2(constant2("laneBits", bits))
	VMOVD(Load(Param("lanes"), GP32()), set)
	VPBROADCASTD(set, v)
	VPSHUFB(constant2("laneBytes", bytes), v, v)
	VPAND(bit, v, v)
	VPCMPEQW(bit, v, v)
	return v
}

// pieces2 gathers eight cells of all rows, those at the offset.
func pieces2(from, offset Register) (v [8]VecVirtual) {
	for j := range 8 {
		low, high := GP64(), GP64()
		MOVQ(Mem{Base: from, Disp: 8 * j}, low)
		MOVQ(Mem{Base: from, Disp: 8 * (8 + j)}, high)
		v[j] = gather2(Mem{Base: low, Index: offset, Scale: 1}, Mem{Base: high, Index: offset, Scale: 1})
	}
	return v
}
