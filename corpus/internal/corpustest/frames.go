// Package corpustest makes what tests of corpus and its parts read and write.
package corpustest

import (
	"bytes"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// Puzzle is a line of text.
const Puzzle = "4...7.1....19.46.5.....1......7....2..2.3....847..6....14...8.6.2....3..6...9....\n"

// Frame compresses text into one frame with a checksum.
func Frame(t testing.TB, text string) []byte {
	t.Helper()
	e, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithZeroFrames(true))
	if err != nil {
		t.Fatal(err)
	}
	return e.EncodeAll([]byte(text), nil)
}

// Skippable is a skippable frame with n bytes of content.
func Skippable(n int) []byte {
	return append([]byte{0x5a, 0x2a, 0x4d, 0x18, byte(n), byte(n >> 8), 0, 0}, bytes.Repeat([]byte{'#'}, n)...)
}

// RLEFrame is a frame with a declared window of 1 << log bytes and blocks of
// 128 KiB zeros each, four bytes a block.
func RLEFrame(log, blocks int) []byte {
	b := append([]byte{0x28, 0xb5, 0x2f, 0xfd}, 0, byte(log-10)<<3)
	for i := range blocks {
		h := uint32(128<<10)<<3 | 1<<1
		if i == blocks-1 {
			h |= 1
		}
		b = append(b, byte(h), byte(h>>8), byte(h>>16), 0)
	}
	return b
}

// Join puts parts together.
func Join(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

// Frames cuts a file at the borders of its zstd frames, skippable ones
// included.
func Frames(t testing.TB, raw []byte) (frames [][]byte) {
	t.Helper()
	for len(raw) > 0 {
		n := frameSize(t, raw)
		frames = append(frames, raw[:n])
		raw = raw[n:]
	}
	return frames
}

func frameSize(t testing.TB, raw []byte) int {
	t.Helper()
	var h zstd.Header
	if err := h.Decode(raw); err != nil {
		t.Fatal(err)
	}
	if h.Skippable {
		return h.HeaderSize + int(h.SkippableSize)
	}
	n := h.HeaderSize
	for last := false; !last; {
		block := int(raw[n]) | int(raw[n+1])<<8 | int(raw[n+2])<<16
		last = block&1 != 0
		if n += 3; block>>1&3 == 1 { // a byte that repeats
			n++
		} else {
			n += block >> 3
		}
	}
	if h.HasCheckSum {
		n += 4
	}
	return n
}
