package formats

// readPlaces reads a row whose cells are where they are, with spaces between them or not,
// and perhaps one between boxes: a space at the place of a cell is a blank, and so is what
// an editor cut off at the ends of lines.
//
//	53  7
//	6  195
//
// A line of nothing is no row, as it may stand between grids.
func (s *gridStyle) readPlaces(row *gridRow, line []byte, from int) {
	n, place := 0, 0 // of the next cell
	for at, column := from, 0; at < len(line); column++ {
		b, size := glyphAt(line[at:])
		cell := s.table[b]
		switch {
		case n < s.order && column == place:
			n++
			place = s.step*n + s.gap*(n/s.box())
			if b == ' ' {
				cell = 0
				row.empty++
			} else if cell == gapCell {
				cell = badCell
			}
			row.add(s, cell, at)
		case b != ' ':
			row.add(s, badCell, at)
		}
		at += size
	}
	for s.cutOff && row.bad == 0 && row.count > 0 && row.count < s.order {
		row.add(s, 0, len(line))
		row.empty++
	}
}

// cutsOff reports whether the spaces at the ends of lines are cut off: not only in one line
// of nine, which may be damaged.
func (s *gridStyle) cutsOff(lines [][]byte) bool {
	if s.step == 0 {
		return false
	}
	rows, short := 0, 0
	style, row := *s, gridRow{}
	for _, line := range lines {
		for _, style.cutOff = range []bool{false, true} {
			if style.classify(&row, line, anyRow) != rowLine {
				continue
			}
			if rows++; style.cutOff {
				short++
			}
			break
		}
	}
	return 8*short >= rows
}

// isPlausible reports whether grids of cells at their places are meant as such, and no column
// of numbers: they have enough clues on average, and no digit twice in a row or a column.
func (t *gridTally) isPlausible() bool {
	return t.sound > 0 && 10*t.sound > 9*t.puzzles && t.clues >= leastClues*t.puzzles
}
