package parquettable

import (
	"encoding/binary"
	"errors"
)

var errRuns = errors.New("damaged run lengths")

// fillHybrid decodes the hybrid of runs and bit-packed values that levels and
// indices are written as. It fills dst, however long the runs say that they
// are, and returns how many bytes of src that took.
func fillHybrid[T uint8 | uint32](dst []T, src []byte, width int) (int, error) {
	at := 0
	for len(dst) > 0 {
		head, n := binary.Uvarint(src[at:])
		if n <= 0 {
			return 0, errRuns
		}
		at += n
		count := head >> 1
		if head&1 == 0 {
			size := (width + 7) / 8
			if count == 0 || len(src)-at < size {
				return 0, errRuns
			}
			fill(dst[:min(count, uint64(len(dst)))], T(littleInt(src[at:at+size])))
			dst = dst[min(count, uint64(len(dst))):]
			at += size
			continue
		}
		values := dst[:min(8*min(count, 1<<31), uint64(len(dst)))]
		size := (len(values)*width + 7) / 8
		if count == 0 || size > len(src)-at {
			return 0, errRuns
		}
		unpack(values, src[at:], width)
		dst = dst[len(values):]
		at += int(min(count*uint64(width), uint64(len(src)-at))) // the last group may be cut
	}
	return at, nil
}

func fill[T any](dst []T, v T) {
	for i := range dst {
		dst[i] = v
	}
}

// littleInt is an integer of up to four bytes.
func littleInt(b []byte) (v uint32) {
	for i, x := range b {
		v |= uint32(x) << (8 * i)
	}
	return v
}

// unpack reads integers of so many bits each, lowest bits first.
func unpack[T uint8 | uint32 | uint64](dst []T, src []byte, width int) {
	mask := uint64(1)<<width - 1
	if width == 64 {
		mask = ^uint64(0)
	}
	whole := 0 // values that can be read with nine bytes at a time
	if len(src) >= 9 && width > 0 {
		whole = min(len(dst), (len(src)-9)*8/width)
	}
	bit := 0
	for i := range dst[:whole] {
		from := src[bit>>3:]
		v := little.Uint64(from) >> (bit & 7)
		if width > 56 {
			v |= uint64(from[8]) << (64 - bit&7)
		}
		dst[i] = T(v & mask)
		bit += width
	}
	for i := whole; i < len(dst); i++ {
		var tail [9]byte
		copy(tail[:], src[min(bit>>3, len(src)):])
		v := little.Uint64(tail[:])>>(bit&7) | uint64(tail[8])<<(64-bit&7)
		dst[i] = T(v & mask)
		bit += width
	}
}
