package lane

import "encoding/binary"

// Within reports whether no cell is beyond the greatest value, which is at most 127. It takes eight
// cells at a time: a value beyond the greatest carries into its top bit. (One beyond 127 carries
// into the next value, but has its own top bit set.)
func Within(cells []uint8, greatest uint8) bool {
	const inEach = 0x0101010101010101 // times a byte: eight of it
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
