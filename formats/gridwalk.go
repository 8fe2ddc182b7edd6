package formats

// A gridWalk walks over lines and tells which belong to which grid. The framer and
// the decoder share it, so that they agree.
type gridWalk struct {
	style *gridStyle

	kind lineKind // of the line it was given last
	row  gridRow  // what that line holds

	rows  int  // of the open grid, that line included; the order: it is complete
	used  int  // bytes of the open grid, as lines are shortened
	opens bool // that line begins a grid
}

func newGridWalk(f Form) gridWalk {
	return gridWalk{style: gridStyleOf(f)}
}

// begin goes back to the state at the beginning of a text.
func (w *gridWalk) begin() { w.rows, w.used = 0, 0 }

// open reports whether it is not known yet where the grid of the last line ends.
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
		ended = w.rows > 0
		w.begin()
	}
	w.opens = false
	w.kind = w.style.classify(&w.row, line, w.rows > 0)
	switch w.kind {
	case rowLine, badRowLine:
		if w.rows == 0 {
			w.opens, w.used = true, size
		}
		w.rows++
		return ended
	case ruleLine:
		return ended
	case blankLine:
		if w.style.blankInside(w.rows) {
			return ended
		}
	}
	ended = ended || w.rows > 0
	w.rows = 0
	return ended
}

// full reports whether the open grid has no room for so many bytes.
func (w *gridWalk) full(size int) bool { return w.rows > 0 && w.used+size > gridMaxRecord }
