package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// digits generates the ways between puzzles' cells, a byte each, and candidate
// masks: in rows, or straight in a block.
func digits(order int) {
	cells := order * order
	expand(order, cells)
	collapse(order, cells)
	cellsIn(order, cells)
	cellsOut(order, cells)
}

// eachLane runs f for each of the given lanes, the number of which it hands on.
func eachLane(lanes Register, f func(lane Register)) {
	lane := GP64()
	TESTQ(lanes, lanes)
	JZ(LabelRef("done"))
	Label("lane")
	TZCNTQ(lanes, lane)
	f(lane)
	BLSRQ(lanes, lanes)
	JNZ(LabelRef("lane"))
	Label("done")
}

// loadLanes returns the parameter lanes in a 64-bit register.
func loadLanes() Register {
	lanes := GP64()
	Load(Param("lanes"), lanes.As32())
	return lanes
}

// givenLanes returns the lanes of the parameter as a mask.
func givenLanes() Register {
	k := K()
	KMOVD(Load(Param("lanes"), GP32()), k)
	return k
}

// pointer returns the pointer of a lane.
func pointer(pointers, lane Register) Register {
	p := GP64()
	MOVQ(Mem{Base: pointers, Index: lane, Scale: 8}, p)
	return p
}

// expand generates the way from cells to rows: a table look-up, where 0 is all
// digits.
func expand(order, cells int) {
	name := fmt.Sprintf("expand%dAVX512", order)
	TEXT(name, NOSPLIT, "func(rows *[32]*uint16, cells *[32]*uint8, masks *[32]uint16, lanes uint32)")
	Doc(name + " sets the given lanes' rows to the masks of their cells, by the cells' values (AVX-512).")
	rows, puzzles := Load(Param("rows"), GP64()).(Register), Load(Param("cells"), GP64()).(Register)
	masks := load(Mem{Base: Load(Param("masks"), GP64()).(Register)})
	rest := piece(cells % 32)
	eachLane(loadLanes(), func(lane Register) {
		row, from := pointer(rows, lane), pointer(puzzles, lane)
		for i := 0; i < cells; i += 32 {
			v := ZMM()
			if cells-i < 32 {
				VPMOVZXBW_Z(Mem{Base: from, Disp: i}, rest, v)
			} else {
				VPMOVZXBW(Mem{Base: from, Disp: i}, v)
			}
			VPERMW(masks, v, v)
			store(v, Mem{Base: row, Disp: 2 * i})
		}
	})
	VZEROUPPER()
	RET()
}

// collapse generates the way from rows of one digit a mask to cells.
func collapse(order, cells int) {
	name := fmt.Sprintf("collapse%dAVX512", order)
	TEXT(name, NOSPLIT, "func(cells *[32]*uint8, rows *[32]*uint16, lanes uint32)")
	Doc(name + " sets the given lanes' cells to the digits of their solved rows (AVX-512).")
	puzzles, rows := Load(Param("cells"), GP64()).(Register), Load(Param("rows"), GP64()).(Register)
	minusOne, rest := ones(), piece(cells%32)
	eachLane(loadLanes(), func(lane Register) {
		to, row := pointer(puzzles, lane), pointer(rows, lane)
		for i := 0; i < cells; i += 32 {
			n := below(Mem{Base: row, Disp: 2 * i}, minusOne)
			VPSUBW(minusOne, n, n)
			if cells-i < 32 {
				VPMOVWB(n, rest, Mem{Base: to, Disp: i})
			} else {
				VPMOVWB(n, Mem{Base: to, Disp: i})
			}
		}
	})
	VZEROUPPER()
	RET()
}

// below returns how many bits are below those of the masks: the digits, from 0.
func below(masks Op, minusOne VecVirtual) VecVirtual {
	n := ZMM()
	VPADDW(masks, minusOne, n)
	VPOPCNTW(n, n)
	return n
}

// piece returns the mask of the cells in the last piece of 32, if it is not
// whole. Pieces that overlapped would make loads wait for two stores.
func piece(left int) Register {
	if left == 0 {
		return nil
	}
	some, r := K(), GP32()
	MOVL(U32(uint32(1)<<left-1), r)
	KMOVD(r, some)
	return some
}

// cellsIn generates the way from cells to a block: words that hold two cells
// each are transposed as those of rows are, and then looked up. A look-up takes
// no notice of what is above the lower cell.
func cellsIn(order, cells int) {
	name := fmt.Sprintf("cellsIn%dAVX512", order)
	TEXT(name, NOSPLIT, "func(block *uint16, cells *[32]*uint8, masks *[32]uint16, lanes uint32)")
	Doc(name + " sets the given lanes of a block to the masks of their cells, and forgets what it remembers of them (AVX-512).")
	block, given := Load(Param("block"), GP64()).(Register), Load(Param("cells"), GP64()).(Register)
	odd := at(block, scratchOf(order))
	from := onlyGiven(given, odd.Offset(vector))
	masks, lanes := load(Mem{Base: Load(Param("masks"), GP64()).(Register)}), givenLanes()
	if cells%2 == 1 { // long before it is loaded, which could not see the stores otherwise
		eachPointer(32, from, func(l int, p Register) {
			v := GP32()
			MOVBLZX(Mem{Base: p, Disp: cells - 1}, v)
			MOVW(v.As16(), odd.Offset(2*l))
		})
	}
	set := func(v VecVirtual, m Mem) {
		VPERMW(masks, v, v)
		VMOVDQU16(v, lanes, m)
	}
	out, offset, left := GP64(), GP64(), GP64()
	MOVQ(block, out)
	XORQ(offset, offset)
	MOVQ(U32(uint32(cells/16)), left)
	Label("in")
	for i, lower := range transpose8(pieces(from, offset)) {
		upper := ZMM()
		VPSRLW(U8(8), lower, upper)
		set(lower, at(out, 2*i))
		set(upper, at(out, 2*i+1))
	}
	ADDQ(U32(16*vector), out)
	ADDQ(U32(16), offset)
	DECQ(left)
	JNZ(LabelRef("in"))
	if cells%2 == 1 {
		set(load(odd), Mem{Base: out})
	}
	forget(order, block, lanes)
	VZEROUPPER()
	RET()
}

// eachPointer calls f for the pointers of so many lanes, all that a block has.
func eachPointer(lanes int, pointers Register, f func(l int, p Register)) {
	for l := range lanes {
		p := GP64()
		MOVQ(Mem{Base: pointers, Disp: 8 * l}, p)
		f(l, p)
	}
}

// onlyGiven copies the pointers of all lanes, and returns where they are then:
// for lanes that are not among the given ones, of the parameter, they are to
// memory behind them.
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

// cellsOut generates the way from a solved block to cells. Digits go to the
// scratch, two cells in each word; these are transposed, by pieces of 64 cells
// as rows are, a rest of 16 for all lanes at once. What comes out for other
// lanes than the given goes to the scratch, too.
func cellsOut(order, cells int) {
	name := fmt.Sprintf("cellsOut%dAVX512", order)
	TEXT(name, NOSPLIT, "func(block *uint16, cells *[32]*uint8, lanes uint32)")
	Doc(name + " sets the given lanes' cells to the digits of a solved block (AVX-512).")
	block, given := Load(Param("block"), GP64()).(Register), Load(Param("cells"), GP64()).(Register)
	pairs := GP64()
	LEAQ(at(block, scratchOf(order)), pairs)
	to := onlyGiven(given, at(pairs, cells/2+1))
	pairDigits(block, pairs, cells)
	for first := 0; first+64 <= cells; first += 64 {
		transposeOut(fmt.Sprintf("out%d", first), at(pairs, first/2), 32, to, first)
	}
	if first := cells / 64 * 64; first < cells {
		restOut(pairs, to, first, cells)
	}
	VZEROUPPER()
	RET()
}

// pairDigits writes the digits of each two cells to a vector of pairs.
func pairDigits(block, pairs Register, cells int) {
	from, to, left, minusOne, one := GP64(), GP64(), GP64(), ones(), words(0x0101)
	MOVQ(block, from)
	MOVQ(pairs, to)
	MOVQ(U32(uint32(cells/16)), left)
	Label("digits")
	for i := range 8 {
		lower, upper := below(at(from, 2*i), minusOne), below(at(from, 2*i+1), minusOne)
		VPSLLW(U8(8), upper, upper)
		VPADDW(one, lower, lower)
		VPADDW(upper, lower, lower)
		store(lower, at(to, i))
	}
	ADDQ(U32(16*vector), from)
	ADDQ(U32(8*vector), to)
	DECQ(left)
	JNZ(LabelRef("digits"))
	if cells%2 == 1 {
		last := below(Mem{Base: from}, minusOne)
		VPSUBW(minusOne, last, last)
		store(last, Mem{Base: to})
	}
}

// restOut writes the last cells, 16 and one.
func restOut(pairs, to Register, first, cells int) {
	var v [8]VecVirtual
	for i := range v {
		v[i] = load(at(pairs, first/2+i))
	}
	rows := transpose8(v)
	eachPointer(32, to, func(l int, p Register) {
		VEXTRACTI32X4(U8(l/8), rows[l%8], Mem{Base: p, Disp: first})
		last := GP32()
		MOVBLZX(at(pairs, cells/2).Offset(2*l), last)
		MOVB(last.As8(), Mem{Base: p, Disp: cells - 1})
	})
}

// scratchOf is where the scratch of an order begins.
func scratchOf(order int) int {
	if order == 9 {
		return scratch9
	}
	return scratch16
}
