package grid

// This file finds the borders between grids.

import (
	"bytes"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// A walk iterates over lines and finds out to which grid each belongs. The framer and the
// reader both use it, so that they agree.
type walk struct {
	style *style

	kind  lineKind // the kind of the last line
	row   row      // the cells of the last line
	rows  int      // rows of the open grid, including the last line; the order: it is complete
	used  int      // bytes of the open grid, with lines cut to maxLine+1 bytes
	opens bool     // the last line begins a grid

	section  section // of the last line
	of       section // of the last row
	stray    stray   // lines that may be rows of another kind of grid
	complete bool    // the last line completes such a grid
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
	w.opens, w.complete = false, false
	w.kind = w.style.classify(&w.row, line, w.rows > 0)
	if w.isRow() {
		w.stray.rows = 0
		if w.section == solutions && w.row.digits < w.row.count {
			w.section = puzzles
		}
		w.of = w.section
	} else if len(line) <= maxStray && w.rows == 0 {
		w.complete = w.stray.add(line)
	} else {
		w.stray.rows = 0
	}
	if w.kind == titleLine {
		w.section = sectionOf(line)
	}
	switch {
	case w.isRow():
		if w.opens = w.rows == 0; w.opens {
			w.used = usedBy(line)
		}
		w.rows++
	case w.kind == ruleLine, w.kind == blankLine && w.style.blankInside(w.rows):
	default:
		ended = ended || w.rows > 0
		w.rows = 0
	}
	return ended
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
)

// sectionOf returns the section that a title announces. A title for solutions begins with
// "solution", "solved" or "answer" after any punctuation, or is a few words and the last is
// one of these. A title for states is the word "state" with punctuation or a number.
func sectionOf(title []byte) section {
	title = title[:min(len(title), maxStray)]
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

// A framer frames grids. The section is known at a border, and a puzzle is in one text with
// the grid after it, which may be its solution. So a border is before a grid with a blank,
// or after any other grid in a section of puzzles, or before a title then.
type framer struct {
	walk
	skips, skipped bool // the rest of a long section of solutions is skipped; some was
}

func (f *framer) Cut(text []byte, eof bool) (from, to int) {
	f.rows, f.stray.rows = 0, 0
	if !f.skips {
		f.section = puzzles
	}
	block := 0                  // bytes since the title of the section
	begin := 0                  // where the last grid begins
	blank, clue := false, false // that grid has these
	held := 0                   // bytes since the beginning of a puzzle whose solution may follow; 0: none
	last, gap, tail := 0, 0, 0  // ends of the last row, of the last row before that grid, and before to
	for at := 0; at < len(text); {
		line, size, ended := syntax.NextLine(text[at:])
		if !ended && !eof {
			if f.isFull(line) {
				to = at
			}
			break
		}
		before := f.section
		f.next(line)
		known := (before == puzzles || f.skips || f.kind == titleLine) && (held == 0 || held > form.MaxHeld)
		if (f.stray.rows == 0 || f.stray.begins()) && !f.complete && known && (f.opens || f.rows == 0) {
			to, tail = at, last
		}
		if f.opens {
			begin, gap, blank, clue = at, last, false, false
		}
		if f.isRow() && f.row.digits < f.row.count && !blank {
			blank, to, tail = true, begin, gap
		}
		clue = clue || f.isRow() && f.row.digits > 0
		if f.skips {
			from = to
			f.skips = f.section != puzzles
		}
		if block += usedBy(line); f.section == puzzles || f.kind == titleLine {
			block = 0
		}
		if held > 0 {
			held += usedBy(line)
		}
		if at += size; f.isRow() {
			last = at
		}
		if f.complete || f.rows == f.style.Order && f.isRow() {
			if held = 0; blank && clue && !f.complete {
				held = at - begin
			}
		}
		if !f.open() && f.stray.rows == 0 && (f.section == puzzles && (held == 0 || held > form.MaxHeld) || f.skips || block > maxBlock) {
			if to, tail = at, last; block > maxBlock && !f.skips {
				f.skips, f.skipped = true, true
				return from, to
			}
		}
	}
	switch {
	case eof:
		to = len(text)
	case !f.skips && (tail > 0 || to < maxLine): // text before a grid goes with it, unless it is long
		to = tail
	}
	if f.skips {
		from = to
	}
	return from, to
}

func (*framer) Finish() *syntax.Error { return nil }

// UnreadSolutions returns a name if the framer skipped solutions.
func (f *framer) UnreadSolutions() string {
	if f.skipped {
		return "solutions"
	}
	return ""
}
