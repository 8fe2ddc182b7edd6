package csv

import (
	"bytes"
	"math"
	"slices"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// cellPerColumn finds 81 or 256 columns, one behind the other, each with a cell. Of two
// such grids in a row the one with more blanks is the puzzle.
func (t *tableSample) cellPerColumn(columns []table.GridColumn, data [][][]byte) found {
	const latest = 16 // columns before the first cell
	for _, order := range []int{16, 9} {
		n := order * order
		puzzle := likeliestCells(columns, data, order, 0, latest)
		if puzzle.good == 0 {
			continue
		}
		f := found{order: order, puzzle: puzzle.first, solution: -1, width: n, good: puzzle.good}
		if other := likeliestCells(columns, data, order, f.puzzle+n, len(columns)); other.good >= f.good {
			f.solution = other.first
		}
		if f.solution >= 0 && countEmpty(data, f.solution, n) > countEmpty(data, f.puzzle, n) {
			f.puzzle, f.solution = f.solution, f.puzzle
		}
		return f
	}
	return found{}
}

// cellsAt finds a grid with a column for each cell or row, the first of which the user names,
// or gives the number of, if any. Names may be numbers, too.
func cellsAt(columns []table.GridColumn, data [][][]byte, name string) found {
	if name == "" {
		return found{}
	}
	places := []int{slices.IndexFunc(columns, func(c table.GridColumn) bool { return c.Name == name })}
	if number, err := strconv.Atoi(name); err == nil {
		places = append(places, number-1)
	}
	for _, first := range places {
		for _, order := range []int{16, 9} {
			if good := countGrids(data, first, order*order, order); good > 0 {
				return found{order: order, puzzle: first, solution: -1, width: order * order, good: good}
			}
			if good, _ := countRowGrids(data, first, order); good > 0 {
				return found{order: order, puzzle: first, solution: -1, width: order, good: good}
			}
		}
	}
	return found{}
}

// A cellRun is what tells whether columns one behind the other are the cells of a grid.
type cellRun struct {
	first  int
	series bool // their names differ in numbers only, or they have none
	counts bool // the first of them counts rows
	good   int  // rows whose values may be cells
	clean  int  // those without two equal digits in a house
}

// likeliestCells returns the likeliest run of columns to be the cells of grids, from a
// column on and up to another: with a small number ahead of its cells a puzzle looks
// like one that begins a column earlier. A run without a good row is none.
func likeliestCells(columns []table.GridColumn, data [][][]byte, order, from, until int) (best cellRun) {
	n := order * order
	named := slices.ContainsFunc(columns, func(c table.GridColumn) bool { return c.Name != "" })
	// A column without a name beside others that have one is the index of pandas.
	isLabel := func(c table.GridColumn) bool { return named && c.Name == "" || isLabelName(c.Name) }
	for first := from; first+n <= len(columns) && first < until; first++ {
		if slices.ContainsFunc(columns[first:first+n], isLabel) {
			continue
		}
		run := cellRun{first: first, series: isSeries(columns[first : first+n]), counts: countsRows(data, first)}
		for _, row := range data {
			if isCells(row, first, n, order) {
				run.good++
				if !hasClash(row[first:first+n], order) {
					run.clean++
				}
			}
		}
		if run.beats(&best) {
			best = run
		}
	}
	return best
}

// beats reports whether a run is likelier than the best so far.
func (r *cellRun) beats(best *cellRun) bool {
	switch {
	case r.good == 0 || best.good == 0:
		return r.good > 0
	case r.series != best.series:
		return r.series
	case r.counts != best.counts:
		return best.counts
	case r.clean != best.clean:
		return r.clean > best.clean
	}
	return r.good > best.good
}

// isSeries reports whether columns have names with the same words, as 0 to 80, c1 to
// c81 and r1c1 to r9c9 have.
func isSeries(columns []table.GridColumn) bool {
	first := table.Words(columns[0].Name)
	return !slices.ContainsFunc(columns, func(c table.GridColumn) bool { return !slices.Equal(table.Words(c.Name), first) })
}

// hasClash reports whether two cells of a house have the same digit.
func hasClash(cells [][]byte, order int) bool {
	box := int(math.Sqrt(float64(order)))
	var rows, columns, boxes [16]uint64
	for i, value := range cells {
		row, column := i/order, i%order
		inBox := row/box*box + column/box
		digit := digitBit(value)
		if digit&(rows[row]|columns[column]|boxes[inBox]) != 0 {
			return true
		}
		rows[row] |= digit
		columns[column] |= digit
		boxes[inBox] |= digit
	}
	return false
}

// digitBit returns a bit that tells the digit of a cell from others that are written
// alike, 0 for a blank.
func digitBit(value []byte) uint64 {
	value = cells.WholePart(bytes.TrimSpace(value))
	n, err := strconv.ParseUint(string(value), 36, 6)
	if err != nil || n == 0 || len(value) == 1 && value[0]|0x20 == 'x' {
		return 0
	}
	return 1 << n
}

// isLabelName reports whether a column by its name holds something about puzzles.
func isLabelName(name string) bool {
	return table.RankOf(table.Words(name), table.OtherNames) < table.Unranked
}

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

// isCells reports whether there are n fields from one on, and cells of an order.
func isCells(row [][]byte, first, n, order int) bool {
	if first < 0 || len(row) < first+n {
		return false
	}
	for _, value := range row[first : first+n] {
		value = bytes.TrimSpace(value)
		if len(value) == 0 || len(value) == 1 && cells.IsCellByte(value[0]) || cells.IsNoValue(value) {
			continue
		}
		if number, err := strconv.ParseFloat(string(value), 64); err != nil || number != float64(int(number)) || number < 0 || int(number) > order {
			return false
		}
	}
	return true
}
