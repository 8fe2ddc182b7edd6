package main

import (
	"fmt"
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// A counter counts the bits of words: VPSHUFB counts those of each half byte, and a multiplication
// adds and scales them. The counts are first multiplied by a small weight, because the factors are
// signed and have eight bits.
type counter struct {
	nibble, table VecVirtual
	narrow        bool
}

// newCounter returns a counter for words of an order's digits.
func newCounter(order, weight int) counter {
	var table [16]byte
	for i := range table {
		table[i] = byte(weight * bits.OnesCount(uint(i)))
	}
	return counter{
		load(words(0x0f0f)), load(halves(fmt.Sprintf("bits%d", weight), table)), order < 12,
	}
}

// bytes returns the weighted count of each byte of v.
func (c counter) bytes(v VecVirtual) VecVirtual {
	low, high := and(c.nibble, v), YMM()
	VPSRLW(U8(4), v, high)
	if !c.narrow { // else no byte has its top bit, and VPSHUFB ignores the next three
		VPAND(c.nibble, high, high)
	}
	VPSHUFB(low, c.table, low)
	VPSHUFB(high, c.table, high)
	VPADDB(low, high, high)
	return high
}

// scale adds the counts of the two bytes of each word, each times its byte of factor.
func (c counter) scale(v, factor Op) { VPMADDUBSW(factor, v, v) }
