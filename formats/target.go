package formats

import (
	"errors"
	"slices"
)

// errSizes is what is wrong with puzzles of several sizes in one file.
var errSizes = errors.New("an array or a table holds puzzles of one size")

// Target returns the form, of a kind that can be written, for what is made of the
// puzzles of f, in the columns of f and behind them those that are added. A name
// that is taken gets a number behind it. Kind 0 is the kind of f, or the nearest
// that can be written. First is the target of the first of several files, which later
// ones follow; the zero Form if f is of the first. If that is a table, the rows have its
// columns and no others, of whatever kind; and if it is none, a table is written as it
// is, too, where kind is 0. The column of the
// puzzle is then the same whatever its name, and so is that of the solution.
// Where that has a column for each cell, f must have so, too. Grids are written as the first
// file has them, so that all can be read as one.
//
// In NDJSON a grid that has a column for each cell in f is one member, as so many could
// not be told from others; there and in Parquet columns have names of their own.
//
// What f has and the target cannot hold is in lost, by name.
func (f Form) Target(kind Kind, added []Column, first Form) (to Form, lost []string, err error) {
	switch {
	case first.Kind.IsTable(), kind == 0 && first.Kind != 0 && f.Kind.IsTable():
		kind = first.Kind
	case kind == 0:
		kind = f.nearest()
	}
	if to, err = kind.Form(f.Order); err != nil {
		return Form{}, nil, err
	}
	if (kind == Npy || kind.IsTable()) && first.Kind != 0 && first.Order != f.Order {
		return Form{}, nil, errSizes
	}
	have := f.columns()
	if !kind.IsTable() {
		for i, c := range have {
			if !f.isCells(i) {
				lost = append(lost, c.Name)
			}
		}
		return to, lost, nil
	}
	layout := f.rows(kind)
	if first.Layout != nil {
		err = layout.follow(first.Layout)
	} else {
		layout.add(added)
	}
	if err != nil {
		return Form{}, nil, err
	}
	lost = layout.lost(f)
	if f.Layout != nil && (kind == f.Kind || f.Kind == JSON && kind == NDJSON) {
		layout.headless = f.Layout.headless && first.Layout == nil
		layout.verbatim = !layout.rewritten && layout.copies(len(have)) && (kind != CSV || f.Layout.separator == layout.separator)
		if layout.verbatim {
			layout.lists = f.Layout.lists
		}
	}
	if s := layout.Solution; first.Layout == nil && !layout.verbatim && s >= 0 && layout.Columns[s].Type == Raw {
		layout.Columns[s].Type = Text // what was a list becomes one text
	}
	if f.Kind == CSV && kind == Parquet || f.Kind == Parquet && kind == CSV {
		layout.unquoted = !layout.rewritten && f.Layout.separator == layout.separator && layout.copies(len(have))
	}
	layout.keys = jsonKeys(layout.Columns)
	to.Layout = layout
	return to, lost, nil
}

// AddedColumns returns how many columns Target added to those of the input.
func (f Form) AddedColumns() (n int) {
	if f.Layout == nil {
		return 0
	}
	for _, from := range f.Layout.from {
		if from == addedColumn {
			n++
		}
	}
	return n
}

// Report is Target for rows that begin with columns of the writer's own. If those of
// f are asked for they are behind them, and get the numbers where names are the
// same.
func (f Form) Report(kind Kind, own []Column, others bool, first *Layout) (to Form, err error) {
	if to, err = kind.Form(f.Order); err != nil {
		return Form{}, err
	}
	layout := f.rows(kind)
	switch {
	case first != nil:
		if others {
			layout.put(own) // so that equal names get the same numbers
		}
		if err := layout.follow(first); err != nil {
			return Form{}, err
		}
	case others:
		layout.put(own)
	default:
		*layout = Layout{Puzzle: -1, Solution: -1, CellColumns: layout.CellColumns, separator: layout.separator, cells: layout.cells}
		layout.put(own)
	}
	layout.keys = jsonKeys(layout.Columns)
	to.Layout = layout
	return to, nil
}

// Copies reports whether rows of a target are records of JSON as they came, with what they
// have that no column is for.
func (f Form) Copies() bool { return f.Kind == NDJSON && f.Layout != nil && f.Layout.verbatim }

// Headed returns the table f with names ahead of its rows, also if the file it was made
// for has none.
func (f Form) Headed() Form {
	layout := *f.Layout
	layout.headless = false
	f.Layout = &layout
	return f
}

// With returns the table f with other columns behind its own.
func (f Form) With(columns ...Column) Form {
	layout := *f.Layout
	layout.Columns = slices.Concat(layout.Columns, columns)
	layout.keys = jsonKeys(layout.Columns)
	f.Layout = &layout
	return f
}

// nearest is the kind in which answers to puzzles of f are written if no other is
// asked for.
func (f Form) nearest() Kind {
	switch {
	case f.Kind == JSON:
		return NDJSON
	case f.Kind == Parquet:
		return CSV
	case f.Kind == Npy:
		return Line
	case f.Kind == CSV && f.Layout.separator != ',' && f.Layout.separator != ';' && f.Layout.separator != '\t':
		return Line
	case f.Kind.CanWrite():
		return f.Kind
	}
	return Line
}

// separatorOf is what stands between the fields of a target.
func separatorOf(f Form, kind Kind) byte {
	switch {
	case kind == TSV:
		return '\t'
	case f.Kind == CSV && kind == CSV && f.Layout.separator == ';':
		return ';'
	}
	return ','
}

// columns are those of a file: of a list form, the puzzle.
func (f Form) columns() []Column {
	if f.Layout == nil || len(f.Layout.Columns) == 0 {
		return []Column{{Name: "puzzle"}}
	}
	return f.Layout.Columns
}

// cellColumns is how many columns a grid takes.
func (f Form) cellColumns() int {
	if f.Layout == nil || f.Layout.CellColumns == 0 {
		return 1
	}
	return f.Layout.CellColumns
}

// PuzzleColumns returns the columns that hold the puzzle, or its cells: from first up
// to, not with, end.
func (f Form) PuzzleColumns() (first, end int) {
	if f.Layout != nil {
		first = f.Layout.Puzzle
	}
	return first, first + f.cellColumns()
}

// isCells reports whether a column holds the puzzle, or a cell of it.
func (f Form) isCells(column int) bool {
	first, end := f.PuzzleColumns()
	return column >= first && column < end
}
