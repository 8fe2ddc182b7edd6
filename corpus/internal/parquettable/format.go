package parquettable

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"time"
)

// A formatter appends the text of a stored value, which needs no quotes; nil stands for values
// that are text themselves.
type formatter func(dst, value []byte) []byte

const (
	exactDigits = 15  // decimal digits that a float keeps
	maxScale    = 128 // digits after the point that are written; programs write up to 76
)

var little = binary.LittleEndian

// formatOf returns the formatter of a leaf. A meaning that does not go with the physical type
// is none.
func formatOf(e element) formatter {
	var integer func([]byte) int64
	switch e.physical {
	case int32s:
		integer = func(v []byte) int64 { return int64(int32(little.Uint32(v))) }
	case int64s:
		integer = func(v []byte) int64 { return int64(little.Uint64(v)) }
	}
	switch l := e.logical; {
	case l.meaning == meansDecimal && (integer != nil || e.physical == byteArrays || e.physical == fixedArrays):
		return decimalFormat(l, integer)
	case l.meaning == meansUUID && e.physical == fixedArrays && e.length == 16:
		return appendUUID
	case l.meaning == meansFloat16 && e.physical == fixedArrays && e.length == 2:
		return func(dst, v []byte) []byte { return appendFloat(dst, float16(little.Uint16(v)), 32) }
	case integer == nil:
	case l.meaning == meansUnsigned && e.physical == int32s:
		return func(dst, v []byte) []byte { return strconv.AppendUint(dst, uint64(little.Uint32(v)), 10) }
	case l.meaning == meansUnsigned:
		return func(dst, v []byte) []byte { return strconv.AppendUint(dst, little.Uint64(v), 10) }
	case l.meaning == meansDate:
		return func(dst, v []byte) []byte { return appendTime(dst, time.DateOnly, integer(v), 0, false) }
	case l.meaning == meansTime:
		return func(dst, v []byte) []byte {
			return appendTime(dst, "15:04:05.999999999", integer(v), max(l.digits, 3), l.utc)
		}
	case l.meaning == meansTimestamp:
		return func(dst, v []byte) []byte {
			return appendTime(dst, "2006-01-02T15:04:05.999999999", integer(v), max(l.digits, 3), l.utc)
		}
	default:
		return func(dst, v []byte) []byte { return strconv.AppendInt(dst, integer(v), 10) }
	}
	switch e.physical {
	case boolean:
		return func(dst, v []byte) []byte { return strconv.AppendBool(dst, v[0] != 0) }
	case int96s:
		return appendInt96
	case floats:
		return func(dst, v []byte) []byte {
			return appendFloat(dst, float64(math.Float32frombits(little.Uint32(v))), 32)
		}
	case doubles:
		return func(dst, v []byte) []byte { return appendFloat(dst, math.Float64frombits(little.Uint64(v)), 64) }
	}
	return nil
}

// appendFloat writes a number as Python does.
func appendFloat(dst []byte, v float64, bits int) []byte {
	switch size := math.Abs(v); {
	case v != v:
		return append(dst, "nan"...)
	case math.IsInf(v, -1):
		return append(dst, "-inf"...)
	case math.IsInf(v, 1):
		return append(dst, "inf"...)
	case v != 0 && (size < 1e-4 || size >= 1e16):
		return strconv.AppendFloat(dst, v, 'e', -1, bits)
	}
	at := len(dst)
	dst = strconv.AppendFloat(dst, v, 'f', -1, bits)
	if bytes.IndexByte(dst[at:], '.') < 0 {
		dst = append(dst, ".0"...)
	}
	return dst
}

// float16 is a half-precision number.
func float16(b uint16) float64 {
	exponent, fraction := int(b>>10&31), float64(b&1023)
	v := math.Ldexp(fraction, -24)
	switch {
	case exponent == 31 && fraction != 0:
		return math.NaN()
	case exponent == 31:
		v = math.Inf(1)
	case exponent > 0:
		v = math.Ldexp(1024+fraction, exponent-25)
	}
	return math.Copysign(v, 1-2*float64(b>>15))
}

// appendTime writes a count since the beginning of 1970: of days if digits is 0, or else of
// fractions of a second that have so many digits.
func appendTime(dst []byte, layout string, count int64, digits int, utc bool) []byte {
	var t time.Time
	switch digits {
	case 0:
		t = time.Unix(86400*count, 0)
	case 3:
		t = time.UnixMilli(count)
	case 6:
		t = time.UnixMicro(count)
	default:
		t = time.Unix(0, count)
	}
	if dst = t.UTC().AppendFormat(dst, layout); utc {
		dst = append(dst, 'Z')
	}
	return dst
}

// appendInt96 writes a time of the older kind: nanoseconds of a day, and the Julian day.
func appendInt96(dst, v []byte) []byte {
	const julianOf1970 = 2440588
	day := int64(int32(little.Uint32(v[8:]))) - julianOf1970
	t := time.Unix(86400*day, 0).UTC().Add(time.Duration(little.Uint64(v)))
	return t.AppendFormat(dst, "2006-01-02T15:04:05.999999999")
}

func appendUUID(dst, v []byte) []byte {
	for i, n := range []int{4, 2, 2, 2, 6} {
		if i > 0 {
			dst = append(dst, '-')
		}
		dst = hex.AppendEncode(dst, v[:n])
		v = v[n:]
	}
	return dst
}

// decimalFormat writes integers, divided by a power of ten. Without a function that reads them
// they are big-endian in two's complement, of any length.
func decimalFormat(l logical, integer func([]byte) int64) formatter {
	scale := min(l.scale, maxScale)
	return func(dst, v []byte) []byte {
		n := new(big.Int)
		if integer != nil {
			n.SetInt64(integer(v))
		} else if n.SetBytes(v); len(v) > 0 && v[0] >= 0x80 {
			n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(v))))
		}
		if scale == 0 {
			return n.Append(dst, 10)
		}
		width := scale + 1
		if n.Sign() < 0 {
			width++
		}
		text := fmt.Appendf(nil, "%0*d", width, n)
		text = slices.Insert(text, len(text)-scale, '.')
		if l.precision > exactDigits {
			return append(dst, text...)
		}
		f, _ := strconv.ParseFloat(string(text), 64) // so few digits are a number
		return appendFloat(dst, f, 64)
	}
}
