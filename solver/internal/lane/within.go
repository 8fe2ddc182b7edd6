package lane

import "encoding/binary"

// Within reports whether no cell exceeds greatest, which is at most 127. It checks eight cells at a
// time: adding 127-greatest to a value that is too large sets its top bit. (A value above 127 may
// carry into the next one, but its own top bit is set anyway.)
func Within(cells []uint8, greatest uint8) bool {
	const inEach = 0x0101010101010101 // 1 in each of eight bytes
	carry, over := uint64(127-greatest)*inEach, uint64(0)
	for ; len(cells) >= 16; cells = cells[16:] {
		v, w := binary.LittleEndian.Uint64(cells), binary.LittleEndian.Uint64(cells[8:])
		over |= v | w | (v + carry) | (w + carry)
	}
	for _, v := range cells {
		over |= uint64(v) | (uint64(v) + carry&127)
	}
	return over&(128*inEach) == 0
}
