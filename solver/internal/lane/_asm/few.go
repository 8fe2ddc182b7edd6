package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// few is how many lanes the kernels for a few take at most: as many as a quarter
// of a vector has words.
const few = 8

// fewCells generates the ways between the cells of a few puzzles of order 16 and
// a block, for events that serve some lanes of many. The few lanes are brought
// side by side into the quarters of vectors, so that a vector holds four cells of
// them, and all that follows is done for them alone.
func fewCells() {
	lanes := GLOBL("laneNumbers", RODATA|NOPTR)
	for l := range 32 {
		DATA(2*l, U16(l))
	}
	fewCellsIn(lanes)
	fewCellsOut(lanes)
}

// fewPointers copies the pointers of the given lanes, the parameter, and returns
// where they are then; to make up for eight there are some to memory behind them.
func fewPointers(pointers Register, copies Mem) Register {
	to, next, nowhere := GP64(), GP64(), GP64()
	LEAQ(copies, to)
	LEAQ(Mem{Base: to, Disp: 8 * few}, nowhere)
	none := ZMM()
	VPBROADCASTQ(nowhere, none)
	store(none, Mem{Base: to})
	MOVQ(to, next)
	eachLane(loadLanes(), func(lane Register) {
		MOVQ(pointer(pointers, lane), Mem{Base: next})
		ADDQ(U32(8), next)
	})
	return to
}

// givenLanes returns the lanes of the parameter as a mask.
func givenLanes() Register {
	k := K()
	KMOVD(Load(Param("lanes"), GP32()), k)
	return k
}

// eachPiece runs f for each piece of 64 cells, whose first vector of the block
// and offset in a puzzle it hands on.
func eachPiece(block Register, f func(cell, offset Register)) {
	cell, offset, left := GP64(), GP64(), GP64()
	MOVQ(block, cell)
	XORQ(offset, offset)
	MOVQ(U32(4), left)
	Label("piece")
	f(cell, offset)
	ADDQ(U32(64*vector), cell)
	ADDQ(U32(64), offset)
	DECQ(left)
	JNZ(LabelRef("piece"))
}

// fewCellsIn generates the way from cells to lanes. Words of two cells each are
// transposed and looked up as for all lanes; then each lane takes the word of
// its puzzle, by the puzzle's number among the few.
func fewCellsIn(numbers Mem) {
	TEXT("fewCellsIn16AVX512", NOSPLIT, "func(block *uint16, cells *[32]*uint8, masks *[32]uint16, lanes uint32)")
	Doc("fewCellsIn16AVX512 is cellsIn16AVX512 for at most eight lanes (AVX-512).")
	block, given := Load(Param("block"), GP64()).(Register), Load(Param("cells"), GP64()).(Register)
	from := fewPointers(given, at(block, scratch16))
	masks, lanes := load(Mem{Base: Load(Param("masks"), GP64()).(Register)}), givenLanes()
	var number [4]VecVirtual // where a lane's word is, for each quarter
	number[0] = load(numbers)
	VPEXPANDW_Z(number[0], lanes, number[0])
	for q := 1; q < 4; q++ {
		number[q] = words(few)
		VPADDW(number[q-1], number[q], number[q])
	}
	eachPiece(block, func(cell, offset Register) {
		var v [8]VecVirtual
		for j := range v {
			p := GP64()
			MOVQ(Mem{Base: from, Disp: 8 * j}, p)
			v[j] = load(Mem{Base: p, Index: offset, Scale: 1})
		}
		for i, lower := range transpose8(v) {
			upper := ZMM()
			VPSRLW(U8(8), lower, upper)
			for odd, pair := range []VecVirtual{lower, upper} {
				VPERMW(masks, pair, pair)
				for q := range 4 {
					x := ZMM()
					VPERMW(pair, number[q], x)
					VMOVDQU16(x, lanes, at(cell, 16*q+2*i+odd))
				}
			}
		}
	})
	forget(16, block, lanes)
	VZEROUPPER()
	RET()
}

// fewCellsOut generates the way from solved lanes to cells: each quarter takes
// the words of the lanes from a cell of its own.
func fewCellsOut(numbers Mem) {
	TEXT("fewCellsOut16AVX512", NOSPLIT, "func(block *uint16, cells *[32]*uint8, lanes uint32)")
	Doc("fewCellsOut16AVX512 is cellsOut16AVX512 for at most eight lanes (AVX-512).")
	block, given := Load(Param("block"), GP64()).(Register), Load(Param("cells"), GP64()).(Register)
	to := fewPointers(given, at(block, scratch16))
	number, minusOne, one := load(numbers), ones(), words(0x0101)
	VPCOMPRESSW_Z(number, givenLanes(), number)
	VSHUFI32X4(U8(0), number, number, number)
	var quarter [4]Register
	for q := 1; q < 4; q++ {
		quarter[q] = K()
		mask := GP32()
		MOVL(U32(0xff<<(8*q)), mask)
		KMOVD(mask, quarter[q])
	}
	take := func(cell Register, first int) VecVirtual {
		x := ZMM()
		VPERMW(at(cell, first), number, x)
		for q := 1; q < 4; q++ {
			VPERMW(at(cell, first+16*q), number, quarter[q], x)
		}
		return below(x, minusOne)
	}
	eachPiece(block, func(cell, offset Register) {
		var v [8]VecVirtual
		for i := range v {
			upper := take(cell, 2*i+1)
			VPSLLW(U8(8), upper, upper)
			v[i] = take(cell, 2*i)
			VPADDW(one, v[i], v[i])
			VPADDW(upper, v[i], v[i])
		}
		for j, row := range transpose8(v) {
			p := GP64()
			MOVQ(Mem{Base: to, Disp: 8 * j}, p)
			store(row, Mem{Base: p, Index: offset, Scale: 1})
		}
	})
	VZEROUPPER()
	RET()
}
