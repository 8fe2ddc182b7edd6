package letters16

// This file finds the borders between grids of letters.

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/rows"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A framer frames one file. It has no state, because every border is a place at which the
// next line would begin a new grid.
type framer struct{}

func (framer) Cut(_ *model.Records, text []byte, eof bool) (from, to int) {
	var p rows.Place
	for at := 0; at < len(text); {
		line, size, ended := syntax.NextLine(text[at:])
		if !ended && !eof {
			break
		}
		at += size
		switch blank := syntax.IsBlank(line, maxLine); {
		case !blank && Grids.Next(&p, line):
			to = at - size
		case blank || Grids.IsLast(&p):
			p, to = rows.Place{}, at
		}
	}
	if eof {
		to = len(text)
	}
	return 0, to
}

func (framer) Finish() *model.SyntaxError { return nil }
