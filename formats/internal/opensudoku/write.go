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
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// appendGrid appends a game as one line.
func appendGrid(dst []byte, _ geometry.Box, grid []uint8) []byte {
	dst = cells.DigitsZero.Append(append(dst, `  <game data="`...), grid)
	return append(dst, "\" />\n"...)
}

// appendMark appends a mark as a comment.
func appendMark(dst, mark []byte) []byte { return fmt.Appendf(dst, "  %s", comment(mark)) }

// appendNoted makes the note a comment on a line of its own.
func appendNoted(dst, record []byte, _ *form.Info, _, note string) (noted, rest []byte) {
	return fmt.Appendf(dst, "%s\n", comment([]byte(note))), record
}

// comment returns text as a comment.
func comment(text []byte) []byte {
	return fmt.Appendf(nil, "<!-- %s -->", bytes.ReplaceAll(text, []byte("--"), []byte("- -")))
}

// enclosure returns the text around games. The name of a file is the name of their folder.
func enclosure(name string) model.Enclosure {
	const end = "</opensudoku>\n"
	var begin strings.Builder
	begin.WriteString(xml.Header + "<opensudoku>\n  <name>")
	_ = xml.EscapeText(&begin, []byte(name)) // never fails
	begin.WriteString("</name>\n")
	return model.Enclosure{Begin: begin.String(), Between: "\n", End: "\n" + end, Empty: begin.String() + end}
}
