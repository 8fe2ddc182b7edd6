package formats

import (
	"bytes"
	"errors"
	"slices"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// A look is what was found about the records of a sample beside the puzzles that are read
// of them.
type look struct {
	records int         // that are well-formed
	inverse int         // with another puzzle, of which what is read is the solution
	others  int         // with another puzzle, which has nothing to do with what is read
	masks   int         // of one digit, as what says which cells are given
	regions int         // that are numbers of regions
	solved  int         // that are complete, and solve another one
	full    int         // that are complete
	missed  int         // malformed records with a puzzle
	parts   map[int]int // of columns, by how many of their grids what is read has all clues, and more
}

// lookAgain decides whether a form that was detected can be right, by what else is in its
// records: names and places of grids may say that a solution is the puzzle, or that one of
// several puzzles is all there is. Text of no known form may have grids in its lines.
func (s *sample) lookAgain(grid Form, err error) (Form, error) {
	_, unknown := errors.AsType[*UnknownFormError](err)
	switch {
	case (unknown && (form.IsLines(s.text) || isXML(s.text)) || errors.Is(err, errNoGames)) && s.kind == 0:
		return s.asRuns(grid, err)
	case err != nil || grid.Kind == Npy || grid.Kind == Parquet || s.Puzzle != "":
		return grid, err
	case grid.namesPuzzle() && grid.Layout.Solution >= 0: // names tell all
		return grid, nil
	}
	l := s.look(grid)
	elsewhere := form.IsLines(s.text) && (s.kind == 0 || s.kind == Line) && !grid.isRuns() // grids may be
	switch {
	case l.missed > 0 && l.missed >= l.records && elsewhere:
		return s.asRuns(grid, nil)
	case 2*l.inverse > l.records && elsewhere:
		return s.asRuns(Form{}, errInverse)
	case 2*l.inverse > l.records:
		return Form{}, errInverse
	case 2*l.masks > l.records && len(grid.columns()) > 1:
		return Form{}, errMasks
	case 2*l.regions > l.records:
		return Form{}, errRegions
	case 2*l.others > l.records && !grid.namesPuzzle():
		return Form{}, &SeveralError{}
	case grid.Kind.IsTable() && !grid.Layout.headless && !grid.namesPuzzle() && l.mostParts() >= 0:
		return s.withPuzzle(grid, l.mostParts())
	case l.full > 0 && l.full == l.solved && grid.Layout != nil && grid.Layout.Solution < 0:
		layout := *grid.Layout
		layout.answered = true
		layout.Notes = append(slices.Clip(layout.Notes), "grids without blanks, which solve others, are left out")
		grid.Layout = &layout
	}
	return grid, nil
}

// asRuns returns the form in which grids are found wherever they are in lines, if the
// sample is so, or else a form and an error.
func (s *sample) asRuns(form Form, err error) (Form, error) {
	c := detectRuns(s)
	if c.puzzles == 0 || c.err != nil {
		return form, err
	}
	again, second := s.lookAgain(c.form, nil)
	if _, several := errors.AsType[*SeveralError](second); several || second == nil {
		return again, second
	}
	return form, err
}

// withPuzzle returns the form of a file with another column for the puzzle, if it can be.
func (s *sample) withPuzzle(form Form, column int) (Form, error) {
	again := *s
	again.tried, again.shared, again.Puzzle = nil, nil, strconv.Itoa(column+1)
	if c := grammars[form.Kind].detect(&again); c.err == nil && c.form.Kind == form.Kind {
		return c.form, nil
	}
	return form, nil
}

// mostParts returns a column that in most records has a part of what is read, as the
// puzzle is of what a player made of it; -1: there is none.
func (l *look) mostParts() int {
	for column, n := range l.parts {
		if 2*n > l.records {
			return column
		}
	}
	return -1
}

// isRuns reports whether the fields are the grids in lines.
func (f Form) isRuns() bool { return f.Layout != nil && f.Layout.separator == gridRuns }

// namesPuzzle reports whether a file says by a name that a column is the puzzle.
func (f Form) namesPuzzle() bool {
	l := f.Layout
	if l == nil || l.headless || l.listed || l.bare || l.Puzzle >= len(l.Columns) {
		return false
	}
	return table.PuzzleRank(table.Words(l.Columns[l.Puzzle].Name)) < table.Unranked
}

// look reads the sample in a form, and compares the grids that its records have.
func (s *sample) look(form Form) (l look) {
	l.parts = map[int]int{}
	var records Records
	var puzzles, full [][]uint8
	size := form.Order * form.Order
	framer := form.NewFramer()
	for text := s.text; ; {
		from, to := framer.Cut(text, s.all)
		form.Decode(&records, text[from:to])
		spans := form.Spans(nil, text[from:to])
		for _, fault := range slices.Backward(records.Faults) {
			span := spans[fault.Record]
			l.miss(form, text[from:to][span.From:span.To])
			spans = slices.Delete(spans, fault.Record, fault.Record+1)
		}
		end := 0
		for i, span := range spans {
			grid := bytes.Clone(records.Cells[i*size:][:size])
			record := text[from:to][span.From:span.To]
			if form.Layout != nil && form.Layout.members { // with its key
				record = text[from+end : from+span.To]
			}
			end = span.To
			l.compare(form, grid, record)
			if cells.IsComplete(grid) {
				full = append(full, grid)
			} else {
				puzzles = append(puzzles, grid)
			}
		}
		if to == 0 || to == len(text) {
			l.countFull(puzzles, full)
			return l
		}
		text = text[to:]
	}
}

// countFull counts the complete grids, and those of them that solve a puzzle. An empty
// grid says nothing, as all of them solve it.
func (l *look) countFull(puzzles, full [][]uint8) {
	l.full = len(full)
	for _, grid := range full {
		if slices.ContainsFunc(puzzles, func(p []uint8) bool { return cells.CountClues(p) > 0 && cells.IsWithin(p, grid) }) {
			l.solved++
		}
	}
}

// holdsSeveral reports whether the first line of a list has several puzzles.
func holdsSeveral(form Form, line []byte) bool {
	size := form.Order * form.Order
	if form.Kind != Line || len(line) < 2*size {
		return false
	}
	l := look{parts: map[int]int{}}
	cells := make([]uint8, size)
	if form.alphabet().Read(cells, line[:size]).Err == nil {
		l.compare(form, cells, line)
	}
	return l.others > 0
}

// miss counts a malformed record, if it has a puzzle.
func (l *look) miss(form Form, record []byte) {
	var room [256]uint8
	grid := room[:form.Order*form.Order]
	for from, to := cells.NextRun(record, 0); from < len(record); from, to = cells.NextRun(record, to) {
		if to-from == len(grid) && form.alphabet().Read(grid, record[from:to]).Err == nil && !cells.IsComplete(grid) {
			l.missed++
			return
		}
	}
}

// compare counts a record, of which some cells are read. Another grid may be their
// solution, a part of them, they a part of it, or an isomorph of the puzzle.
func (l *look) compare(form Form, grid []uint8, record []byte) {
	l.records++
	if digits := slices.Compact(slices.Sorted(slices.Values(grid))); len(digits) == 2 && digits[0] == 0 && digits[1] == 1 && cells.CountClues(grid) >= cells.LeastClues {
		l.masks++
	}
	if cells.IsRegions(grid) {
		l.regions++
	}
	var other [256]uint8
	for from, to := cells.NextRun(record, 0); from < len(record); from, to = cells.NextRun(record, to) {
		run := other[:len(grid)]
		if to-from != len(grid) || form.alphabet().Read(run, record[from:to]).Err != nil || cells.IsComplete(run) {
			continue
		}
		switch {
		case cells.IsSolvedBy(run, grid):
			l.inverse++
			return
		case cells.IsWithin(run, grid) && !cells.IsWithin(grid, run):
			l.parts[form.columnOf(record, record[from:to])]++
		case !cells.IsWithin(run, grid) && !cells.IsWithin(grid, run) && cells.ShapeOf(run, form.Order) != cells.ShapeOf(grid, form.Order):
			l.others++
			return
		}
	}
}

// columnOf returns the column of a record that has a value; -1: none has.
func (f Form) columnOf(record, value []byte) int {
	var fields Fields
	f.Fields(&fields, record)
	return slices.IndexFunc(fields.Values, func(v []byte) bool { return bytes.Equal(v, value) })
}
