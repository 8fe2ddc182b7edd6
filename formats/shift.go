package formats

import (
	"bytes"
	"slices"
	"strings"
)

// surplus is the fault of a record with more fields than columns.
func (r *csvRows) surplus(columns int) SyntaxError {
	at, _ := r.form.Layout.field(r.record, columns)
	fault := r.located(SyntaxError{Column: 1, Err: ErrFields, Want: columns}, at)
	fault.Field = ""
	return fault
}

// shifted reports whether the fields of the record are not those of their columns,
// because a separator is missing or there is one too many: what is read as the
// puzzle is then its solution, and what is read as the solution is none. A
// complete grid may be a puzzle, too, but not beside something else than its
// solution.
func (r *csvRows) shifted(cells []uint8) bool {
	layout := r.form.Layout
	if layout.Solution <= layout.Puzzle || len(layout.Columns) <= 2 || bytes.IndexByte(cells, 0) >= 0 {
		return false
	}
	from, to := layout.field(r.record, layout.Solution)
	value := bytes.TrimSpace(r.record[from:to])
	if len(value) == 0 {
		return r.span.Missing > 0
	}
	var solution [256]uint8
	return layout.alphabet.read(solution[:len(cells)], inQuotes(value)).Err != nil
}

// isNamed reports whether a column has one of these names.
func isNamed(header [][]byte, column int, names []string) bool {
	return column < len(header) && slices.Contains(names, strings.ToLower(string(bytes.TrimSpace(header[column]))))
}

// meantPuzzle returns the column that is named as one of puzzles, and holds what is
// meant as some, where a column of solutions was picked because none of these is
// right; -1: none. So numbers that lost the zeros that they began with are
// malformed, rather than their solutions puzzles.
func meantPuzzle(hints Hints, header [][]byte, picked, columns int, meant func(column int) bool) int {
	if hints.Puzzle != "" || !isNamed(header, picked, solutionNames) {
		return -1
	}
	for i := range columns {
		if isNamed(header, i, puzzleNames) && meant(i) {
			return i
		}
	}
	return -1
}

// areMeantAsGrids reports whether a column has a value that looks like a damaged
// grid.
func areMeantAsGrids(rows [][][]byte, column int) bool {
	return slices.ContainsFunc(rows, func(row [][]byte) bool {
		return column < len(row) && (isMeantAsGrid(row[column], 81, cells9) || isMeantAsGrid(row[column], 256, cells16))
	})
}

func (t *jsonTable) areMeantAsGrids(column int) bool {
	return slices.ContainsFunc(t.values[column], func(value []byte) bool {
		value = bytes.Trim(value, `"`)
		return isMeantAsGrid(value, 81, cells9) || isMeantAsGrid(value, 256, cells16)
	})
}
