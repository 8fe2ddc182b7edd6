package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// atMost is how many lanes the kernels for a few take: as many as a quarter of a
// vector has words.
const atMost = 8

// fewLanes generates the ways into a few lanes of a block and out of them, for
// events that serve some lanes of many. The few are brought side by side into
// the quarters of vectors, so that a vector holds four cells of them, and all
// that follows is done for them alone.
func fewLanes() {
	lanes := GLOBL("laneNumbers", RODATA|NOPTR)
	for l := range 32 {
		DATA(2*l, U16(l))
	}
	for _, order := range []int{9, 16} {
		fewRowsOut(order, lanes)
		fewRowsIn(order, lanes)
	}
	fewCellsIn(lanes)
	fewCellsOut(lanes)
}

// fewPointers copies the pointers of the given lanes, the parameter, and returns
// where they are then; to make up for eight there are some to memory behind them.
func fewPointers(pointers Register, copies Mem) Register {
	to, next, nowhere := GP64(), GP64(), GP64()
	LEAQ(copies, to)
	LEAQ(Mem{Base: to, Disp: 8 * atMost}, nowhere)
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

// eachPiece runs f for each piece of so many cells and for the rest. It hands on
// how many cells it is for, the first's vector of the block, and the offset in a
// puzzle, of which a whole piece takes 64 bytes.
func eachPiece(block Register, all, piece int, f func(cells int, cell, offset Register)) {
	cell, offset, left := GP64(), GP64(), GP64()
	MOVQ(block, cell)
	XORQ(offset, offset)
	MOVQ(U32(uint32(all/piece)), left)
	Label("piece")
	f(piece, cell, offset)
	ADDQ(U32(uint32(piece*vector)), cell)
	ADDQ(U32(64), offset)
	DECQ(left)
	JNZ(LabelRef("piece"))
	if all%piece > 0 {
		f(all%piece, cell, offset)
	}
}

// A picker brings the few lanes of four cells side by side.
type picker struct {
	lanes   VecVirtual  // their numbers, in each quarter
	quarter [4]Register // masks; the first is not needed
}

func newPicker(numbers Mem) *picker {
	p := &picker{lanes: load(numbers)}
	VPCOMPRESSW_Z(p.lanes, givenLanes(), p.lanes)
	VSHUFI32X4(U8(0), p.lanes, p.lanes, p.lanes)
	for q := 1; q < 4; q++ {
		p.quarter[q] = K()
		mask := GP32()
		MOVL(U32(0xff<<(8*q)), mask)
		KMOVD(mask, p.quarter[q])
	}
	return p
}

// pick takes the first cell and three more, so many apart, as far as there are
// cells.
func (p *picker) pick(cells int, cell Register, first, apart int) VecVirtual {
	x := ZMM()
	VPERMW(at(cell, first), p.lanes, x)
	for q := 1; q < 4 && first+apart*q < cells; q++ {
		VPERMW(at(cell, first+apart*q), p.lanes, p.quarter[q], x)
	}
	return x
}

// A placer brings words of the few lanes, of four cells, to the lanes.
type placer struct {
	lanes  Register
	number [4]VecVirtual // for each quarter, where a lane's word is
}

func newPlacer(numbers Mem) *placer {
	p := &placer{lanes: givenLanes()}
	p.number[0] = load(numbers)
	VPEXPANDW_Z(p.number[0], p.lanes, p.number[0])
	for q := 1; q < 4; q++ {
		p.number[q] = words(atMost)
		VPADDW(p.number[q-1], p.number[q], p.number[q])
	}
	return p
}

// place sets the first cell and three more, so many apart, as far as there are
// cells.
func (p *placer) place(v VecVirtual, cells int, cell Register, first, apart int) {
	for q := 0; q < 4 && first+apart*q < cells; q++ {
		x := ZMM()
		VPERMW(v, p.number[q], x)
		VMOVDQU16(x, p.lanes, at(cell, first+apart*q))
	}
}

// loadFew loads 64 bytes of each puzzle or row.
func loadFew(from, offset Register) (v [8]VecVirtual) {
	for j := range v {
		p := GP64()
		MOVQ(Mem{Base: from, Disp: 8 * j}, p)
		v[j] = load(Mem{Base: p, Index: offset, Scale: 1})
	}
	return v
}

// storeFew stores them.
func storeFew(v [8]VecVirtual, to, offset Register) {
	for j, row := range v {
		p := GP64()
		MOVQ(Mem{Base: to, Disp: 8 * j}, p)
		store(row, Mem{Base: p, Index: offset, Scale: 1})
	}
}

// fewRowsOut generates the way from lanes to rows.
func fewRowsOut(order int, numbers Mem) {
	name := fmt.Sprintf("fewRowsOut%dAVX512", order)
	TEXT(name, NOSPLIT, "func(block *uint16, rows *[32]*uint16, lanes uint32)")
	Doc(fmt.Sprintf("%s is rowsOut%dAVX512 for at most eight lanes (AVX-512).", name, order))
	block, given := Load(Param("block"), GP64()).(Register), Load(Param("rows"), GP64()).(Register)
	to, few := fewPointers(given, at(block, scratchOf(order))), newPicker(numbers)
	eachPiece(block, order*order, 32, func(cells int, cell, offset Register) {
		var v [8]VecVirtual
		for i := range v {
			v[i] = few.pick(cells, cell, i, 8)
		}
		storeFew(transpose8(v), to, offset)
	})
	VZEROUPPER()
	RET()
}

// fewRowsIn generates the way from rows to lanes.
func fewRowsIn(order int, numbers Mem) {
	name := fmt.Sprintf("fewRowsIn%dAVX512", order)
	TEXT(name, NOSPLIT, "func(block *uint16, rows *[32]*uint16, lanes uint32)")
	Doc(fmt.Sprintf("%s is rowsIn%dAVX512 for at most eight lanes (AVX-512).", name, order))
	block, given := Load(Param("block"), GP64()).(Register), Load(Param("rows"), GP64()).(Register)
	from, few := fewPointers(given, at(block, scratchOf(order))), newPlacer(numbers)
	eachPiece(block, order*order, 32, func(cells int, cell, offset Register) {
		for i, v := range transpose8(loadFew(from, offset)) {
			few.place(v, cells, cell, i, 8)
		}
	})
	forget(order, block, few.lanes)
	VZEROUPPER()
	RET()
}

// fewCellsIn generates the way from cells to lanes of order 16: words of two cells each are
// transposed and looked up.
func fewCellsIn(numbers Mem) {
	TEXT("fewCellsIn16AVX512", NOSPLIT, "func(block *uint16, cells *[32]*uint8, masks *[32]uint16, lanes uint32)")
	Doc("fewCellsIn16AVX512 is cellsIn16AVX512 for at most eight lanes (AVX-512).")
	block, given := Load(Param("block"), GP64()).(Register), Load(Param("cells"), GP64()).(Register)
	from, few := fewPointers(given, at(block, scratch16)), newPlacer(numbers)
	masks := load(Mem{Base: Load(Param("masks"), GP64()).(Register)})
	eachPiece(block, 256, 64, func(cells int, cell, offset Register) {
		for i, lower := range transpose8(loadFew(from, offset)) {
			upper := ZMM()
			VPSRLW(U8(8), lower, upper)
			for odd, pair := range []VecVirtual{lower, upper} {
				VPERMW(masks, pair, pair)
				few.place(pair, cells, cell, 2*i+odd, 16)
			}
		}
	})
	forget(16, block, few.lanes)
	VZEROUPPER()
	RET()
}

// fewCellsOut generates the way from solved lanes of order 16 to cells.
func fewCellsOut(numbers Mem) {
	TEXT("fewCellsOut16AVX512", NOSPLIT, "func(block *uint16, cells *[32]*uint8, lanes uint32)")
	Doc("fewCellsOut16AVX512 is cellsOut16AVX512 for at most eight lanes (AVX-512).")
	block, given := Load(Param("block"), GP64()).(Register), Load(Param("cells"), GP64()).(Register)
	to, few := fewPointers(given, at(block, scratch16)), newPicker(numbers)
	minusOne, one := ones(), words(0x0101)
	eachPiece(block, 256, 64, func(cells int, cell, offset Register) {
		var v [8]VecVirtual
		for i := range v {
			upper := below(few.pick(cells, cell, 2*i+1, 16), minusOne)
			VPSLLW(U8(8), upper, upper)
			v[i] = below(few.pick(cells, cell, 2*i, 16), minusOne)
			VPADDW(one, v[i], v[i])
			VPADDW(upper, v[i], v[i])
		}
		storeFew(transpose8(v), to, offset)
	})
	VZEROUPPER()
	RET()
}
