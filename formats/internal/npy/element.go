package npy

// This file reads the elements of arrays.

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// An elementType is the type of an array's elements.
type elementType struct {
	kind byte // as in numpy: i, u or f for numbers, b for booleans, S or U for texts
	size int  // in bytes
	big  bool // the bytes of a number are in big-endian order
}

// numberSizes holds the sizes of numbers that can be cells, by their kind.
var numberSizes = map[byte][]int{'i': {1, 2, 4, 8}, 'u': {1, 2, 4, 8}, 'f': {4, 8}}

// parseType returns the type for a description such as "<i8". If its elements cannot be
// cells, reason says why. For kind b the type is valid, too.
func parseType(descr string) (t elementType, reason string) {
	code := strings.TrimLeft(descr, "<>|=")
	if code == "" || len(descr)-len(code) > 1 || len(descr) > 16 {
		return t, "an unknown type"
	}
	size, err := strconv.Atoi(code[1:])
	t = elementType{kind: code[0], size: size, big: descr[0] == '>'}
	switch {
	case t.kind == 'O':
		return t, "its elements are Python objects (pickle), which cannot be read: write numbers, for example a.astype('u1')"
	case t.kind == 'b':
		return t, "true and false are not cells"
	case err != nil || size <= 0 || size > maxRecord:
		return t, "an unknown type"
	case t.kind == 'f' && size == 2:
		return t, "its elements are half floats: write a.astype('f4')"
	case t.kind == 'U':
		t.size *= 4
	case t.kind == 'a':
		t.kind = 'S'
	case t.kind == 'S', slices.Contains(numberSizes[t.kind], size):
	default:
		return t, "its elements are neither numbers that can be cells nor texts"
	}
	return t, ""
}

// columnType returns the type of a column of single values.
func (t elementType) columnType() model.Type {
	switch t.kind {
	case 'i', 'u':
		return model.Int
	case 'f':
		return model.Float
	case 'b':
		return model.Bool
	}
	return model.Text
}

// isText reports whether the elements are texts.
func (t elementType) isText() bool { return t.kind == 'S' || t.kind == 'U' }

// width returns the number of characters in a text.
func (t elementType) width() int {
	if t.kind == 'U' {
		return t.size / 4
	}
	return t.size
}

// bits returns the bits of a number. It alone knows the order of its bytes.
func (t elementType) bits(element []byte) uint64 {
	var buffer [8]byte
	copy(buffer[:], element[:t.size])
	if t.big {
		slices.Reverse(buffer[:t.size])
	}
	return binary.LittleEndian.Uint64(buffer[:])
}

// signed returns the signed number with these bits.
func (t elementType) signed(word uint64) int64 {
	unused := 64 - 8*t.size
	return int64(word<<unused) >> unused
}

// number returns the value of an element. It may round a large one.
func (t elementType) number(element []byte) float64 {
	word := t.bits(element)
	switch {
	case t.kind == 'f' && t.size == 4:
		return float64(math.Float32frombits(uint32(word)))
	case t.kind == 'f':
		return math.Float64frombits(word)
	case t.kind == 'i':
		return float64(t.signed(word))
	}
	return float64(word)
}

// appendValue appends an element as a value of its own: a text in UTF-8, or a number as
// Python prints it. It appends nothing for NaN.
func (t elementType) appendValue(dst, element []byte) []byte {
	switch t.kind {
	case 'b':
		return strconv.AppendBool(dst, element[0] != 0)
	case 'S', 'U':
		return t.appendText(dst, element)
	case 'f':
		switch number := t.number(element); {
		case math.IsNaN(number):
			return dst
		case math.IsInf(number, 1):
			return append(dst, "inf"...)
		case math.IsInf(number, -1):
			return append(dst, "-inf"...)
		default:
			return strconv.AppendFloat(dst, number, 'g', -1, 8*t.size)
		}
	case 'i':
		return strconv.AppendInt(dst, t.signed(t.bits(element)), 10)
	}
	return strconv.AppendUint(dst, t.bits(element), 10)
}

// appendText appends a text without the zeros that pad its element.
func (t elementType) appendText(dst, element []byte) []byte {
	if t.kind == 'S' {
		return append(dst, bytes.TrimRight(element, "\x00")...)
	}
	from := len(dst)
	for char := (elementType{size: 4, big: t.big}); len(element) > 0; element = element[4:] {
		dst = utf8.AppendRune(dst, rune(min(char.bits(element), utf8.MaxRune+1)))
	}
	return dst[:from+len(bytes.TrimRight(dst[from:], "\x00"))]
}
