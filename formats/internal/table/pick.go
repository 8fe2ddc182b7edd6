package table

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
)

// A GridColumn is what is known of a column of a table.
type GridColumn struct {
	Name   string
	Sizes  map[int]int // how many values are a grid, by its order
	blanks int         // cells of these that may be blank
	Meant  int         // values that are none, but seem to be meant as one
	stray  bool        // the grids are those of rows with shifted fields
}

// hasGrids reports whether the column holds grids.
func (c *GridColumn) hasGrids() bool { return len(c.Sizes) > 0 && !c.stray }

// Add counts a value.
func (c *GridColumn) Add(value []byte) {
	order := cells.GridSize(value)
	if order == 0 {
		if cells.IsMeantAsGrid(value, 81, cells.Cells9) || cells.IsMeantAsGrid(value, 256, cells.Cells16) {
			c.Meant++
		}
		return
	}
	if c.Sizes == nil {
		c.Sizes = map[int]int{}
	}
	c.Sizes[order]++
	c.blanks += cells.CountBlanks(value, order)
}

// SmallOrder returns the order of grids that cannot be solved, if there is one that
// all values of some column have.
func SmallOrder(columns [][][]byte) error {
	for _, values := range columns {
		met := map[int]int{}
		for _, value := range values {
			met[cells.SmallGridSize(value)]++
		}
		for order, n := range met {
			if order > 0 && n == len(values) {
				return cells.OrderError(order)
			}
		}
	}
	return nil
}

// Order returns the order of most grids, and how many there are.
func (c *GridColumn) Order() (order, grids int) {
	for o, n := range c.Sizes {
		if n > grids || n == grids && o < order {
			order, grids = o, n
		}
	}
	return order, grids
}

// PickGrids finds the columns of the puzzle and of its solution, -1: none. What
// the user says decides; then names; then that puzzles have blanks and solutions
// have none. Where only solutions are met there is no puzzle.
func PickGrids(columns []GridColumn, h *form.Hints) (puzzle, solution int, err error) {
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
		if c := &columns[puzzle]; len(c.Sizes) == 0 && c.Meant == 0 {
			return -1, -1, &form.ColumnError{Name: h.Puzzle, Have: NamesOf(columns), Empty: true}
		}
	} else {
		puzzle = likeliestPuzzle(columns, solution)
		if haveSeveral(columns, puzzle) {
			return -1, -1, form.ErrSeveral
		}
	}
	switch {
	case solution >= 0:
	case puzzle >= 0:
		solution = likeliestSolution(columns, puzzle)
	default:
		solution = slices.IndexFunc(columns, func(c GridColumn) bool { return c.hasGrids() })
	}
	return puzzle, solution, nil
}

// markStrays marks the columns with less than a tenth of the grids of another one, if they
// have no usual name.
func markStrays(columns []GridColumn) {
	most := 0
	for _, c := range columns {
		_, grids := c.Order()
		most = max(most, grids)
	}
	for i := range columns {
		_, grids := columns[i].Order()
		columns[i].stray = 10*grids < most && !IsUsual(columns[i].Name)
	}
}

// PickNamed is pickGrids where there are only names to go by.
func PickNamed(columns []GridColumn, h *form.Hints) (puzzle, solution int, err error) {
	likeliest := func(rank func(words []string) int) int {
		best, bestRank := -1, Unranked
		for i, c := range columns {
			if r := rank(Words(c.Name)); r < bestRank {
				best, bestRank = i, r
			}
		}
		return best
	}
	puzzle, solution = likeliest(PuzzleRank), likeliest(SolutionRank)
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
func haveSeveral(columns []GridColumn, puzzle int) bool {
	return PuzzleColumns(columns) > 2 && PuzzleRank(Words(columns[puzzle].Name)) == Unranked
}

// PuzzleColumns counts the columns of grids with blanks.
func PuzzleColumns(columns []GridColumn) (n int) {
	for _, c := range columns {
		if c.blanks > 0 && !c.stray {
			n++
		}
	}
	return n
}

// columnNamed returns the column that a user names, or gives the number of.
func columnNamed(columns []GridColumn, name string) (int, error) {
	if i := slices.IndexFunc(columns, func(c GridColumn) bool { return c.Name == name }); i >= 0 {
		return i, nil
	}
	if n, err := strconv.Atoi(name); err == nil && n >= 1 && n <= len(columns) {
		return n - 1, nil
	}
	return -1, &form.ColumnError{Name: name, Have: NamesOf(columns)}
}

// NamesOf returns the names of columns, or their numbers.
func NamesOf(columns []GridColumn) (names []string) {
	for i, c := range columns {
		names = append(names, cmp.Or(c.Name, strconv.Itoa(i+1)))
	}
	return names
}

// likeliestPuzzle returns the column with the likeliest name among those of grids
// with blanks, or else the first of them.
func likeliestPuzzle(columns []GridColumn, taken int) int {
	best := -1
	better := func(a, b GridColumn) bool {
		if blank := a.blanks > 0; blank != (b.blanks > 0) {
			return blank
		}
		if ra, rb := PuzzleRank(Words(a.Name)), PuzzleRank(Words(b.Name)); ra != rb {
			return ra < rb
		}
		sa, sb := SolutionRank(Words(a.Name)) < Unranked, SolutionRank(Words(b.Name)) < Unranked
		return !sa && sb
	}
	for i, c := range columns {
		if i != taken && c.hasGrids() && (best < 0 || better(c, columns[best])) {
			best = i
		}
	}
	if best >= 0 && SolutionRank(Words(columns[best].Name)) < Unranked {
		return puzzleBeside(columns, best)
	}
	return best
}

// puzzleBeside returns the puzzle's column where the likeliest one has a name for
// solutions: one that by its name and values is of puzzles, all of which lost cells,
// as in a spreadsheet that took them for numbers; or else the likeliest, if it has
// blanks or is all there is. Complete grids of that name beside something else are
// solutions of puzzles that are written in some other way: -1.
func puzzleBeside(columns []GridColumn, likeliest int) int {
	for i, c := range columns {
		if len(c.Sizes) == 0 && c.Meant > 0 && PuzzleRank(Words(c.Name)) < Unranked {
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
func likeliestSolution(columns []GridColumn, puzzle int) int {
	best, bestRank := -1, 2*Unranked
	for n := range len(columns) - 1 {
		i := (puzzle + 1 + n) % len(columns)
		c := &columns[i]
		rank := SolutionRank(Words(c.Name))
		usable := rank < Unranked || PuzzleRank(Words(c.Name)) == Unranked && c.blanks <= columns[puzzle].blanks
		if c.hasGrids() && usable && rank < bestRank {
			best, bestRank = i, rank
		}
	}
	return best
}

// OnlySolutions returns a reading without puzzles: it counts the solutions in a column, if
// there is one.
func OnlySolutions(columns []GridColumn, solution int) (r form.Reading) {
	if solution < 0 {
		return r
	}
	if _, r.Puzzles = columns[solution].Order(); r.Puzzles > 0 {
		r.Err = form.OnlySolutions(columns[solution].Name)
	}
	return r
}
