//go:build gc && !noasm

package avx2

import "golang.org/x/sys/cpu"

// Available reports whether the processor has all that the kernel's "Requires" comment names.
func Available() bool { return cpu.X86.HasAVX && cpu.X86.HasAVX2 && cpu.X86.HasBMI2 }

const vector = 32 // bytes

// A Code is a Huffman code of bytes that differ in bit 5 or in the low four bits. It has
// three tables: of the bytes themselves, 255 for none, of their codes, and of the bits
// these have, 7 at most. Each is by bit 5, and then by the low four bits.
type Code [3][2][16]uint8

// Encode appends the codes of a text of whole vectors of 32 bytes, at least one, from its
// end to its beginning, to a stream of which so many bits, fewer than 8, are not in dst
// yet. It returns how many bytes of dst it
// filled, with what is left in stream and bits, or false if a byte has no code. It may
// write up to 8 bytes more than it fills.
func Encode(dst, text []byte, code *Code, stream, bits *uint64) (size int, ok bool) {
	return encodeAVX2(&dst[0], &text[0], len(text)/vector, (*[3][2][16]uint8)(code), stream, bits)
}
