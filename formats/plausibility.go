package formats

// This file checks a detected form against the rest of the sample.

import (
	"errors"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/csv"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/opensudoku"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// sampleStats counts what else the sampled records hold besides the puzzles that the form
// reads.
type sampleStats struct {
	records   int // well-formed records
	solving   int // records with another puzzle, which the grid that was read solves
	unrelated int // records with another, unrelated puzzle
	masks     int // grids of ones and blanks, which mark the clues of another grid
	regions   int // grids that number the regions of a puzzle
	answers   int // records that solve the record just before, or that a title names as solutions
	malformed int // malformed records that hold a puzzle
	states    int // records with some of the clues in another field, such as a player's saved state
}

// checkPlausible rejects or changes a detected form if the sample contradicts it: if the
// "puzzles" are solutions of others, or if a record holds several puzzles. If no form was
// found, it looks for grids inside the lines.
func (d *detector) checkPlausible(found Form, err error) (Form, error) {
	s := &d.sample
	_, unknown := errors.AsType[*unknownFormError](err)
	switch {
	case (unknown && (form.IsLines(s.Text) || form.IsXML(s.Text)) || errors.Is(err, opensudoku.ErrNoGames)) && d.kind == 0:
		return d.asRuns(found, err)
	case err != nil || found.Kind == Npy || found.Kind == Parquet || s.Puzzle != "":
		return found, err
	case found.namesPuzzle() && found.info().Solution >= 0: // the names are clear
		return found, nil
	}
	stats := collectStats(s, found)
	runs := form.IsLines(s.Text) && (d.kind == 0 || d.kind == Line) && !d.isFixed() && !csv.IsRuns(found.file())
	switch {
	case stats.malformed > 0 && stats.malformed >= stats.records && runs:
		return d.asRuns(found, nil)
	case 2*stats.solving > stats.records && runs:
		return d.asRuns(Form{}, errInverse)
	case 2*stats.solving > stats.records:
		return Form{}, errInverse
	case 2*stats.masks > stats.records && len(found.file().Info().AllColumns()) > 1:
		return Form{}, errMasks
	case 2*stats.regions > stats.records:
		return Form{}, errRegions
	case 2*stats.unrelated > stats.records && !found.namesPuzzle():
		return Form{}, form.ErrSeveral
	case found.Kind.IsTable() && !found.file().Info().Unnamed && !found.namesPuzzle() && 2*stats.states > stats.records:
		return Form{}, form.ErrSeveral
	case s.KeepSolutions && found.Layout != nil:
		layout := *found.Layout
		layout.solutions = keepSolutions
		found.Layout = &layout
	case (stats.answers > 0 || found.Kind == Grid) && found.Layout != nil && found.Layout.Solution < 0:
		layout := *found.Layout
		if layout.solutions = dropSolutions; s.NoSolutions {
			layout.solutions = failSolutions
		}
		if stats.answers > 0 {
			layout.Notes = append(slices.Clip(layout.Notes), "a record that is the solution of the one before it is left out")
		}
		found.Layout = &layout
	}
	return found, nil
}

// asRuns returns the form that finds grids anywhere in a line, if the sample has such
// grids or if a line has several of them. If not, it returns its arguments.
func (d *detector) asRuns(found Form, err error) (Form, error) {
	r := csv.DetectRuns(&d.sample)
	switch {
	case r.Puzzles == 0 || r.Err != nil:
		return found, err
	case form.HasControl(d.sample.Text):
		return Form{}, errBinary
	}
	again, second := d.checkPlausible(formOf(Line, r.Layout), nil)
	if second == nil || errors.Is(second, form.ErrSeveral) {
		return again, second
	}
	return found, err
}

// namesPuzzle reports whether the file has a column whose name says that it holds the
// puzzle.
func (f Form) namesPuzzle() bool {
	info := f.file().Info()
	if len(info.Columns) == 0 || info.Unnamed || info.Puzzle >= len(info.Columns) {
		return false
	}
	return table.PuzzleRank(table.Words(info.Columns[info.Puzzle].Name)) < table.Unranked
}

// collectStats reads the sample in a form, and compares the grids in each record.
func collectStats(s *form.Sample, found Form) *sampleStats {
	st := &sampleStats{}
	layout := found.file()
	size, keyed := found.Order*found.Order, layout.Info().Keyed
	s.Read(layout, func(text []byte, records *form.Records) {
		records.Spans = layout.Spans(records.Spans[:0], text)
		records.DropSolutions()
		st.answers += records.LeftOut
		grids, faults, end := records.Cells, records.Faults, 0
		for i, span := range records.Spans {
			record := text[span.From:span.To]
			if len(faults) > 0 && faults[0].Record == i {
				faults = faults[1:]
				st.addMalformed(layout, record)
				continue
			}
			if keyed {
				record = text[end:span.To]
			}
			end = span.To
			st.add(layout, grids[:size], record)
			grids = grids[size:]
		}
	})
	return st
}

// holdsSeveral reports whether the first line of a list has several puzzles.
func holdsSeveral(found Form, line []byte) bool {
	size := found.Order * found.Order
	if found.Kind != Line || len(line) < 2*size {
		return false
	}
	st := &sampleStats{}
	grid := make([]uint8, size)
	if layout := found.file(); layout.Info().Cells.Read(grid, line[:size]).Err == nil {
		st.add(layout, grid, line)
	}
	return st.unrelated > 0
}

// addMalformed counts a malformed record if it holds a puzzle.
func (st *sampleStats) addMalformed(layout form.Layout, record []byte) {
	var room [256]uint8
	info := layout.Info()
	grid := room[:info.Order*info.Order]
	for from, to := cells.NextRun(record, 0); from < len(record); from, to = cells.NextRun(record, to) {
		if to-from == len(grid) && info.Cells.Read(grid, record[from:to]).Err == nil && !cells.IsComplete(grid) {
			st.malformed++
			return
		}
	}
}

// add counts a record. grid is the grid that was read; another grid in the record may be
// its solution, a part of it, an isomorph, or another puzzle.
func (st *sampleStats) add(layout form.Layout, grid []uint8, record []byte) {
	st.records++
	digits := slices.Compact(slices.Sorted(slices.Values(grid)))
	if slices.Equal(digits, []uint8{0, 1}) && cells.CountClues(grid) >= cells.LeastClues {
		st.masks++
	}
	if cells.IsRegions(grid) {
		st.regions++
	}
	var room [256]uint8
	info, run, parts := layout.Info(), room[:len(grid)], 0
	for from, to := cells.NextRun(record, 0); from < len(record); from, to = cells.NextRun(record, to) {
		if to-from != len(grid) || info.Cells.Read(run, record[from:to]).Err != nil || cells.IsComplete(run) {
			continue
		}
		switch {
		case cells.IsSolvedBy(run, grid):
			st.solving++
			return
		case cells.IsWithin(run, grid) && !cells.IsWithin(grid, run):
			parts = 1
		case !cells.IsWithin(run, grid) && !cells.IsWithin(grid, run) && cells.ShapeOf(run, info.Order) != cells.ShapeOf(grid, info.Order):
			st.unrelated++
			return
		}
	}
	st.states += parts
}

// AlternatesSolutions reports whether a list of plain lines has each solution in the line
// after its puzzle, and no other complete grids. text is the beginning of the file. Such
// solutions are records, because one line must suffice to detect the form of a list that a
// user types.
func (f Form) AlternatesSolutions(text []byte) bool {
	if f.Kind != Line || f.Layout != nil {
		return false
	}
	const maxText = 8 << 10 // a malformed line takes a hundred bytes of memory
	var r Records
	f.Decode(&r, text[:min(len(text), maxText)])
	size, full := f.Order*f.Order, 0
	for before, rest := []uint8(nil), r.Cells; len(rest) > 0; before, rest = rest[:size], rest[size:] {
		if !cells.IsComplete(rest[:size]) {
			continue
		}
		if before == nil || cells.IsComplete(before) || !cells.IsSolvedBy(before, rest[:size]) {
			return false
		}
		full++
	}
	return full > 0
}
