package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// rows generates the transposes between a block, in which a vector is one cell
// of 32 lanes, and rows, in which the cells of one lane lie side by side.
//
// Both gather four pieces of eight words from memory into each of eight
// vectors, which costs little, and then transpose 8×8 words within each
// quarter of a vector, by the usual three rounds of unpacking.
func rows(order int) {
	cells := order * order
	rowsOut(order, cells)
	rowsIn(order, cells)
}

// quarters gathers four pieces of eight words.
func quarters(m ...Mem) VecVirtual {
	v := ZMM()
	VBROADCASTI32X4(m[0], v) // into all quarters; a load and nothing else
	for i, piece := range m[1:] {
		VINSERTI32X4(U8(i+1), piece, v, v)
	}
	return v
}

// transpose8 transposes 8×8 words in each quarter: word i of result j is word
// j of v[i].
func transpose8(v [8]VecVirtual) [8]VecVirtual {
	var a, b, c [8]VecVirtual
	for i := range 4 {
		a[2*i], a[2*i+1] = ZMM(), ZMM()
		VPUNPCKLWD(v[2*i+1], v[2*i], a[2*i])
		VPUNPCKHWD(v[2*i+1], v[2*i], a[2*i+1])
	}
	for i := range 2 {
		for j := range 2 {
			lo, hi := ZMM(), ZMM()
			VPUNPCKLDQ(a[4*i+2+j], a[4*i+j], lo)
			VPUNPCKHDQ(a[4*i+2+j], a[4*i+j], hi)
			b[4*i+2*j], b[4*i+2*j+1] = lo, hi
		}
	}
	for j := range 4 {
		c[2*j], c[2*j+1] = ZMM(), ZMM()
		VPUNPCKLQDQ(b[4+j], b[j], c[2*j])
		VPUNPCKHQDQ(b[4+j], b[j], c[2*j+1])
	}
	return c
}

// rowsOut generates the way from a block to rows.
func rowsOut(order, cells int) {
	name := fmt.Sprintf("rowsOut%dAVX512", order)
	TEXT(name, NOSPLIT, "func(block *uint16, rows *[32]*uint16, lanes uint32)")
	Doc(name + " writes the given lanes of a block to their rows, 16-bit masks of all cells (AVX-512).")
	block, given := Load(Param("block"), GP64()).(Register), Load(Param("rows"), GP64()).(Register)
	to := onlyGiven(given, at(block, scratchOf(order)))
	for first := 0; first < cells; first += 32 {
		transposeOut(fmt.Sprintf("out%d", first), at(block, first), min(32, cells-first), to, 2*first)
	}
	VZEROUPPER()
	RET()
}

// transposeOut writes n vectors, at most 32, to an offset behind each lane's
// pointer, where the lane's words of them lie side by side, and zeros for those
// that lack.
func transposeOut(label string, from Mem, n int, pointers Register, offset int) {
	piece, pointer, left := GP64(), GP64(), GP64()
	LEAQ(from, piece)
	MOVQ(pointers, pointer)
	MOVQ(U32(4), left)
	Label(label)
	var v [8]VecVirtual
	for i := range v {
		var m []Mem
		for j := i; j < n; j += 8 {
			m = append(m, at(piece, j))
		}
		if len(m) == 0 {
			v[i] = zero()
			continue
		}
		v[i] = quarters(m...)
	}
	for j, row := range transpose8(v) {
		p := GP64()
		MOVQ(Mem{Base: pointer, Disp: 8 * j}, p)
		store(row, Mem{Base: p, Disp: offset})
	}
	ADDQ(U32(16), piece)
	ADDQ(U32(64), pointer)
	DECQ(left)
	JNZ(LabelRef(label))
}

// rowsIn generates the way from rows to a block.
func rowsIn(order, cells int) {
	name := fmt.Sprintf("rowsIn%dAVX512", order)
	TEXT(name, NOSPLIT, "func(block *uint16, rows *[32]*uint16, lanes uint32)")
	Doc(name + " reads the given lanes of a block from their rows, and forgets what it remembers of them (AVX-512).")
	block, given := Load(Param("block"), GP64()).(Register), Load(Param("rows"), GP64()).(Register)
	from := onlyGiven(given, at(block, scratchOf(order)))
	lanes := givenLanes()
	out, offset, left := GP64(), GP64(), GP64()
	MOVQ(block, out)
	XORQ(offset, offset)
	MOVQ(U32(uint32(cells/8)), left)
	Label("in")
	for i, cell := range transpose8(pieces(from, offset)) {
		VMOVDQU16(cell, lanes, Mem{Base: out, Disp: i * vector})
	}
	ADDQ(U32(8*vector), out)
	ADDQ(U32(16), offset)
	DECQ(left)
	JNZ(LabelRef("in"))
	if cells%8 == 1 {
		VMOVDQU16(transpose8(pieces(from, offset))[0], lanes, Mem{Base: out})
	}
	forget(order, block, lanes)
	VZEROUPPER()
	RET()
}

// forget clears what is remembered of lanes between passes.
func forget(order int, block, lanes Register) {
	if order == 16 {
		none := zero()
		for i := range order {
			VMOVDQU16(none, lanes, at(block, columnOf16+i))
		}
	}
}

// pieces gathers eight cells of all rows, those at the offset.
func pieces(from, offset Register) (v [8]VecVirtual) {
	for j := range 8 {
		var m []Mem
		for q := range 4 {
			p := GP64()
			MOVQ(Mem{Base: from, Disp: 8 * (8*q + j)}, p)
			m = append(m, Mem{Base: p, Index: offset, Scale: 1})
		}
		v[j] = quarters(m...)
	}
	return v
}
