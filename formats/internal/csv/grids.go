package csv

// This file finds the columns that hold the puzzle and its solution.

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// grids says which columns of a table hold grids.
type grids struct {
	order            int      // 0: no grids
	puzzle, solution int      // column indexes; -1: none
	width            int      // the number of columns that a grid takes
	lone             bool     // the solution takes one column all the same
	good             int      // the number of rows whose puzzle is a grid
	others           []string // see form.Info
}

// findGrids finds the columns of the puzzle and the solution. If all grids are solutions,
// puzzle is -1, and good counts the solutions.
func (t *sample) findGrids() (g grids, err error) {
	names := append(texts(t.names), make([]string, t.columns-len(t.names))...)
	if g = t.gridsAt(names, t.Puzzle); g.good > 0 {
		return t.withSolution(g, names, -1)
	}
	columns := make([]table.GridColumn, t.columns)
	for i := range columns {
		columns[i].Name = names[i]
		for _, row := range t.data {
			columns[i].Add(append(row, nil)[min(i, len(row))], &t.Hints)
		}
	}
	if g.puzzle, g.solution, err = table.PickGrids(columns, &t.Hints); err != nil {
		return g, err
	}
	if g.puzzle < 0 {
		split := t.cellsInColumns(names)
		if split.order == 0 && t.names != nil {
			split = t.rowsInColumns(names, t.data)
		}
		if split.order > 0 || g.solution < 0 {
			return t.withSolution(split, names, g.solution)
		}
		g.order, g.good = columns[g.solution].Order()
		return g, nil
	}
	if _, good := columns[g.puzzle].Order(); 2*good < len(t.data) { // its grids may be solutions in rows that lack a cell
		if split := t.cellsInColumns(names); split.good > good {
			return split, nil
		}
	}
	g.width, g.others = 1, table.OtherPuzzles(columns, g.puzzle, g.solution, &t.Hints)
	if g.order, g.good = columns[g.puzzle].Order(); g.order == 0 && columns[g.puzzle].Meant > 0 && g.solution >= 0 {
		g.order, g.good = columns[g.solution].Order() // all puzzles are malformed
	}
	return g, nil
}

// withSolution returns grids that have one column per cell or row with the solution that the user names. If the user
// names none, and they lack one, it is the other column, -1 for none, if its name says so.
func (t *sample) withSolution(g grids, names []string, other int) (grids, error) {
	if places := placesOf(names, t.Solution); t.Solution != "" && len(places) == 0 {
		return g, &model.ColumnError{Name: t.Solution, Have: names}
	} else if s := t.gridsAt(names, t.Solution); s.width == g.width && g.order > 0 {
		g.solution = s.puzzle
		return g, nil
	} else if t.Solution != "" {
		g.solution, other = -1, places[0]
	} else if other >= 0 && table.SolutionRank(table.Words(names[other])) == table.Unranked {
		return g, nil
	}
	if g.order > 0 && g.solution < 0 && other >= 0 && !form.Within(g.puzzle, other, g.width) {
		g.solution, g.lone = other, true
	}
	return g, nil
}

// gridsAt finds a grid with one column per cell or row. hint is the name or number of the
// first such column. Names may be numbers, too.
func (t *sample) gridsAt(names []string, hint string) grids {
	if hint == "" {
		return grids{}
	}
	for _, first := range placesOf(names, hint) {
		for _, order := range slices.Backward(t.Orders()) {
			if run := cellRunAt(names, t.data, first, order); run.good > 0 {
				return grids{order: order, puzzle: first, solution: -1, width: order * order, good: run.good}
			}
			if good, _ := countRowGrids(t.data, first, order); good > 0 && first+order <= len(names) {
				return grids{order: order, puzzle: first, solution: -1, width: order, good: good}
			}
		}
	}
	return grids{}
}

// placesOf returns the columns that a hint may mean, by name and by number.
func placesOf(names []string, hint string) (places []int) {
	if i := slices.Index(names, hint); i >= 0 {
		places = append(places, i)
	}
	if number, err := strconv.Atoi(hint); err == nil && number >= 1 && number <= len(names) {
		places = append(places, number-1)
	}
	return places
}

// cellsInColumns finds as many adjacent columns as a grid has cells, with a cell each. Of two such grids in a
// row, the one with more blanks is the puzzle.
func (t *sample) cellsInColumns(names []string) grids {
	const latest = 16 // the most columns before the first cell
	for _, order := range slices.Backward(t.Orders()) {
		n := order * order
		puzzle := likeliestRun(names, t.data, order, 0, latest)
		if puzzle.good == 0 {
			continue
		}
		g := grids{order: order, puzzle: puzzle.first, solution: -1, width: n, good: puzzle.good}
		if other := likeliestRun(names, t.data, order, g.puzzle+n, len(names)); 2*other.good > g.good { // rows may be damaged
			g.solution = other.first
			if countEmpty(t.data, g.solution, n) > countEmpty(t.data, g.puzzle, n) {
				g.puzzle, g.solution = g.solution, g.puzzle
			}
		}
		return g
	}
	return grids{}
}

// smallCells returns an error if all rows below the first, which may be a header, are the cells of grids of a small
// order, which is not supported.
func (t *sample) smallCells() error {
	names, rows := texts(t.rows[0]), t.rows[1:]
	for _, order := range []int{4, 6, 8} {
		if len(rows) > 0 && len(names) == order*order && cellRunAt(names, rows, 0, order).good == len(rows) {
			return cells.OrderError(order)
		}
	}
	return nil
}

// A cellRun is a run of adjacent columns that may be the cells of a grid.
type cellRun struct {
	first, good int    // good counts the rows whose values may be cells
	rank        [4]int // greater means likelier; earlier entries count more
}

// likeliestRun returns the run of columns that most likely holds the cells of grids. The
// run begins in the columns from from up to until. A puzzle after a column of small numbers
// looks like a grid that begins one column earlier, so runs are ranked. A run with good ==
// 0 means that there is none.
func likeliestRun(names []string, data [][][]byte, order, from, until int) (best cellRun) {
	n := order * order
	named := slices.ContainsFunc(names, func(name string) bool { return name != "" })
	isLabel := func(name string) bool { // the index of pandas has no name
		return named && name == "" || table.RankOf(table.Words(name), table.OtherNames) < table.Unranked
	}
	for first := from; first+n <= len(names) && first < until; first++ {
		if slices.ContainsFunc(names[first:first+n], isLabel) {
			continue
		}
		if run := cellRunAt(names, data, first, order); run.good > 0 && (best.good == 0 || slices.Compare(run.rank[:], best.rank[:]) > 0) {
			best = run
		}
	}
	return best
}

// cellRunAt ranks the run that begins at a column by these properties, in order: its names
// are a series; its first column does not count the rows; the number of rows without two
// equal digits in a house; the number of good rows.
func cellRunAt(names []string, data [][][]byte, first, order int) cellRun {
	run, n := cellRun{first: first}, order*order
	if first < 0 || first+n > len(names) {
		return run
	}
	clean := 0
	isNoCell := func(value []byte) bool { return !isCell(value, order) }
	for _, row := range data {
		if len(row) < first+n || slices.ContainsFunc(row[first:first+n], isNoCell) {
			continue
		}
		run.good++
		if !cells.HasClash(digitsOf(row[first:first+n]), order) {
			clean++
		}
	}
	run.rank = [4]int{0, 1, clean, run.good}
	if run.good > 0 && isSeries(names[first:first+n]) {
		run.rank[0] = 1
	}
	if run.good > 0 && countsRows(data, first) {
		run.rank[1] = 0
	}
	return run
}

// isCell reports whether a value may be a cell or is empty.
func isCell(value []byte, order int) bool {
	value = cells.Unquoted(value)
	if len(value) == 0 || len(value) == 1 && cells.IsCellByte(value[0]) || cells.IsNoValue(value) {
		return true
	}
	number, err := strconv.ParseFloat(string(value), 64)
	return err == nil && number == float64(int(number)) && number >= 0 && int(number) <= order
}

// isSeries reports whether names have the same words, as in 0 to 80, c1 to c81 and r1c1 to
// r9c9.
func isSeries(names []string) bool {
	first := table.Words(names[0])
	return !slices.ContainsFunc(names, func(name string) bool { return !slices.Equal(table.Words(name), first) })
}

// countsRows reports whether the values of a column are 0, 1, 2 and so on, or 1, 2, 3. Two
// rows are not enough, because they may be so by chance.
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

// countEmpty counts the blanks in n columns of all rows, from column first on.
func countEmpty(data [][][]byte, first, n int) (empty int) {
	for _, row := range data {
		empty += bytes.Count(digitsOf(row[min(first, len(row)):min(first+n, len(row))]), []byte{0})
	}
	return empty
}

// digitsOf returns the digits of cells, 0 for a blank. Digits that are written alike are equal.
func digitsOf(grid [][]byte) []uint8 {
	digits := make([]uint8, len(grid))
	for i, value := range grid {
		value = cells.WholePart(cells.Unquoted(value))
		if n, err := strconv.ParseUint(string(value), 36, 6); err == nil && (len(value) != 1 || value[0]|0x20 != 'x') {
			digits[i] = uint8(n)
		}
	}
	return digits
}
