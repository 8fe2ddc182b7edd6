package hiho

// This file writes blocks.

import (
	"encoding/binary"
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
	if writePlain(to, from) {
		return dst
	}
	for i, cell := range from {
		to[2*i] = cells.DigitsZero[cell&cells.GlyphMask]
	}
	return dst
}

// writePlain writes cells in the notation that readPlain reads, and reports whether all
// values are cells.
func writePlain(to *[plainBytes]byte, from *[81]uint8) bool {
	var seen uint64
	for i := 0; i < 81; i += 4 {
		i := min(i, 77)
		word := uint64(binary.LittleEndian.Uint32(from[i : i+4]))
		word = (word | word<<16) & 0x0000ffff0000ffff
		word = (word | word<<8) & 0x00ff00ff00ff00ff
		seen |= word | (word + 0x0076007600760076)
		binary.LittleEndian.PutUint64(to[2*i:2*i+8], word|binary.LittleEndian.Uint64(blankGrid[2*i:2*i+8]))
	}
	return seen&0x8080808080808080 == 0
}
