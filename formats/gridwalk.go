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

	opens  bool // that line begins a grid, or is the title that it must have
	titled bool // that title was met, and no row below it
}

func newGridWalk(f Form) gridWalk {
	return gridWalk{style: gridStyleOf(f)}
}

// begin goes back to the state at the beginning of a text.
func (w *gridWalk) begin() { w.rows, w.used, w.titled = 0, 0, false }

// open reports whether it is not known yet where the grid of the last line ends.
func (w *gridWalk) open() bool {
	return w.titled || w.rows > 0 && (w.rows < w.style.order || w.style.divided)
}

// next goes on to a line, and reports whether the open grid ended before it with
// fewer rows than it should have.
func (w *gridWalk) next(line []byte) (ended bool) {
	complete := w.rows == w.style.order
	if complete {
		w.rows = 0
	}
	size := min(len(line), gridMaxLine+1) + 1
	w.used += size
	if w.full(0) {
		ended = w.rows > 0
		w.begin()
	}
	open := w.rows > 0
	w.opens = false
	w.kind = w.style.classify(&w.row, line, w.rows)
	if complete && w.style.divided && w.kind == rowLine && w.row.digits == 0 {
		w.kind = blankLine
	}
	switch w.kind {
	case rowLine, badRowLine:
		w.addRow(size)
		return ended
	case blankLine:
		w.titled = false
		w.blanks++
		open = open && !w.style.blankInside(w.rows, w.blanks)
	case ruleLine:
		w.rules++
		if w.style.headed && w.rows == 1 {
			w.kind, w.rows = headRule, 0
			return ended
		}
		open = open && w.rules > w.style.rules && !w.titled
	case titleLine:
		if w.titled = w.style.titled; w.titled {
			w.opens, w.used = true, size
		}
	}
	if open {
		w.rows, ended = 0, true
	}
	return ended
}

// addRow adds the line, which is a row, or the title of a grid.
func (w *gridWalk) addRow(size int) {
	switch {
	case w.titled:
		w.rows, w.titled = 1, false
	case w.rows == 0:
		w.rows, w.titled, w.opens, w.used = 1, w.style.titled, true, size
	default:
		w.rows++
	}
	w.blanks, w.rules = 0, 0
}

// full reports whether the open grid has no room for so many bytes.
func (w *gridWalk) full(size int) bool {
	return (w.rows > 0 || w.titled) && w.used+size > gridMaxRecord
}
