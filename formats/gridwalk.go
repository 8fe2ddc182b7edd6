package formats

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

// begin goes back to the state at the beginning of a text.
func (w *gridWalk) begin() { w.rows, w.used = 0, 0 }

// open reports whether the grid of the last line goes on.
func (w *gridWalk) open() bool { return w.rows > 0 && w.rows < w.style.order }

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
