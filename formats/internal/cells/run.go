package cells

import (
	"bytes"

	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// LeastRun is how many cells text must have without a gap to be meant as a grid.
const LeastRun = 41

// NextRun returns where the next text lies that is a grid, or meant as one: cells of one
// byte each, with nothing that could belong to a word right before or behind them. Where
// there is none both are the length of the text.
func NextRun(text []byte, at int) (from, to int) {
	for at < len(text) {
		for at < len(text) && !runBytes[text[at]] {
			at++
		}
		from = at
		for at < len(text) && runBytes[text[at]] {
			at++
		}
		if run := text[from:at]; len(run) >= LeastRun && isRun(run) {
			return from, at
		}
	}
	return len(text), len(text)
}

// isRun reports whether bytes of words are the cells of one grid: digits and blanks, or as
// many of order 16 as there have to be.
func isRun(run []byte) bool {
	digits := 0
	for _, b := range run {
		if syntax.IsDigit(b) {
			digits++
		}
		if Cells9[b] == BadCell && bytes.IndexByte([]byte(OtherBlanks), b) < 0 {
			return len(run) == 256 && GridSize(run) == 16
		}
	}
	return digits > 0
}

// runBytes are those of words, and those that stand for blank cells.
var runBytes = newRunBytes()

func newRunBytes() (table [256]bool) {
	for i := range table {
		b := byte(i)
		table[b] = b|0x20 >= 'a' && b|0x20 <= 'z' || syntax.IsDigit(b) || b == '.' || bytes.IndexByte([]byte(OtherBlanks), b) >= 0
	}
	return table
}
