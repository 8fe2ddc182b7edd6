// Package shared has the code that the generators for amd64 share.
package shared

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/pass"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/kernel"
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
	Move   func(from, to Op) // between a register and memory
	Copy   func(v, to Op)    // between registers
	Or     func(a, b, result Op)
	Gather func(m ...Mem) VecVirtual // brings pieces of eight words together
}

// Load returns a register that holds the vector at m.
func (s ISA) Load(m Op) VecVirtual {
	v := s.Vector()
	s.Move(m, v)
	return v
}

// Store stores a register.
func (s ISA) Store(v, m Op) { s.Move(v, m) }

// Clone returns a copy of a register.
func (s ISA) Clone(v VecVirtual) VecVirtual {
	c := s.Vector()
	s.Copy(v, c)
	return c
}

// Union ors v to a sum, or returns a copy of v if it is the first.
func (s ISA) Union(sum, v VecVirtual, first bool) VecVirtual {
	if first {
		return s.Clone(v)
	}
	s.Or(v, sum, sum)
	return sum
}

// UnionOf returns the union of n vectors that are distance apart.
func (s ISA) UnionOf(base Register, first, distance, n int) VecVirtual {
	u := s.Load(s.At(base, first))
	for i := 1; i < n; i++ {
		s.Or(s.At(base, first+i*distance), u, u)
	}
	return u
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

// Steps generates a loop that runs n times. The pointers begin at base, and each advances by a
// number of vectors.
func (s ISA) Steps(name string, n int, base Register, step func(), pointers []Register, vectors ...int) {
	for _, p := range pointers {
		MOVQ(base, p)
	}
	Loop(name, n, func() {
		step()
		for i, p := range pointers {
			Advance(p, 2*s.Lanes*vectors[i])
		}
	})
}

// Sweeps generates the sweeps of singles. They end when all lanes are solved. find sets a register
// to the set of solved lanes.
func Sweeps(sweep func(), find func(solved Register), all Op) {
	left, solved := GP32(), GP32()
	MOVL(U32(kernel.Sweeps), left)
	Label("sweep")
	sweep()
	DECL(left)
	CMPL(left, U32(kernel.Sweeps-2))
	JGE(LabelRef("sweep")) // no puzzle is solved so soon
	find(solved)
	CMPL(solved, all)
	JE(LabelRef("done"))
	TESTL(left, left)
	JNZ(LabelRef("sweep"))
	Label("done")
	Store(solved, Return("solved"))
	End()
}

// Minis has the sums of mini-rows and mini-columns for the choice of a branch cell. Rows and Columns
// are their places in a block, in vectors. The choice is made of loops, which are faster than longer
// code without loops.
type Minis struct {
	ISA
	Order, Side   int
	Rows, Columns int
	Base          Register
}

// Count generates the sums. count returns the number that a cell of a box adds to them.
func (m *Minis) Count(count func(w *Walk, cell int) VecVirtual) {
	m.Boxes("count", m.Base, m.Side, func(w *Walk) {
		kernel.Table(m.Side, func(t, i int) VecVirtual { return count(w, m.Order*t+i) },
			kernel.Rows(m.add, func(t int, row VecVirtual) { m.Store(row, m.At(w.Mini, m.Rows+m.Side*t)) }),
			kernel.Columns(m.add, func(i int, column VecVirtual) { m.Store(column, m.At(w.Sides, m.Columns+i)) }))
	})
}

// add adds n to v, or returns a copy of n if it is the first.
func (m *Minis) add(v, n VecVirtual, first bool) VecVirtual {
	if first {
		return m.Clone(n)
	}
	VPADDW(n, v, v)
	return v
}

// Sum returns the sum of mini-rows or mini-columns.
func (m *Minis) Sum(first Mem, step int) VecVirtual {
	v := m.Load(first)
	for i := 1; i < m.Side; i++ {
		VPADDW(first.Offset(i*step*2*m.Lanes), v, v)
	}
	return v
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
func (s ISA) WordsIn(block Register, times, n int, from Register, set func(i int, v VecVirtual, out Register)) (out, offset Register) {
	out, offset = GP64(), GP64()
	MOVQ(block, out)
	XORQ(offset, offset)
	Loop("in", times, func() {
		for i, v := range s.Pieces(from, offset) {
			set(i, v, out)
		}
		Advance(out, n*2*s.Lanes)
		Advance(offset, 16)
	})
	return out, offset
}

// Pieces returns the eight words at an offset from all rows, a vector for each word.
func (s ISA) Pieces(from, offset Register) [8]VecVirtual {
	var v [8]VecVirtual
	for j := range v {
		var m []Mem
		for first := 0; first < s.Lanes; first += 8 {
			m = append(m, Behind(from, offset, first+j))
		}
		v[j] = s.Gather(m...)
	}
	return s.Transpose(v)
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
