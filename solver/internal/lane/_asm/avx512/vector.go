package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Truth tables of VPTERNLOG for operands a (which is also the result), b, c.
const (
	or3        = 0xfe // a | b | c
	majority   = 0xe8 // two of a, b, c at least
	and3       = 0x80 // a & b & c
	aOrBandC   = 0xf8 // a | b & c
	aOrBnotC   = 0xf4 // a | b &^ c
	aOrXor     = 0xf6 // a | b ^ c
	aOrNeither = 0xf1 // a | ^(b | c)
	aNotBC     = 0x10 // a &^ (b | c)
	and2or3    = 0xe0 // a & (b | c)
	bits1      = 0xff // all ones
)

// vector is the size of one vector in bytes.
const vector = 64

// ternary sets a to a function of a, b and c, given by its truth table.
func ternary(table uint8, a, b, c Op) { VPTERNLOGD(U8(table), c, b, a) }

// load returns a register that holds the vector at m.
func load(m Op) VecVirtual {
	v := ZMM()
	VMOVDQU64(m, v)
	return v
}

// store stores a register.
func store(v, m Op) { VMOVDQU64(v, m) }

// clone returns a copy of a register.
func clone(v Op) VecVirtual {
	c := ZMM()
	VMOVDQA64(v, c)
	return c
}

// zero returns a register of zeros.
func zero() VecVirtual {
	v := ZMM()
	VPXORD(v, v, v)
	return v
}

// ones returns a register of ones.
func ones() VecVirtual {
	v := ZMM()
	ternary(bits1, v, v, v)
	return v
}

// words returns a register with n in every word.
func words(n uint16) VecVirtual {
	v, r := ZMM(), GP32()
	MOVL(U32(uint32(n)), r)
	VPBROADCASTW(r, v)
	return v
}

// at is the address of the i-th vector behind base.
func at(base Register, i int) Mem { return Mem{Base: base, Disp: i * vector} }

// or3of returns a | b | c for three vectors in memory: one load more than two by two, but one
// operation less.
func or3of(a, b, c Op) VecVirtual {
	v := load(a)
	ternary(or3, v, load(b), c)
	return v
}

// or4of returns the union of four vectors in memory.
func or4of(a, b, c, d Op) VecVirtual {
	v := or3of(a, b, c)
	VPORD(d, v, v)
	return v
}

// returnMask makes a mask register a result of the function.
func returnMask(k Register, name string) {
	r := GP32()
	KMOVD(k, r)
	Store(r, Return(name))
}
