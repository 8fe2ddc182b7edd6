package npy

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
)

// An elementType is the type of an array's elements.
type elementType struct {
	kind byte // as numpy names it: i, u or f for numbers, b for true and false, S or U for texts
	size int  // in bytes
	big  bool // the first byte counts most
}

// parseType returns the type of a description such as "<i8", or why its elements cannot be
// cells. The type is right for kind b, too.
func parseType(descr string) (t elementType, reason string) {
	code := strings.TrimLeft(descr, "<>|=")
	if code == "" || len(descr)-len(code) > 1 || len(descr) > 16 {
		return t, "an unknown type"
	}
	size, err := strconv.Atoi(code[1:])
	t = elementType{kind: code[0], size: size, big: descr[0] == '>'}
	switch {
	case t.kind == 'O':
		return t, "its elements are Python objects (pickle), which are not read: write numbers, as with a.astype('u1')"
	case t.kind == 'b':
		return t, "true and false are no cells"
	case err != nil || size <= 0 || size > maxRecord:
		return t, "an unknown type"
	case t.kind == 'U':
		t.size *= 4
	case t.kind == 'a':
		t.kind = 'S'
	case t.kind == 'S',
		(t.kind == 'i' || t.kind == 'u') && (size == 1 || size == 2 || size == 4 || size == 8),
		t.kind == 'f' && (size == 2 || size == 4 || size == 8):
	default:
		return t, "its elements are neither numbers that can be cells nor texts"
	}
	return t, ""
}

// columnType returns the type of a column of single values.
func (t elementType) columnType() form.Type {
	switch t.kind {
	case 'i', 'u':
		return form.Int
	case 'f':
		return form.Float
	case 'b':
		return form.Bool
	}
	return form.Text
}

// isText reports whether elements are texts.
func (t elementType) isText() bool { return t.kind == 'S' || t.kind == 'U' }

// width returns how many characters a text has.
func (t elementType) width() int {
	if t.kind == 'U' {
		return t.size / 4
	}
	return t.size
}

// bits returns the bits of a number.
func (t elementType) bits(element []byte) uint64 {
	var buffer [8]byte
	copy(buffer[:], element[:t.size])
	word := binary.LittleEndian.Uint64(buffer[:])
	if t.big {
		word = bits.ReverseBytes64(word) >> (64 - 8*t.size)
	}
	return word
}

// signed returns the number of a type with a sign that has these bits.
func (t elementType) signed(word uint64) int64 {
	unused := 64 - 8*t.size
	return int64(word<<unused) >> unused
}

// number returns the number that an element is. A large one is rounded.
func (t elementType) number(element []byte) float64 {
	word := t.bits(element)
	switch {
	case t.kind == 'f' && t.size == 2:
		return halfFloat(uint16(word))
	case t.kind == 'f' && t.size == 4:
		return float64(math.Float32frombits(uint32(word)))
	case t.kind == 'f':
		return math.Float64frombits(word)
	case t.kind == 'i':
		return float64(t.signed(word))
	}
	return float64(word)
}

// halfFloat returns the number with these 16 bits: a sign, five bits of an exponent and ten of
// a fraction.
func halfFloat(half uint16) float64 {
	exponent, fraction := int(half>>10&31), float64(half&1023)
	number := math.Ldexp(1024+fraction, exponent-25)
	switch {
	case exponent == 31 && fraction == 0:
		number = math.Inf(1)
	case exponent == 31:
		return math.NaN()
	case exponent == 0:
		number = math.Ldexp(fraction, -24)
	}
	return math.Copysign(number, 1-2*float64(half>>15))
}

// appendValue appends an element as a value of its own: a text in UTF-8, or a number as JSON
// writes it. It appends nothing for NaN and infinities.
func (t elementType) appendValue(dst, element []byte) []byte {
	switch t.kind {
	case 'b':
		return strconv.AppendBool(dst, element[0] != 0)
	case 'S', 'U':
		return t.appendText(dst, element)
	case 'f':
		number := t.number(element)
		if math.IsNaN(number) || math.IsInf(number, 0) {
			return dst
		}
		return strconv.AppendFloat(dst, number, 'g', -1, 8*max(t.size, 4))
	case 'i':
		return strconv.AppendInt(dst, t.signed(t.bits(element)), 10)
	}
	return strconv.AppendUint(dst, t.bits(element), 10)
}

// appendText appends a text without the zeros that fill its element.
func (t elementType) appendText(dst, element []byte) []byte {
	if t.kind == 'S' {
		return append(dst, bytes.TrimRight(element, "\x00")...)
	}
	from := len(dst)
	for ; len(element) > 0; element = element[4:] {
		r := binary.LittleEndian.Uint32(element)
		if t.big {
			r = binary.BigEndian.Uint32(element)
		}
		dst = utf8.AppendRune(dst, rune(min(r, utf8.MaxRune+1)))
	}
	return dst[:from+len(bytes.TrimRight(dst[from:], "\x00"))]
}
