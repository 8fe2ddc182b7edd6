package zframe

import (
	"encoding/binary"
	"slices"
)

// huffman is a Huffman code for ASCII text as zstd has it (RFC 8878, section
// 4.2). It is made from samples of a text and encodes two bytes at a look-up
// and eight at a time.
type huffman struct {
	weights [128]uint8 // 0: no code
	symbols int        // the highest with a code
	bits    int        // of the longest code
	// pairs holds, for two bytes of text in little endian, their codes in the
	// order of the stream, shifted by 8, and how many bits that is; 0 where one
	// has no code.
	pairs [1 << 15]uint32
	codes [128]uint32 // likewise of one byte
	// tables hold the same codes as vectors look them up, if they can: tabled.
	tables vectorCode
	tabled bool
	coded  [maxBlock*maxCodeBits/8 + 64]byte
	stream bitStream
}

const (
	maxCodeBits  = 7 // so that the codes of eight bytes fit into a word with what is left of the last one
	samplePiece  = 512
	samplePieces = 16
)

// learn makes a code for a text. It reports false where there is nothing to
// code or some byte is not ASCII.
func (h *huffman) learn(text []byte) bool {
	var counts [256]int
	step := max(1, (len(text)-samplePiece)/(samplePieces-1))
	for at := 0; at < len(text); at += max(step, samplePiece) {
		for _, b := range text[at:min(at+samplePiece, len(text))] {
			counts[b]++
		}
	}
	for i := 128; i < 256; i++ {
		if counts[i] > 0 {
			return false
		}
	}
	h.forget()
	if !h.assign((*[128]int)(counts[:])) {
		return false
	}
	h.fillPairs()
	h.tabled = encodeVectors != nil && h.tables.fill(&h.codes)
	return true
}

// forget clears the pairs of the last code.
func (h *huffman) forget() {
	for b, w := range h.weights {
		if w > 0 {
			clear(h.pairs[b<<8:][:128])
		}
	}
	clear(h.codes[:])
	clear(h.weights[:])
}

// assign gives each byte that occurs a weight, which is one more than the bits
// that its code is shorter than the longest.
func (h *huffman) assign(counts *[128]int) bool {
	for {
		lengths := codeLengths(counts)
		h.bits = int(slices.Max(lengths[:]))
		if h.bits == 0 {
			return false // one symbol, or none
		}
		if h.bits <= maxCodeBits {
			for b, n := range lengths {
				if n > 0 {
					h.weights[b] = uint8(h.bits) + 1 - n
					h.symbols = b
				}
			}
			return true
		}
		for b, n := range counts { // flatter, until no code is too long
			if n > 0 {
				counts[b] = n/2 + 1
			}
		}
	}
}

// codeLengths is Huffman's algorithm. All lengths are 0 where fewer than two
// bytes occur. Of equal counts the one that is found first goes first, so that
// the same text has the same code everywhere.
func codeLengths(counts *[128]int) (lengths [128]uint8) {
	var weight, parent [256]int // of nodes: bytes, and then joints of two nodes; 0 = none
	copy(weight[:], counts[:])
	for joint := 128; ; joint++ {
		a := leastNode(&weight)
		if a < 0 {
			return lengths // nothing occurs
		}
		of := weight[a]
		weight[a] = 0
		b := leastNode(&weight)
		if b < 0 {
			break // a is the root
		}
		parent[a], parent[b] = joint, joint
		weight[joint] = of + weight[b]
		weight[b] = 0
	}
	for b := range lengths {
		for node := parent[b]; node > 0; node = parent[node] {
			lengths[b]++
		}
	}
	return lengths
}

// leastNode returns the node of the least weight above 0, or -1.
func leastNode(weight *[256]int) int {
	least := -1
	for node, w := range weight {
		if w > 0 && (least < 0 || w < weight[least]) {
			least = node
		}
	}
	return least
}

// fillPairs makes the codes: in zstd's order, which is by ascending weight and
// then by byte.
func (h *huffman) fillPairs() {
	at := uint32(0)
	for w := uint8(1); int(w) <= h.bits; w++ {
		for b, have := range h.weights {
			if have == w {
				h.codes[b] = at>>(w-1)<<8 | uint32(h.bits+1-int(w))
				at += 1 << (w - 1)
			}
		}
	}
	for second, late := range h.codes {
		if late == 0 {
			continue
		}
		n := late & 0xff
		for first, early := range h.codes[:h.symbols+1] {
			if early > 0 {
				// A stream is written from its end, so the second byte comes
				// first.
				h.pairs[second<<8|first] = (late>>8|early>>8<<n)<<8 | (n + early&0xff)
			}
		}
	}
}

// appendTable appends the code's description: the weights in four bits each,
// but for the last one, which follows from the others.
func (h *huffman) appendTable(dst []byte) []byte {
	dst = append(dst, byte(127+h.symbols))
	for b := 0; b < h.symbols; b += 2 {
		both := h.weights[b] << 4
		if b+1 < h.symbols {
			both |= h.weights[b+1]
		}
		dst = append(dst, both)
	}
	return dst
}

// encode codes a block of text in four streams, with the table of their sizes
// ahead. It reports false if some byte has no code. The result is valid up to
// the next call.
func (h *huffman) encode(text []byte) ([]byte, bool) {
	const jumpTable = 6
	segment := (len(text) + 3) / 4
	n := jumpTable
	for i := range 4 {
		part := text[min(i*segment, len(text)):min((i+1)*segment, len(text))]
		size, ok := h.encodeStream(h.coded[n:], part)
		if !ok {
			return nil, false
		}
		if i < 3 {
			binary.LittleEndian.PutUint16(h.coded[2*i:], uint16(size))
		}
		n += size
	}
	return h.coded[:n], true
}

// encodeStream codes a text from its end to its beginning and returns the bytes
// that takes.
func (h *huffman) encodeStream(dst, text []byte) (size int, ok bool) {
	s := &h.stream
	*s = bitStream{dst: dst}
	whole := 0 // text that vectors are made of
	if h.tabled {
		whole = len(text) / vector * vector
	}
	if !h.encodeWords(s, text[whole:]) || whole > 0 && !encodeVectors(s, text[:whole], &h.tables) {
		return 0, false
	}
	dst[s.size] = byte(s.stream | 1<<s.bits) // the mark of the end
	return s.size + 1, true
}

// A bitStream is codes that are written one after the other.
type bitStream struct {
	dst    []byte
	size   int    // bytes that were written
	stream uint64 // bits that are not written yet, the earliest lowest
	bits   uint64 // how many
}

// encodeWords codes a text, eight bytes at a time. Fewer than eight bits are left.
func (h *huffman) encodeWords(s *bitStream, text []byte) (ok bool) {
	dst, size, stream, bits := s.dst, 0, uint64(0), uint32(0)
	missing := uint32(0)
	for len(text)%8 > 0 {
		last := text[len(text)-1]
		text = text[:len(text)-1]
		if last >= 128 || h.codes[last] == 0 {
			return false
		}
		stream |= uint64(h.codes[last]>>8) << bits
		bits += h.codes[last] & 0xff
	}
	strange := uint64(0)
	for {
		binary.LittleEndian.PutUint64(dst[size:], stream)
		size += int(bits >> 3)
		stream >>= bits & 0x38
		bits &= 7
		if len(text) == 0 {
			break
		}
		eight := binary.LittleEndian.Uint64(text[len(text)-8:])
		text = text[:len(text)-8]
		strange |= eight
		a, b := h.pairs[eight>>48&(1<<15-1)], h.pairs[eight>>32&(1<<15-1)]
		c, d := h.pairs[eight>>16&(1<<15-1)], h.pairs[eight&(1<<15-1)]
		missing |= (a - 1) | (b - 1) | (c - 1) | (d - 1) // the top bit is set for a 0
		ab := uint64(a>>8) | uint64(b>>8)<<(a&63)
		cd := uint64(c>>8) | uint64(d>>8)<<(c&63)
		nab := a&63 + b&63
		stream |= (ab | cd<<(nab&63)) << bits
		bits += nab + c&63 + d&63
	}
	s.size, s.stream, s.bits = size, stream, uint64(bits)
	return strange&0x8080808080808080 == 0 && missing>>31 == 0
}
