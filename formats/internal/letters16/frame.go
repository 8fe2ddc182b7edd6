package letters16

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// framer frames a file. It needs no memory of its own, because every border it cuts at is one at
// which the next line would begin a new grid.
type framer struct{}

func (framer) Cut(text []byte, eof bool) (from, to int) {
	rows := 0
	for at := 0; at < len(text); {
		line, size, ended := syntax.NextLine(text[at:])
		if !ended && !eof {
			break
		}
		at += size
		rows++
		if rows == 16 || syntax.IsBlank(line, maxLine) {
			rows, to = 0, at
		}
	}
	if eof {
		to = len(text)
	}
	return 0, to
}

func (framer) Finish() *syntax.Error { return nil }
