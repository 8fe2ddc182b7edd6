package packed

import "encoding/binary"

// AreCells reports whether all values are cells of an order, up to 16: no more than
// that.
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

// Add adds a number to each of the values, modulo 256, and puts the sums into the
// beginning of sums, which is as long as values at least.
func Add(sums, values []byte, number uint8) {
	sums = sums[:len(values)]
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
