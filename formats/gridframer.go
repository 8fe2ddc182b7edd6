package formats

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// A gridFramer frames the form Grid. Every line outside a grid is a border. What
// follows a title such as [State] is what a player made of the puzzle before it,
// and belongs to no record, and no more do solutions with a title that says so.
type gridFramer struct {
	walk  gridWalk
	below titleKind // the last title
}

func (g *gridFramer) Cut(text []byte, eof bool) (from, to int) {
	from = g.skip(text, eof)
	g.walk.begin()
	to = from
	for at := from; at < len(text) && g.below == puzzleTitle; {
		line, size, ended := syntax.NextLine(text[at:])
		if !ended && !eof {
			if g.walk.rows < g.walk.style.order && g.walk.full(min(size, gridMaxLine+1)+1) {
				to = at
			}
			return from, to
		}
		if g.walk.next(line); g.walk.opens {
			to = at
		}
		at += size
		if !g.walk.open() {
			to = at
		}
		if g.walk.kind == titleLine {
			if g.below = titleOf(line); g.below != puzzleTitle {
				to = at
			}
		}
	}
	if eof && g.below == puzzleTitle {
		to = len(text)
	}
	return from, to
}

// skip returns the length of the lines that belong to no record: up to the next title
// of puzzles or, as solutions have no blanks, up to a grid that has one. Such a grid
// needs no title of its own.
func (g *gridFramer) skip(text []byte, eof bool) (length int) {
	walk := &g.walk
	at, open := 0, false
	for g.below != puzzleTitle && at < len(text) {
		if !open {
			walk.begin()
			length = at
		}
		line, size, ended := syntax.NextLine(text[at:])
		if !ended && !eof {
			return length
		}
		walk.next(line)
		switch walk.kind {
		case titleLine:
			if g.below = titleOf(line); g.below == puzzleTitle {
				return at
			}
		case rowLine, badRowLine:
			if walk.opens {
				length = at
			}
			if g.below == solutionTitle && walk.row.digits < walk.row.count {
				g.below = puzzleTitle
				return length
			}
		}
		at += size
		open = walk.rows > 0 && walk.open()
	}
	if eof || !open {
		length = at
	}
	return length
}

func (*gridFramer) Finish() *SyntaxError { return nil }
