package parquettable

import (
	"bytes"
	"errors"
	"fmt"
	"math"
)

var (
	errValues     = errors.New("there are fewer values than the page says")
	errLength     = errors.New("a value is longer than the page")
	errDictionary = errors.New("values refer to a dictionary entry that is not there")
)

// values are those of a page or a dictionary, nulls not included, as they are
// stored: of a fixed width, or with their borders.
type values struct {
	data   []byte
	width  int      // of each; 0 = any, as starts says
	starts []uint32 // of each, and where one after the last would begin
	gap    uint32   // bytes ahead of each but the first, to be left out
	n      int
	clean  bool // none needs quotes, unless it is empty

	lengths []int64 // for decoding
	own     []byte  // for data that is not as the page has it
}

// at returns a value's bytes.
func (v *values) at(i int) []byte {
	if v.width > 0 {
		return v.data[i*v.width : (i+1)*v.width]
	}
	return v.data[v.starts[i] : v.starts[i+1]-v.gap]
}

// decode takes n values in an encoding.
func (v *values) decode(of *node, encoding int, data []byte, n int) error {
	v.n, v.width, v.gap = n, of.width(), 0
	if uint64(len(data)) > math.MaxUint32-8 {
		return errLength
	}
	err := v.decodeAs(of, encoding, data)
	v.clean = err == nil && v.width == 0 && !holdsSpecial(v.data)
	return err
}

func (v *values) decodeAs(of *node, encoding int, data []byte) error {
	switch {
	case encoding == plainEncoding && of.physical == boolean:
		return v.bits(data)
	case encoding == plainEncoding && v.width == 0:
		return v.plainArrays(data)
	case encoding == plainEncoding:
		if v.n != len(data)/v.width || len(data)%v.width > 0 {
			return errValues
		}
		v.data = data
		return nil
	case encoding == runLengths && of.physical == boolean:
		if len(data) < 4 {
			return errValues
		}
		v.data = v.room(v.n)
		_, err := fillHybrid(v.data, data[4:], 1)
		return err
	case encoding == deltaBinaryPacked && (of.physical == int32s || of.physical == int64s):
		return v.deltaIntegers(data)
	case encoding == deltaLengthByteArray && v.width == 0:
		return v.lengthArrays(data)
	case encoding == deltaByteArray && (v.width == 0 || of.physical == fixedArrays):
		return v.prefixedArrays(data)
	case encoding == byteStreamSplit && v.width > 0 && of.physical != boolean:
		if len(data) != v.n*v.width {
			return errValues
		}
		v.data = v.room(len(data))
		unsplit(v.data, data, v.width)
		return nil
	}
	return fmt.Errorf("values are encoded in an unknown way (encoding %d)", encoding)
}

// room returns memory of the values' own.
func (v *values) room(n int) []byte {
	if cap(v.own) < n {
		v.own = roomFor[byte](n)
	}
	return v.own[:n]
}

func (v *values) makeStarts() []uint32 {
	if cap(v.starts) < v.n+1 {
		v.starts = roomFor[uint32](v.n + 1)
	}
	v.starts = v.starts[:v.n+1]
	return v.starts
}

func (v *values) makeLengths() []int64 {
	if cap(v.lengths) < v.n {
		v.lengths = roomFor[int64](v.n)
	}
	v.lengths = v.lengths[:v.n]
	return v.lengths
}

// bits makes a byte of each bit.
func (v *values) bits(data []byte) error {
	if v.n > 8*len(data) {
		return errValues
	}
	v.data = v.room(v.n)
	unpack(v.data, data, 1)
	return nil
}

// plainArrays finds values that have their length ahead.
func (v *values) plainArrays(data []byte) error {
	if v.n > len(data)/4 {
		return errValues
	}
	starts := v.makeStarts()
	v.data, v.gap = data, 4
	at := uint64(4)
	for i := range v.n {
		if at > uint64(len(data)) {
			return errValues
		}
		starts[i] = uint32(at)
		at += uint64(little.Uint32(data[at-4:])) + 4
	}
	if at != uint64(len(data))+4 {
		return errLength
	}
	starts[v.n] = uint32(at)
	return nil
}

func (v *values) deltaIntegers(data []byte) error {
	numbers := v.makeLengths()
	if _, err := deltas(numbers, data); err != nil {
		return err
	}
	v.data = v.room(v.n * v.width)
	for i, x := range numbers {
		if v.width == 4 {
			little.PutUint32(v.data[4*i:], uint32(x))
		} else {
			little.PutUint64(v.data[8*i:], uint64(x))
		}
	}
	return nil
}

// lengthArrays finds values that follow all their lengths.
func (v *values) lengthArrays(data []byte) error {
	lengths := v.makeLengths()
	rest, err := deltas(lengths, data)
	if err != nil {
		return err
	}
	starts := v.makeStarts()
	at := int64(0)
	for i, n := range lengths {
		starts[i] = uint32(at)
		if at += n; n < 0 || at > int64(len(rest)) {
			return errLength
		}
	}
	starts[v.n], v.data = uint32(at), rest
	return nil
}

// prefixedArrays makes values that begin as the one before: the lengths of these
// prefixes come first, then what is left as in lengthArrays.
func (v *values) prefixedArrays(data []byte) error {
	rest, err := deltas(v.makeLengths(), data)
	if err != nil {
		return err
	}
	suffixes := &values{n: v.n}
	if err := suffixes.lengthArrays(rest); err != nil {
		return err
	}
	starts := v.makeStarts()
	own := v.own[:0]
	for i, prefix := range v.lengths {
		before := own[startOf(starts, i-1):]
		if prefix < 0 || prefix > int64(len(before)) || len(own) > maxHeld {
			return errLength
		}
		starts[i] = uint32(len(own))
		own = append(append(own, before[:prefix]...), suffixes.at(i)...)
		if v.width > 0 && len(own)-int(starts[i]) != v.width {
			return errLength
		}
	}
	starts[v.n] = uint32(len(own))
	v.own, v.data = own, own
	return nil
}

func startOf(starts []uint32, i int) uint32 {
	if i < 0 {
		return 0
	}
	return starts[i]
}

// holdsSpecial reports whether some byte might ask for quotes.
func holdsSpecial(data []byte) bool {
	for _, b := range []byte(",\"\n\r") {
		if bytes.IndexByte(data, b) >= 0 {
			return true
		}
	}
	return false
}
