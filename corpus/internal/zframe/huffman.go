//go:build !js

package zframe

import (
	"bytes"
	"encoding/binary"

	"github.com/klauspost/compress/huff0"
)

// This file codes blocks two bytes at a look-up, in less than half the time of huff0.Compress4X: with the code
// of the block before, or with a code made from a sample of the block. Package huff0 makes the codes, and codes
// all other blocks.

// maxCode is the most bits of a code here: codes of eight bytes and seven bits more fit in a word.
const maxCode = 7

// isCoded is set in the entry of each byte, or of two, that has a code.
const isCoded = 1 << 7

// leastSampled is the smallest text whose code is made from a sample.
const leastSampled = 32 << 10

// A huffman codes the blocks of a frame.
type huffman struct {
	huff0.Scratch               // its Reuse says whether the code of the last block may be used
	sampled       huff0.Scratch // makes codes from samples

	// codes holds the code of each byte, shifted by 8, and below it isCoded and its length; 0 if there is none.
	codes [256]uint32
	// pairs holds the same of two bytes, the second one in the high bits of the index. The code of
	// the second byte comes first, because streams are written from their ends.
	pairs   [1 << 16]uint32
	symbols []byte // the bytes with a code
	known   bool   // codes and pairs are the codes of the last block
	coded   [maxBlock + 256]byte
}

// compress codes a block, and reports whether with the code of the last block. The result is valid
// until the next call. The errors are huff0's.
func (h *huffman) compress(text []byte) (coded []byte, reused bool, err error) {
	uniform := bytes.Equal(text[1:], text[:len(text)-1])
	if h.Reuse == huff0.ReusePolicyPrefer && h.known && !uniform {
		if n, ok := h.encode(h.coded[:], text); ok && n < len(text) {
			return h.coded[:n], true, nil
		}
	}
	h.known = false
	if len(text) >= leastSampled && !uniform {
		if n, ok := h.encodeSampled(text); ok {
			h.known = true
			return h.coded[:n], false, nil
		}
	}
	return huff0.Compress4X(text, &h.Scratch)
}

// encodeSampled codes a block with a code made from a sample of it, in h.coded, and returns the size. It
// reports false if the sample lacks a byte of the block, or if that does not pay.
func (h *huffman) encodeSampled(text []byte) (size int, ok bool) {
	const pieces, piece = 16, 256
	var counts [256]uint32
	for i := range pieces {
		for _, b := range text[i*(len(text)-piece)/(pieces-1):][:piece] {
			counts[b]++
		}
	}
	h.sampled.TableLog, h.sampled.Out = maxCode, h.coded[maxBlock:maxBlock] // AppendTable needs room in Out
	if err := h.sampled.BuildCTable(&counts); err != nil || !h.learn(&counts) {
		return 0, false
	}
	table, err := h.sampled.AppendTable(h.coded[:0])
	if err != nil {
		return 0, false
	}
	n, ok := h.encode(h.coded[len(table):], text)
	if size = len(table) + n; !ok || size >= len(text) {
		return 0, false
	}
	h.TransferCTable(&h.sampled)
	return size, true
}

// learn finds the codes of the sampled bytes: codes ascend with shorter lengths, and then with bytes. It
// reports false if there are long codes.
func (h *huffman) learn(counts *[256]uint32) bool {
	for _, b := range h.symbols {
		h.codes[b] = 0
		clear(h.pairs[int(b)<<8:][:256])
	}
	h.symbols = h.symbols[:0]
	var lengths [256]int
	for b := range lengths {
		if counts[b] > 0 {
			var alone [256]uint32
			alone[b] = 8
			lengths[b] = h.sampled.EstimateSize(&alone) // the code of eight bytes has so many bytes
			h.symbols = append(h.symbols, byte(b))
		}
	}
	next := 0 // code of maxCode bits
	for length := maxCode; length > 0; length-- {
		for _, b := range h.symbols {
			if lengths[b] == length {
				h.codes[b] = uint32(next>>(maxCode-length)<<8 | isCoded | length)
				next += 1 << (maxCode - length)
			}
		}
	}
	for _, second := range h.symbols {
		for _, first := range h.symbols {
			late, early := h.codes[second], h.codes[first]
			h.pairs[int(second)<<8|int(first)] = (late>>8|early>>8<<(late&63))<<8 | isCoded | (late&63 + early&63)
		}
	}
	return next == 1<<maxCode // no code is longer
}

// encode codes a block in four streams, with the sizes of three before them, and returns their size.
// It reports false if a byte has no code.
func (h *huffman) encode(to, text []byte) (size int, ok bool) {
	segment := (len(text) + 3) / 4
	size = 3 * 2
	for i := range 4 {
		n, ok := h.encodeStream(to[size:], text[:min(segment, len(text))])
		if !ok {
			return 0, false
		}
		if i < 3 {
			binary.LittleEndian.PutUint16(to[2*i:], uint16(n))
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
	coded := uint32(isCoded)
	for len(text)%8 > 0 {
		code := h.codes[text[len(text)-1]]
		text = text[:len(text)-1]
		coded &= code
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
		a, b, c, d := h.pairs[eight>>48], h.pairs[uint16(eight>>32)], h.pairs[uint16(eight>>16)], h.pairs[uint16(eight)]
		coded &= a & b & c & d
		ab := uint64(a>>8) | uint64(b>>8)<<(a&63)
		cd := uint64(c>>8) | uint64(d>>8)<<(c&63)
		stream |= (ab | cd<<((a+b)&63)) << bits
		bits += (a + b + c + d) & 63 // the sizes have six bits together
	}
	to[size] = byte(stream | 1<<bits) // marks the end
	return size + 1, coded != 0
}
