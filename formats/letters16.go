package formats

import (
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/packed"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// letters16MaxLine bounds the blanks that may follow a row.
const letters16MaxLine = 4 << 10

// letters16Framer frames the form Letters16 (see [Letters16] for the grammar).
// It needs no memory of its own, because every border it cuts at is one at
// which the next line would begin a new grid.
type letters16Framer struct{}

func (letters16Framer) Cut(text []byte, eof bool) (from, to int) {
	rows := 0
	for at := 0; at < len(text); {
		line, size, ended := syntax.NextLine(text[at:])
		if !ended && !eof {
			break
		}
		at += size
		rows++
		if rows == 16 || syntax.IsBlank(line, letters16MaxLine) {
			rows, to = 0, at
		}
	}
	if eof {
		to = len(text)
	}
	return 0, to
}

func (letters16Framer) Finish() *SyntaxError { return nil }

var letters16Grammar = grammar{
	name: "letters16", orders: []int{16}, maxLine: letters16MaxLine, maxRecord: 16 * (letters16MaxLine + 2),
	framer:     func(Form) Framer { return letters16Framer{} },
	decode:     letters16Blocks.decode,
	spans:      letters16Blocks.spans,
	appendGrid: func(_ Form, dst []byte, cells []uint8) []byte { return appendLetters16(dst, cells) },
}

var letters16Blocks = blocks{
	order:     16,
	maxLine:   letters16MaxLine,
	rowBytes:  17,
	blankEnds: true,
	plain:     letters16Plain,
	row:       letters16Row,
	fault:     letters16Fault,
}

// letters16Plain reads a grid without blanks at the end of its rows.
func letters16Plain(cells []uint8, text []byte) int {
	if !packed.ReadRows16((*[256]uint8)(cells), (*[16 * 17]byte)(text)) {
		return 0
	}
	return 16 * 17
}

// letters16Row reads sixteen packed cells.
func letters16Row(grid []uint8, line []byte) bool {
	if len(line) != 16 {
		return false
	}
	to, from := (*[16]uint8)(grid), (*[16]byte)(line)
	var seen uint8
	for i, b := range from {
		cell := cells.Cells16[b]
		to[i] = cell
		seen |= cell
	}
	return seen&cells.BadCell == 0
}

// letters16Fault finds what is wrong with a line that is not a row.
func letters16Fault(line []byte) SyntaxError {
	n := cells.Cells16.Run(line, 16)
	switch {
	case n == len(line):
		return SyntaxError{Column: n + 1, Err: ErrShort, Have: n, Want: 16}
	case cells.Cells16[line[n]] != cells.BadCell:
		return SyntaxError{Column: n + 1, Err: ErrLong, Want: 16}
	}
	return SyntaxError{Column: n + 1, Err: ErrCell, Got: line[n]}
}

// appendLetters16 appends a grid of order 16 as sixteen lines.
func appendLetters16(dst []byte, grid []uint8) []byte {
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
