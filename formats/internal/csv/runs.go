package csv

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// IsRuns reports whether the fields are the grids in lines.
func IsRuns(l form.Layout) bool { return l.Info().Separator == gridRuns }

// gridRuns separates the fields of a list whose fields are the grids in its lines, whatever
// is around them: a statement of SQL, a call in a program, an address.
const gridRuns = 1

// DetectRuns reads the sample as a list whose fields are the grids in its lines.
func DetectRuns(s *form.Sample) form.Reading {
	layout := newLayout(9, gridRuns)
	layout.info.Unnamed = true
	t := &tableSample{separator: gridRuns, hints: s.Hints}
	for _, line := range s.Lines() {
		var row [][]byte
		for from, to := cells.NextRun(line, 0); from < len(line); from, to = cells.NextRun(line, to) {
			row = append(row, line[from:to])
		}
		if len(row) > 0 && len(row) <= form.MaxColumns && !syntax.IsComment(line) {
			t.rows = append(t.rows, row)
		}
	}
	if len(t.rows) == 0 {
		return form.Reading{}
	}
	t.columns = commonLength(t.rows)
	found, err := t.findGrids(false, t.rows)
	if err != nil || found.order == 0 || found.order > 16 || found.puzzle < 0 {
		return form.Reading{Err: err}
	}
	layout.info.Puzzle, layout.info.Solution = found.puzzle, found.solution
	layout.info.Columns = t.named(false, t.rows, found)
	var glyphs cells.GlyphCount
	for _, row := range t.rows {
		if value := table.Join(row, found.puzzle, 1); cells.GridSize(value) == found.order {
			glyphs.Add(value)
		}
	}
	if layout.info.Cells, err = glyphs.Alphabet(found.order, s.Digits); err != nil {
		return form.Reading{Err: err}
	}
	layout.info.Notes = []string{"grids in lines of something else"}
	layout.info.Order = found.order
	return form.Reading{Layout: layout, Puzzles: found.good}
}
