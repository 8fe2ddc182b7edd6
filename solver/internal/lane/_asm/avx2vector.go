package main

import (
	"fmt"
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// vector2 is the size of one AVX2 vector in bytes.
const vector2 = 32

// at2 is the i-th AVX2 vector behind base.
func at2(base Register, i int) Mem { return Mem{Base: base, Disp: i * vector2} }

// load2 returns a register that holds the vector at m.
func load2(m Op) VecVirtual {
	v := YMM()
	VMOVDQU(m, v)
	return v
}

// store2 stores a register.
func store2(v, m Op) { VMOVDQU(v, m) }

// clone2 returns a copy of a register.
func clone2(v VecVirtual) VecVirtual {
	c := YMM()
	VMOVDQA(v, c)
	return c
}

// zero2 returns a register of zeros.
func zero2() VecVirtual {
	v := YMM()
	VPXOR(v, v, v)
	return v
}

// ones2 returns a register of ones.
func ones2() VecVirtual {
	v := YMM()
	VPCMPEQW(v, v, v)
	return v
}

// or2 returns a | b; a must be a register.
func or2(a, b Op) VecVirtual {
	v := YMM()
	VPOR(b, a, v)
	return v
}

// and2 returns a & b; a must be a register.
func and2(a, b Op) VecVirtual {
	v := YMM()
	VPAND(b, a, v)
	return v
}

// andNot2 returns a &^ b; b must be a register.
func andNot2(a, b Op) VecVirtual {
	v := YMM()
	VPANDN(a, b, v)
	return v
}

// constants are the read-only vectors made so far.
var constants = map[string]Mem{}

// constant2 returns the place of a read-only vector, which it makes at the
// first call for a name.
func constant2(name string, b [vector2]byte) Mem {
	if m, ok := constants[name]; ok {
		return m
	}
	m := GLOBL(name, RODATA|NOPTR)
	for i := 0; i < vector2; i += 8 {
		var n uint64
		for j := range 8 {
			n |= uint64(b[i+j]) << (8 * j)
		}
		DATA(i, U64(n))
	}
	constants[name] = m
	return m
}

// words2 is the place of a vector with n in every word.
func words2(n uint16) Mem {
	var b [vector2]byte
	for i := range b {
		b[i] = byte(n >> (i % 2 * 8))
	}
	return constant2(fmt.Sprintf("words%d", n), b)
}

// halves2 is the place of a table for VPSHUFB, the same in both halves.
func halves2(name string, b [16]byte) Mem {
	return constant2(name, [vector2]byte(append(b[:], b[:]...)))
}

// A counter2 counts bits of words: VPSHUFB counts those of each half byte, and
// a multiplication sums and scales. What it counts is multiplied by a small
// weight first, as the factors are signed and of eight bits.
type counter2 struct {
	nibble, table VecVirtual
	narrow        bool
}

// newCounter2 returns a counter for words of an order's digits.
func newCounter2(order, weight int) counter2 {
	var table [16]byte
	for i := range table {
		table[i] = byte(weight * bits.OnesCount(uint(i)))
	}
	return counter2{
		load2(words2(0x0f0f)), load2(halves2(fmt.Sprintf("bits%d", weight), table)), order < 12,
	}
}

// bytes returns the weighted count of each byte of v.
func (c counter2) bytes(v VecVirtual) VecVirtual {
	low, high := and2(c.nibble, v), YMM()
	VPSRLW(U8(4), v, high)
	if !c.narrow { // else no byte has its top bit, and VPSHUFB ignores the next three
		VPAND(c.nibble, high, high)
	}
	VPSHUFB(low, c.table, low)
	VPSHUFB(high, c.table, high)
	VPADDB(low, high, high)
	return high
}

// scale sums the counts of each word's bytes, times the bytes of factor.
func (c counter2) scale(v, factor Op) { VPMADDUBSW(factor, v, v) }

// masks2 returns the lanes in which the words of a are ones, not zeros, in the
// low half of a register, whose other half means nothing; and likewise b.
func masks2(a, b VecVirtual) (ofA, ofB GPVirtual) {
	v := YMM()
	VPACKSSWB(b, a, v) // halves of a, b, a, b
	VPERMQ(U8(0b11_01_10_00), v, v)
	ofA, ofB = GP32(), GP32()
	VPMOVMSKB(v, ofA)
	MOVL(ofA, ofB)
	SHRL(U8(16), ofB)
	return ofA, ofB
}

// returnNot2 returns from the function the lanes that are not in a set.
func returnNot2(set GPVirtual, name string) {
	NOTL(set)
	MOVWLZX(set.As16(), set)
	Store(set, Return(name))
}

// returnResults2 ends a pass: dead and changed lanes are not zero, solved ones
// have all digits.
func returnResults2(all, none, dead, changed, solved VecVirtual) {
	for _, v := range []VecVirtual{dead, changed} {
		VPCMPEQW(none, v, v)
	}
	alive, same := masks2(dead, changed)
	returnNot2(alive, "dead")
	returnNot2(same, "changed")
	VPCMPEQW(all, solved, solved)
	done, _ := masks2(solved, solved)
	returnNot2(done, "open")
	VZEROUPPER()
	RET()
}
