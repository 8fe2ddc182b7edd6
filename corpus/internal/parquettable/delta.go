package parquettable

import (
	"encoding/binary"
	"errors"
)

var errDelta = errors.New("damaged delta encoding")

// maxDeltaBlock is the most values of a block that a page may declare.
const maxDeltaBlock = 1 << 20

// deltas decodes DELTA_BINARY_PACKED, exactly n integers, and returns the bytes
// that follow. It writes into dst, which has room for them.
func deltas(dst []int64, src []byte) (rest []byte, err error) {
	var head [3]uint64 // block size, miniblocks in a block, values
	for i := range head {
		v, n := binary.Uvarint(src)
		if n <= 0 {
			return nil, errDelta
		}
		head[i], src = v, src[n:]
	}
	last, n := binary.Varint(src)
	if n <= 0 || head[2] != uint64(len(dst)) || head[0] > maxDeltaBlock || head[1] == 0 || head[1] > head[0] {
		return nil, errDelta
	}
	src = src[n:]
	if len(dst) == 0 {
		return src, nil
	}
	dst[0], dst = last, dst[1:]
	mini, minis := int(head[0]/head[1]), int(head[1])
	for len(dst) > 0 {
		least, n := binary.Varint(src)
		if n <= 0 || len(src)-n < minis {
			return nil, errDelta
		}
		widths := src[n : n+minis]
		src = src[n+minis:]
		for _, width := range widths {
			if len(dst) == 0 {
				break // no bytes of miniblocks without values
			}
			values := dst[:min(mini, len(dst))]
			size := (mini*int(width) + 7) / 8
			if width > 64 || (len(values)*int(width)+7)/8 > len(src) {
				return nil, errDelta
			}
			last = addDeltas(values, src, int(width), least, last)
			dst = dst[len(values):]
			src = src[min(size, len(src)):]
		}
	}
	return src, nil
}

// addDeltas decodes a miniblock and returns its last value.
func addDeltas(dst []int64, src []byte, width int, least, last int64) int64 {
	var packed [64]uint64
	bit := 0
	for len(dst) > 0 {
		n := min(len(dst), len(packed))
		unpack(packed[:n], src[bit>>3:], width) // 64 values are whole bytes
		for i, d := range packed[:n] {
			last += least + int64(d)
			dst[i] = last
		}
		dst = dst[n:]
		bit += n * width
	}
	return last
}

// unsplit puts the bytes of values together that lie in streams, one for each
// byte of a value.
func unsplit(dst, src []byte, width int) {
	n := len(src) / width
	for b := range width {
		stream := src[b*n : (b+1)*n]
		for i, v := range stream {
			dst[i*width+b] = v
		}
	}
}
