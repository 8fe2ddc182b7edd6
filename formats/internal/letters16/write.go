package letters16

// This file writes grids of letters.

import (
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/packed"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// appendGrid appends a grid of order 16 as sixteen lines.
func appendGrid(dst []byte, _ geometry.Box, grid []uint8) []byte {
	n := len(dst)
	dst = slices.Grow(dst, 16*17)[:n+16*17]
	to, from := (*[16 * 17]byte)(dst[n:]), (*[256]uint8)(grid)
	if packed.WriteRows16(to, from) {
		return dst
	}
	for i, cell := range from {
		to[i+i/16] = cells.LettersDash[cell&cells.GlyphMask]
	}
	return dst
}
