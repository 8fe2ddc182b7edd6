//go:build !js

// Stored values become text.

package parquettable

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	exactDigits = 15  // decimal digits that a float keeps
	maxScale    = 128 // digits after the point that are written; programs write up to 76
	timestamps  = "2006-01-02T15:04:05.999999999"
)

var little = binary.LittleEndian

// isText reports whether the stored values are texts.
func (c *column) isText() bool {
	return c.physical >= byteArrays && (c.meaning == meansText || c.meaning == meansJSON)
}

// appendValue appends the text of a stored value. Only a value of a column for which isText is true
// may need quotes.
func (c *column) appendValue(dst, v []byte) []byte {
	var n int64
	switch c.physical {
	case boolean:
		return strconv.AppendBool(dst, v[0] != 0)
	case int32s:
		n = int64(int32(little.Uint32(v)))
	case int64s:
		n = int64(little.Uint64(v))
	case int96s: // nanoseconds of a day, and the Julian day, as Spark stores a time
		const julianOf1970 = 2440588
		day := int64(int32(little.Uint32(v[8:]))) - julianOf1970
		return time.Unix(86400*day, 0).UTC().Add(time.Duration(little.Uint64(v))).AppendFormat(dst, timestamps)
	case floats:
		return appendFloat(dst, float64(math.Float32frombits(little.Uint32(v))), 32)
	case doubles:
		return appendFloat(dst, math.Float64frombits(little.Uint64(v)), 64)
	}
	switch c.meaning {
	case meansUnsigned:
		return strconv.AppendUint(dst, uint64(n)&(1<<(8*len(v))-1), 10)
	case meansDate:
		return time.Unix(86400*n, 0).UTC().AppendFormat(dst, time.DateOnly)
	case meansTime:
		return c.appendTime(dst, n, "15:04:05.999999999")
	case meansTimestamp:
		return c.appendTime(dst, n, timestamps)
	case meansDecimal:
		return c.appendDecimal(dst, n, v)
	case meansUUID:
		return fmt.Appendf(dst, "%x-%x-%x-%x-%x", v[:4], v[4:6], v[6:8], v[8:10], v[10:])
	}
	if c.isText() {
		return append(dst, v...)
	}
	return strconv.AppendInt(dst, n, 10)
}

// appendFloat appends a number as Python prints it.
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

// appendTime appends the time of a count of milliseconds, microseconds or nanoseconds since the start of 1970.
func (c *column) appendTime(dst []byte, n int64, layout string) []byte {
	t := time.UnixMilli(n)
	switch c.digits {
	case 6:
		t = time.UnixMicro(n)
	case 9:
		t = time.Unix(0, n)
	}
	if dst = t.UTC().AppendFormat(dst, layout); c.utc {
		dst = append(dst, 'Z')
	}
	return dst
}

// appendDecimal appends an integer, divided by a power of ten. The integer is n, or, in a column of
// byte arrays, v: big-endian, in two's complement, of any length.
func (c *column) appendDecimal(dst []byte, n int64, v []byte) []byte {
	digits := big.NewInt(n)
	if c.physical >= byteArrays {
		if digits.SetBytes(v); len(v) > 0 && v[0] >= 0x80 {
			digits.Sub(digits, new(big.Int).Lsh(big.NewInt(1), uint(8*len(v))))
		}
	}
	scale := min(c.scale, maxScale)
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale)), nil)
	text := new(big.Rat).SetFrac(digits, power).FloatString(scale)
	if c.valueType != Float {
		return append(dst, text...)
	}
	f, _ := strconv.ParseFloat(text, 64) // so few digits are a number
	return appendFloat(dst, f, 64)
}

// appendJSON appends a value of a list.
func (c *column) appendJSON(dst, v []byte) []byte {
	at := len(dst)
	switch {
	case c.valueType == JSON && len(v) > 0:
		return append(dst, v...)
	case c.isText():
		dst, _ = jsontext.AppendQuote(dst, v) // replaces bytes that are not UTF-8
		return dst
	case c.valueType == Text:
		return append(c.appendValue(append(dst, '"'), v), '"')
	}
	dst = c.appendValue(dst, v)
	if last := dst[len(dst)-1]; last == 'n' || last == 'f' { // nan, inf
		return append(dst[:at], "null"...)
	}
	return dst
}
