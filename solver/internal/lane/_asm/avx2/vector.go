package main

import (
	"fmt"
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"
)

// vector is the size of a vector in bytes.
const vector = 32

// zero returns a register of zeros.
func zero() VecVirtual {
	v := YMM()
	VPXOR(v, v, v)
	return v
}

// ones returns a register of ones.
func ones() VecVirtual {
	v := YMM()
	VPCMPEQW(v, v, v)
	return v
}

// or returns a | b, and and returns a & b. a must be a register.
func or(a, b Op) VecVirtual  { return binary(VPOR, b, a) }
func and(a, b Op) VecVirtual { return binary(VPAND, b, a) }

// andNot returns a &^ b; b must be a register.
func andNot(a, b Op) VecVirtual { return binary(VPANDN, a, b) }

// binary returns the result of an instruction.
func binary(instruction func(a, b, result Op), a, b Op) VecVirtual {
	v := YMM()
	instruction(a, b, v)
	return v
}

// constants holds the read-only vectors made so far.
var constants = map[string]Mem{}

// constant returns the address of a read-only vector. The first call for a name creates it.
func constant(name string, b [vector]byte) Mem {
	if m, ok := constants[name]; ok {
		return m
	}
	m := GLOBL(name, RODATA|NOPTR)
	for i := 0; i < vector; i += 8 {
		var n uint64
		for j := range 8 {
			n |= uint64(b[i+j]) << (8 * j)
		}
		DATA(i, U64(n))
	}
	constants[name] = m
	return m
}

// words returns the address of a vector with n in every word.
func words(n uint16) Mem {
	var b [vector]byte
	for i := range b {
		b[i] = byte(n >> (i % 2 * 8))
	}
	return constant(fmt.Sprintf("words%d", n), b)
}

// twice returns the address of a table for VPSHUFB that is the same in both halves.
func twice(name string, b [16]byte) Mem {
	return constant(name, [vector]byte(append(b[:], b[:]...)))
}

// masks returns the lanes in which the words of a and b are ones. All words must be ones or zeros.
// Only the lower halves of the results are defined.
func masks(a, b VecVirtual) (ofA, ofB GPVirtual) {
	v := YMM()
	VPACKSSWB(b, a, v) // halves of a, b, a, b
	VPERMQ(U8(0b11_01_10_00), v, v)
	ofA, ofB = GP32(), GP32()
	VPMOVMSKB(v, ofA)
	MOVL(ofA, ofB)
	SHRL(U8(16), ofB)
	return ofA, ofB
}

// returnNot stores the complement of a set of lanes as a result of the function.
func returnNot(set GPVirtual, name string) {
	NOTL(set)
	MOVWLZX(set.As16(), set)
	Store(set, Return(name))
}

// returnResults ends a pass. A lane is dead or changed if its word there is not zero. It is open
// unless solved has all digits.
func returnResults(all, none, dead, changed, solved VecVirtual) {
	for _, v := range []VecVirtual{dead, changed} {
		VPCMPEQW(none, v, v)
	}
	alive, same := masks(dead, changed)
	returnNot(alive, "dead")
	returnNot(same, "changed")
	VPCMPEQW(all, solved, solved)
	done, _ := masks(solved, solved)
	returnNot(done, "open")
	shared.End()
}

// A counter counts the bits of words. VPSHUFB counts the bits of each half byte, and a
// multiplication adds and scales the counts. They are first multiplied by a small weight, because
// the factors are signed bytes.
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
		load(words(0x0f0f)), load(twice(fmt.Sprintf("bits%d", weight), table)), order < 12,
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

// scale adds the counts of the two bytes of each word, each multiplied by its byte of factor.
func (c counter) scale(v, factor Op) { VPMADDUBSW(factor, v, v) }
