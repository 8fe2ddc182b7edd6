package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"
)

// A vector of a block is one cell of 32 lanes; a row is all cells of one lane. The kernels in this
// file convert between them by transposing words. They gather four pieces of eight words from memory
// into each of eight vectors, which costs little, and then transpose within each quarter.

// quarters gathers four pieces of eight words.
func quarters(m ...Mem) VecVirtual {
	v := ZMM()
	VBROADCASTI32X4(m[0], v) // fills all quarters; this is only a load
	for i, piece := range m[1:] {
		VINSERTI32X4(U8(i+1), piece, v, v)
	}
	return v
}

// rowsOut generates the store of lanes to rows.
func rowsOut(order, cells int) {
	isa.Begin("rowsOut", order, "func(block *uint16, rows *[32]*uint16, lanes uint32)")
	block, given := shared.Pointer("block"), shared.Pointer("rows")
	to := onlyGiven(given, at(block, scratchOf[order]))
	for first := 0; first < cells; first += 32 {
		transposeOut(fmt.Sprintf("out%d", first), at(block, first), min(32, cells-first), to, 2*first)
	}
	shared.End()
}

// transposeOut transposes n vectors, at most 32, and stores them at an offset from each lane's
// pointer: one word of each vector, then zeros for missing vectors.
func transposeOut(label string, from Mem, n int, pointers Register, offset int) {
	piece, pointer := GP64(), GP64()
	LEAQ(from, piece)
	MOVQ(pointers, pointer)
	shared.Loop(label, 4, func() {
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
		for j, row := range isa.Transpose(v) {
			store(row, Mem{Base: shared.Load64(Mem{Base: pointer, Disp: 8 * j}), Disp: offset})
		}
		shared.Advance(piece, 16)
		shared.Advance(pointer, 64)
	})
}

// rowsIn generates the load of lanes from rows.
func rowsIn(order, cells int) {
	isa.Begin("rowsIn", order, "func(block *uint16, rows *[32]*uint16, lanes uint32)")
	block, given := shared.Pointer("block"), shared.Pointer("rows")
	from := onlyGiven(given, at(block, scratchOf[order]))
	lanes := givenLanes()
	set := func(i int, cell VecVirtual, out Register) { VMOVDQU16(cell, lanes, at(out, i)) }
	out, offset := isa.WordsIn(block, cells/8, 8, from, set)
	if cells%8 == 1 {
		set(0, isa.Pieces(from, offset)[0], out)
	}
	forget(order, block, lanes)
	shared.End()
}

// forget clears what the block remembers about lanes between passes.
func forget(order int, block, lanes Register) {
	if order == 16 {
		none := zero()
		for i := range order {
			VMOVDQU16(none, lanes, at(block, columnOf16+i))
		}
	}
}

// onlyGiven copies the pointers of all lanes, and returns the address of the copies. Lanes that are
// not in parameter lanes get a pointer to memory after the copies.
func onlyGiven(pointers Register, copies Mem) Register {
	to, behind, nowhere, given := GP64(), GP64(), ZMM(), givenLanes()
	LEAQ(copies, to)
	LEAQ(Mem{Base: to, Disp: 32 * 8}, behind)
	VPBROADCASTQ(behind, nowhere)
	for i := range 4 {
		p, eight := clone(nowhere), given
		if i > 0 {
			eight = K()
			KSHIFTRD(U8(8*i), given, eight)
		}
		VMOVDQU64(at(pointers, i), eight, p)
		store(p, at(to, i))
	}
	return to
}

// givenLanes returns parameter lanes as a mask register.
func givenLanes() Register {
	k := K()
	KMOVD(Load(Param("lanes"), GP32()), k)
	return k
}
