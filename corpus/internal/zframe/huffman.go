package zframe

import (
	"bytes"
	"encoding/binary"

	"github.com/klauspost/compress/huff0"
)

// This file codes blocks of ASCII text with the Huffman code of the block before, two bytes at a look-up.
// The results are the same as by huff0.Compress4X, in half the time. Package huff0 makes the codes, and
// codes all other blocks.

// maxCode is the most bits of a code here: codes of eight bytes and seven bits more fit in a word.
const maxCode = 7

// A huffman codes the blocks of a frame.
type huffman struct {
	huff0.Scratch // its Reuse says whether the code of the last block may be used

	// codes holds the code of each byte of ASCII, shifted by 8, and its length; 0 if there is none.
	codes [128]uint32
	// pairs holds the same of two bytes, the second one in the high bits of the index. The code of
	// the second byte comes first, because streams are written from their ends.
	pairs   [1 << 15]uint32
	symbols []byte // the bytes with a code
	known   bool   // codes and pairs are the codes of the last block
	coded   [maxBlock + 256]byte
}

// compress codes a block, and reports whether with the code of the last block. The result is valid
// until the next call. The errors are huff0's.
func (h *huffman) compress(text []byte) (coded []byte, reused bool, err error) {
	if h.Reuse == huff0.ReusePolicyPrefer && h.known && !bytes.Equal(text[1:], text[:len(text)-1]) {
		if n, ok := h.encode(text); ok && n < len(text) {
			return h.coded[:n], true, nil
		}
	}
	coded, reused, err = huff0.Compress4X(text, &h.Scratch)
	if err == nil && !reused {
		h.known = h.learn(text)
	}
	return coded, reused, err
}

// learn finds the codes of huff0's table for the bytes at the beginning of a block: codes ascend with
// shorter lengths, and then with bytes. It reports false if there are codes of other bytes, or long codes.
func (h *huffman) learn(text []byte) bool {
	for _, b := range h.symbols {
		h.codes[b] = 0
		clear(h.pairs[int(b)<<8:][:128])
	}
	h.symbols = h.symbols[:0]
	var counts [256]uint32
	for _, b := range text[:min(len(text), minHuffman)] {
		counts[b]++
	}
	var lengths [128]int
	for b := range lengths {
		if counts[b] > 0 {
			var alone [256]uint32
			alone[b] = 8
			lengths[b] = h.EstimateSize(&alone) // the code of eight bytes has so many bytes
			h.symbols = append(h.symbols, byte(b))
		}
	}
	next := 0 // code of maxCode bits
	for length := maxCode; length > 0; length-- {
		for _, b := range h.symbols {
			if lengths[b] == length {
				h.codes[b] = uint32(next>>(maxCode-length)<<8 | length)
				next += 1 << (maxCode - length)
			}
		}
	}
	for _, second := range h.symbols {
		for _, first := range h.symbols {
			late, early := h.codes[second], h.codes[first]
			h.pairs[int(second)<<8|int(first)] = (late>>8|early>>8<<(late&63))<<8 | (late&63 + early&63)
		}
	}
	return next == 1<<maxCode // no other byte has a code
}

// encode codes a block in four streams, with the sizes of three before them, and returns their size.
// It reports false if a byte has no code.
func (h *huffman) encode(text []byte) (size int, ok bool) {
	segment := (len(text) + 3) / 4
	size = 3 * 2
	for i := range 4 {
		n, ok := h.encodeStream(h.coded[size:], text[:min(segment, len(text))])
		if !ok {
			return 0, false
		}
		if i < 3 {
			binary.LittleEndian.PutUint16(h.coded[2*i:], uint16(n))
		}
		size += n
		text = text[min(segment, len(text)):]
	}
	return size, true
}

// encodeStream codes a text from its end to its beginning, and returns the size of the stream. It
// reports false if a byte has no code.
func (h *huffman) encodeStream(to, text []byte) (size int, ok bool) {
	stream, bits := uint64(0), uint32(0) // bits that are not written yet, the first one lowest
	strange, missing := uint64(0), uint32(0)
	for len(text)%8 > 0 {
		last := text[len(text)-1]
		text = text[:len(text)-1]
		code := h.codes[last&127]
		strange |= uint64(last)
		missing |= code - 1
		stream |= uint64(code>>8) << bits
		bits += code & 63
	}
	for {
		binary.LittleEndian.PutUint64(to[size:], stream)
		size += int(bits >> 3)
		stream >>= bits & 56
		bits &= 7
		if len(text) == 0 {
			break
		}
		eight := binary.LittleEndian.Uint64(text[len(text)-8:])
		text = text[:len(text)-8]
		const pair = 1<<15 - 1
		a, b, c, d := h.pairs[eight>>48&pair], h.pairs[eight>>32&pair], h.pairs[eight>>16&pair], h.pairs[eight&pair]
		strange |= eight
		missing |= (a - 1) | (b - 1) | (c - 1) | (d - 1) // the top bit is set for 0
		ab := uint64(a>>8) | uint64(b>>8)<<(a&63)
		cd := uint64(c>>8) | uint64(d>>8)<<(c&63)
		n := a&63 + b&63
		stream |= (ab | cd<<(n&63)) << bits
		bits += n + c&63 + d&63
	}
	to[size] = byte(stream | 1<<bits) // marks the end
	return size + 1, strange&0x8080808080808080 == 0 && missing>>31 == 0
}
