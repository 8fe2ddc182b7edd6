package cells

import (
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/packed"
)

// AppendLines appends grids of either order that lie one after the other in
// cells, each as one line.
func AppendLines(dst []byte, cells []uint8, order int) []byte {
	size := order * order
	for len(cells) >= size {
		n := len(dst)
		dst = slices.Grow(dst, len(cells)+len(cells)/size)
		lines := packed.WriteLines(dst[n:cap(dst)], cells, order)
		dst = dst[:n+lines*(size+1)]
		cells = cells[lines*size:]
		if len(cells) >= size {
			dst = AppendLine(dst, cells[:size], order)
			cells = cells[size:]
		}
	}
	return dst
}

// AppendLine appends a grid of either order as one line, whatever its values.
func AppendLine(dst []byte, cells []uint8, order int) []byte {
	glyph := DigitsDot
	if order == 16 {
		glyph = LettersDot
	}
	for _, cell := range cells {
		dst = append(dst, glyph[cell&GlyphMask])
	}
	return append(dst, '\n')
}

// AppendCells appends cells as the form Line has them, without a line end.
func AppendCells(dst []byte, cells []uint8) []byte {
	order := 9
	if len(cells) == 256 {
		order = 16
	}
	dst = AppendLines(dst, cells, order)
	return dst[:len(dst)-1]
}
