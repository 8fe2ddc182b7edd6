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
	for _, value := range values {
		seen |= uint64(value) | uint64(value) + beyond&0xff
	}
	return seen&topBits == 0
}
