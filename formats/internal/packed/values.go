package packed

// This file works on many values at once.

import "encoding/binary"

// AreCells reports whether no value is beyond the order, which is at most 16.
func AreCells(values []byte, order int) bool {
	beyond := (127 - uint64(order)) * inEach
	var seen uint64
	for ; len(values) >= 32; values = values[32:] {
		a, b := binary.LittleEndian.Uint64(values), binary.LittleEndian.Uint64(values[8:])
		c, d := binary.LittleEndian.Uint64(values[16:]), binary.LittleEndian.Uint64(values[24:])
		seen |= a | (a + beyond) | b | (b + beyond) | c | (c + beyond) | d | (d + beyond)
	}
	for ; len(values) >= 8; values = values[8:] {
		word := binary.LittleEndian.Uint64(values)
		seen |= word | (word + beyond)
	}
	for _, value := range values {
		seen |= uint64(value) | (uint64(value) + beyond&0xff)
	}
	return seen&topBits == 0
}

// Add adds number to each of values, modulo 256, and writes the sums to the beginning of
// sums, which must be at least as long as values.
func Add(sums, values []byte, number uint8) {
	sums = sums[:len(values)]
	if number == 0 {
		copy(sums, values)
		return
	}
	all := uint64(number) * inEach
	for ; len(values) >= 8; values, sums = values[8:], sums[8:] {
		word := binary.LittleEndian.Uint64(values)
		word = (word&^topBits + all&^topBits) ^ (word^all)&topBits // no carry leaves a byte
		binary.LittleEndian.PutUint64(sums, word)
	}
	for i, value := range values {
		sums[i] = value + number
	}
}
