package formats

import (
	"bytes"
	"slices"
	"strconv"
)

// hasHeader reports whether the first row names the columns: none of its fields
// is a grid, or the beginning of one, and it has a usual name, or as many fields
// as the next row, of which one is a grid. A Parquet file names its columns.
func (t *tableSample) hasHeader() bool {
	first := t.rows[0]
	names := t.hasUsualName(first)
	switch {
	case t.kind == Parquet:
		return true
	case t.hasGrid(0):
		return false
	case len(t.rows) < 2:
		return names && (len(first) > 1 || t.separator == ',')
	case names:
		return !isListSeparator(t.separator) && len(first) > 1 || len(first) == commonLength(t.rows[1:])
	case t.separator == ':' || t.separator == '=' || len(first) < 2 || len(first) != len(t.rows[1]):
		return false
	case len(first) >= 81:
		return areDistinct(first) // names of cells may be their numbers
	case t.separator == ' ' || !t.hasGrid(1):
		return false
	}
	for _, value := range first {
		if len(value) > 0 && !isDigit(value[0]) {
			return true
		}
	}
	return false
}

// headerAlone returns the form of a table that has the names of its columns and no
// row: those of the puzzle and of something else.
func (s *sample) headerAlone() (form Form, ok bool) {
	if !s.all || !isLines(s.text) || bytes.ContainsAny(s.text, "[](){}<>=") { // a program, perhaps
		return Form{}, false
	}
	for _, separator := range []byte(",;\t") {
		kind := CSV
		if separator == '\t' {
			kind = TSV
		}
		t := rowsOf(s, kind, separator)
		if len(t.rows) != 1 || len(t.rows[0]) < 2 || !t.hasHeader() {
			continue
		}
		f := found{order: 9, width: 1}
		f.puzzle = slices.IndexFunc(t.rows[0], func(name []byte) bool { return puzzleRank(words(string(name))) < unranked })
		f.solution = slices.IndexFunc(t.rows[0], func(name []byte) bool { return solutionRank(words(string(name))) < unranked })
		if f.puzzle < 0 {
			continue
		}
		t.columns = len(t.rows[0])
		l := &Layout{Header: bytes.Clone(s.text), Puzzle: f.puzzle, Solution: f.solution, CellColumns: 1, separator: separator, alphabet: standard9}
		l.Columns = t.named(true, nil, f)
		l.Notes = t.notes(true, l)
		return Form{Kind: kind, Order: 9, Layout: l}, true
	}
	return Form{}, false
}

// hasUsualName reports whether a field of a row is a usual name of a column, or the
// one that the user says. A number may be that of a column.
func (t *tableSample) hasUsualName(row [][]byte) bool {
	_, err := strconv.Atoi(t.hints.Puzzle)
	named := t.hints.Puzzle != "" && err != nil
	for _, value := range row {
		if isUsual(string(value)) || named && string(value) == t.hints.Puzzle {
			return true
		}
	}
	return false
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
