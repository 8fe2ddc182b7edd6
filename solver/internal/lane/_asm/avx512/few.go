package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"
)

// fewLanes is the maximum number of lanes for the kernels for a few lanes: the words in a quarter
// of a vector. Package avx512 has the same constant.
const fewLanes = 8

// few generates the loads and stores of a few lanes, for events that serve only some of many. It
// first gathers these lanes in the quarters of vectors. A vector then holds four cells of each
// lane, and nothing is done for other lanes.
func few(lanes Mem) {
	for _, order := range []int{9, 16} {
		fewRowsOut(order, lanes)
		fewRowsIn(order, lanes)
	}
	fewCellsIn(lanes)
	fewCellsOut(lanes)
}

// laneNumbers returns the numbers of all lanes.
func laneNumbers() Mem {
	lanes := GLOBL("laneNumbers", RODATA|NOPTR)
	for l := range 32 {
		DATA(2*l, U16(l))
	}
	return lanes
}

// Processors without the instructions for it need these vectors of the scratch, after the pointers
// and the memory for other lanes: the numbers of the given lanes, and for each of these lanes its
// index in that list.
const listed, ranked = 16, 17

// fewPointers copies the pointers of the lanes in parameter lanes, and returns the address of the
// copies. If there are fewer than eight, the rest point to memory after the copies.
func fewPointers(pointers Register, copies Mem) Register {
	to, next, nowhere, rank := GP64(), GP64(), GP64(), GP64()
	LEAQ(copies, to)
	LEAQ(Mem{Base: to, Disp: 8 * fewLanes}, nowhere)
	none := ZMM()
	VPBROADCASTQ(nowhere, none)
	store(none, Mem{Base: to})
	MOVQ(to, next)
	if !wordwise {
		XORQ(rank, rank)
	}
	shared.EachLane(func(lane Register) {
		MOVQ(shared.PointerOf(pointers, lane), Mem{Base: next})
		ADDQ(U32(8), next)
		if !wordwise {
			MOVW(lane.(GPVirtual).As16(), Mem{Base: to, Index: rank, Scale: 2, Disp: listed * vector})
			MOVW(rank.As16(), Mem{Base: to, Index: lane, Scale: 2, Disp: ranked * vector})
			INCQ(rank)
		}
	})
	return to
}

// eachPiece calls body for each piece of the given number of cells, and for the rest, which may be
// shorter. body gets the number of cells, the address of the first cell's vector, and the offset in
// a puzzle, in which a piece takes 64 bytes.
func eachPiece(block Register, all, piece int, body func(cells int, cell, offset Register)) {
	cell, offset := GP64(), GP64()
	MOVQ(block, cell)
	XORQ(offset, offset)
	shared.Loop("piece", all/piece, func() {
		body(piece, cell, offset)
		shared.Advance(cell, piece*vector)
		shared.Advance(offset, 64)
	})
	if all%piece > 0 {
		body(all%piece, cell, offset)
	}
}

// A picker gathers the few lanes of four cells into one vector.
type picker struct {
	lanes   VecVirtual  // lane numbers, repeated in each quarter
	quarter [4]Register // masks; the first is unused
}

func newPicker(numbers Mem, copies Register) *picker {
	p := &picker{}
	if wordwise {
		p.lanes = load(numbers)
		VPCOMPRESSW_Z(p.lanes, givenLanes(), p.lanes)
	} else {
		p.lanes = load(at(copies, listed))
	}
	VSHUFI32X4(U8(0), p.lanes, p.lanes, p.lanes)
	for q := 1; q < 4; q++ {
		p.quarter[q] = K()
		mask := GP32()
		MOVL(U32(0xff<<(8*q)), mask)
		KMOVD(mask, p.quarter[q])
	}
	return p
}

// pick gathers the first cell and up to three more, which are apart vectors apart.
func (p *picker) pick(cells int, cell Register, first, apart int) VecVirtual {
	x := ZMM()
	VPERMW(at(cell, first), p.lanes, x)
	for q := 1; q < 4 && first+apart*q < cells; q++ {
		VPERMW(at(cell, first+apart*q), p.lanes, p.quarter[q], x)
	}
	return x
}

// A placer scatters one vector to the few lanes of four cells.
type placer struct {
	lanes  Register
	number [4]VecVirtual // by quarter: the index of each lane's word
}

func newPlacer(numbers Mem, copies Register) *placer {
	p := &placer{lanes: givenLanes()}
	if wordwise {
		p.number[0] = load(numbers)
		VPEXPANDW_Z(p.number[0], p.lanes, p.number[0])
	} else {
		p.number[0] = load(at(copies, ranked))
	}
	for q := 1; q < 4; q++ {
		p.number[q] = words(fewLanes)
		VPADDW(p.number[q-1], p.number[q], p.number[q])
	}
	return p
}

// place sets the first cell and up to three more, which are apart vectors apart.
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
		v[j] = load(shared.Behind(from, offset, j))
	}
	return v
}

// storeFew stores 64 bytes of each puzzle or row.
func storeFew(v [8]VecVirtual, to, offset Register) {
	for j, row := range v {
		store(row, shared.Behind(to, offset, j))
	}
}

// fewRowsOut generates the store of a few lanes to rows.
func fewRowsOut(order int, numbers Mem) {
	isa.Begin("fewRowsOut", order, "func(block *uint16, rows *[32]*uint16, lanes uint32)")
	block, given := shared.Pointer("block"), shared.Pointer("rows")
	to := fewPointers(given, at(block, scratchOf[order]))
	few := newPicker(numbers, to)
	eachPiece(block, order*order, 32, func(cells int, cell, offset Register) {
		var v [8]VecVirtual
		for i := range v {
			v[i] = few.pick(cells, cell, i, 8)
		}
		storeFew(isa.Transpose(v), to, offset)
	})
	shared.End()
}

// fewRowsIn generates the load of a few lanes from rows.
func fewRowsIn(order int, numbers Mem) {
	isa.Begin("fewRowsIn", order, "func(block *uint16, rows *[32]*uint16, lanes uint32)")
	block, given := shared.Pointer("block"), shared.Pointer("rows")
	from := fewPointers(given, at(block, scratchOf[order]))
	few := newPlacer(numbers, from)
	eachPiece(block, order*order, 32, func(cells int, cell, offset Register) {
		for i, v := range isa.Transpose(loadFew(from, offset)) {
			few.place(v, cells, cell, i, 8)
		}
	})
	forget(order, block, few.lanes)
	shared.End()
}

// fewCellsIn generates the load of a few lanes of order 16 from cells. Words of two cells each are
// transposed and looked up.
func fewCellsIn(numbers Mem) {
	isa.Begin("fewCellsIn", 16, "func(block *uint16, cells *[32]*uint8, masks *[32]uint16, lanes uint32)")
	block, given := shared.Pointer("block"), shared.Pointer("cells")
	from := fewPointers(given, at(block, scratch16))
	few := newPlacer(numbers, from)
	masks := load(Mem{Base: shared.Pointer("masks")})
	eachPiece(block, 256, 64, func(cells int, cell, offset Register) {
		for i, lower := range isa.Transpose(loadFew(from, offset)) {
			upper := ZMM()
			VPSRLW(U8(8), lower, upper)
			for odd, pair := range []VecVirtual{lower, upper} {
				VPERMW(masks, pair, pair)
				few.place(pair, cells, cell, 2*i+odd, 16)
			}
		}
	})
	forget(16, block, few.lanes)
	shared.End()
}

// fewCellsOut generates the store of a few solved lanes of order 16 to cells.
func fewCellsOut(numbers Mem) {
	isa.Begin("fewCellsOut", 16, "func(block *uint16, cells *[32]*uint8, lanes uint32)")
	block, given := shared.Pointer("block"), shared.Pointer("cells")
	to := fewPointers(given, at(block, scratch16))
	few := newPicker(numbers, to)
	counter, minusOne, one := newCounter(16), ones(), words(0x0101)
	eachPiece(block, 256, 64, func(cells int, cell, offset Register) {
		var v [8]VecVirtual
		for i := range v {
			upper := counter.below(few.pick(cells, cell, 2*i+1, 16), minusOne)
			VPSLLW(U8(8), upper, upper)
			v[i] = counter.below(few.pick(cells, cell, 2*i, 16), minusOne)
			VPADDW(one, v[i], v[i])
			VPADDW(upper, v[i], v[i])
		}
		storeFew(isa.Transpose(v), to, offset)
	})
	shared.End()
}
