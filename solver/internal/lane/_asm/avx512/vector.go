package main

import (
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"
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

// vector is the size of a vector in bytes.
const vector = 64

// ternary sets a to a function of a, b and c, given by its truth table.
func ternary(table uint8, a, b, c Op) { VPTERNLOGD(U8(table), c, b, a) }

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

// or3of returns a | b | c for three vectors in memory. It takes one load more than two or
// instructions, but one operation less.
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

// returnResults ends a pass. A lane is dead or changed if its word there is not zero. It is open
// unless solved has all digits.
func returnResults(dead, changed, solved, all VecVirtual) {
	for i, v := range []VecVirtual{dead, changed} {
		k := K()
		VPTESTMW(v, v, k)
		returnMask(k, [...]string{"dead", "changed"}[i])
	}
	k := K()
	VPCMPUW(U8(4), all, solved, k)
	returnMask(k, "open")
	shared.End()
}

// returnMask makes a mask register a result of the function.
func returnMask(k Register, name string) {
	r := GP32()
	KMOVD(k, r)
	Store(r, Return(name))
}

// A counter counts the bits of words. Without an instruction for it, it looks up each half byte,
// and a multiplication adds the counts of the two bytes.
type counter struct {
	nibble, table, one VecVirtual
	narrow             bool
}

// newCounter returns a counter for words of an order's digits.
func newCounter(order int) counter {
	if wordwise {
		return counter{}
	}
	table := ZMM()
	VBROADCASTI32X4(bitsOfNibbles(), table)
	return counter{words(0x0f0f), table, words(0x0101), order < 12}
}

// bitsOfNibbles returns the look-up table, which all kernels share.
func bitsOfNibbles() Mem {
	if nibbles == nil {
		table := GLOBL("bitsOfNibbles", RODATA|NOPTR)
		for i := range 16 {
			DATA(i, U8(bits.OnesCount(uint(i))))
		}
		nibbles = &table
	}
	return *nibbles
}

var nibbles *Mem

// count returns the number of bits of each word of v.
func (c counter) count(v Op) VecVirtual {
	low := ZMM()
	if wordwise {
		VPOPCNTW(v, low)
		return low
	}
	high := ZMM()
	VPSRLW(U8(4), v, high)
	VPANDD(v, c.nibble, low)
	if !c.narrow { // VPSHUFB needs this only if a byte may have its top bit set
		VPANDD(c.nibble, high, high)
	}
	VPSHUFB(low, c.table, low)
	VPSHUFB(high, c.table, high)
	VPADDB(low, high, high)
	VPMADDUBSW(c.one, high, high)
	return high
}

// below returns the number of bits below the single bit of each mask: its digit, counted from 0.
func (c counter) below(masks Op, minusOne VecVirtual) VecVirtual {
	n := ZMM()
	VPADDW(masks, minusOne, n)
	return c.count(n)
}
