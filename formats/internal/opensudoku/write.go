package opensudoku

// This file writes games. The output that takes the lines encloses them.

import "github.com/sudokubatch/sudokubatch/formats/internal/cells"

// AppendGrid appends a game as one line.
func (xmlForm) AppendGrid(dst []byte, _ int, grid []uint8) []byte {
	dst = append(dst, `  <game data="`...)
	for _, cell := range grid {
		dst = append(dst, cells.DigitsZero[cell&cells.GlyphMask])
	}
	return append(dst, "\" />\n"...)
}
