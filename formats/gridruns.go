package formats

import "bytes"

// gridRuns separates the fields of a list whose fields are the grids in its lines, whatever
// is around them: a statement of SQL, a call in a program, an address.
const gridRuns = 1

// leastRun is how many cells text must have without a gap to be meant as a grid.
const leastRun = 41

// nextRun returns where the next text lies that is a grid, or meant as one: cells of one
// byte each, with nothing that could belong to a word right before or behind them. Where
// there is none both are the length of the text.
func nextRun(text []byte, at int) (from, to int) {
	for at < len(text) {
		for at < len(text) && !runBytes[text[at]] {
			at++
		}
		from = at
		for at < len(text) && runBytes[text[at]] {
			at++
		}
		if run := text[from:at]; len(run) >= leastRun && isRun(run) {
			return from, at
		}
	}
	return len(text), len(text)
}

// isRun reports whether bytes of words are the cells of one grid: digits and blanks, or as
// many of order 16 as there have to be.
func isRun(run []byte) bool {
	digits := 0
	for _, b := range run {
		if isDigit(b) {
			digits++
		}
		if cells9[b] == badCell && bytes.IndexByte([]byte(otherBlanks), b) < 0 {
			return len(run) == 256 && gridSize(run) == 16
		}
	}
	return digits > 0
}

// runBytes are those of words, and those that stand for blank cells.
var runBytes = newRunBytes()

func newRunBytes() (table [256]bool) {
	for i := range table {
		b := byte(i)
		table[b] = b|0x20 >= 'a' && b|0x20 <= 'z' || isDigit(b) || b == '.' || bytes.IndexByte([]byte(otherBlanks), b) >= 0
	}
	return table
}

// detectRuns reads the sample as a list whose fields are the grids in its lines.
func detectRuns(s *sample) candidate {
	layout := &Layout{Solution: -1, CellColumns: 1, separator: gridRuns, headless: true}
	t := &tableSample{kind: Line, separator: gridRuns, hints: s.Hints}
	for _, line := range s.lines() {
		var row [][]byte
		for from, to := nextRun(line, 0); from < len(line); from, to = nextRun(line, to) {
			row = append(row, line[from:to])
		}
		if len(row) > 0 && len(row) <= maxColumns && !isComment(line) {
			t.rows = append(t.rows, row)
		}
	}
	if len(t.rows) == 0 {
		return candidate{}
	}
	t.columns = commonLength(t.rows)
	found, err := t.findGrids(false, t.rows)
	if err != nil || found.order == 0 || found.order > 16 || found.puzzle < 0 {
		return candidate{err: err}
	}
	layout.Puzzle, layout.Solution = found.puzzle, found.solution
	layout.Columns = t.named(false, t.rows, found)
	var glyphs glyphCount
	for _, row := range t.rows {
		if value := join(row, found.puzzle, 1); gridSize(value) == found.order {
			glyphs.add(value)
		}
	}
	if layout.alphabet, err = glyphs.alphabet(found.order, s.Digits); err != nil {
		return candidate{err: err}
	}
	layout.Notes = []string{"grids in lines of something else"}
	return candidate{form: Form{Kind: Line, Order: found.order, Layout: layout}, puzzles: found.good}
}
