package hiho

// This file writes blocks.

import (
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// appendCount appends the line before the blocks.
func appendCount(dst []byte, records uint64) []byte {
	return append(strconv.AppendUint(dst, records, 10), '\n')
}

// appendGrid appends a grid of order 9 as nine rows.
func appendGrid(dst []byte, _ geometry.Box, grid []uint8) []byte {
	n := len(dst)
	dst = append(dst, blankGrid[:]...)
	to, from := (*[plainBytes]byte)(dst[n:]), (*[81]uint8)(grid)
	for i, cell := range from {
		to[2*i] = cells.DigitsZero[cell&cells.GlyphMask]
	}
	return dst
}
