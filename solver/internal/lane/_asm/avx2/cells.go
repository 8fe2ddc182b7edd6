package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"
)

// cellsIn generates the load of lanes from cells. Words with two cells each are transposed like
// words of rows; then each half is looked up.
func cellsIn(order, cells int) {
	isa.Begin("cellsIn", order, "func(block *uint16, cells *[32]*uint8, lanes uint32)")
	block, given := shared.Pointer("block"), shared.Pointer("cells")
	odd := at(block, scratchOf[order])
	from := onlyGiven(given, odd.Offset(vector))
	if cells%2 == 1 { // early, because a load soon after these stores would have to wait
		isa.LastCells(from, odd, cells)
	}
	f, m := newLaneWriter(order, block), newMaskTable(order)
	lower := spread("lower", func(word int) int { return word % 8 * 2 })
	upper := spread("upper", func(word int) int { return word%8*2 + 1 })
	out, _ := isa.WordsIn(block, cells/16, 16, from, func(i int, pair VecVirtual, out Register) {
		m.lessOne(pair)
		f.set(m.masks(pair, lower), at(out, 2*i))
		f.set(m.masks(pair, upper), at(out, 2*i+1))
	})
	if cells%2 == 1 {
		last := load(odd)
		m.lessOne(last)
		f.set(m.masks(last, lower), at(out, 0))
	}
	f.end()
}

// cellsOut generates the store of solved lanes to cells. The digits of two cells are combined in
// one word of the scratch. These words are transposed like rows; the last 16 cells of order 9 are
// stored for all lanes at once. Output of lanes that are not given also goes to the scratch.
func cellsOut(order, cells int) {
	isa.Begin("cellsOut", order, "func(block *uint16, cells *[32]*uint8, lanes uint32)")
	block, given := shared.Pointer("block"), shared.Pointer("cells")
	pairs := GP64()
	LEAQ(at(block, scratchOf[order]), pairs)
	to := onlyGiven(given, at(pairs, cells/2+1))
	d, top := newDigitFinder(), load(words(0xf000))
	isa.Pairs(block, pairs, cells, func(lower, upper Mem) VecVirtual {
		v, high := d.index(lower), d.top(upper)
		VPAND(top, high, high)
		VPSRLW(U8(4), high, high)
		VPOR(high, v, v)
		return d.digits(v)
	}, func(cell Mem) VecVirtual { return d.digits(d.index(cell)) })
	wordsOut(pairs, to, cells/32)
	if order == 9 {
		isa.RestOut(pairs, to, 0, VEXTRACTI128)
	}
	shared.End()
}

// expand generates the conversion of cells to rows.
func expand(order, cells int) {
	isa.Begin("expand", order, "func(rows *[32]*uint16, cells *[32]*uint8, lanes uint32)")
	rows, puzzles := shared.Pointer("rows"), shared.Pointer("cells")
	m := newMaskTable(order)
	// Both halves of a vector get 16 cells, and each uses eight of them.
	eight := load(spread("eight", func(word int) int { return word }))
	shared.EachLane(func(lane Register) {
		row, from := shared.PointerOf(rows, lane), shared.PointerOf(puzzles, lane)
		for i := 0; i < cells; i += 16 {
			v := YMM()
			if cells-i < 16 { // the last cell; also fills the rest of its piece of the row
				VPBROADCASTB(Mem{Base: from, Disp: i}, v)
			} else {
				VBROADCASTI128(Mem{Base: from, Disp: i}, v)
			}
			m.lessOne(v)
			store(m.masks(v, eight), Mem{Base: row, Disp: 2 * i})
		}
	})
	shared.End()
}

// A maskTable looks up masks by index, which is the value of a cell minus 1. The table holds, for
// each of eight digits, all bits but the digit's. VPSHUFB returns 0 for a blank, whose index has
// its top bit set, so a blank excludes no digit. Both bytes of a word use the same table; the upper
// byte has bit 3 of its index flipped.
type maskTable struct{ minusOne, others, turn, all VecVirtual }

func newMaskTable(order int) *maskTable {
	var others [16]byte
	for i := range others {
		others[i] = 0xff
		if i < 8 {
			others[i] ^= 1 << i
		}
	}
	m := &maskTable{minusOne: ones(), others: load(twice("others", others)), turn: load(words(0x0800))}
	m.all = m.minusOne
	if order < 16 {
		m.all = load(words(1<<order - 1))
	}
	return m
}

// lessOne converts cells to indices.
func (m *maskTable) lessOne(v VecVirtual) { VPADDB(m.minusOne, v, v) }

// masks returns the masks of indices. spread puts each index into both bytes of its word.
func (m *maskTable) masks(indices VecVirtual, spread Op) VecVirtual {
	v := YMM()
	VPSHUFB(spread, indices, v)
	VPXOR(m.turn, v, v)
	VPSHUFB(v, m.others, v)
	VPANDN(m.all, v, v)
	return v
}

// spread returns the address of a table for VPSHUFB that fills both bytes of each word with one
// byte of the same half; from gives the number of that byte.
func spread(name string, from func(word int) int) Mem {
	var b [vector]byte
	for i := range b {
		b[i] = byte(from(i / 2))
	}
	return constant(name, b)
}

// collapse generates the conversion of solved rows, with one digit in each mask, to cells. Rows are
// padded to whole pieces and cells are not, so only part of the last piece is stored.
func collapse(order, cells int) {
	isa.Begin("collapse", order, "func(cells *[32]*uint8, rows *[32]*uint16, lanes uint32)")
	puzzles, rows := shared.Pointer("cells"), shared.Pointer("rows")
	d := newDigitFinder()
	shared.EachLane(func(lane Register) {
		to, row := shared.PointerOf(puzzles, lane), shared.PointerOf(rows, lane)
		for i := 0; i < cells; i += 32 {
			v, high := d.index(Mem{Base: row, Disp: 2 * i}), d.index(Mem{Base: row, Disp: 2*i + vector})
			VPACKUSWB(high, v, v) // low halves of both
			VPERMQ(U8(0b11_01_10_00), v, v)
			d.digits(v)
			if cells-i >= 32 {
				store(v, Mem{Base: to, Disp: i})
				continue
			}
			last := XMM()
			VEXTRACTI128(U8(1), v, last)
			VMOVDQU(v.AsX(), Mem{Base: to, Disp: i})
			VPEXTRB(U8(0), last, Mem{Base: to, Disp: cells - 1})
		}
	})
	shared.End()
}

// windows is a bit sequence in which any four successive bits, with zeros after its end, are
// different. If a mask with one digit is multiplied by it, the top four bits identify the digit.
const windows = 0x09af

// A digitFinder finds the digits of masks with one digit each.
type digitFinder struct{ factor, table VecVirtual }

func newDigitFinder() *digitFinder {
	var table [16]byte
	for digit := range 16 {
		table[uint16(windows<<digit)>>12] = byte(digit + 1)
	}
	return &digitFinder{load(words(windows)), load(twice("windowDigits", table))}
}

// top returns words whose top four bits are the indices of masks.
func (d *digitFinder) top(masks Op) VecVirtual {
	v := YMM()
	VPMULLW(masks, d.factor, v)
	return v
}

// index returns the indices of masks, in words.
func (d *digitFinder) index(masks Op) VecVirtual {
	v := d.top(masks)
	VPSRLW(U8(12), v, v)
	return v
}

// digits looks up the digits of indices, in bytes.
func (d *digitFinder) digits(v VecVirtual) VecVirtual {
	VPSHUFB(v, d.table, v)
	return v
}
