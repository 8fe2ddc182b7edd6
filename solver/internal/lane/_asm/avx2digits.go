package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// digits2 generates the ways between a puzzle's cells, a byte each, and a row
// of candidate masks.
func digits2(order int) {
	expand2(order, order*order)
	collapse2(order, order*order)
}

// expand2 generates the way from cells to masks, whose two bytes are looked up
// by the value less one. What is then no index, a 0, looks up as 0.
func expand2(order, cells int) {
	name := fmt.Sprintf("expand%dAVX2", order)
	TEXT(name, NOSPLIT, "func(row *uint16, cells *uint8)")
	Doc(name + " sets a row to the masks of a puzzle's cells, by their values (AVX2).")
	row, from := Load(Param("row"), GP64()).(Register), Load(Param("cells"), GP64()).(Register)
	var bits, rest [16]byte
	for i := range 8 {
		bits[i], rest[8+i] = 1<<i, 1<<i
	}
	lowBits, highBits := load2(halves2("lowBits", bits)), load2(halves2("highBits", rest))
	none, minusOne := zero2(), ones2()
	// Of a blank the low byte is all ones, the high byte the digits beyond 8.
	beyond := uint16(1<<(order-8) - 1)
	highAll := load2(words2(beyond<<8 | beyond))
	for i := 0; i < cells; i += vector2 {
		// The last piece overlaps the one before, to stay within the cells.
		at := min(i, cells-vector2)
		v := load2(Mem{Base: from, Disp: at})
		blank, low, high := YMM(), YMM(), YMM()
		VPCMPEQB(none, v, blank)
		VPADDB(minusOne, v, v)
		VPSHUFB(v, lowBits, low)
		VPSHUFB(v, highBits, high)
		VPOR(blank, low, low)
		VPAND(highAll, blank, blank)
		VPOR(blank, high, high)
		for j, words := range interleave2(low, high) {
			to := Mem{Base: row, Disp: 2*at + 16*j}
			VEXTRACTI128(U8(0), words, to)
			VEXTRACTI128(U8(1), words, to.Offset(32))
		}
	}
	VZEROUPPER()
	RET()
}

// interleave2 makes words of their low and high bytes: the lower and the upper
// eight of each half.
func interleave2(low, high VecVirtual) [2]VecVirtual {
	v := [2]VecVirtual{YMM(), YMM()}
	VPUNPCKLBW(high, low, v[0])
	VPUNPCKHBW(high, low, v[1])
	return v
}

// collapse2 generates the way from masks of one digit to cells: a digit is one
// more than the bits below it.
func collapse2(order, cells int) {
	name := fmt.Sprintf("collapse%dAVX2", order)
	TEXT(name, NOSPLIT, "func(cells *uint8, row *uint16)")
	Doc(name + " sets cells to the digits of a solved row (AVX2).")
	to, row := Load(Param("cells"), GP64()).(Register), Load(Param("row"), GP64()).(Register)
	counter, minusOne, one := newCounter2(order, 2), ones2(), load2(words2(0x0101))
	for i := 0; i < cells; i += vector2 {
		at := min(i, cells-vector2)
		var n [2]VecVirtual
		for j := range n {
			below := YMM()
			VPADDW(Mem{Base: row, Disp: 2*at + vector2*j}, minusOne, below)
			n[j] = counter.bytes(below)
			counter.scale(n[j], one)
			VPSRLW(U8(1), n[j], n[j])
			VPSUBW(minusOne, n[j], n[j])
		}
		v := YMM()
		VPACKUSWB(n[1], n[0], v) // halves of both
		VPERMQ(U8(0b11_01_10_00), v, v)
		store2(v, Mem{Base: to, Disp: at})
	}
	VZEROUPPER()
	RET()
}
