package formats

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/json"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// A Layout is what was found out about one file beyond its kind and order, or the columns
// in which rows are written. It never changes, and all that read or write the file share
// it.
type Layout struct {
	// Columns are the columns of a table, or what a list says of each puzzle.
	Columns []Column
	// Puzzle and Solution are 0-based column indexes, or -1. For files with one column per
	// cell or row they give the first.
	Puzzle, Solution int
	// Notes say what was found and why, for people, a sentence each.
	Notes []string

	file     form.Layout   // how the file is read; nil: as the kind says
	target   *table.Target // how rows are written; nil: they are not
	writer   table.Writer  // what writes them
	answered bool          // grids without blanks are solutions of others, and no records
}

// Plain returns the form that Kind.Form returns: f without what is a file's own.
func (f Form) Plain() Form {
	f.Layout = plainRows[f.Kind]
	return f
}

// plainRows are the rows of tables that have only puzzles, by kind.
var plainRows = map[Kind]*Layout{CSV: newPlainRows(CSV), TSV: newPlainRows(TSV), NDJSON: newPlainRows(NDJSON), Parquet: newPlainRows(Parquet)}

func newPlainRows(kind Kind) *Layout {
	info := form.NewInfo(9)
	return layoutOf(kind, table.NewTarget(&info, kind.style(0, nil)))
}

// layoutOf returns the Layout of rows that are written in a kind.
func layoutOf(kind Kind, t *table.Target) *Layout {
	t.Keys = json.Keys(t.Columns)
	return &Layout{Columns: t.Columns, Puzzle: t.Puzzle, Solution: t.Solution, target: t, writer: kind.writer()}
}

// info returns what the layout of the file has.
func (f Form) info() *form.Info { return f.file().Info() }

// HeaderLen is the length of the text before the first record of the file.
func (f Form) HeaderLen() int { return len(f.info().Header) }

// Glyphs says how digits are written, "1-9" or one of [Digits], and as what blank
// cells.
func (f Form) Glyphs() (digits, blanks string) {
	switch a := f.info().Cells; {
	case a != nil:
		return a.Name, a.Blanks
	case f.Kind == Npy:
		return "", "" // numbers
	case f.Kind == Hiho:
		return "1-9", "0"
	}
	a := cells.StandardAlphabet(f.Order * f.Order)
	return a.Name, a.Blanks
}

// AppendCells appends cells as one value, in the digits in which the puzzles of f are
// written, with "." for a blank; a target has the digits of its first file.
func (f Form) AppendCells(dst []byte, grid []uint8) []byte {
	return f.cells().AppendCells(dst, grid)
}

// AppendGrids appends grids that lie one after the other in cells, all at once: each as
// AppendCells does, if it takes a byte a cell, and a newline. If digits take more than a
// byte it appends nothing.
func (f Form) AppendGrids(dst []byte, grids []uint8) []byte {
	if a := f.cells(); a != nil && !a.Packed {
		return dst
	}
	return cells.AppendLines(dst, grids, f.Order)
}

// cells returns how cells are written as one value; nil: as the order has it.
func (f Form) cells() *cells.Alphabet {
	if f.Layout != nil && f.Layout.target != nil {
		return f.Layout.target.Cells
	}
	return f.info().Cells
}

// Fields takes a record apart, one that [Form.Decode] or [Form.Spans] found: dst then has
// a value for each of the Layout's columns. It does not allocate once dst has grown. A
// kind that is no table has none.
func (f Form) Fields(dst *Fields, record []byte) {
	dst.Values, dst.Buffer = dst.Values[:0], dst.Buffer[:0]
	f.file().Fields(dst, record)
}

// Text returns the value of a column as text: the characters of a string among other JSON
// values, which has quotes in Values. It returns nil if there is none.
func (f Form) Text(fields *Fields, column int) []byte {
	switch {
	case column < 0 || column >= len(fields.Values):
		return nil
	case f.info().HoldsJSON(column):
		return table.TextOfJSON(fields.Values[column])
	}
	return fields.Values[column]
}

// PuzzleColumns returns the columns that hold the puzzle, or its cells: from first up
// to, not with, end.
func (f Form) PuzzleColumns() (first, end int) {
	info := f.info()
	return info.Puzzle, info.Puzzle + info.CellColumns
}

// SolutionColumns returns the columns that hold the solution, or its cells: from first up
// to, not with, end. Both are 0 if there is none.
func (f Form) SolutionColumns() (first, end int) {
	info := f.info()
	if info.Solution < 0 {
		return 0, 0
	}
	return info.Solution, info.Solution + info.CellColumns
}
