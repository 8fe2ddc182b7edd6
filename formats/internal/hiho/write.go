package hiho

// This file writes blocks.

import (
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
)

// AppendCount implements form.Counter.
func (hihoForm) AppendCount(dst []byte, records uint64) []byte {
	return append(strconv.AppendUint(dst, records, 10), '\n')
}

// AppendGrid appends a grid of order 9 as nine rows.
func (hihoForm) AppendGrid(dst []byte, _ int, grid []uint8) []byte {
	n := len(dst)
	dst = append(dst, blankGrid[:]...)
	to, from := (*[plainBytes]byte)(dst[n:]), (*[81]uint8)(grid)
	for i, cell := range from {
		to[2*i] = cells.DigitsZero[cell&cells.GlyphMask]
	}
	return dst
}
