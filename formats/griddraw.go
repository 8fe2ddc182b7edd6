package formats

// drawn returns the way to draw grids that is likeliest.
func (c *gridCell) drawn(s *sample) candidate {
	var best candidate
	var most gridTally
	for _, style := range c.styles() {
		form := Form{Kind: Grid, Order: style.order, Layout: gridLayout(style)}
		t := s.tallyGrids(form)
		if t.beats(&most) {
			best, most = candidate{form: form, puzzles: t.puzzles, err: c.err}, t
		}
		if most.malformed == 0 && 10*most.sound > 9*most.puzzles {
			break
		}
	}
	return best
}

// styles returns the ways in which grids of such cells may be drawn, the likeliest
// first.
func (c *gridCell) styles() []gridStyle {
	var styles []gridStyle
	style := c.style
	for _, style.gaps = range []gaps{gapsNowhere, gapsBetweenBoxes, gapsAnywhere} {
		for _, style.dashRows = range []bool{true, false} {
			for _, style.counted = range []bool{false, true} {
				if style.dashRows || style.table['-'] == 0 {
					styles = append(styles, style)
				}
			}
		}
	}
	return styles
}

// A gridTally is what a way to draw grids shows.
type gridTally struct {
	puzzles, malformed int
	sound              int // puzzles without equal digits in a row or a column
}

// tallyGrids counts the grids of the sample in a form.
func (s *sample) tallyGrids(f Form) (t gridTally) {
	cells := f.Order * f.Order
	s.read(f, func(records *Records) {
		t.malformed += len(records.Faults)
		for at := 0; at < len(records.Cells); at += cells {
			t.puzzles++
			grid := records.Cells[at : at+cells]
			if isSound(grid, f.Order) {
				t.sound++
			}
		}
	})
	return t
}

// beats reports whether a way shows more than the best so far. What begins grids with
// the wrong row makes puzzles of rows that do not belong together, with equal digits in
// their columns. So sound puzzles count most; then that no malformed one is left; then
// how many puzzles there are, and how many malformed ones.
func (t *gridTally) beats(best *gridTally) bool {
	switch {
	case t.sound != best.sound:
		return t.sound > best.sound
	case best.puzzles > 0 && best.malformed == 0:
		return false
	case t.puzzles != best.puzzles:
		return t.puzzles > best.puzzles
	}
	return t.malformed < best.malformed
}

// isSound reports whether no row and no column of a grid has a digit twice.
func isSound(cells []uint8, order int) bool {
	var columns [maxGridOrder]uint32
	for from := 0; from < len(cells); from += order {
		row := uint32(0)
		for column, cell := range cells[from : from+order] {
			digit := uint32(1) << cell &^ 1
			if (row|columns[column])&digit != 0 {
				return false
			}
			row |= digit
			columns[column] |= digit
		}
	}
	return true
}
