package opensudoku

// This file writes games. The output that takes the lines encloses them.

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// AppendGrid appends a game as one line.
func (xmlForm) AppendGrid(dst []byte, _ int, grid []uint8) []byte {
	dst = append(dst, `  <game data="`...)
	for _, cell := range grid {
		dst = append(dst, cells.DigitsZero[cell&cells.GlyphMask])
	}
	return append(dst, "\" />\n"...)
}

// AppendMark implements form.Marker: a mark is a comment.
func (xmlForm) AppendMark(dst, mark []byte) []byte { return fmt.Appendf(dst, "  %s", comment(mark)) }

// AppendNoted makes the note a comment on a line of its own.
func (xmlForm) AppendNoted(dst, record []byte, _ *form.Info, _, note string) (noted, rest []byte) {
	return fmt.Appendf(dst, "%s\n", comment([]byte(note))), record
}

// comment returns text as a comment.
func comment(text []byte) []byte {
	return fmt.Appendf(nil, "<!-- %s -->", bytes.ReplaceAll(text, []byte("--"), []byte("- -")))
}

// Enclosure implements form.Encloser. The name of a file is the name of the folder of its games.
func (xmlForm) Enclosure(name string) model.Enclosure {
	const end = "</opensudoku>\n"
	var begin strings.Builder
	begin.WriteString(xml.Header + "<opensudoku>\n  <name>")
	_ = xml.EscapeText(&begin, []byte(name)) // never fails
	begin.WriteString("</name>\n")
	return model.Enclosure{Begin: begin.String(), Between: "\n", End: "\n" + end, Empty: begin.String() + end}
}
