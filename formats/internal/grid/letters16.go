package grid

// This file describes 16×16 grids in sixteen lines of the letters A to P.

import (
	"bytes"
	"iter"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/gridreader"
	"github.com/sudokubatch/sudokubatch/formats/internal/packed"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// Letters16 is the form of grids of letters.
var Letters16 form.Form = lettersForm{}

type lettersForm struct{}

var (
	letters     = gridreader.Style{Size: 16, Cells: cells.StandardAlphabet(16 * 16), Strict: true}
	lettersText = &text{form.NewInfo(16), &gridreader.File{Styles: []gridreader.Style{letters}}}
	lettersSpec = form.Spec{
		Name: "letters16", Orders: []int{16}, MaxLine: gridreader.MaxLine, MaxRecord: gridreader.MaxWait,
		Copied: true, Parted: true, Strict: true, Decide: decideLetters, Writing: form.Writing{Grid: appendLetters},
	}
)

func (lettersForm) Spec() *form.Spec { return &lettersSpec }

func (lettersForm) Plain(int) form.Layout { return lettersText }

// Propose proposes nothing for a file that may have other sizes: form grid reads all of them.
func (f lettersForm) Propose(s *form.Sample) iter.Seq[form.Proposal] {
	if len(s.Sizes) > 1 {
		return form.None
	}
	return form.ProposeLines(s, f, orderOf)
}

// orderOf returns 16 if a line is a row, or 0.
func orderOf(line []byte) (order int) {
	if letters.IsRow(syntax.TrimBlanks(line)) {
		return 16
	}
	return 0
}

// decideLetters is [form.Spec].Decide. A row with a letter after G decides. Letters up to G may be
// other digits.
func decideLetters(s *form.Sample, chosen bool) (order int, known bool) {
	first, _, ended := form.NextRecord(s.Text)
	if (chosen || len(s.Sizes) < 2) && (ended || s.Full) && bytes.ContainsAny(bytes.ToUpper(first), "HIJKLMNOP") {
		order = orderOf(first)
	}
	return order, true
}

// appendLetters appends a grid of order 16 as sixteen lines.
func appendLetters(dst []byte, _ geometry.Box, grid []uint8) []byte {
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
