package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// digits generates the ways between a puzzle's cells, a byte each, and a row
// of candidate masks.
func digits(order int, name string) {
	cells := order * order
	expand(cells, name)
	collapse(cells, name)
}

// expand generates the way from cells to masks: a table look-up, where 0 is
// all digits.
func expand(cells int, suffix string) {
	name := "expand" + suffix
	TEXT(name, NOSPLIT, "func(row *uint16, cells *uint8, masks *[32]uint16)")
	Doc(name + " sets a row to the masks of a puzzle's cells, by their values (AVX-512).")
	row, from := Load(Param("row"), GP64()).(Register), Load(Param("cells"), GP64()).(Register)
	masks := load(Mem{Base: Load(Param("masks"), GP64()).(Register)})
	for i := 0; i < cells; i += 32 {
		v := ZMM()
		if some := piece(cells - i); some != nil {
			VPMOVZXBW_Z(Mem{Base: from, Disp: i}, some, v)
		} else {
			VPMOVZXBW(Mem{Base: from, Disp: i}, v)
		}
		VPERMW(masks, v, v)
		store(v, Mem{Base: row, Disp: 2 * i})
	}
	VZEROUPPER()
	RET()
}

// collapse generates the way from masks of one digit to cells.
func collapse(cells int, suffix string) {
	name := "collapse" + suffix
	TEXT(name, NOSPLIT, "func(cells *uint8, row *uint16)")
	Doc(name + " sets cells to the digits of a solved row (AVX-512).")
	to, row := Load(Param("cells"), GP64()).(Register), Load(Param("row"), GP64()).(Register)
	minusOne := ones()
	for i := 0; i < cells; i += 32 {
		below := ZMM()
		VPADDW(Mem{Base: row, Disp: 2 * i}, minusOne, below)
		VPOPCNTW(below, below) // the digit's number from 0
		VPSUBW(minusOne, below, below)
		if some := piece(cells - i); some != nil {
			VPMOVWB(below, some, Mem{Base: to, Disp: i})
		} else {
			VPMOVWB(below, Mem{Base: to, Disp: i})
		}
	}
	VZEROUPPER()
	RET()
}

// piece returns the mask of the cells in the last piece of 32, if it is not
// whole. Pieces that overlapped would make loads wait for two stores.
func piece(left int) Register {
	if left >= 32 {
		return nil
	}
	some, r := K(), GP32()
	MOVL(U32(uint32(1)<<left-1), r)
	KMOVD(r, some)
	return some
}
