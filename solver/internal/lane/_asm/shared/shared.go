// Package shared has the code that the generators for amd64 share.
package shared

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/pass"
	. "github.com/mmcloughlin/avo/reg"
)

// Run generates kernels, and writes the files named on the command line.
func Run(kernels func()) {
	pass.Compile = pass.Concat(pass.Compile, pass.FunctionPass(pruneSelfCopies))
	ConstraintExpr("amd64,gc,!noasm")
	kernels()
	Generate()
}

// pruneSelfCopies deletes copies of a vector register to itself. They have no effect, but occupy an
// arithmetic unit.
func pruneSelfCopies(fn *ir.Function) error {
	kept := fn.Nodes[:0]
	for _, node := range fn.Nodes {
		if i, ok := node.(*ir.Instruction); !ok || !isSelfCopy(i) {
			kept = append(kept, node)
		}
	}
	fn.Nodes = kept
	return nil
}

func isSelfCopy(i *ir.Instruction) bool {
	return (i.Opcode == "VMOVDQA64" || i.Opcode == "VMOVDQA") && IsRegister(i.Operands[0]) && i.Operands[0] == i.Operands[1]
}

// An ISA describes an instruction set.
type ISA struct {
	Suffix string // of kernel names
	Lanes  int    // words in a vector
	Vector func() VecVirtual
	Load   func(m Op) VecVirtual
	Store  func(v, m Op)
}

// Begin starts the function of a kernel for an order.
func (s ISA) Begin(kernel string, order int, signature string) {
	TEXT(fmt.Sprintf("%s%d%s", kernel, order, s.Suffix), NOSPLIT, signature)
}

// End ends a function.
func End() {
	VZEROUPPER()
	RET()
}

// At returns the address of the i-th vector after base.
func (s ISA) At(base Register, i int) Mem { return Mem{Base: base, Disp: i * 2 * s.Lanes} }

// Loop generates a loop that runs n times.
func Loop(label string, n int, body func()) {
	left := GP64()
	MOVQ(U32(uint32(n)), left)
	Label(label)
	body()
	DECQ(left)
	JNZ(LabelRef(label))
}

// A Walk holds the pointers of a loop over the boxes or rows of a block. Each is the block's address
// plus a number of vectors.
type Walk struct {
	Cell  Register // the number of the house's first cell
	Mini  Register // the number of its first mini-row
	House Register // one for each house before
	Sides Register // the side of a box for each house before
	Band  Register // in loops over rows, the order for each band before
	Boxes Register // in loops over rows, the side of a box for each band before
}

// Boxes generates a loop over boxes.
func (s ISA) Boxes(label string, base Register, side int, body func(w *Walk)) {
	w := &Walk{Cell: copyOf(base), Mini: copyOf(base), House: copyOf(base), Sides: copyOf(base)}
	vectors := func(p Register, n int) { Advance(p, 2*s.Lanes*n) }
	Loop(label+"Bands", side, func() {
		Loop(label, side, func() {
			body(w)
			vectors(w.Cell, side)
			vectors(w.Mini, 1)
			vectors(w.House, 1)
			vectors(w.Sides, side)
		})
		vectors(w.Cell, (side-1)*side*side)
		vectors(w.Mini, side*side-side)
	})
}

// Rows generates a loop over rows.
func (s ISA) Rows(label string, base Register, side int, body func(w *Walk)) {
	w := &Walk{Cell: copyOf(base), House: copyOf(base), Sides: copyOf(base), Band: copyOf(base), Boxes: copyOf(base)}
	w.Mini = w.Sides
	vectors := func(p Register, n int) { Advance(p, 2*s.Lanes*n) }
	Loop(label+"Bands", side, func() {
		Loop(label, side, func() {
			body(w)
			vectors(w.Cell, side*side)
			vectors(w.House, 1)
			vectors(w.Sides, side)
		})
		vectors(w.Band, side*side)
		vectors(w.Boxes, side)
	})
}

// copyOf returns a copy of a pointer.
func copyOf(p Register) Register {
	c := GP64()
	MOVQ(p, c)
	return c
}

// Advance adds a number of bytes to a pointer.
func Advance(p Register, bytes int) { ADDQ(U32(uint32(bytes)), p) }

// Pointer loads a pointer among the parameters.
func Pointer(name string) Register { return Load(Param(name), GP64()).(Register) }

// EachLane generates a loop over the lanes in parameter lanes. body gets the number of the current
// lane.
func EachLane(body func(lane Register)) {
	lanes := GP64()
	Load(Param("lanes"), lanes.As32())
	lane := GP64()
	TESTQ(lanes, lanes)
	JZ(LabelRef("done"))
	Label("lane")
	TZCNTQ(lanes, lane)
	body(lane)
	BLSRQ(lanes, lanes)
	JNZ(LabelRef("lane"))
	Label("done")
}

// PointerOf loads the pointer of one lane.
func PointerOf(pointers, lane Register) Register {
	return Load64(Mem{Base: pointers, Index: lane, Scale: 8})
}

// Load64 loads 64 bits.
func Load64(m Mem) Register {
	p := GP64()
	MOVQ(m, p)
	return p
}

// EachPointer calls body for each lane with a register that holds the lane's pointer.
func (s ISA) EachPointer(pointers Register, body func(lane int, p Register)) {
	for l := range s.Lanes {
		body(l, Load64(Mem{Base: pointers, Disp: 8 * l}))
	}
}

// Behind returns the address at an offset from a lane's pointer.
func Behind(pointers, offset Register, lane int) Mem {
	return Mem{Base: Load64(Mem{Base: pointers, Disp: 8 * lane}), Index: offset, Scale: 1}
}

// LastCells gathers the last cell of each lane's puzzle into the words of a vector.
func (s ISA) LastCells(from Register, to Mem, cells int) {
	s.EachPointer(from, func(l int, p Register) {
		v := GP32()
		MOVBLZX(Mem{Base: p, Disp: cells - 1}, v)
		MOVW(v.As16(), to.Offset(2*l))
	})
}

// WordsIn generates the transpose of words from rows to a block, eight words of each row at a time.
// set gets each of the eight vectors with its index and the address of the block, in which eight
// cells have n vectors. WordsIn returns the address and the offset of the rest.
func (s ISA) WordsIn(block Register, times, n int, from Register, pieces func(from, offset Register) [8]VecVirtual, set func(i int, v VecVirtual, out Register)) (out, offset Register) {
	out, offset = GP64(), GP64()
	MOVQ(block, out)
	XORQ(offset, offset)
	Loop("in", times, func() {
		for i, v := range s.Transpose(pieces(from, offset)) {
			set(i, v, out)
		}
		Advance(out, n*2*s.Lanes)
		Advance(offset, 16)
	})
	return out, offset
}

// Pairs generates the conversion of the cells of a block to vectors of digit pairs: each word has
// the digits of two cells, which pair computes from their masks. last converts the last cell of
// order 9.
func (s ISA) Pairs(block, pairs Register, cells int, pair func(lower, upper Mem) VecVirtual, last func(cell Mem) VecVirtual) {
	from, to := GP64(), GP64()
	MOVQ(block, from)
	MOVQ(pairs, to)
	Loop("digits", cells/16, func() {
		for i := range 8 {
			s.Store(pair(s.At(from, 2*i), s.At(from, 2*i+1)), s.At(to, i))
		}
		Advance(from, 16*2*s.Lanes)
		Advance(to, 8*2*s.Lanes)
	})
	if cells%2 == 1 {
		s.Store(last(s.At(from, 0)), s.At(to, 0))
	}
}

// RestOut generates the store of the last cells of order 9, first 16 and then one. Their pairs
// start at the given vector.
func (s ISA) RestOut(pairs, to Register, vector int, extract func(part, v, m Op)) {
	var v [8]VecVirtual
	for i := range v {
		v[i] = s.Load(s.At(pairs, vector+i))
	}
	rows := s.Transpose(v)
	s.EachPointer(to, func(l int, p Register) {
		extract(U8(l/8), rows[l%8], Mem{Base: p, Disp: 64})
		last := GP32()
		MOVBLZX(s.At(pairs, vector+8).Offset(2*l), last)
		MOVB(last.As8(), Mem{Base: p, Disp: 80})
	})
}

// Transpose transposes 8×8 words in each 128-bit part of vectors: word i of result j is word j of
// v[i]. It uses the usual three rounds of unpack instructions.
func (s ISA) Transpose(v [8]VecVirtual) [8]VecVirtual {
	var a, b, c [8]VecVirtual
	for i := range 4 {
		a[2*i], a[2*i+1] = s.Vector(), s.Vector()
		VPUNPCKLWD(v[2*i+1], v[2*i], a[2*i])
		VPUNPCKHWD(v[2*i+1], v[2*i], a[2*i+1])
	}
	for i := range 2 {
		for j := range 2 {
			low, high := s.Vector(), s.Vector()
			VPUNPCKLDQ(a[4*i+2+j], a[4*i+j], low)
			VPUNPCKHDQ(a[4*i+2+j], a[4*i+j], high)
			b[4*i+2*j], b[4*i+2*j+1] = low, high
		}
	}
	for j := range 4 {
		c[2*j], c[2*j+1] = s.Vector(), s.Vector()
		VPUNPCKLQDQ(b[4+j], b[j], c[2*j])
		VPUNPCKHQDQ(b[4+j], b[j], c[2*j+1])
	}
	return c
}
