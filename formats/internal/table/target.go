package table

// This file decides the columns of the rows to write.

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A Target describes the columns of rows to write, and where their values come from.
type Target struct {
	Columns []model.Column
	// Puzzle and Solution are 0-based column indexes, or -1. If a grid takes several
	// columns, they give the first.
	Puzzle, Solution int
	// CellColumns and SolutionColumns are the numbers of columns that a puzzle and a solution take.
	CellColumns, SolutionColumns int
	Separator                    byte
	Unnamed                      bool // no line names the columns
	Typed                        bool // values keep their types, so a text among JSON values keeps its quotes
	// Keys are the column names as JSON keys, with a colon.
	Keys [][]byte
	// Lists is the number, from 1, of the column whose puzzles are JSON arrays; 0: none.
	Lists int
	// Verbatim says that records are copied unchanged, and added values follow. Unquoted
	// says that at least records without quotes are.
	Verbatim, Unquoted bool
	// Cells is the alphabet of the grids; nil means the alphabet of the order. Rewritten
	// says that the input uses another alphabet.
	Cells     *cells.Alphabet
	Rewritten bool
	spaced    bool // a grid of the input is one value with separators between its cells
	// OwnFirst is the number of columns before the added ones, if all of these come last in their
	// order, and there is at least one; otherwise 0.
	OwnFirst int
	// Sources has for each column the input's column with its values, or missingColumn, or a
	// number for [AddedAt].
	Sources []int
}

const (
	missingColumn = -1 // the input has no such column
	firstAdded    = -2 // the first value of the added ones; the next one is -3
)

// isAdded reports whether the values of a column are added ones.
func isAdded(source int) bool { return source <= firstAdded }

// AddedAt reports whether the values of a column are added ones, and which of them.
func AddedAt(source int) (at int, ok bool) { return firstAdded - source, isAdded(source) }

// A Style describes what a kind of file requires of its columns.
type Style struct {
	Separator byte
	Named     bool // columns must have unique names
	Single    bool // a grid takes one column, because many members could not be told from others
	Typed     bool
}

// NewTarget returns the columns for rows with all data of a file.
func NewTarget(from *form.Info, style Style) *Target {
	t := &Target{
		Puzzle: -1, Solution: -1, CellColumns: from.CellColumns,
		Separator: style.Separator, Typed: style.Typed, Cells: from.Cells,
	}
	if style.Single {
		t.CellColumns = 1
	}
	t.SolutionColumns = min(t.CellColumns, from.Width(from.Solution))
	if t.Cells != nil && t.Cells.Spaced && t.CellColumns == 1 {
		t.Cells, t.spaced = nil, true // a value with one byte per cell has no room for numbers
	}
	columns := from.AllColumns()
	for i := 0; i < len(columns); i++ {
		c, column, name := columns[i], i, ""
		switch i {
		case from.Puzzle:
			t.Puzzle, name = len(t.Columns), "puzzle"
		case from.Solution:
			t.Solution, name = len(t.Columns), "solution"
		}
		if width := from.Width(i); name != "" && t.CellColumns < width {
			c = model.Column{Name: name}
			i += width - 1
		}
		if c.Name == "" && style.Named {
			c.Name = fmt.Sprintf("column%d", i+1)
		}
		t.Columns = append(t.Columns, c)
		t.Sources = append(t.Sources, column)
	}
	if style.Named {
		t.Columns = withAdded(nil, t.Columns)
	}
	return t
}

// NewReport returns only the writer's own columns, in the style of rows for a file.
func NewReport(from *form.Info, style Style, own []model.Column) *Target {
	t := NewTarget(from, style)
	t.Puzzle, t.Solution, t.Columns, t.Sources = -1, -1, nil, nil
	t.Prepend(own)
	return t
}

// Append adds columns after the columns of the input, or in place of them. The error is a
// [*model.TakenError].
func (t *Target) Append(columns []model.Column) error {
	for i, c := range columns {
		at := slices.IndexFunc(t.Columns, func(have model.Column) bool { return have.Name == c.Name })
		switch {
		case at >= 0 && c.Taken == model.Refused:
			return &model.TakenError{Name: c.Name}
		case at >= 0 && c.Taken == model.Replaced && !isAdded(t.Sources[at]):
			t.Columns[at], t.Sources[at] = c, firstAdded-i
		default:
			t.Columns = withAdded(t.Columns, []model.Column{c})
			t.Sources = append(t.Sources, firstAdded-i)
		}
	}
	return nil
}

// Prepend adds columns before the columns of the input.
func (t *Target) Prepend(columns []model.Column) {
	t.Columns = withAdded(columns, t.Columns)
	var added []int
	for i := range columns {
		added = append(added, firstAdded-i)
	}
	t.Sources = append(added, t.Sources...)
	if t.Puzzle >= 0 {
		t.Puzzle += len(columns)
	}
	if t.Solution >= 0 {
		t.Solution += len(columns)
	}
}

// AddedNames returns the names of the columns that were appended or prepended.
func (t *Target) AddedNames() (names []string) {
	for i, from := range t.Sources {
		if isAdded(from) {
			names = append(names, t.Columns[i].Name)
		}
	}
	return names
}

// SetOwnFirst sets t.OwnFirst. Call it when t has all its columns.
func (t *Target) SetOwnFirst() {
	t.OwnFirst = 0
	own := len(t.Sources) - len(t.AddedNames())
	for i, from := range t.Sources[own:] {
		if from != firstAdded-i {
			return
		}
	}
	if own < len(t.Sources) {
		t.OwnFirst = own
	}
}

// Follow gives t the columns of the first target of a run. Columns match by name; the
// puzzle and the solution match whatever their names are. order is the order of t's puzzles. It
// returns an error if t cannot have these columns.
func (t *Target) Follow(first *Target, order int) error {
	own := *t
	t.Columns, t.Separator = first.Columns, first.Separator
	t.Puzzle, t.Solution, t.CellColumns, t.SolutionColumns = first.Puzzle, first.Solution, first.CellColumns, first.SolutionColumns
	t.Cells = first.Cells.Resized(order)
	t.Rewritten = !own.Cells.IsRead(t.Cells) || own.spaced && !first.Spaced()
	alike := t.CellColumns == own.CellColumns && (t.Solution < 0 || own.Solution < 0 || t.SolutionColumns == own.SolutionColumns)
	if t.Puzzle >= 0 && t.CellColumns > 1 && !alike {
		return fmt.Errorf("its grids do not have %d columns as in the first input: choose a form with one column per puzzle, line or ndjson", t.CellColumns)
	}
	t.Sources = slices.Clone(first.Sources)
	for i, from := range t.Sources {
		if isAdded(from) {
			continue
		}
		column := own.sameColumn(t.Columns, i)
		switch {
		case form.Within(t.Puzzle, i, t.CellColumns):
			column = own.Puzzle + i - t.Puzzle
		case form.Within(t.Solution, i, t.SolutionColumns) && own.Solution >= 0:
			column = own.Solution + i - t.Solution
		}
		t.Sources[i] = missingColumn
		if column >= 0 {
			t.Sources[i] = own.Sources[column]
		}
	}
	return nil
}

// Spaced reports whether grids in rows have separators between their cells, because records are copied.
func (t *Target) Spaced() bool { return t.spaced && (t.Verbatim || t.Unquoted) }

// sameColumn returns the column with the name of columns[i], or -1. If columns have the same name, the
// first is the same as the first, and so on.
func (t *Target) sameColumn(columns []model.Column, i int) int {
	before := 0
	for _, c := range columns[:i] {
		if c.Name == columns[i].Name {
			before++
		}
	}
	return slices.IndexFunc(t.Columns, func(c model.Column) bool {
		if c.Name == columns[i].Name {
			before--
		}
		return before < 0
	})
}

// Lost returns the names of a file's columns that the rows do not have, or their numbers.
func (t *Target) Lost(from *form.Info) (names []string) {
	for i, c := range from.AllColumns() {
		if slices.Contains(t.Sources, i) || t.CellColumns == 1 && slices.Contains(t.Sources, from.GridOf(i)) || t.Replaces(c.Name) {
			continue
		}
		names = append(names, cmp.Or(c.Name, strconv.Itoa(i+1)))
	}
	return names
}

// Replaces reports whether an added column replaces the column of the input with a name.
func (t *Target) Replaces(name string) bool {
	return slices.ContainsFunc(t.Columns, func(c model.Column) bool { return c.Name == name && c.Taken == model.Replaced })
}

// Keeps reports whether rows are the n fields of the input in order, followed by other
// columns.
func (t *Target) Keeps(n int) bool {
	for i, from := range t.Sources {
		if i < n && from != i || i >= n && !isAdded(from) {
			return false
		}
	}
	return len(t.Sources) >= n
}

// With returns a copy with other columns after its own, for a header.
func (t *Target) With(columns []model.Column) *Target {
	with := *t
	with.Columns = slices.Concat(t.Columns, columns)
	return &with
}

// withAdded returns the columns of a file followed by the added ones. If a name is taken,
// the added column gets a number after its name.
func withAdded(have, added []model.Column) []model.Column {
	all := slices.Clone(have)
	for _, c := range added {
		c.Name = NewName(all, c.Name)
		all = append(all, c)
	}
	return all
}

// NewName returns a name that no column has: the name itself, or the name with a number.
func NewName(columns []model.Column, name string) string {
	unique := name
	for n := 2; slices.ContainsFunc(columns, func(c model.Column) bool { return c.Name == unique }); n++ {
		unique = fmt.Sprintf("%s_%d", name, n)
	}
	return unique
}
