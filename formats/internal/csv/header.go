package csv

// This file recognises the header of a table.

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// headerAlone reads a file with column names and no rows. The names must be the puzzle's
// and another one, or the puzzle's alone. separators are the ones to try.
func headerAlone(s *form.Sample, separators string) form.Proposal {
	if !s.All || !form.IsLines(s.Text) || bytes.ContainsAny(s.Text, "[](){}<>=") { // it may be a program
		return form.Proposal{}
	}
	for _, b := range []byte(separators) {
		t := readRows(s, separator(b), false)
		if len(t.rows) != 1 || !t.isOnlyNames() {
			continue
		}
		if r := t.withoutRows(); r.Layout != nil {
			return r
		}
	}
	return form.Proposal{}
}

// isOnlyNames reports whether the only row holds column names.
func (t *sample) isOnlyNames() bool {
	if first := t.rows[0]; len(first) == 1 {
		const plain = 4 // the number of likeliest names: the other names may be the only word of a text
		name := table.Words(string(first[0]))
		return len(name) == 1 && table.RankOf(name, table.PuzzleWords) < plain
	}
	return t.hasHeader()
}

// withoutRows returns the reading of a table whose only row is its column names. The puzzle
// is in the column that the user named, or one with a usual name, or the first column of a
// Parquet file.
func (t *sample) withoutRows() form.Proposal {
	t.header, t.names, t.columns = t.Text, t.rows[0], len(t.rows[0])
	columns := make([]table.GridColumn, t.columns)
	for i, name := range t.names {
		columns[i].Name = string(name)
	}
	puzzle, solution, err := table.PickNamed(columns, &t.Hints)
	if puzzle < 0 && t.parquet && err == nil {
		puzzle = 0
	}
	if puzzle < 0 {
		return form.Proposal{Err: err}
	}
	l := t.layout(grids{order: form.UsualOrder(&t.Hints), puzzle: puzzle, solution: solution, width: 1})
	l.Cells = cells.StandardAlphabet(l.Order * l.Order)
	return form.Proposal{Layout: l}
}

// hasHeader reports whether the first row names the columns: no field of it is a grid or
// the beginning of one, and one of these conditions holds. It has a usual name. It has as
// many fields as one of the next rows with a grid. The columns hold rows of grids.
func (t *sample) hasHeader() bool {
	first, rest := t.rows[0], t.rows[1:]
	next := rest[:min(len(rest), 5)] // several rows, because one may be malformed
	alike := slices.DeleteFunc(slices.Clone(next), func(row [][]byte) bool { return len(row) != len(first) })
	named := slices.ContainsFunc(first, t.isUsual)
	switch {
	case t.parquet:
		return true
	case t.separator == Runs || t.hasGrid(first):
		return false
	case t.rowsInColumns(texts(first), next).good > 0 && t.rowsInColumns(texts(first), t.rows[:1]).good == 0:
		return !isMeantAsRows(first)
	case len(rest) == 0:
		return named && (len(first) > 1 || t.separator == ',')
	case named && t.isList():
		return len(first) == commonLength(rest)
	case named:
		return len(first) > 1 || 2*count(rest, func(row [][]byte) bool { return len(row) == 1 }) > len(rest)
	case slices.Contains([]separator{':', '='}, t.separator) || len(first) < 2 || len(alike) == 0:
		return false
	case len(first) >= slices.Min(t.Orders())*slices.Min(t.Orders()):
		noCell := func(value []byte) bool { return !isCell(value, 25) }
		return 2*count(first, noCell) > len(first) // the names of cells may be numbers
	case t.separator == ' ' || !slices.ContainsFunc(alike, t.hasGrid):
		return false
	}
	return slices.ContainsFunc(first, func(value []byte) bool { return len(value) > 0 && !syntax.IsDigit(value[0]) })
}

// hasOtherSeparator reports whether the name of the only column has a separator.
func (t *sample) hasOtherSeparator() bool {
	return len(t.names) == 1 && bytes.ContainsAny(t.names[0], ",;\t") && !t.isList()
}

// isUsual reports whether a value is a usual column name, or the name that the user gave.
// The user's number may be the number of a column.
func (t *sample) isUsual(value []byte) bool {
	_, err := strconv.Atoi(t.Puzzle)
	return table.IsUsual(string(value)) && !isCutRow(value) || err != nil && t.Puzzle != "" && string(value) == t.Puzzle
}

// isCutRow reports whether a value looks like the beginning of a puzzle: it begins with a
// digit or a point, or it is digits and blanks. Such a value is no name, even if it has an
// "x".
func isCutRow(value []byte) bool {
	return len(value) > 0 && (syntax.IsDigit(value[0]) || value[0] == '.' || len(bytes.Trim(value, "0123456789."+cells.OtherBlanks)) == 0)
}

// isMeantAsRows reports whether most fields of a row look like rows of a grid. Then the row is a record, which may be
// damaged.
func isMeantAsRows(row [][]byte) bool {
	return 2*count(row, func(value []byte) bool { return len(value) > 2 && isCutRow(value) }) > len(row)
}

// hasGrid reports whether some field of a row is a grid or is meant as one.
func (t *sample) hasGrid(row [][]byte) bool {
	return slices.ContainsFunc(row, func(value []byte) bool {
		return cells.GridSize(value, t.Sizes...) > 0 || cells.IsMeantAsOne(value, t.Orders())
	})
}

// isNames reports whether a row repeats the column names.
func (t *sample) isNames(row [][]byte) bool {
	return slices.EqualFunc(row, t.names, func(value, name []byte) bool {
		return bytes.Equal(bytes.Trim(value[syntax.BOMLen(value):], `"`), name) // quotes after a byte order mark stay
	})
}

// count returns how many elements satisfy is.
func count[T any](all []T, is func(T) bool) (n int) {
	for _, one := range all {
		if is(one) {
			n++
		}
	}
	return n
}

// texts converts values to strings.
func texts(values [][]byte) []string {
	all := make([]string, len(values))
	for i, value := range values {
		all[i] = string(value)
	}
	return all
}
