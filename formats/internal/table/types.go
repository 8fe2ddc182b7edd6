package table

// This file finds the types of columns.

import (
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
)

// TypeOf returns the type of a column by the values of the first rows. It returns Int or
// Float only if a program that reads and writes the values again produces the same text, so
// that nothing is lost.
func TypeOf(data [][][]byte, column int) form.Type {
	met := false
	is := [...]bool{form.Int: true, form.Float: true, form.Bool: true}
	for _, row := range data {
		if column >= len(row) || len(row[column]) == 0 {
			continue
		}
		met = true
		value := string(row[column])
		is[form.Int] = is[form.Int] && IsValue(form.Int, value)
		is[form.Float] = is[form.Float] && IsValue(form.Float, value)
		is[form.Bool] = is[form.Bool] && IsValue(form.Bool, value)
	}
	for _, t := range []form.Type{form.Int, form.Float, form.Bool} {
		if met && is[t] {
			return t
		}
	}
	return form.Text
}

// IsValue reports whether value is written as the type requires: an Int or a Float as
// Python prints it, and a Bool as true or false.
func IsValue(t form.Type, value string) bool {
	switch t {
	case form.Int:
		n, err := strconv.ParseInt(value, 10, 64)
		return err == nil && strconv.FormatInt(n, 10) == value
	case form.Float:
		x, err := strconv.ParseFloat(value, 64)
		return err == nil && string(AppendFloat(nil, x)) == value
	case form.Bool:
		return value == "true" || value == "false"
	case form.Text, form.Raw:
	}
	return true
}

// AppendFloat appends a number with as many digits as are needed to read the same number
// again. It always writes a decimal point or an exponent, so that readers do not take the
// number for an integer.
func AppendFloat(dst []byte, x float64) []byte {
	n := len(dst)
	dst = strconv.AppendFloat(dst, x, 'g', -1, 64)
	for _, b := range dst[n:] {
		if b == '.' || b == 'e' || b == 'N' || b == 'I' {
			return dst
		}
	}
	return append(dst, ".0"...)
}
