package opensudoku

// This file writes games. The output that takes the lines encloses them.

import (
	"fmt"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
)

// AppendGrid appends a game as one line.
func (xmlForm) AppendGrid(dst []byte, _ int, grid []uint8) []byte {
	dst = append(dst, `  <game data="`...)
	for _, cell := range grid {
		dst = append(dst, cells.DigitsZero[cell&cells.GlyphMask])
	}
	return append(dst, "\" />\n"...)
}

// AppendNoted makes the note a comment on a line of its own.
func (xmlForm) AppendNoted(dst, record []byte, _ *form.Info, _, note string) (noted, rest []byte) {
	return fmt.Appendf(dst, "<!-- %s -->\n", strings.ReplaceAll(note, "--", "- -")), record
}
