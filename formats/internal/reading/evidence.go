package reading

// This file finds out what else records hold besides their puzzles.

import (
	"errors"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// Errors for files of grids that are no puzzles.
var (
	ErrRegions = errors.New("found a map of regions, connected cells with one number or letter each: a jigsaw (irregular Sudoku), whose puzzles do not follow the usual rules")
	ErrInverse = errors.New("found only solutions, with their puzzles in other fields: convert the puzzles to one per line first")
	ErrMasks   = errors.New("found a mask, a grid of ones and blanks that marks the clues of another grid: convert the two to a puzzle with blanks first")
)

// evidence counts what the records of a sample hold besides the puzzles that are read.
type evidence struct {
	records   int // well-formed records
	solving   int // records with another puzzle, which the grid that was read solves
	unrelated int // records with another, unrelated puzzle
	masks     int // grids of ones and blanks, which mark the clues of another grid
	complete  int // grids without a blank
	regions   int // grids that number the regions of a puzzle
	malformed int // malformed records that hold a puzzle
	states    int // records with some of the clues in another field, such as a player's saved state
}

// addMalformed counts a malformed record if it holds a puzzle.
func (e *evidence) addMalformed(info *form.Info, record []byte) {
	var room [geometry.MaxCells]uint8
	grid := room[:info.Order*info.Order]
	for from, to := cells.NextRun(record, 0); from < len(record); from, to = cells.NextRun(record, to) {
		if to-from == len(grid) && info.Cells.Read(grid, record[from:to]).Err == nil && !cells.IsComplete(grid) {
			e.malformed++
			return
		}
	}
}

// addGrid counts a grid that was read.
func (e *evidence) addGrid(grid []uint8) {
	digits := slices.Compact(slices.Sorted(slices.Values(grid)))
	switch {
	case slices.Equal(digits, []uint8{0, 1}) && cells.CountClues(grid) >= cells.LeastClues:
		e.masks++
	case cells.IsRegions(grid):
		e.regions++
	case cells.IsComplete(grid):
		e.complete++
	}
}

// add counts a record. grid is the grid that was read; another grid in the record may be
// its solution, a part of it, an isomorph, or another puzzle. It reports whether the record
// has the puzzle of its grid, which is not read.
func (e *evidence) add(info *form.Info, grid []uint8, record []byte) (unread bool) {
	e.records++
	var room [geometry.MaxCells]uint8
	run, parts := room[:len(grid)], 0
	for from, to := cells.NextRun(record, 0); from < len(record); from, to = cells.NextRun(record, to) {
		if to-from != len(grid) && cells.IsComplete(grid) && info.Solution < 0 &&
			cells.IsMeantAsGrid(record[from:to], len(grid), cells.TableOf(info.Order)) {
			e.solving++
			return true
		}
		if to-from != len(grid) || info.Cells.Read(run, record[from:to]).Err != nil || cells.IsComplete(run) {
			continue
		}
		switch {
		case cells.IsSolvedBy(run, grid):
			e.solving++
			return true
		case cells.IsWithin(run, grid) && !cells.IsWithin(grid, run):
			parts = 1
		case !cells.IsWithin(run, grid) && !cells.IsWithin(grid, run) && cells.ShapeOf(run, info.Order) != cells.ShapeOf(grid, info.Order):
			e.unrelated++
			return false
		}
	}
	e.states += parts
	return false
}

// HasUnrelated reports whether a record has a puzzle that is not related to its grid.
func HasUnrelated(info *form.Info, grid []uint8, record []byte) bool {
	var e evidence
	e.add(info, grid, record)
	return e.unrelated > 0
}

// finish gives the reading an error if its records are no puzzles, or several.
func (e *evidence) finish(r *Reading) {
	info := r.Layout.Info()
	named := namesPuzzle(info)
	r.doubtful = r.doubtful || e.malformed > 0 && e.malformed >= e.records
	isTable := len(info.Columns) > 0 && !info.Unnamed
	switch {
	case 2*e.solving > e.records:
		r.Err = ErrInverse
	case 2*e.unrelated > e.records && !named, isTable && !named && 2*e.states > e.records:
		r.Err = form.ErrSeveral
	}
}

// finishGrids gives the reading an error if a grid is no puzzle. One is evidence enough: no puzzle and no
// solution looks so. Masks alone are a list of patterns.
func (e *evidence) finishGrids(r *Reading) {
	switch {
	case e.masks > 0 && (e.complete > 0 || len(r.info.AllColumns()) > 1):
		r.Err = ErrMasks
	case e.regions > 0:
		r.Err = ErrRegions
	}
}

// namesPuzzle reports whether the file has a column whose name says that it holds the
// puzzle.
func namesPuzzle(info *form.Info) bool {
	if len(info.Columns) == 0 || info.Unnamed || info.Puzzle >= len(info.Columns) {
		return false
	}
	return table.PuzzleRank(table.Words(info.Columns[info.Puzzle].Name)) < table.Unranked
}
