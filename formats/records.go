package formats

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// Decode reads text, which is what a [Framer] of the same form cut, into dst.
// It overwrites dst and keeps no reference to text. It does not fail: what is
// wrong with a record is in dst.Faults. It does not allocate once the buffers
// of dst have grown to the size of the texts.
func (f Form) Decode(dst *Records, text []byte) {
	dst.Reset(f.Order)
	f.grammar().decode(f, dst, text)
	if f.LeavesOutSolutions() {
		dst.DropSolved()
	}
}

// FirstText finds the first byte of text that is not part of a blank line or,
// in the form Line, of a comment. Line and column count from 1. A caller that
// met the end of the input uses it to look for text that should not be there.
func (f Form) FirstText(text []byte) (line, column int, ok bool) {
	maxLine := f.MaxLine()
	for line = 1; len(text) > 0; line++ {
		this, size, _ := syntax.NextLine(text)
		text = text[size:]
		if f.Kind == Line && syntax.IsComment(this) {
			continue
		}
		if column = syntax.TextColumn(this, max(maxLine, 1)); column > 0 {
			return line, column, true
		}
	}
	return 0, 0, false
}
