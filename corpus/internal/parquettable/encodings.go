//go:build !js

// The values of a page are written in one of several encodings.

package parquettable

import (
	"errors"
	"fmt"
	"math"
)

// The encodings of values.
const (
	plainEncoding        = 0
	plainDictionary      = 2
	runLengths           = 3
	deltaBinaryPacked    = 5
	deltaLengthByteArray = 6
	deltaByteArray       = 7
	dictionaryIndices    = 8
	byteStreamSplit      = 9
)

var (
	errValues     = errors.New("there are fewer values than the page says")
	errLength     = errors.New("a value is longer than the page")
	errDictionary = errors.New("values refer to a dictionary entry that is not there")
	errRuns       = errors.New("damaged run lengths")
	errDelta      = errors.New("damaged delta encoding")
)

// A values holds the values of a page or a dictionary, without nulls.
type values struct {
	data   []byte
	n      int
	width  int      // of each value; 0 = any, as starts says
	starts []uint32 // where each value begins, and one after the last would begin
	gap    uint32   // bytes between two values
	clean  bool     // no value needs quotes, unless it is empty

	prefixes []int64 // if not empty: how many bytes each value shares with the value before it
	made     int     // the number of values that were put together with prefixes
	own      []byte  // data that differs from the page; with prefixes, the last value put together
	numbers  []int64 // scratch memory for deltas
}

// at returns a value. If there are prefixes, the caller must ask for values in order.
func (v *values) at(i int) []byte {
	if len(v.prefixes) > 0 {
		for ; v.made <= i; v.made++ {
			v.own = append(v.own[:v.prefixes[v.made]], v.data[v.starts[v.made]:v.starts[v.made+1]]...)
		}
		return v.own
	}
	if v.width > 0 {
		return v.data[i*v.width : (i+1)*v.width]
	}
	return v.data[v.starts[i] : v.starts[i+1]-v.gap]
}

// decode takes n values of a column in an encoding. It may keep data.
func (v *values) decode(c *column, encoding int, data []byte, n int) (err error) { //nolint:cyclop // a case for each encoding
	v.n, v.width, v.gap, v.prefixes, v.made = n, c.width(), 0, v.prefixes[:0], 0
	if uint64(len(data)) > math.MaxUint32-8 {
		return errLength
	}
	bits := c.physical == boolean
	switch {
	case encoding == plainEncoding && bits:
		if n > 8*len(data) {
			return errValues
		}
		unpack(v.room(n), data, 1)
	case encoding == plainEncoding && v.width == 0:
		err = v.sizedArrays(data)
	case encoding == plainEncoding:
		if n != len(data)/v.width || len(data)%v.width > 0 {
			return errValues
		}
		v.data = data
	case encoding == runLengths && bits:
		if len(data) < 4 {
			return errValues
		}
		return fillHybrid(v.room(n), data[4:], 1)
	case encoding == deltaBinaryPacked && (c.physical == int32s || c.physical == int64s):
		err = v.deltaIntegers(data)
	case encoding == deltaLengthByteArray && v.width == 0:
		err = v.deltaArrays(data)
	case encoding == deltaByteArray && (v.width == 0 || c.physical == fixedArrays):
		err = v.prefixedArrays(data)
	case encoding == byteStreamSplit && v.width > 0 && !bits:
		if len(data) != n*v.width {
			return errValues
		}
		dst := v.room(len(data))
		for i := range dst { // a stream for each byte of a value
			dst[i] = data[i%v.width*n+i/v.width]
		}
	default:
		return fmt.Errorf("values are encoded in an unknown way (encoding %d)", encoding)
	}
	v.clean = err == nil && v.width == 0 && !holdsSpecial(v.data)
	return err
}

// room makes data a slice of n bytes that does not belong to the page.
func (v *values) room(n int) []byte {
	v.own = resize(v.own, n)
	v.data = v.own
	return v.data
}

// resize returns a slice of n elements, and allocates only if s has no room for them.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		s = make([]T, n, n+n/8) // the next page is hardly ever of the same size
	}
	return s[:n]
}

// sizedArrays finds values that each follow their size.
func (v *values) sizedArrays(data []byte) error {
	if v.n > len(data)/4 {
		return errValues
	}
	v.starts = resize(v.starts, v.n+1)
	v.data, v.gap = data, 4
	at := uint64(4)
	for i := range v.n {
		if at > uint64(len(data)) {
			return errValues
		}
		v.starts[i] = uint32(at)
		at += uint64(little.Uint32(data[at-4:])) + 4
	}
	if at != uint64(len(data))+4 {
		return errLength
	}
	v.starts[v.n] = uint32(at)
	return nil
}

func (v *values) deltaIntegers(data []byte) error {
	if _, err := v.deltas(data); err != nil {
		return err
	}
	dst := v.room(v.n * v.width)
	for i, x := range v.numbers {
		if v.width == 4 {
			little.PutUint32(dst[4*i:], uint32(x))
		} else {
			little.PutUint64(dst[8*i:], uint64(x))
		}
	}
	return nil
}

// deltaArrays finds values that follow all their sizes.
func (v *values) deltaArrays(data []byte) error {
	data, err := v.deltas(data)
	if err != nil {
		return err
	}
	v.starts = resize(v.starts, v.n+1)
	at := int64(0)
	for i, n := range v.numbers {
		v.starts[i] = uint32(at)
		if at += n; n < 0 || at > int64(len(data)) {
			return errLength
		}
	}
	v.starts[v.n], v.data = uint32(at), data
	return nil
}

// prefixedArrays finds values that share a prefix with the value before them. The lengths of the
// prefixes come first, then the other bytes as in deltaArrays. The method at puts values together
// one by one, as together they may be far larger than the page.
func (v *values) prefixedArrays(data []byte) error {
	data, err := v.deltas(data)
	if err != nil {
		return err
	}
	v.prefixes, v.numbers = v.numbers, v.prefixes
	if err := v.deltaArrays(data); err != nil {
		return err
	}
	size := int64(0)
	for i, prefix := range v.prefixes {
		if prefix < 0 || prefix > size {
			return errLength
		}
		if size = prefix + v.numbers[i]; v.width > 0 && size != int64(v.width) {
			return errLength
		}
	}
	return nil
}

// deltas decodes exactly n integers in DELTA_BINARY_PACKED into numbers. It returns the bytes after
// them.
func (v *values) deltas(src []byte) (rest []byte, err error) {
	const maxBlock = 1 << 20
	r := &byteReader{b: src}
	block, minis, n, last := r.uvarint(), r.uvarint(), r.uvarint(), r.varint()
	if r.err != nil || n != uint64(v.n) || block > maxBlock || minis == 0 || minis > block {
		return nil, errDelta
	}
	v.numbers = resize(v.numbers, v.n)
	if v.n == 0 {
		return r.b, nil
	}
	v.numbers[0] = last
	size := int(block / minis)
	for dst := v.numbers[1:]; len(dst) > 0; {
		least, widths := r.varint(), r.take(minis)
		if r.err != nil {
			return nil, errDelta
		}
		for _, width := range widths {
			if len(dst) == 0 {
				break // there are no bytes of miniblocks without values
			}
			mini := dst[:min(size, len(dst))]
			packed := r.take(uint64(min((size*int(width)+7)/8, len(r.b)))) // the last may be cut
			if width > 64 || (len(mini)*int(width)+7)/8 > len(packed) {
				return nil, errDelta
			}
			unpack(mini, packed, int(width))
			for i := range mini {
				last += least + mini[i]
				mini[i] = last
			}
			dst = dst[len(mini):]
		}
	}
	return r.b, nil
}

// fillHybrid decodes runs and bit-packed values, as levels and indices are written, until dst is
// full. The declared length of a run never makes dst larger.
func fillHybrid[T uint8 | uint32](dst []T, src []byte, width int) error {
	r := &byteReader{b: src}
	for len(dst) > 0 {
		head := r.uvarint()
		count := min(head>>1, 1<<31)
		if count == 0 {
			return errRuns
		}
		if head&1 == 0 {
			run := dst[:min(count, uint64(len(dst)))]
			v := r.take(uint64(width+7) / 8)
			if r.err != nil {
				return errRuns
			}
			unpack(run[:1], v, width)
			for i := range run {
				run[i] = run[0]
			}
			dst = dst[len(run):]
			continue
		}
		run := dst[:min(8*count, uint64(len(dst)))]
		packed := r.take(min(count*uint64(width), uint64(len(r.b)))) // the last group may be cut
		if (len(run)*width+7)/8 > len(packed) {
			return errRuns
		}
		unpack(run, packed, width)
		dst = dst[len(run):]
	}
	return nil
}

// unpack decodes integers of width bits each, lowest bits first. Bits after the end of src are 0.
func unpack[T uint8 | uint32 | int64](dst []T, src []byte, width int) {
	mask := ^uint64(0) >> (64 - width)
	var tail [16]byte
	for i, bit := 0, 0; i < len(dst); i, bit = i+1, bit+width {
		from := src[min(bit>>3, len(src)):]
		if len(from) < 9 {
			copy(tail[:], from)
			clear(tail[len(from):])
			from = tail[:]
		}
		v := little.Uint64(from) >> (bit & 7)
		if width > 56 {
			v |= uint64(from[8]) << (64 - bit&7)
		}
		dst[i] = T(v & mask)
	}
}
