package formats

import "bytes"

// A gridWalk walks over lines and tells which belong to which grid. The framer and
// the decoder share it, so that they agree.
type gridWalk struct {
	style *gridStyle

	kind lineKind // of the line it was given last
	row  gridRow  // what that line holds

	rows   int // of the open grid, that line included; the order: it is complete
	used   int // bytes of the open grid, as lines are shortened
	blanks int // blank lines since the last row
	rules  int // rules since the last row
}

func newGridWalk(f Form) gridWalk {
	return gridWalk{style: gridStyleOf(f)}
}

// next goes on to a line, and reports whether the open grid ended before it with
// fewer rows than it should have.
func (w *gridWalk) next(line []byte) (ended bool) {
	if w.rows == w.style.order {
		w.rows = 0
	}
	size := min(len(line), gridMaxLine+1) + 1
	w.used += size
	if w.full(0) {
		w.rows, ended = 0, true
	}
	open := w.rows > 0
	w.kind = w.style.classify(&w.row, line, w.rows)
	switch w.kind {
	case rowLine, badRowLine:
		if !open {
			w.used = size
		}
		w.rows++
		w.blanks, w.rules = 0, 0
		return ended
	case blankLine:
		w.blanks++
		open = open && !w.style.blankInside(w.rows, w.blanks)
	case ruleLine:
		w.rules++
		if w.style.headed && w.rows == 1 {
			w.kind, w.rows = headRule, 0
			return ended
		}
		open = open && w.rules > w.style.rules
	}
	if open {
		w.rows, ended = 0, true
	}
	return ended
}

// full reports whether the open grid has no room for so many bytes.
func (w *gridWalk) full(size int) bool {
	return w.rows > 0 && w.used+size > gridMaxRecord
}

// A gridFramer frames the form Grid. Every line outside a grid is a border. What
// follows a title such as [State] is what a player made of the puzzle before it,
// and belongs to no record.
type gridFramer struct {
	walk  gridWalk
	state bool // such a title was met
}

func (g *gridFramer) Cut(text []byte, eof bool) (from, to int) {
	from = g.skipState(text, eof)
	g.walk.rows, g.walk.used = 0, 0
	to = from
	for at := from; at < len(text) && !g.state; {
		line, size, ended := nextLine(text[at:])
		if !ended && !eof {
			if g.walk.rows < g.walk.style.order && g.walk.full(min(size, gridMaxLine+1)+1) {
				to = at
			}
			return from, to
		}
		short := g.walk.next(line)
		if short && g.walk.rows > 0 {
			to = at
		}
		at += size
		if g.walk.rows == 0 || g.walk.rows == g.walk.style.order {
			to = at
		}
		g.state = g.walk.kind == titleLine && isStateTitle(line)
	}
	if eof && !g.state {
		to = len(text)
	}
	return from, to
}

// skipState returns the length of the lines that belong to no record: up to the
// next title.
func (g *gridFramer) skipState(text []byte, eof bool) (at int) {
	for g.state && at < len(text) {
		line, size, ended := nextLine(text[at:])
		if !ended && !eof {
			return at
		}
		g.walk.rows = 0
		g.walk.next(line)
		if g.walk.kind == titleLine && !isStateTitle(line) {
			g.state = false
			return at
		}
		at += size
	}
	return at
}

func (*gridFramer) Finish() *SyntaxError { return nil }

// isStateTitle reports whether a title says that what follows is no puzzle of its
// own.
func isStateTitle(line []byte) bool {
	if len(line) > gridMaxLine {
		return false
	}
	line = bytes.Trim(line, "[]#*= \t\r")
	return bytes.EqualFold(line, []byte("state")) || bytes.EqualFold(line[:min(len(line), 8)], []byte("solution"))
}
