package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// digits2 generates the ways between puzzles' cells, a byte each, and candidate
// masks: in rows, or straight in a block of AVX2.
func digits2(order int) {
	cells := order * order
	expand2(order, cells)
	collapse2(order, cells)
	cellsIn2(order, cells)
	cellsOut2(order, cells)
}

// expand2 generates the way from cells to rows.
func expand2(order, cells int) {
	name := fmt.Sprintf("expand%dAVX2", order)
	TEXT(name, NOSPLIT, "func(rows *[32]*uint16, cells *[32]*uint8, lanes uint32)")
	Doc(name + " sets the given lanes' rows to the masks of their cells, by the cells' values (AVX2).")
	rows, puzzles := Load(Param("rows"), GP64()).(Register), Load(Param("cells"), GP64()).(Register)
	m := newMasker2(order)
	// Both halves of a vector get 16 cells, and take eight of them.
	eight := load2(spread2("eight", func(word int) int { return word }))
	eachLane(loadLanes(), func(lane Register) {
		row, from := pointer(rows, lane), pointer(puzzles, lane)
		for i := 0; i < cells; i += 16 {
			v := YMM()
			if cells-i < 16 { // one, which also fills what its piece of the row has beyond it
				VPBROADCASTB(Mem{Base: from, Disp: i}, v)
			} else {
				VBROADCASTI128(Mem{Base: from, Disp: i}, v)
			}
			m.lessOne(v)
			store2(m.masks(v, eight), Mem{Base: row, Disp: 2 * i})
		}
	})
	VZEROUPPER()
	RET()
}

// A masker2 looks up the masks of values, less one. The table has which of
// eight digits an index leaves out: for what is no index, as a blank less one,
// VPSHUFB returns zero, which leaves out none. The bytes of a word look up the
// same table, the high one with the eights of its index turned.
type masker2 struct{ minusOne, others, turn, all VecVirtual }

func newMasker2(order int) *masker2 {
	var others [16]byte
	for i := range others {
		others[i] = 0xff
		if i < 8 {
			others[i] ^= 1 << i
		}
	}
	m := &masker2{minusOne: ones2(), others: load2(halves2("others", others)), turn: load2(words2(0x0800))}
	m.all = m.minusOne
	if order < 16 {
		m.all = load2(words2(1<<order - 1))
	}
	return m
}

// lessOne makes indices of values.
func (m *masker2) lessOne(v VecVirtual) { VPADDB(m.minusOne, v, v) }

// masks returns the masks of the indices that spread brings to both bytes of
// the words.
func (m *masker2) masks(indices VecVirtual, spread Op) VecVirtual {
	v := YMM()
	VPSHUFB(spread, indices, v)
	VPXOR(m.turn, v, v)
	VPSHUFB(v, m.others, v)
	VPANDN(m.all, v, v)
	return v
}

// spread2 is the place of a table for VPSHUFB that fills both bytes of each
// word with the byte from gives, of the 16 in the word's half.
func spread2(name string, from func(word int) int) Mem {
	var b [vector2]byte
	for i := range b {
		b[i] = byte(from(i / 2))
	}
	return constant2(name, b)
}

// collapse2 generates the way from rows of one digit a mask to cells. Rows end
// with whole pieces; cells do not, and get of the last piece what is theirs.
func collapse2(order, cells int) {
	name := fmt.Sprintf("collapse%dAVX2", order)
	TEXT(name, NOSPLIT, "func(cells *[32]*uint8, rows *[32]*uint16, lanes uint32)")
	Doc(name + " sets the given lanes' cells to the digits of their solved rows (AVX2).")
	puzzles, rows := Load(Param("cells"), GP64()).(Register), Load(Param("rows"), GP64()).(Register)
	d := newDigiter2()
	eachLane(loadLanes(), func(lane Register) {
		to, row := pointer(puzzles, lane), pointer(rows, lane)
		for i := 0; i < cells; i += 32 {
			v, high := d.index(Mem{Base: row, Disp: 2 * i}), d.index(Mem{Base: row, Disp: 2*i + vector2})
			VPACKUSWB(high, v, v) // halves of both
			VPERMQ(U8(0b11_01_10_00), v, v)
			d.digits(v)
			if cells-i >= 32 {
				store2(v, Mem{Base: to, Disp: i})
				continue
			}
			last := XMM()
			VEXTRACTI128(U8(1), v, last)
			VMOVDQU(v.AsX(), Mem{Base: to, Disp: i})
			VPEXTRB(U8(0), last, Mem{Base: to, Disp: cells - 1})
		}
	})
	VZEROUPPER()
	RET()
}

// windows is a sequence whose 16 pieces of four bits, zeros after its end, all
// differ: what a mask of one digit, as a factor, brings to the top tells which.
const windows = 0x09af

// A digiter2 finds the digits of masks that have one.
type digiter2 struct{ factor, table VecVirtual }

func newDigiter2() *digiter2 {
	var table [16]byte
	for digit := range 16 {
		table[uint16(windows<<digit)>>12] = byte(digit + 1)
	}
	return &digiter2{load2(words2(windows)), load2(halves2("windowDigits", table))}
}

// top returns words whose top four bits are the indices of masks.
func (d *digiter2) top(masks Op) VecVirtual {
	v := YMM()
	VPMULLW(masks, d.factor, v)
	return v
}

// index returns the indices of masks, in words.
func (d *digiter2) index(masks Op) VecVirtual {
	v := d.top(masks)
	VPSRLW(U8(12), v, v)
	return v
}

// digits looks up the digits of indices in bytes.
func (d *digiter2) digits(v VecVirtual) { VPSHUFB(v, d.table, v) }
