package formats

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// gridRuns separates the fields of a list whose fields are the grids in its lines, whatever
// is around them: a statement of SQL, a call in a program, an address.
const gridRuns = 1

// detectRuns reads the sample as a list whose fields are the grids in its lines.
func detectRuns(s *sample) candidate {
	layout := &Layout{Solution: -1, CellColumns: 1, separator: gridRuns, headless: true}
	t := &tableSample{kind: Line, separator: gridRuns, hints: s.Hints}
	for _, line := range s.lines() {
		var row [][]byte
		for from, to := cells.NextRun(line, 0); from < len(line); from, to = cells.NextRun(line, to) {
			row = append(row, line[from:to])
		}
		if len(row) > 0 && len(row) <= form.MaxColumns && !syntax.IsComment(line) {
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
	var glyphs cells.GlyphCount
	for _, row := range t.rows {
		if value := table.Join(row, found.puzzle, 1); cells.GridSize(value) == found.order {
			glyphs.Add(value)
		}
	}
	if layout.alphabet, err = glyphs.Alphabet(found.order, s.Digits); err != nil {
		return candidate{err: err}
	}
	layout.Notes = []string{"grids in lines of something else"}
	return candidate{form: Form{Kind: Line, Order: found.order, Layout: layout}, puzzles: found.good}
}
