//go:build !js

package zframe

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// This file follows the structure of zstd frames (RFC 8878, section 3.1), without decoding.

// Magic begins a zstd frame.
const Magic = "\x28\xb5\x2f\xfd"

// MagicLen is the number of bytes that identify the kind of a frame.
const MagicLen = len(Magic)

// skipMagic follows a first byte of 0x50 to 0x5f, in a skippable frame.
const skipMagic = "\x2a\x4d\x18"

// Starts reports whether head is the beginning of the magic number of a zstd or skippable frame, or
// begins with it. An empty head is not.
func Starts(head []byte) bool {
	if len(head) == 0 {
		return false
	}
	n := min(len(head), MagicLen)
	return string(head[:n]) == Magic[:n] ||
		head[0]&0xf0 == 0x50 && string(head[1:n]) == skipMagic[:n-1]
}

// peekHeader reads the header of the frame at a raw offset, where raw is. It waits for no more.
func peekHeader(raw *bufio.Reader, start int64) (h zstd.Header, err error) {
	for n := MagicLen + 1; ; n++ {
		head, err := raw.Peek(n)
		if err != nil {
			return h, inside(start, err)
		}
		if err = h.Decode(head); err == nil {
			return h, nil
		}
		if !errors.Is(err, io.ErrUnexpectedEOF) { // it is longer
			return h, inFrame(start, err)
		}
	}
}

// A frameReader reads the raw bytes of one zstd frame. It follows the headers of the blocks, so it
// ends where the frame does, without reading further. And it knows whether the input ended after the
// frame or inside, which the decoder does not report.
type frameReader struct {
	raw      *bufio.Reader
	checksum bool   // at the end of the frame
	start    int64  // raw offset of the frame
	offset   int64  // raw offset of the next byte
	left     int    // bytes left of the current part: header, block or checksum
	last     bool   // the last block is the current part, or was read
	summed   bool   // the checksum is the current part, or was read
	text     uint64 // the most text that the blocks so far can hold
	err      error  // that ended the input
}

// whole reports whether all of the frame was read.
func (f *frameReader) whole() bool { return f.left == 0 && f.last && (f.summed || !f.checksum) }

// next returns how many bytes are left of the current part, or if it was read, the size of the next
// one; 0 at the end of the frame.
func (f *frameReader) next() (int, error) {
	switch {
	case f.err != nil:
		return 0, f.err
	case f.left > 0 || f.whole():
	case f.last:
		f.left, f.summed = 4, true
	default:
		b, err := f.raw.Peek(3)
		if err != nil {
			return 0, f.fail(err)
		}
		header := uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16
		size, kind := header>>3, header>>1&3
		f.last = header&1 != 0
		if kind == blockCompressed {
			f.text += maxBlock
		} else {
			f.text += uint64(size)
		}
		if kind == blockRLE {
			size = 1
		}
		f.left = len(b) + int(size)
	}
	return f.left, nil
}

// Read reads at most the current part, and waits for no more.
func (f *frameReader) Read(p []byte) (int, error) {
	left, err := f.next()
	if err != nil || left == 0 {
		if err == nil {
			err = io.EOF
		}
		return 0, err
	}
	n, err := f.raw.Read(p[:min(left, len(p))])
	f.left -= n
	f.offset += int64(n)
	return n, f.fail(err)
}

// fail keeps an error. If the input ends here, the frame is cut.
func (f *frameReader) fail(err error) error {
	if err != nil {
		f.err = inside(f.start, err)
	}
	return f.err
}

// inside translates an error inside the frame at a raw offset: an end means that the frame is cut.
func inside(start int64, err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return cutInside(start)
	}
	return err
}

// cutInside is the error of an input that ends inside the frame at a raw offset.
func cutInside(start int64) error {
	return fmt.Errorf("cut inside the zstd frame at raw byte %d: %w", start, io.ErrUnexpectedEOF)
}
