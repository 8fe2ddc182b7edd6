package parquettable

import (
	"encoding/binary"
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
	width  int      // of each; 0 = any, as starts says
	starts []uint32 // of each, and where one after the last would begin
	gap    uint32   // bytes before each value but the first that belong to none
	n      int
	clean  bool // none needs quotes, unless it is empty

	prefixes []int64 // if not empty: how much of the value before each one begins with
	made     int     // the values that were put together so
	own      []byte  // data that is not as in the page; with prefixes, the last value that was made
	numbers  []int64 // for decoding
}

// at returns a value. With prefixes, values must be asked for in order.
func (v *values) at(i int) []byte {
	if v.width > 0 && len(v.prefixes) == 0 {
		return v.data[i*v.width : (i+1)*v.width]
	}
	if len(v.prefixes) == 0 {
		return v.data[v.starts[i] : v.starts[i+1]-v.gap]
	}
	for ; v.made <= i; v.made++ {
		v.own = append(v.own[:v.prefixes[v.made]], v.data[v.starts[v.made]:v.starts[v.made+1]]...)
	}
	return v.own
}

// decode takes n values in an encoding.
func (v *values) decode(of *node, encoding int, data []byte, n int) error {
	v.n, v.width, v.gap, v.prefixes, v.made = n, of.width(), 0, v.prefixes[:0], 0
	if uint64(len(data)) > math.MaxUint32-8 {
		return errLength
	}
	err := v.decodeAs(of, encoding, data)
	v.clean = err == nil && v.width == 0 && !holdsSpecial(v.data)
	return err
}

func (v *values) decodeAs(of *node, encoding int, data []byte) error {
	bits := of.physical == boolean
	switch {
	case encoding == plainEncoding && bits:
		if v.n > 8*len(data) {
			return errValues
		}
		unpack(v.room(v.n), data, 1)
		return nil
	case encoding == plainEncoding && v.width == 0:
		return v.plainArrays(data)
	case encoding == plainEncoding:
		if v.n != len(data)/v.width || len(data)%v.width > 0 {
			return errValues
		}
		v.data = data
		return nil
	case encoding == runLengths && bits:
		if len(data) < 4 {
			return errValues
		}
		return fillHybrid(v.room(v.n), data[4:], 1)
	case encoding == deltaBinaryPacked && (of.physical == int32s || of.physical == int64s):
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
	case encoding == deltaLengthByteArray && v.width == 0:
		return v.lengthArrays(data)
	case encoding == deltaByteArray && (v.width == 0 || of.physical == fixedArrays):
		return v.prefixedArrays(data)
	case encoding == byteStreamSplit && v.width > 0 && !bits:
		if len(data) != v.n*v.width {
			return errValues
		}
		dst := v.room(len(data))
		for b := range v.width { // a stream for each byte of a value
			for i, x := range data[b*v.n : (b+1)*v.n] {
				dst[i*v.width+b] = x
			}
		}
		return nil
	}
	return fmt.Errorf("values are encoded in an unknown way (encoding %d)", encoding)
}

// room makes data n bytes that are the values' own.
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

// plainArrays finds values that follow their lengths.
func (v *values) plainArrays(data []byte) error {
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

// lengthArrays finds values that follow all lengths.
func (v *values) lengthArrays(data []byte) error {
	rest, err := v.deltas(data)
	if err != nil {
		return err
	}
	v.starts = resize(v.starts, v.n+1)
	at := int64(0)
	for i, n := range v.numbers {
		v.starts[i] = uint32(at)
		if at += n; n < 0 || at > int64(len(rest)) {
			return errLength
		}
	}
	v.starts[v.n], v.data = uint32(at), rest
	return nil
}

// prefixedArrays finds values that begin as the value before: the lengths of these prefixes come
// first, then what is left as in lengthArrays. The function at puts them together, as they may
// be far larger than the page.
func (v *values) prefixedArrays(data []byte) error {
	rest, err := v.deltas(data)
	if err != nil {
		return err
	}
	v.prefixes, v.numbers = v.numbers, v.prefixes
	if err := v.lengthArrays(rest); err != nil {
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

// deltas decodes DELTA_BINARY_PACKED into numbers, exactly n integers, and returns the bytes that
// follow.
func (v *values) deltas(src []byte) (rest []byte, err error) {
	const maxBlock = 1 << 20
	var head [3]uint64 // block size, miniblocks in a block, values
	for i := range head {
		x, n := binary.Uvarint(src)
		if n <= 0 {
			return nil, errDelta
		}
		head[i], src = x, src[n:]
	}
	last, n := binary.Varint(src)
	if n <= 0 || head[2] != uint64(v.n) || head[0] > maxBlock || head[1] == 0 || head[1] > head[0] {
		return nil, errDelta
	}
	src = src[n:]
	v.numbers = resize(v.numbers, v.n)
	if v.n == 0 {
		return src, nil
	}
	v.numbers[0] = last
	mini, minis := int(head[0]/head[1]), int(head[1])
	for dst := v.numbers[1:]; len(dst) > 0; {
		least, n := binary.Varint(src)
		if n <= 0 || len(src)-n < minis {
			return nil, errDelta
		}
		widths := src[n : n+minis]
		src = src[n+minis:]
		for _, width := range widths {
			if len(dst) == 0 {
				break // there are no bytes of miniblocks without values
			}
			block := dst[:min(mini, len(dst))]
			if width > 64 || (len(block)*int(width)+7)/8 > len(src) {
				return nil, errDelta
			}
			unpack(block, src, int(width))
			for i := range block {
				last += least + block[i]
				block[i] = last
			}
			dst = dst[len(block):]
			src = src[min((mini*int(width)+7)/8, len(src)):]
		}
	}
	return src, nil
}

// fillHybrid decodes the hybrid of runs and bit-packed values in which levels and indices are
// written. It fills dst, however long the runs say that they are.
func fillHybrid[T uint8 | uint32](dst []T, src []byte, width int) error {
	for len(dst) > 0 {
		head, n := binary.Uvarint(src)
		if n <= 0 || head>>1 == 0 {
			return errRuns
		}
		src = src[n:]
		count := min(head>>1, 1<<31)
		if head&1 == 0 {
			size := (width + 7) / 8
			if len(src) < size {
				return errRuns
			}
			run := dst[:min(count, uint64(len(dst)))]
			v := T(0)
			for i, b := range src[:size] {
				v |= T(uint32(b) << (8 * i))
			}
			for i := range run {
				run[i] = v
			}
			dst, src = dst[len(run):], src[size:]
			continue
		}
		packed := dst[:min(8*count, uint64(len(dst)))]
		if (len(packed)*width+7)/8 > len(src) {
			return errRuns
		}
		unpack(packed, src, width)
		dst = dst[len(packed):]
		src = src[min(count*uint64(width), uint64(len(src))):] // the last group may be cut
	}
	return nil
}

// unpack reads integers of so many bits each, lowest bits first.
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
