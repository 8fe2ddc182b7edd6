// Command avx2 generates the kernels of package avx2.
package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// vector is the length of a vector in bytes.
const vector = 32

func main() {
	ConstraintExpr("amd64,gc,!noasm")
	readLines(9, cellsOf9)
	readLines(16, cellsOf16)
	readCells(9, cellsOf9)
	readCells(16, cellsOf16)
	writeLines(9, '1'-1)
	writeLines(16, 'A'-1)
	Generate()
}

// A step converts a vector. The bytes of good are 255 where it succeeded.
type step func(from VecVirtual) (to, good VecVirtual)

// readLines generates the conversion of text to cells. newStep sets up the constants and
// returns the step for the bytes of text.
func readLines(order int, newStep func() step) {
	name := fmt.Sprintf("readLines%dAVX2", order)
	TEXT(name, NOSPLIT, "func(cells *uint8, text *byte, lines int) int")
	Pragma("noescape")
	Doc(name + " is ReadLines for text with the given number of lines, at least one (AVX2).")
	to, from := pointer("cells"), pointer("text")
	size := order * order
	loop(newStep(), Mem{Base: to}, Mem{Base: from}, size, func(done LabelRef) {
		CMPB(Mem{Base: from, Disp: size}, U8('\n'))
		JNE(done)
	}, func() {
		ADDQ(U32(size), to)
		ADDQ(U32(size+1), from)
	})
}

// readCells generates the conversion of one puzzle's text to cells.
func readCells(order int, newStep func() step) {
	name := fmt.Sprintf("readCells%dAVX2", order)
	TEXT(name, NOSPLIT, "func(cells *uint8, text *byte) bool")
	Pragma("noescape")
	Doc(name + " is ReadCells for this order (AVX2).")
	to, from, good := pointer("cells"), pointer("text"), GP8()
	line(newStep(), Mem{Base: to}, Mem{Base: from}, order*order)
	SETEQ(good)
	VZEROUPPER()
	Store(good, ReturnIndex(0))
	RET()
}

// writeLines generates the conversion of cells to text. base is the byte before the digit
// 1.
func writeLines(order int, base byte) {
	name := fmt.Sprintf("writeLines%dAVX2", order)
	TEXT(name, NOSPLIT, "func(text *byte, cells *uint8, lines int) int")
	Pragma("noescape")
	Doc(name + " is WriteLines for the given number of puzzles, at least one (AVX2).")
	to, from := pointer("text"), pointer("cells")
	size := order * order
	loop(textOf(order, base), Mem{Base: to}, Mem{Base: from}, size, func(LabelRef) {
		MOVB(U8('\n'), Mem{Base: to, Disp: size})
	}, func() {
		ADDQ(U32(size+1), to)
		ADDQ(U32(size), from)
	})
}

// loop generates a kernel after its constants. For each line it runs before, then the step
// for all cells until one is bad, then next. The kernel returns the number of good lines.
func loop(do step, to, from Mem, size int, before func(done LabelRef), next func()) {
	lines, n := Load(Param("lines"), GP64()), GP64()
	XORQ(n, n)
	Label("line")
	before("done")
	line(do, to, from, size)
	JNE(LabelRef("done"))
	next()
	INCQ(n)
	CMPQ(n, lines)
	JNE(LabelRef("line"))
	Label("done")
	VZEROUPPER()
	Store(n, ReturnIndex(0))
	RET()
}

// line generates the step for all cells of a line. The flags say "equal" if all are good.
func line(do step, to, from Mem, size int) {
	var all VecVirtual
	for i := 0; i < size; i += vector {
		// The last vector overlaps the one before, to stay within the line.
		at := min(i, size-vector)
		v := YMM()
		VMOVDQU(from.Offset(at), v)
		v, good := do(v)
		VMOVDQU(v, to.Offset(at))
		if i == 0 {
			all = good
		} else {
			VPAND(good, all, all)
		}
	}
	mask := GP32()
	VPMOVMSKB(all, mask)
	CMPL(mask, I8(-1))
}

// cellsOf9 reads "1" to "9", "." and "0".
func cellsOf9() step {
	base, highest, dot := inEveryByte('0'), inEveryByte(9), inEveryByte('.')
	return func(text VecVirtual) (cells, good VecVirtual) {
		cells, good, isDot := YMM(), YMM(), YMM()
		VPSUBB(base, text, cells)
		VPMINUB(highest, cells, good)
		VPCMPEQB(good, cells, good)
		VPCMPEQB(dot, text, isDot)
		VPOR(isDot, good, good)
		VPANDN(cells, isDot, cells)
		return cells, good
	}
}

// cellsOf16 reads "A" to "P" and "a" to "p", "." and "-".
func cellsOf16() step {
	lower, base, highest := inEveryByte(0x20), inEveryByte('a'), inEveryByte(15)
	dot, dash, one := inEveryByte('.'), inEveryByte('-'), inEveryByte(1)
	return func(text VecVirtual) (cells, good VecVirtual) {
		cells, good, isBlank := YMM(), YMM(), YMM()
		VPOR(lower, text, cells)
		VPSUBB(base, cells, cells)
		VPMINUB(highest, cells, good)
		VPCMPEQB(good, cells, good)
		VPADDB(one, cells, cells)
		VPAND(good, cells, cells)
		VPCMPEQB(dot, text, isBlank)
		VPOR(isBlank, good, good)
		VPCMPEQB(dash, text, isBlank)
		VPOR(isBlank, good, good)
		return cells, good
	}
}

// textOf writes "." for 0 and base+1, base+2 and so on for digits.
func textOf(order int, base byte) step {
	first, highest, less, zero := inEveryByte(base), inEveryByte(byte(order)), inEveryByte('.'-base), YMM()
	VPXOR(zero, zero, zero)
	return func(cells VecVirtual) (text, good VecVirtual) {
		text, good, isBlank := YMM(), YMM(), YMM()
		VPMINUB(highest, cells, good)
		VPCMPEQB(good, cells, good)
		VPCMPEQB(zero, cells, isBlank)
		VPAND(less, isBlank, isBlank)
		VPADDB(first, cells, text)
		VPADDB(isBlank, text, text)
		return text, good
	}
}

// inEveryByte returns a vector with b in every byte.
func inEveryByte(b byte) VecVirtual {
	word, x, v := GP32(), XMM(), YMM()
	MOVL(U32(b), word)
	VMOVD(word, x)
	VPBROADCASTB(x, v)
	return v
}

// pointer loads a parameter.
func pointer(name string) Register {
	return Load(Param(name), GP64()).(Register)
}
