package zframe

import "encoding/binary"

// A frameHeader is what a frame's header says.
type frameHeader struct {
	size       int // bytes of the header
	descriptor byte
	content    uint64 // bytes of text, if they are known
	known      bool
	window     uint64
}

// blockSize gives the bytes that follow a block's header, and whether the block
// is the frame's last.
func blockSize(header uint32) (size int, last bool) {
	size = int(header >> 3)
	if header>>1&3 == blockRLE {
		size = 1
	}
	return size, header&1 != 0
}

// hasChecksum is the bit of the frame header descriptor that says so.
const hasChecksum = 1 << 2

// frameFields gives the sizes in bytes of the fields after the frame header
// descriptor: window descriptor, dictionary ID and frame content size.
func frameFields(descriptor byte) (window, dict, size int) {
	single := descriptor&(1<<5) != 0
	if !single {
		window = 1
	}
	dict = [4]int{0, 1, 2, 4}[descriptor&3]
	size = [4]int{0, 2, 4, 8}[descriptor>>6]
	if size == 0 && single {
		size = 1
	}
	return window, dict, size
}

// frameWindow gives the window, in bytes, that the fields after the descriptor
// declare; a single-segment frame needs its whole content.
func frameWindow(descriptor byte, fields []byte) uint64 {
	if window, _, _ := frameFields(descriptor); window == 1 {
		base := uint64(1) << (10 + fields[0]>>3)
		return base + base/8*uint64(fields[0]&7)
	}
	content, _ := frameContent(descriptor, fields)
	return content
}

// frameContent gives the size of the content, in bytes, that the fields after
// the descriptor declare, if they do.
func frameContent(descriptor byte, fields []byte) (content uint64, known bool) {
	window, dict, size := frameFields(descriptor)
	var le [8]byte
	copy(le[:], fields[window+dict:window+dict+size])
	content = binary.LittleEndian.Uint64(le[:])
	if size == 2 {
		content += 256
	}
	return content, size > 0
}
