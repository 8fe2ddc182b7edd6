package formats

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"strconv"
)

// A gridColumn is what is known of a column of a table.
type gridColumn struct {
	name   string
	sizes  map[int]int // how many values are a grid, by its order
	blanks int         // cells of these that may be blank
	meant  int         // values that are none, but seem to be meant as one
	stray  bool        // the grids are those of rows with shifted fields
}

// hasGrids reports whether the column holds grids.
func (c *gridColumn) hasGrids() bool { return len(c.sizes) > 0 && !c.stray }

// add counts a value.
func (c *gridColumn) add(value []byte) {
	order := gridSize(value)
	if order == 0 {
		if isMeantAsGrid(value, 81, cells9) || isMeantAsGrid(value, 256, cells16) {
			c.meant++
		}
		return
	}
	if c.sizes == nil {
		c.sizes = map[int]int{}
	}
	c.sizes[order]++
	c.blanks += countBlanks(value, order)
}

// countBlanks counts the cells of a grid that may be blank. Of order 16 each digit
// is in sixteen cells at most, so sixteen zeros or fewer may be digits.
func countBlanks(value []byte, order int) (blank int) {
	if order == 9 && len(value) == 81 && isSpaced(value) {
		return bytes.Count(value, []byte{' '})
	}
	inNumber := func(i int) bool { return i >= 0 && i < len(value) && (isDigit(value[i]) || value[i] == '.') }
	numbers := countCellBytes(value) != order*order
	zeros := 0
	for i, b := range value {
		switch {
		case bytes.IndexByte([]byte(blanks), b) < 0 || numbers && (inNumber(i-1) || inNumber(i+1)):
		case b == '0':
			zeros++
		default:
			blank++
		}
	}
	if order == 16 && zeros <= 16 {
		zeros = 0
	}
	return blank + zeros
}

// smallOrder returns the order of grids that cannot be solved, if there is one that
// all values of some column have.
func smallOrder(columns [][][]byte) error {
	for _, values := range columns {
		met := map[int]int{}
		for _, value := range values {
			met[smallGridSize(value)]++
		}
		for order, n := range met {
			if order > 0 && n == len(values) {
				return &OrderError{order}
			}
		}
	}
	return nil
}

// order returns the order of most grids, and how many there are.
func (c *gridColumn) order() (order, grids int) {
	for o, n := range c.sizes {
		if n > grids || n == grids && o < order {
			order, grids = o, n
		}
	}
	return order, grids
}

// pickGrids finds the columns of the puzzle and of its solution, -1: none. What
// the user says decides; then names; then that puzzles have blanks and solutions
// have none. Where only solutions are met there is no puzzle.
func pickGrids(columns []gridColumn, h *Hints) (puzzle, solution int, err error) {
	solution = -1
	markStrays(columns)
	if h.Solution != "" {
		if solution, err = columnNamed(columns, h.Solution); err != nil {
			return -1, -1, err
		}
	}
	if h.Puzzle != "" {
		if puzzle, err = columnNamed(columns, h.Puzzle); err != nil {
			return -1, -1, err
		}
		if c := &columns[puzzle]; len(c.sizes) == 0 && c.meant == 0 {
			return -1, -1, &ColumnError{Name: h.Puzzle, Have: namesOf(columns), Empty: true}
		}
	} else {
		puzzle = likeliestPuzzle(columns, solution)
		if haveSeveral(columns, puzzle) {
			return -1, -1, &SeveralError{}
		}
	}
	switch {
	case solution >= 0:
	case puzzle >= 0:
		solution = likeliestSolution(columns, puzzle)
	default:
		solution = slices.IndexFunc(columns, func(c gridColumn) bool { return c.hasGrids() })
	}
	return puzzle, solution, nil
}

// markStrays marks the columns with less than a tenth of the grids of another one, if they
// have no usual name.
func markStrays(columns []gridColumn) {
	most := 0
	for _, c := range columns {
		_, grids := c.order()
		most = max(most, grids)
	}
	for i := range columns {
		_, grids := columns[i].order()
		columns[i].stray = 10*grids < most && !isUsual(columns[i].name)
	}
}

// pickNamed is pickGrids where there are only names to go by.
func pickNamed(columns []gridColumn, h *Hints) (puzzle, solution int, err error) {
	likeliest := func(rank func(words []string) int) int {
		best, bestRank := -1, unranked
		for i, c := range columns {
			if r := rank(words(c.name)); r < bestRank {
				best, bestRank = i, r
			}
		}
		return best
	}
	puzzle, solution = likeliest(puzzleRank), likeliest(solutionRank)
	if h.Puzzle != "" {
		if puzzle, err = columnNamed(columns, h.Puzzle); err != nil {
			return -1, -1, err
		}
	}
	if h.Solution != "" {
		if solution, err = columnNamed(columns, h.Solution); err != nil {
			return -1, -1, err
		}
	}
	if puzzle == solution {
		solution = -1
	}
	return puzzle, solution, nil
}

// haveSeveral reports whether no name says which of several columns is the puzzle, and
// records of so many puzzles are rather lists of them. Two may be a puzzle and another
// form of it.
func haveSeveral(columns []gridColumn, puzzle int) bool {
	return puzzleColumns(columns) > 2 && puzzleRank(words(columns[puzzle].name)) == unranked
}

// puzzleColumns counts the columns of grids with blanks.
func puzzleColumns(columns []gridColumn) (n int) {
	for _, c := range columns {
		if c.blanks > 0 && !c.stray {
			n++
		}
	}
	return n
}

// columnNamed returns the column that a user names, or gives the number of.
func columnNamed(columns []gridColumn, name string) (int, error) {
	if i := slices.IndexFunc(columns, func(c gridColumn) bool { return c.name == name }); i >= 0 {
		return i, nil
	}
	if n, err := strconv.Atoi(name); err == nil && n >= 1 && n <= len(columns) {
		return n - 1, nil
	}
	return -1, &ColumnError{Name: name, Have: namesOf(columns)}
}

// namesOf returns the names of columns, or their numbers.
func namesOf(columns []gridColumn) (names []string) {
	for i, c := range columns {
		names = append(names, cmp.Or(c.name, strconv.Itoa(i+1)))
	}
	return names
}

// columnCount is how many columns a [ColumnError] lists: of several about one file
// the one with most is right.
func columnCount(err error) int {
	if e, ok := errors.AsType[*ColumnError](err); ok {
		return len(e.Have)
	}
	return 0
}

// likeliestPuzzle returns the column with the likeliest name among those of grids
// with blanks, or else the first of them.
func likeliestPuzzle(columns []gridColumn, taken int) int {
	best := -1
	better := func(a, b gridColumn) bool {
		if blank := a.blanks > 0; blank != (b.blanks > 0) {
			return blank
		}
		if ra, rb := puzzleRank(words(a.name)), puzzleRank(words(b.name)); ra != rb {
			return ra < rb
		}
		sa, sb := solutionRank(words(a.name)) < unranked, solutionRank(words(b.name)) < unranked
		return !sa && sb
	}
	for i, c := range columns {
		if i != taken && c.hasGrids() && (best < 0 || better(c, columns[best])) {
			best = i
		}
	}
	if best >= 0 && solutionRank(words(columns[best].name)) < unranked {
		return puzzleBeside(columns, best)
	}
	return best
}

// puzzleBeside returns the puzzle's column where the likeliest one has a name for
// solutions: one that by its name and values is of puzzles, all of which lost cells,
// as in a spreadsheet that took them for numbers; or else the likeliest, if it has
// blanks or is all there is. Complete grids of that name beside something else are
// solutions of puzzles that are written in some other way: -1.
func puzzleBeside(columns []gridColumn, likeliest int) int {
	for i, c := range columns {
		if len(c.sizes) == 0 && c.meant > 0 && puzzleRank(words(c.name)) < unranked {
			return i
		}
	}
	if columns[likeliest].blanks == 0 && len(columns) > 1 {
		return -1
	}
	return likeliest
}

// likeliestSolution returns the column of grids with the likeliest name, or else
// the first behind the puzzle, or at all, with no more blanks than it has.
func likeliestSolution(columns []gridColumn, puzzle int) int {
	best, bestRank := -1, 2*unranked
	for n := range len(columns) - 1 {
		i := (puzzle + 1 + n) % len(columns)
		c := &columns[i]
		rank := solutionRank(words(c.name))
		usable := rank < unranked || puzzleRank(words(c.name)) == unranked && c.blanks <= columns[puzzle].blanks
		if c.hasGrids() && usable && rank < bestRank {
			best, bestRank = i, rank
		}
	}
	return best
}
