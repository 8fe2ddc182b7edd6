package bulk

// This file describes the columns, digits and fields of one file.

import (
	"cmp"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/json"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A Layout describes one file beyond its kind and order, or the columns of rows to write.
// It never changes, and all goroutines that read or write the file share it.
type Layout struct {
	// Columns are the columns of a table, or the fields that a list has for each puzzle.
	Columns []model.Column
	// Puzzle and Solution are 0-based column indexes, or -1. For files with one column per
	// cell or row they give the first.
	Puzzle, Solution int
	// Others names columns that hold puzzles and could be the puzzle's as well: no hint chose
	// one, and their names say no less.
	Others []string
	// Notes say what was detected and why, one sentence each, for people to read.
	Notes []string

	file      form.Layout       // reads the file; nil: as the kind does
	target    *table.Target     // the columns to write; nil: not for writing
	writer    table.Writer      // writes the rows
	json      bool              // the rows are JSON values
	solutions form.SolutionMode // what becomes of solutions that are records of their own
	style     *style            // writes the puzzles of a list or of grids; nil: as the kind does
	orders    []int             // see [Form.Sizes]; nil: one
	sizes     *sizes            // of a file that may have puzzles of several sizes; nil: it has one
	redraw    redrawer          // writes answers in the drawing of their records; nil: as the kind does
}

// Plain returns f without the properties of its file: the form that Kind.Form returns.
func (f Form) Plain() Form {
	if !f.IsStyled() {
		f.Layout = plainRows[f.Kind]
	}
	return f
}

// plainRows are the layouts of tables that hold only puzzles, by kind.
var plainRows = newPlainRows()

func newPlainRows() map[Kind]*Layout {
	rows, info := map[Kind]*Layout{}, form.NewInfo(9)
	for _, kind := range Kinds() {
		if w := kind.writer(); w != nil {
			rows[kind] = layoutOf(kind, table.NewTarget(&info, w.Style(nil, nil)))
		}
	}
	return rows
}

// layoutOf returns the Layout of rows that are written in a kind.
func layoutOf(kind Kind, t *table.Target) *Layout {
	t.Keys = json.Keys(t.Columns)
	return &Layout{Columns: t.Columns, Puzzle: t.Puzzle, Solution: t.Solution, target: t, writer: kind.writer(), json: kind.IsJSON()}
}

// info returns the properties of the file's layout.
func (f Form) info() *form.Info { return f.file().Info() }

// HeaderLen returns the length in bytes of the text before the first record.
func (f Form) HeaderLen() int { return len(f.info().Header) }

// Glyphs returns how the file writes digits, such as "1-9" or one of [Digits], and which characters
// it uses for blanks. Both are empty if cells are numbers.
func (f Form) Glyphs() (digits, blanks string) {
	switch a := f.info().Cells; {
	case a != nil:
		return a.Digits(), a.Blanks
	case f.RecordSize() > 0:
		return "", "" // numbers
	}
	a := cells.StandardAlphabet(f.Order * f.Order)
	return a.Digits(), cmp.Or(f.form().Spec().Blanks, a.Blanks)
}

// Digits lists the ways to write the digits of order 16.
func Digits() []string { return cells.Digits() }

// AppendCells appends a grid as one value, in the digits of f and with "." for a blank. A
// target uses the digits of its first file.
func (f Form) AppendCells(dst []byte, grid []uint8) []byte {
	return f.cells().AppendCells(dst, grid)
}

// AppendGrids appends grids that lie one after the other, each followed by a newline. The
// result is the same as from AppendCells, but faster. If a digit takes more than one byte,
// it appends nothing.
func (f Form) AppendGrids(dst []byte, grids []uint8) []byte {
	if a := f.cells(); a != nil && !a.Packed {
		return dst
	}
	return cells.AppendLines(dst, grids, f.Order)
}

// cells returns the alphabet for grids as one value; nil means the alphabet of the order.
func (f Form) cells() *cells.Alphabet {
	if f.Layout != nil && f.Layout.target != nil {
		return f.Layout.target.Cells
	}
	return f.info().Cells
}

// Fields splits a record that [Form.Decode] or [Form.Spans] found into dst, one value for
// each column of the Layout. It does not allocate once dst has grown. If the kind is not a
// table, dst is empty.
func (f Form) Fields(dst *model.Fields, record []byte) {
	dst.Values, dst.Buffer = dst.Values[:0], dst.Buffer[:0]
	f.file().Fields(dst, record)
}

// Text returns the value of a column as text, or nil if there is none. A JSON string loses
// the quotes that it has in Values.
func (f Form) Text(fields *model.Fields, column int) []byte {
	switch {
	case column < 0 || column >= len(fields.Values):
		return nil
	case f.info().HoldsJSON(column):
		return table.TextOfJSON(fields.Values[column])
	}
	return fields.Values[column]
}

// HasSolutions reports whether there is a column for solutions.
func (f Form) HasSolutions() bool { return f.Layout != nil && f.Layout.Solution >= 0 }

// PuzzleColumns returns the range of columns, from first up to but not including end, that
// hold the puzzle or its cells.
func (f Form) PuzzleColumns() (first, end int) {
	info := f.info()
	return info.Puzzle, info.Puzzle + info.CellColumns
}

// SolutionColumns returns the range of columns, from first up to but not including end,
// that hold the solution or its cells. Both are 0 if there is none.
func (f Form) SolutionColumns() (first, end int) {
	info := f.info()
	if info.Solution < 0 {
		return 0, 0
	}
	return info.Solution, info.Solution + info.Width(info.Solution)
}
