package formats

import (
	"bytes"
	"slices"
	"strconv"
)

// found are the columns of a table that hold grids.
type found struct {
	order            int
	puzzle, solution int
	width            int // columns that a grid takes
	good             int // rows whose puzzle is a grid
}

// findGrids finds the columns of the puzzle and of its solution. A puzzle of -1 with a
// solution: there are only these, and so many of them.
func (t *tableSample) findGrids(header bool, data [][][]byte) (f found, err error) {
	columns := make([]gridColumn, t.columns)
	for i := range columns {
		if header && i < len(t.rows[0]) {
			columns[i].name = string(t.rows[0][i])
		}
		for _, row := range data {
			if i < len(row) {
				columns[i].add(row[i])
			}
		}
	}
	if first := slices.IndexFunc(columns, func(c gridColumn) bool { return t.hints.Puzzle != "" && c.name == t.hints.Puzzle }); first >= 0 {
		if f = cellsFrom(data, first); f.good > 0 {
			return f, nil
		}
	}
	if f.puzzle, f.solution, err = pickGrids(columns, &t.hints); err != nil {
		return f, err
	}
	if f.puzzle < 0 {
		if cells := t.cellPerColumn(columns, data); cells.order > 0 || f.solution < 0 {
			return cells, nil
		}
		f.order, f.good = columns[f.solution].order()
		return f, nil
	}
	f.width = 1
	if f.order, f.good = columns[f.puzzle].order(); f.order == 0 && columns[f.puzzle].meant > 0 && f.solution >= 0 {
		f.order, f.good = columns[f.solution].order() // all puzzles are malformed
	}
	return f, nil
}

// cellPerColumn finds 81 or 256 columns, one behind the other, each with a cell. A
// column without a name beside others that have one, or that counts rows, is the
// index of pandas: small numbers that are no cells. Of two such grids in a row the
// one with more blanks is the puzzle.
func (t *tableSample) cellPerColumn(columns []gridColumn, data [][][]byte) found {
	const latest = 16 // columns before the first cell
	named := slices.ContainsFunc(columns, func(c gridColumn) bool { return c.name != "" })
	isLabel := func(c gridColumn) bool { return named && c.name == "" || isLabelName(c.name) }
	for _, order := range []int{16, 9} {
		n := order * order
		best := found{}
		for first := 0; first+n <= t.columns && first < latest; first++ {
			good := countGrids(data, first, n, order)
			more := good > best.good || good > 0 && good == best.good && countsRows(data, best.puzzle)
			if more && !slices.ContainsFunc(columns[first:first+n], isLabel) {
				best = found{order: order, puzzle: first, solution: -1, width: n, good: good}
			}
		}
		if best.good == 0 {
			continue
		}
		for second := best.puzzle + n; second+n <= t.columns && best.solution < 0; second++ {
			if countGrids(data, second, n, order) == best.good && !slices.ContainsFunc(columns[second:second+n], isLabel) {
				best.solution = second
			}
		}
		if best.solution >= 0 && countEmpty(data, best.solution, n) > countEmpty(data, best.puzzle, n) {
			best.puzzle, best.solution = best.solution, best.puzzle
		}
		return best
	}
	return found{}
}

// cellsFrom finds a grid with a column for each cell, from one column on.
func cellsFrom(data [][][]byte, first int) found {
	for _, order := range []int{16, 9} {
		if good := countGrids(data, first, order*order, order); good > 0 {
			return found{order: order, puzzle: first, solution: -1, width: order * order, good: good}
		}
	}
	return found{}
}

// isLabelName reports whether a column by its name holds something about puzzles.
func isLabelName(name string) bool { return rankOf(words(name), otherNames) < unranked }

// countsRows reports whether the values of a column are 0, 1, 2 and so on, or 1, 2,
// 3. Two rows may be so by chance.
func countsRows(data [][][]byte, column int) bool {
	first := 0
	for i, row := range data {
		n, err := strconv.Atoi(string(bytes.TrimSpace(row[min(column, len(row)-1)])))
		if i == 0 {
			first = n
		}
		if err != nil || n != first+i {
			return false
		}
	}
	return len(data) > 2 && (first == 0 || first == 1)
}

// countGrids counts the rows of which n fields from one on are cells of an order.
func countGrids(data [][][]byte, first, n, order int) (good int) {
	for _, row := range data {
		if isCells(row, first, n, order) {
			good++
		}
	}
	return good
}

// countEmpty counts the blank cells among n fields from one on of all rows.
func countEmpty(data [][][]byte, first, n int) (empty int) {
	for _, row := range data {
		for _, value := range row[min(first, len(row)):min(first+n, len(row))] {
			if number, err := strconv.ParseFloat(string(bytes.TrimSpace(value)), 64); err != nil || number == 0 {
				empty++
			}
		}
	}
	return empty
}

// isCells reports whether n fields from one on are cells of an order.
func isCells(row [][]byte, first, n, order int) bool {
	if len(row) < first+n {
		return false
	}
	for _, value := range row[first : first+n] {
		value = bytes.TrimSpace(value)
		if len(value) == 0 || len(value) == 1 && isCellByte(value[0]) || isNoValue(value) {
			continue
		}
		if number, err := strconv.ParseFloat(string(value), 64); err != nil || number != float64(int(number)) || number < 0 || int(number) > order {
			return false
		}
	}
	return true
}

// join returns the text of the cells in a row, a blank between fields and a point
// for empty ones; nil where it has none.
func join(row [][]byte, first, width int) []byte {
	switch {
	case first >= len(row):
		return nil
	case width == 1:
		return row[first]
	}
	return appendJoined(nil, row[first:min(first+width, len(row))])
}

// appendJoined appends cells as join has them.
func appendJoined(dst []byte, cells [][]byte) []byte {
	for i, value := range cells {
		if i > 0 {
			dst = append(dst, ' ')
		}
		if len(value) == 0 || isNoValue(value) {
			value = dot
		}
		dst = append(dst, value...)
	}
	return dst
}
