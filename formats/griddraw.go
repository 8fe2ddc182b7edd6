package formats

import "math"

// drawn returns the way to draw grids that is likeliest.
func (c *gridCell) drawn(s *sample) candidate {
	var best candidate
	var most gridTally
	for _, style := range c.styles() {
		form := Form{Kind: Grid, Order: style.order, Layout: gridLayout(style)}
		t := s.tallyGrids(form)
		if t.beats(&most, style.titled) {
			best, most = candidate{form: form, puzzles: t.puzzles, err: c.err}, t
		}
		if most.malformed == 0 && 10*most.sound > 9*most.puzzles {
			break
		}
	}
	if c.style.step > 0 && !most.isPlausible() {
		return candidate{}
	}
	return best
}

// styles returns the ways in which grids of such cells may be drawn, the likeliest
// first. Rules and blank lines follow each other as they like.
func (c *gridCell) styles() []gridStyle {
	var styles []gridStyle
	style := c.style
	style.rules, style.blanks = math.MaxInt, math.MaxInt
	for _, style.gaps = range []gaps{gapsNowhere, gapsBetweenBoxes, gapsAnywhere} {
		for _, style.dashRows = range []bool{true, false} {
			if !style.dashRows && style.table['-'] != 0 {
				continue
			}
			style.titled = false
			for _, style.headed = range []bool{false, true} {
				for _, style.counted = range []bool{false, true} {
					if (!style.counted || c.style.counted) && (!style.headed || style.separator == '|') {
						styles = append(styles, style)
					}
				}
			}
			if style.gaps != gapsAnywhere && !style.labels {
				style.headed, style.counted, style.titled = false, c.style.counted, true
				styles = append(styles, style)
			}
		}
	}
	return styles
}

// A gridTally is what a way to draw grids shows.
type gridTally struct {
	puzzles, malformed int
	sound              int // puzzles without equal digits in a row or a column
	clues              int // of all puzzles
}

// tallyGrids counts the grids of the sample in a form.
func (s *sample) tallyGrids(f Form) (t gridTally) {
	cells := f.Order * f.Order
	s.read(f, func(records *Records) {
		t.malformed += len(records.Faults)
		for at := 0; at < len(records.Cells); at += cells {
			t.puzzles++
			grid := records.Cells[at : at+cells]
			t.clues += countClues(grid)
			if isSound(grid, f.Order) {
				t.sound++
			}
		}
	})
	return t
}

// beats reports whether a way shows more than the best so far. What takes titles for
// rows, or begins grids with the wrong row, makes puzzles of rows that do not belong
// together, with equal digits in their columns. So sound puzzles count most; without
// more of these, that no malformed one is left, then how many puzzles there are, and
// how many malformed ones. Without more of them rows are taken for titles only if all
// of several grids have one too many, as extra rows are passed over so.
func (t *gridTally) beats(best *gridTally, titled bool) bool {
	switch {
	case t.sound != best.sound:
		return t.sound > best.sound
	case titled:
		return t.puzzles > 1 && t.malformed == 0 && best.malformed == best.puzzles
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

// findDividers finds out whether rows of empty fields stand between grids, which may
// have a title that looks like a row, and nowhere else; or else whether rows of blanks
// stand between all grids, each as long as it should be, and perhaps inside them, too.
func (s *gridStyle) findDividers(sample *sample) {
	var row gridRow
	grids, rows, all := 0, 0, 0
	spaced, divided := s.separator != 0, true
	for _, line := range sample.lines() {
		nth := anyRow
		if rows == 0 {
			nth = 0
		}
		switch s.classify(&row, line, nth) {
		case rowLine, badRowLine:
		default:
			continue
		}
		divided = divided && (all%(s.order+1) < s.order || row.digits == 0 && row.bad == 0)
		all++
		if row.empty < s.order {
			rows++
			continue
		}
		spaced = spaced && (rows == s.order || rows == s.order+1)
		grids++
		rows = 0
	}
	s.spaced = spaced && grids > 0 && (rows%s.order <= 1 || !sample.all)
	s.divided = !s.spaced && divided && all > s.order+1 && (all%(s.order+1)%s.order == 0 || !sample.all)
}
