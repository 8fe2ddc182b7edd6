package csv

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// hasHeader reports whether the first row names the columns: none of its fields
// is a grid, or the beginning of one, and it has a usual name, or as many fields
// as one of the next rows, of which one is a grid, or columns have the rows of one. A Parquet file names its columns.
func (t *tableSample) hasHeader() bool {
	first := t.rows[0]
	names := t.hasUsualName(first)
	alike := slices.DeleteFunc(slices.Clone(t.nextRows()), func(row [][]byte) bool { return len(row) != len(first) })
	switch {
	case t.typed:
		return true
	case hasGrid(first):
		return false
	case t.namesRows():
		return true
	case len(t.rows) < 2:
		return names && (len(first) > 1 || t.separator == ',')
	case names && isListSeparator(t.separator):
		return len(first) == commonLength(t.rows[1:])
	case names:
		return len(first) > 1 || t.hasOneColumn()
	case t.separator == ':' || t.separator == '=' || len(first) < 2 || len(alike) == 0:
		return false
	case len(first) >= 81:
		return areDistinct(first) || countBeyond(first) > len(first)/2 // names of cells may be their numbers
	case t.separator == ' ' || !slices.ContainsFunc(alike, hasGrid):
		return false
	}
	for _, value := range first {
		if len(value) > 0 && !syntax.IsDigit(value[0]) {
			return true
		}
	}
	return false
}

// hasGrid reports whether a field of a row is a grid or is meant as one.
func hasGrid(row [][]byte) bool {
	for _, value := range row {
		if cells.GridSize(value) > 0 || cells.IsMeantAsGrid(value, 81, cells.Cells9) || cells.IsMeantAsGrid(value, 256, cells.Cells16) {
			return true
		}
	}
	return false
}

// maxNextRows is how many rows the first one is judged by: several, as one may be malformed.
const maxNextRows = 5

// nextRows returns the rows by which the first is judged.
func (t *tableSample) nextRows() [][][]byte { return t.rows[1:min(len(t.rows), 1+maxNextRows)] }

// hasOneColumn reports whether most rows behind the first have one field.
func (t *tableSample) hasOneColumn() bool {
	n := 0
	for _, row := range t.rows[1:] {
		if len(row) == 1 {
			n++
		}
	}
	return 2*n > len(t.rows)-1
}

// HeaderAlone returns what a table is that has the names of its columns, with one of
// several separators, and no row: a puzzle and something else, or the puzzle alone.
func HeaderAlone(s *form.Sample, separators string) form.Reading {
	if !s.All || !form.IsLines(s.Text) || bytes.ContainsAny(s.Text, "[](){}<>=") { // a program, perhaps
		return form.Reading{}
	}
	for _, separator := range []byte(separators) {
		t := rowsOf(s, separator, false)
		if len(t.rows) != 1 || !t.namesColumns() {
			continue
		}
		if r := t.withoutRows(); r.Layout != nil {
			r.Layout.Info().Header = bytes.Clone(s.Text)
			return r
		}
	}
	return form.Reading{}
}

// namesColumns reports whether the only row of a table is the names of its columns.
func (t *tableSample) namesColumns() bool {
	if first := t.rows[0]; len(first) == 1 {
		const plain = 4 // the likeliest: others may be the only word of a text
		name := table.Words(string(first[0]))
		return len(name) == 1 && table.RankOf(name, table.PuzzleWords) < plain
	}
	return t.hasHeader()
}

// withoutRows returns what a table is that has the names of its columns and no row: its
// puzzle is in the column that the user says, or in one with a usual name. Where no
// column has one it is nothing, or the first column of a Parquet file.
func (t *tableSample) withoutRows() (c form.Reading) {
	columns := make([]table.GridColumn, len(t.rows[0]))
	for i, name := range t.rows[0] {
		columns[i].Name = string(name)
	}
	f := found{order: 9, width: 1}
	if f.puzzle, f.solution, c.Err = table.PickNamed(columns, &t.hints); c.Err != nil {
		return c
	}
	if f.puzzle < 0 && t.typed {
		f.puzzle = 0
	}
	if f.puzzle < 0 {
		return c
	}
	t.columns = len(columns)
	l := newLayout(f.order, t.separator)
	l.typed, l.info.Puzzle, l.info.Solution, l.info.Cells = t.typed, f.puzzle, f.solution, cells.Standard9
	l.info.Columns = t.named(true, nil, f)
	l.info.Notes = t.notes(true)
	c.Layout = l
	return c
}

// hasUsualName reports whether a field of a row is a usual name of a column, or the
// one that the user says. A number may be that of a column.
func (t *tableSample) hasUsualName(row [][]byte) bool {
	_, err := strconv.Atoi(t.hints.Puzzle)
	named := t.hints.Puzzle != "" && err != nil
	for _, value := range row {
		if table.IsUsual(string(value)) || named && string(value) == t.hints.Puzzle {
			return true
		}
	}
	return false
}

// countBeyond counts the values that are numbers greater than those of any cell.
func countBeyond(values [][]byte) (n int) {
	for _, value := range values {
		if number, err := strconv.Atoi(string(value)); err == nil && number > 25 {
			n++
		}
	}
	return n
}

// areDistinct reports whether no two values are the same. Empty ones do not count.
func areDistinct(values [][]byte) bool {
	met := map[string]bool{}
	for _, value := range values {
		value = bytes.TrimSpace(value)
		if len(value) > 0 && met[string(value)] {
			return false
		}
		met[string(value)] = true
	}
	return true
}
