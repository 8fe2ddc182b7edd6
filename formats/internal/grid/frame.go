package grid

// This file finds the borders between grids.

import (
	"bytes"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A walk iterates over lines and finds out to which grid each belongs. The framer and the
// reader both use it, so that they agree.
type walk struct {
	style  *style   // of the open grid, or of the last one
	styles []*style // of a file with several sizes; nil: there is one

	kind  lineKind // the kind of the last line
	row   row      // the cells of the last line
	rows  int      // rows of the open grid, including the last line; the order: it is complete
	used  int      // bytes of the open grid, with lines cut to maxLine+1 bytes
	opens bool     // the last line begins a grid

	gap   int // rows of the open grid before its last gap
	shape int // characters of each token of the open grid's first row; 0: they differ

	section section // of the last line
	of      section // of the last row
}

// open reports whether the grid of the last line may continue.
func (w *walk) open() bool { return w.rows > 0 && w.rows < w.style.Order }

func (w *walk) isRow() bool { return w.kind == rowLine || w.kind == badRowLine }

// next processes a line. It reports whether the open grid ended before the line with too
// few rows.
func (w *walk) next(line []byte) (ended bool) {
	if !w.open() {
		w.rows = 0
	}
	if w.isFull(line) {
		ended, w.rows = true, 0
	}
	w.used += usedBy(line)
	w.opens = false
	if w.rows == 0 {
		w.choose(line)
	}
	w.kind = w.style.classify(&w.row, line, w.rows > 0)
	if w.kind == titleLine && w.rows > 0 && w.choose(line) {
		w.kind, w.rows, ended = rowLine, 0, true // a row of another size
	}
	if w.kind == rowLine && w.rows > 0 && w.shape > 0 && w.row.shape > 0 && w.row.shape != w.shape {
		ended, w.rows = true, 0 // a row of another grid
	}
	if w.isRow() {
		if w.section == solutions && w.row.digits < w.row.count {
			w.section = puzzles
		}
		w.of = w.section
	}
	if w.kind == titleLine {
		w.section = sectionOf(line)
	}
	switch {
	case w.isRow():
		if w.opens = w.rows == 0; w.opens {
			if w.used, w.shape, w.gap = usedBy(line), w.row.shape, 0; w.kind == badRowLine {
				w.shape = 0
			}
		}
		w.rows++
	case w.kind == ruleLine, w.kind == blankLine && w.isGap():
	default:
		ended = ended || w.rows > 0
		w.rows = 0
	}
	return ended
}

// isGap reports whether a blank line lies between boxes of the open grid. There must be one
// between all boxes before: if not, the grid was cut.
func (w *walk) isGap() bool {
	box := w.style.blankInside(w.rows)
	if box == 0 || box > 1 && w.rows > w.gap+box {
		return false
	}
	w.gap = w.rows
	return true
}

// isFull reports whether the open grid has no room for a line.
func (w *walk) isFull(line []byte) bool { return w.open() && w.used+usedBy(line) > maxRecord }

func usedBy(line []byte) int { return min(len(line), maxLine+1) + 1 }

// A section says what the grids below a title are.
type section uint8

const (
	puzzles   section = iota
	states            // a player's states of the puzzle above
	solutions         // up to the next grid with a blank, which needs no title
	sections          // how many there are
)

// sectionOf returns the section that a title announces. A title for solutions begins with
// "solution", "solved" or "answer" after any punctuation, or is a few words and the last is
// one of these. A title for states is the word "state" with punctuation or a number.
func sectionOf(title []byte) section {
	const most = 256
	title = title[:min(len(title), most)]
	var first, last []byte
	words := 0
	for at := 0; at < len(title); {
		from := at
		for at < len(title) && (syntax.IsLetter(title[at]) || title[at] >= 0x80) {
			at++
		}
		if from == at {
			at++
			continue
		}
		if last = title[from:at]; words == 0 {
			first = last
		}
		words++
	}
	switch {
	case isSolution(first), words <= 4 && isSolution(last):
		return solutions
	case words == 1 && bytes.EqualFold(first, []byte("state")):
		return states
	}
	return puzzles
}

func isSolution(word []byte) bool {
	for _, name := range [...]string{"solution", "solutions", "solved", "answer", "answers"} {
		if len(word) == len(name) && strings.EqualFold(string(word), name) {
			return true
		}
	}
	return false
}

// maxBlock is the length of the solutions below one title from which on the framer skips
// them.
const maxBlock = maxRecord / 2

// A framer frames grids. A border is right behind a grid, so that a grid that is not read, and
// its title, are in one text with the grid after them. The section is known at a border, and a
// puzzle is in one text with the grids before and after it, which may be its solution.
type framer struct {
	walk
	skips, skipped bool // the rest of a long section of solutions is skipped; some was
}

// A cutter finds a border in one text.
type cutter struct {
	begin, end  int                        // where the last grid begins, and where the last complete one ends
	blank, clue bool                       // the last grid has these
	held        int                        // bytes since the beginning of a puzzle whose solution may follow; 0: none
	after       int                        // solutions after that puzzle
	block       int                        // bytes since the title of a section of solutions
	above       int                        // where a complete grid begins whose puzzle may follow; -1: none
	grid        [maxOrder * maxOrder]uint8 // the last grid
	puzzle      [maxOrder * maxOrder]uint8 // the puzzle that is held
}

func (f *framer) Cut(_ *model.Records, text []byte, eof bool) (from, to int) {
	if f.rows = 0; !f.skips {
		f.section = puzzles
	}
	c := cutter{above: -1}
	for at := 0; at < len(text); {
		line, size, ended := syntax.NextLine(text[at:])
		if !ended && !eof {
			if f.isFull(line) {
				to = at
			}
			break
		}
		short := f.next(line)
		if f.opens {
			c.begin, c.blank, c.clue = at, false, false
		}
		if f.skips {
			if from = c.skipTo(f, at, size); f.section == puzzles {
				f.skips, c.end = false, from
			}
			if to, at = from, at+size; f.skips {
				continue
			}
			at -= size
		}
		if border := c.line(f, line, short, at, size); border > to {
			to = border
		}
		if at += size; c.block > maxBlock && !f.open() {
			f.skips, f.skipped = true, true
			return from, at
		}
	}
	if eof {
		to = len(text)
	}
	if f.skips {
		from = to
	}
	return from, to
}

// skipTo returns the end of the text that is skipped: the beginning of an open grid or of a
// title for puzzles, or the end of the line.
func (c *cutter) skipTo(f *framer, at, size int) int {
	switch {
	case f.open() || f.isRow() && f.section == puzzles:
		return c.begin
	case f.section == puzzles:
		return at
	}
	return at + size
}

// line processes a line. It returns a border, or 0 if there is none.
func (c *cutter) line(f *framer, line []byte, short bool, at, size int) (border int) {
	settled := func() bool { return f.section == puzzles && (c.held == 0 || c.held > form.MaxHeld) }
	if c.held > 0 {
		c.held += usedBy(line)
	}
	if c.block += usedBy(line); f.section == puzzles || f.kind == titleLine {
		c.block = 0
	}
	if c.above >= 0 && at+size-c.above > form.MaxHeld {
		if c.above = -1; settled() {
			border = c.end
		}
	}
	if short {
		if c.held, c.end, c.above = 0, at, -1; settled() {
			border = at
		}
	}
	if f.isRow() {
		copy(c.grid[(f.rows-1)*f.style.Order:][:f.style.Order], f.row.cells[:])
		if f.row.digits < f.row.count && !c.blank {
			if c.blank = true; f.section == puzzles {
				border = c.end // this grid is no solution of the one before it
				if c.above >= 0 {
					border = c.above
				}
			}
		}
		c.clue = c.clue || f.row.digits > 0
	}
	switch after := at + size; {
	case f.isRow() && f.rows == f.style.Order:
		c.end = after
		c.complete(f, after)
		if settled() {
			if border = after; c.above >= 0 {
				border = c.above
			}
		}
	case f.rows == 0 && after-c.end > maxGap && settled():
		c.end, border = after, after
	}
	return border
}

// complete notes a grid whose rows were all read.
func (c *cutter) complete(f *framer, after int) {
	size := f.style.Order * f.style.Order
	c.above = -1
	switch {
	case c.blank && c.clue:
		c.held, c.after, c.puzzle = after-c.begin, 0, c.grid
	case c.blank:
		c.held = 0
	case f.section != puzzles, c.held > 0 && c.held <= form.MaxHeld && c.after < form.MaxSolutions && cells.IsSolvedBy(c.puzzle[:size], c.grid[:size]):
		c.after++
	default:
		c.held, c.above = 0, c.begin
	}
}

func (*framer) Finish() *model.SyntaxError { return nil }

// UnreadSolutions returns a name if the framer skipped solutions.
func (f *framer) UnreadSolutions() string {
	if f.skipped {
		return "solutions"
	}
	return ""
}
