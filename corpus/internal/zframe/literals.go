//go:build !js

package zframe

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/huff0"
)

// This file writes frames that have Huffman-coded literals and no sequences (RFC 8878, sections
// 3.1.1.2 and 3.1.1.3). They suit solved grids. In digits without repetition a search finds short
// matches by chance, and to describe these takes more bits than the digits. Such frames are 10 %
// smaller than with a search at the default level, and many times as fast to write.

// maxBlock is the most text that a zstd block holds.
const maxBlock = 128 << 10

// minHuffman is the smallest text that is worth a Huffman table.
const minHuffman = 1 << 10

// The types of zstd blocks.
const (
	blockRaw = iota
	blockRLE
	blockCompressed
)

// The types of a literals section: with a Huffman table, and with the table of the previous block.
const (
	literalsCompressed = 2
	literalsTreeless   = 3
)

// A literalEncoder writes zstd frames of literals. A block uses the Huffman code of the previous block
// if that has all of its bytes.
type literalEncoder struct {
	huffman huffman
}

// appendFrame appends a frame of the text, with its size and checksum.
func (e *literalEncoder) appendFrame(dst, text []byte) []byte {
	const checksum = 1 << 2
	digest := xxhash.Sum64(text)
	dst = e.appendBlocks(appendFrameHeader(dst, len(text), checksum), text)
	return binary.LittleEndian.AppendUint32(dst, uint32(digest))
}

// appendFrameHeader begins a frame of so much text.
func appendFrameHeader(dst []byte, size int, flags byte) []byte {
	const singleSegment, fourByteSize = 1 << 5, 2 << 6
	dst = append(append(dst, Magic...), singleSegment|fourByteSize|flags)
	return binary.LittleEndian.AppendUint32(dst, uint32(size))
}

// appendBlocks appends the blocks of a frame. The first one has a code of its own, so a frame depends
// on its text alone.
func (e *literalEncoder) appendBlocks(dst, text []byte) []byte {
	e.huffman.Reuse = huff0.ReusePolicyNone
	for {
		n := min(len(text), maxBlock)
		dst = e.appendBlock(dst, text[:n], n == len(text))
		if text = text[n:]; len(text) == 0 {
			return dst
		}
	}
}

// Literals makes zstd frames of literals. The zero value is ready to use, by one goroutine at a time.
type Literals struct{ encoder literalEncoder }

// Append appends a frame of the text, with its size but no checksum, for formats that have their own.
// It stores the first head bytes, at most 128 KiB, as they are: they are unlike the rest and not worth
// a code.
func (l *Literals) Append(dst, text []byte, head int) []byte {
	dst = appendFrameHeader(dst, len(text), 0)
	if head > 0 {
		dst = append(appendBlockHeader(dst, head, blockRaw, false), text[:head]...)
	}
	return l.encoder.appendBlocks(dst, text[head:])
}

func (e *literalEncoder) appendBlock(dst, text []byte, last bool) []byte {
	if len(text) >= minHuffman {
		coded, reused, err := e.huffman.compress(text)
		switch {
		case err == nil && len(coded)+8 < len(text):
			kind := literalsCompressed
			if reused {
				kind = literalsTreeless
			}
			e.huffman.Reuse = huff0.ReusePolicyPrefer
			dst = appendLiterals(dst, kind, len(text), len(coded), last)
			return append(append(dst, coded...), 0)
		case err == huff0.ErrUseRLE: //nolint:errorlint // returned bare
			return append(appendBlockHeader(dst, len(text), blockRLE, last), text[0])
		}
		e.huffman.Reuse = huff0.ReusePolicyNone // the decoder does not get its code
	}
	return append(appendBlockHeader(dst, len(text), blockRaw, last), text...)
}

// appendLiterals begins a block of literals in four streams. The streams follow, and a zero: there are
// no sequences.
func appendLiterals(dst []byte, kind, text, coded int, last bool) []byte {
	dst = appendBlockHeader(dst, 5+coded+1, blockCompressed, last)
	const sizesOf18Bits = 3 << 2
	h := uint64(kind) | sizesOf18Bits | uint64(text)<<4 | uint64(coded)<<22
	return append(dst, byte(h), byte(h>>8), byte(h>>16), byte(h>>24), byte(h>>32))
}

func appendBlockHeader(dst []byte, size, kind int, last bool) []byte {
	h := size<<3 | kind<<1
	if last {
		h |= 1
	}
	return append(dst, byte(h), byte(h>>8), byte(h>>16))
}
