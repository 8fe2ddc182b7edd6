package parquettable

import (
	"encoding/binary"
	"encoding/hex"
	"math"
	"math/big"
	"strconv"
	"time"
)

// A formatter appends the text of a stored value, which needs no quotes; nil
// stands for values that are text themselves.
type formatter func(dst, value []byte) []byte

// exactDigits is how many decimal digits a float keeps.
const exactDigits = 15

var little = binary.LittleEndian

func formatOf(e element) formatter {
	if f := formatMeaning(e); f != nil {
		return f
	}
	switch e.physical {
	case boolean:
		return func(dst, v []byte) []byte { return strconv.AppendBool(dst, v[0] != 0) }
	case int32s:
		return func(dst, v []byte) []byte { return strconv.AppendInt(dst, int64(int32(little.Uint32(v))), 10) }
	case int64s:
		return func(dst, v []byte) []byte { return strconv.AppendInt(dst, int64(little.Uint64(v)), 10) }
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

// formatMeaning is for values that do not stand for themselves; it returns nil
// where the meaning does not go with the way they are stored.
func formatMeaning(e element) formatter {
	integer := e.integer()
	switch l := e.logical; {
	case l.meaning == meansDecimal && (integer != nil || e.physical == byteArrays || e.physical == fixedArrays):
		return decimalFormat(e)
	case l.meaning == meansUUID && e.physical == fixedArrays && e.length == 16:
		return appendUUID
	case l.meaning == meansFloat16 && e.physical == fixedArrays && e.length == 2:
		return func(dst, v []byte) []byte { return appendFloat(dst, float16(little.Uint16(v)), 32) }
	case integer == nil:
		return nil
	case l.meaning == meansUnsigned && e.physical == int32s:
		return func(dst, v []byte) []byte { return strconv.AppendUint(dst, uint64(little.Uint32(v)), 10) }
	case l.meaning == meansUnsigned:
		return func(dst, v []byte) []byte { return strconv.AppendUint(dst, little.Uint64(v), 10) }
	case l.meaning == meansDate:
		return func(dst, v []byte) []byte {
			return time.Unix(86400*integer(v), 0).UTC().AppendFormat(dst, time.DateOnly)
		}
	case l.meaning == meansTime:
		return func(dst, v []byte) []byte { return appendTime(dst, "15:04:05", integer(v), l.digits, l.utc) }
	case l.meaning == meansTimestamp:
		return func(dst, v []byte) []byte { return appendTime(dst, "2006-01-02T15:04:05", integer(v), l.digits, l.utc) }
	}
	return nil
}

// integer returns the function that reads stored integers; nil for others.
func (e *element) integer() func([]byte) int64 {
	switch e.physical {
	case int32s:
		return func(v []byte) int64 { return int64(int32(little.Uint32(v))) }
	case int64s:
		return func(v []byte) int64 { return int64(little.Uint64(v)) }
	}
	return nil
}

// appendFloat writes a number as Python does.
func appendFloat(dst []byte, v float64, bits int) []byte {
	switch {
	case v != v:
		return append(dst, "nan"...)
	case math.IsInf(v, 0):
		if v < 0 {
			dst = append(dst, '-')
		}
		return append(dst, "inf"...)
	}
	if size := math.Abs(v); v != 0 && (size < 1e-4 || size >= 1e16) {
		return strconv.AppendFloat(dst, v, 'e', -1, bits)
	}
	at := len(dst)
	dst = strconv.AppendFloat(dst, v, 'f', -1, bits)
	for _, b := range dst[at:] {
		if b == '.' {
			return dst
		}
	}
	return append(dst, ".0"...)
}

// float16 is a half-precision number.
func float16(b uint16) float64 {
	sign := 1.0
	if b>>15 != 0 {
		sign = -1
	}
	exponent, fraction := int(b>>10&31), float64(b&1023)
	switch exponent {
	case 0:
		return sign * math.Ldexp(fraction, -24)
	case 31:
		if fraction != 0 {
			return math.NaN()
		}
		return math.Inf(int(sign))
	}
	return sign * math.Ldexp(1024+fraction, exponent-25)
}

// appendTime writes a count of fractions of a second, of which 10^digits are
// one, since the beginning of 1970.
func appendTime(dst []byte, layout string, count int64, digits int, utc bool) []byte {
	second := int64(1000)
	for d := 3; d < digits; d++ {
		second *= 10
	}
	rest := count % second
	whole := count / second
	if rest < 0 {
		rest += second
		whole--
	}
	dst = time.Unix(whole, 0).UTC().AppendFormat(dst, layout)
	if rest != 0 {
		dst = append(dst, '.')
		text := strconv.AppendInt(nil, second+rest, 10)[1:]
		for text[len(text)-1] == '0' {
			text = text[:len(text)-1]
		}
		dst = append(dst, text...)
	}
	if utc {
		dst = append(dst, 'Z')
	}
	return dst
}

// appendInt96 writes a time of the older kind: nanoseconds of a day, and the
// Julian day.
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

// decimalFormat writes integers, or big-endian ones of any length, divided by a
// power of ten.
func decimalFormat(e element) formatter {
	integer, scale := e.integer(), e.logical.scale
	asFloat := e.logical.precision <= exactDigits && scale > 0
	return func(dst, v []byte) []byte {
		at := len(dst)
		if integer != nil {
			dst = strconv.AppendInt(dst, integer(v), 10)
		} else {
			dst = bigEndian(v).Append(dst, 10)
		}
		dst = placePoint(dst, at, min(scale, maxScale))
		if !asFloat {
			return dst
		}
		f, _ := strconv.ParseFloat(string(dst[at:]), 64) // up to 15 digits are a number
		return appendFloat(dst[:at], f, 64)
	}
}

// maxScale is the most digits behind the point that are written; 76 is the most
// that programs write.
const maxScale = 128

// bigEndian reads an integer in two's complement.
func bigEndian(v []byte) *big.Int {
	n := new(big.Int).SetBytes(v)
	if len(v) > 0 && v[0] >= 0x80 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(v))))
	}
	return n
}

// placePoint puts a decimal point into the digits from at on.
func placePoint(dst []byte, at, scale int) []byte {
	if scale == 0 {
		return dst
	}
	if dst[at] == '-' {
		at++
	}
	for len(dst)-at <= scale {
		dst = append(dst, 0)
		copy(dst[at+1:], dst[at:])
		dst[at] = '0'
	}
	point := len(dst) - scale
	dst = append(dst, 0)
	copy(dst[point+1:], dst[point:])
	dst[point] = '.'
	return dst
}
