package grid

// This file finds the borders between grids.

import (
	"bytes"

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
	w.kind = w.style.classify(&w.row, line, w.rows > 0)
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
// "solution" after any punctuation. A title for states is the word "state" with punctuation
// or a number.
func sectionOf(title []byte) section {
	const marks = " \t\r[]<>()*=#:.-_/"
	title = bytes.TrimLeft(title[:min(len(title), maxLine)], marks)
	switch solution := []byte("solution"); {
	case bytes.EqualFold(title[:min(len(title), len(solution))], solution):
		return solutions
	case bytes.EqualFold(bytes.TrimRight(title, marks+"0123456789"), []byte("state")):
		return states
	}
	return puzzles
}

// A framer frames grids. Every line outside a grid is a border. Only grids in a section of
// puzzles are records.
type framer struct {
	walk
	section section // the section of the last title
}

func (f *framer) Cut(text []byte, eof bool) (from, to int) {
	f.rows = 0
	for at := 0; at < len(text); {
		line, size, ended := syntax.NextLine(text[at:])
		if !ended && !eof {
			if f.isFull(line) {
				to = at
			}
			break
		}
		f.next(line)
		if f.opens || f.rows == 0 {
			to = at
		}
		if f.section != puzzles {
			from = to
		}
		if f.section == solutions && f.isRow() && f.row.digits < f.row.count {
			f.section = puzzles
		}
		at += size
		if !f.open() {
			to = at
		}
		if f.kind == titleLine {
			before := f.section
			f.section = sectionOf(line)
			if before == puzzles && f.section != puzzles {
				return from, to
			}
		}
	}
	if eof {
		to = len(text)
	}
	if f.section != puzzles {
		from = to
	}
	return from, to
}

func (*framer) Finish() *syntax.Error { return nil }
