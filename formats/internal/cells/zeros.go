package cells

// This file deals with grids that a program read as numbers, without their first zeros.

import (
	"bytes"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// leastDigits is the least number of digits in such a grid. A grid with one solution hardly
// ever begins with more blanks.
const leastDigits = 60

// lacksZeros reports whether a value is a grid of order 9 without its first zeros. It has
// other zeros, which a solution does not have.
func lacksZeros(value []byte) bool {
	return len(value) >= leastDigits && len(value) < 81 && value[0] != '0' && bytes.IndexByte(value, '0') > 0 &&
		!slices.ContainsFunc(value, func(b byte) bool { return !syntax.IsDigit(b) })
}

// PadZeros returns a grid of order 9 with the first zeros that it lacks, and any other value
// as it is.
func PadZeros(value []byte) []byte {
	if !lacksZeros(value) {
		return value
	}
	return append(bytes.Repeat(Zero, 81-len(value)), value...)
}

// ZerosFault returns the fault of a value that lacks its first zeros. For any other value
// its Err is nil.
func ZerosFault(value []byte) (fault model.SyntaxError) {
	if lacksZeros(value) {
		fault = model.SyntaxError{Column: 1, Err: model.ErrZeros, Have: len(value), Want: 81}
	}
	return fault
}
