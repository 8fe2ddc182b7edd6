package formats

// readPlaces reads a row whose cells are where they are, with nothing or a space between
// them: a space at the place of a cell is a blank, and so is what an editor cut off at the
// end of a line.
//
//	53  7
//	6  195
//
// A line of nothing is no row, as it may stand between grids.
func (s *gridStyle) readPlaces(row *gridRow, line []byte, from int) {
	place := 0
	for at := from; at < len(line); place++ {
		b, size := glyphAt(line[at:])
		cell := s.table[b]
		switch {
		case place%s.step > 0 && (b != ' ' || place >= s.step*s.order):
			cell = badCell
		case b == ' ':
			cell = 0
			row.empty++
		case cell == gapCell:
			cell = badCell
		}
		if place%s.step == 0 || cell == badCell {
			row.add(s, cell, at)
		}
		at += size
	}
	for row.bad == 0 && row.count > 0 && row.count < s.order {
		row.add(s, 0, len(line))
		row.empty++
	}
}

// leastPlaced is the number of clues that a grid of nothing but digits and spaces has on
// average, or it may be a column of numbers. One of a single solution has as many.
const leastPlaced = 17

// isPlausible reports whether grids of cells at their places are meant as such: they have
// enough clues, and no digit twice in a row or a column.
func (t *gridTally) isPlausible() bool {
	return t.sound > 0 && 10*t.sound > 9*t.puzzles && t.clues >= leastPlaced*t.puzzles
}
