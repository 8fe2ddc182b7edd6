package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"
)

// halves gathers two pieces of eight words. Words are transposed as in AVX-512, with halves of
// vectors instead of quarters.
func halves(m ...Mem) VecVirtual {
	v := YMM()
	VBROADCASTI128(m[0], v) // fills both halves; this is only a load
	VINSERTI128(U8(1), m[1], v, v)
	return v
}

// rowsOut generates the store of lanes to rows.
func rowsOut(order, cells int) {
	isa.Begin("rowsOut", order, "func(block *uint16, rows *[32]*uint16, lanes uint32)")
	block, given := shared.Pointer("block"), shared.Pointer("rows")
	to := onlyGiven(given, at(block, scratchOf[order]))
	wordsOut(block, to, cells/16)
	if cells%16 == 1 {
		isa.EachPointer(to, func(l int, p Register) {
			word := GP32()
			MOVWLZX(Mem{Base: block, Disp: 2 * l}, word)
			MOVW(word.As16(), Mem{Base: p, Disp: 2 * (cells - 1)})
		})
	}
	shared.End()
}

// onlyGiven copies the pointers of all lanes, and returns the address of the copies. Lanes that are
// not in parameter lanes get a pointer to memory after the copies.
func onlyGiven(pointers Register, copies Mem) Register {
	to, nowhere, lanes := GP64(), GP64(), GP32()
	LEAQ(copies, to)
	LEAQ(Mem{Base: to, Disp: 16 * 8}, nowhere)
	Load(Param("lanes"), lanes)
	isa.EachPointer(pointers, func(l int, p Register) {
		BTL(U8(l), lanes)
		CMOVQCC(nowhere, p)
		MOVQ(p, Mem{Base: to, Disp: 8 * l})
	})
	return to
}

// wordsOut generates the transpose of 16·times vectors, and stores as many words to each pointer.
// It advances from past the vectors.
func wordsOut(from, to Register, times int) {
	offset := GP64()
	XORQ(offset, offset)
	shared.Loop("out", times, func() {
		for half := range 2 {
			var v [8]VecVirtual
			for i := range 8 {
				low := at(from, i).Offset(16 * half)
				v[i] = halves(low, low.Offset(8*vector))
			}
			for j, row := range isa.Transpose(v) {
				store(row, shared.Behind(to, offset, 8*half+j))
			}
		}
		shared.Advance(from, 16*vector)
		shared.Advance(offset, vector)
	})
}

// rowsIn generates the load of lanes from rows.
func rowsIn(order, cells int) {
	isa.Begin("rowsIn", order, "func(block *uint16, rows *[32]*uint16, lanes uint32)")
	block, given := shared.Pointer("block"), shared.Pointer("rows")
	from := onlyGiven(given, at(block, scratchOf[order]))
	f := newLaneWriter(order, block)
	set := func(i int, cell VecVirtual, out Register) { f.set(cell, at(out, i)) }
	out, offset := isa.WordsIn(block, cells/8, 8, from, set)
	if cells%8 == 1 {
		set(0, isa.Pieces(from, offset)[0], out)
	}
	f.end()
}

// A laneWriter sets all cells of the lanes in parameter lanes, and clears what the block remembers
// about them. In order 9 it also sums the masks of all lanes for the next pass.
type laneWriter struct {
	order      int
	block      Register
	lanes, sum VecVirtual
}

func newLaneWriter(order int, block Register) *laneWriter {
	f := &laneWriter{order: order, block: block, lanes: laneMasks()}
	if order == 9 {
		f.sum = zero()
		return f
	}
	for i := range order {
		singles := at(block, columnOf16+i)
		store(andNot(singles, f.lanes), singles)
	}
	return f
}

// set sets a cell of the block.
func (f *laneWriter) set(cell VecVirtual, m Mem) {
	old := load(m)
	VPBLENDVB(f.lanes, cell, old, old)
	if f.order == 9 {
		VPADDW(old, f.sum, f.sum)
	}
	store(old, m)
}

// end returns from the function.
func (f *laneWriter) end() {
	if f.order == 9 {
		store(f.sum, at(f.block, sumOf9))
	}
	shared.End()
}

// laneMasks returns ones in the words of the lanes in parameter lanes.
func laneMasks() VecVirtual {
	// Each word takes the byte that has its lane's bit, then selects this bit.
	var bytes, bits [vector]byte
	for l := range 16 {
		bytes[2*l], bytes[2*l+1] = byte(l/8), byte(l/8)
		bits[2*l] = 1 << (l % 8)
	}
	set, v, bit := XMM(), YMM(), load(constant("laneBits", bits))
	VMOVD(Load(Param("lanes"), GP32()), set)
	VPBROADCASTD(set, v)
	VPSHUFB(constant("laneBytes", bytes), v, v)
	VPAND(bit, v, v)
	VPCMPEQW(bit, v, v)
	return v
}
