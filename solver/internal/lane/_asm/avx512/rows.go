package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"
)

// rows generates the transposes between a block, in which a vector is one cell of 32 lanes, and
// rows, in which the cells of one lane lie side by side.
//
// Both gather four pieces of eight words from memory into each of eight vectors, which costs
// little, and then transpose within each quarter of these.
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

// rowsOut generates the store of lanes to rows.
func rowsOut(order, cells int) {
	isa.Begin("rowsOut", order, "func(block *uint16, rows *[32]*uint16, lanes uint32)",
		"writes the given lanes of a block to their rows, 16-bit masks of all cells")
	block, given := shared.Pointer("block"), shared.Pointer("rows")
	to := onlyGiven(given, at(block, scratchOf(order)))
	for first := 0; first < cells; first += 32 {
		transposeOut(fmt.Sprintf("out%d", first), at(block, first), min(32, cells-first), to, 2*first)
	}
	VZEROUPPER()
	RET()
}

// transposeOut stores n vectors, at most 32, transposed: to an offset behind the pointer of each
// lane go the lane's words, one of each vector, and zeros for the vectors that are missing.
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
	for j, row := range shared.Transpose(ZMM, v) {
		p := GP64()
		MOVQ(Mem{Base: pointer, Disp: 8 * j}, p)
		store(row, Mem{Base: p, Disp: offset})
	}
	ADDQ(U32(16), piece)
	ADDQ(U32(64), pointer)
	DECQ(left)
	JNZ(LabelRef(label))
}

// rowsIn generates the load of lanes from rows.
func rowsIn(order, cells int) {
	isa.Begin("rowsIn", order, "func(block *uint16, rows *[32]*uint16, lanes uint32)",
		"reads the given lanes of a block from their rows, and forgets what it remembers of them")
	block, given := shared.Pointer("block"), shared.Pointer("rows")
	from := onlyGiven(given, at(block, scratchOf(order)))
	lanes := givenLanes()
	out, offset, left := GP64(), GP64(), GP64()
	MOVQ(block, out)
	XORQ(offset, offset)
	MOVQ(U32(uint32(cells/8)), left)
	Label("in")
	for i, cell := range shared.Transpose(ZMM, pieces(from, offset)) {
		VMOVDQU16(cell, lanes, Mem{Base: out, Disp: i * vector})
	}
	ADDQ(U32(8*vector), out)
	ADDQ(U32(16), offset)
	DECQ(left)
	JNZ(LabelRef("in"))
	if cells%8 == 1 {
		VMOVDQU16(shared.Transpose(ZMM, pieces(from, offset))[0], lanes, Mem{Base: out})
	}
	forget(order, block, lanes)
	VZEROUPPER()
	RET()
}

// forget clears what the block remembers of lanes between passes.
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

// onlyGiven copies the pointers of all lanes and returns the address of the copies. Lanes that are
// not among the given ones, a parameter, get pointers to memory behind the copies.
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

// givenLanes returns the set of lanes among the parameters as a mask.
func givenLanes() Register {
	k := K()
	KMOVD(Load(Param("lanes"), GP32()), k)
	return k
}
