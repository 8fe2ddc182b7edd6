package main

import (
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// A counter counts the bits of words: in one instruction, or without it by a look-up of each half
// byte and a multiplication that adds the counts of the two bytes.
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

// bitsOfNibbles returns the table of the look-up, which is the same for all kernels.
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
	if !c.narrow { // else no byte has its top bit, and VPSHUFB ignores the next three
		VPANDD(c.nibble, high, high)
	}
	VPSHUFB(low, c.table, low)
	VPSHUFB(high, c.table, high)
	VPADDB(low, high, high)
	VPMADDUBSW(c.one, high, high)
	return high
}

// below returns the number of bits below the one of each mask: its digit, counted from 0.
func (c counter) below(masks Op, minusOne VecVirtual) VecVirtual {
	n := ZMM()
	VPADDW(masks, minusOne, n)
	return c.count(n)
}
