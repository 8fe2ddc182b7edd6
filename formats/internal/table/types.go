package table

// This file finds the types of columns.

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// TypeOf returns the type of a column by its values; empty ones are missing. It returns
// Int or Float only if a program that reads and writes the values again produces the same text,
// so that nothing is lost.
func TypeOf(values [][]byte) model.Type {
	values = slices.DeleteFunc(slices.Clone(values), func(value []byte) bool { return len(value) == 0 })
	for _, t := range []model.Type{model.Int, model.Float, model.Bool} {
		if len(values) > 0 && !slices.ContainsFunc(values, func(value []byte) bool { return !IsValue(t, string(value)) }) {
			return t
		}
	}
	return model.Text
}

// IsValue reports whether value is written as the type requires: an Int or a Float as
// Python prints it, and a Bool as true or false.
func IsValue(t model.Type, value string) bool {
	switch t {
	case model.Int:
		_, ok := ParseInt(value)
		return ok
	case model.Float:
		x, err := strconv.ParseFloat(value, 64)
		return err == nil && string(appendFloat(nil, x)) == value
	case model.Bool:
		return value == "true" || value == "false"
	case model.Text, model.Raw:
	}
	return true
}

// ParseInt returns the integer that a value is, if it is written as Python prints it.
func ParseInt(value string) (n int64, ok bool) {
	n, err := strconv.ParseInt(value, 10, 64)
	digits := strings.TrimPrefix(value, "-")
	return n, err == nil && (value == "0" || digits[0] > '0')
}

// appendFloat appends a number with as many digits as are needed to read the same number
// again. It always writes a decimal point or an exponent, so that readers do not take the
// number for an integer.
func appendFloat(dst []byte, x float64) []byte {
	n := len(dst)
	dst = strconv.AppendFloat(dst, x, 'g', -1, 64)
	for _, b := range dst[n:] {
		if b == '.' || b == 'e' || b == 'N' || b == 'I' {
			return dst
		}
	}
	return append(dst, ".0"...)
}
