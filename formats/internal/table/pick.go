package table

// This file picks the columns with the puzzle and the solution.

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A GridColumn describes the values of a column that may hold grids.
type GridColumn struct {
	Name   string
	Sizes  map[int]int // number of values that are grids, by order
	blanks int         // number of cells in the grids that may be blank
	Meant  int         // number of values that are not grids, but seem to be meant as grids
	Others int         // number of values that are neither grids nor lost ones
	lost   [2]int      // numbers of empty values, and of grids that a program rounded
	stray  bool        // the grids come from rows with shifted fields
}

// lostGrids reports whether a column whose name has a rank for solutions lost all of them: they
// are unreadable, or the name is clear and they are empty.
func (c *GridColumn) lostGrids(rank int) bool {
	unreadable := rank < Unranked && c.Meant+c.lost[1] > 0
	return len(c.Sizes)+c.Others == 0 && (unreadable || rank <= 1 && c.lost[0] > 0)
}

// hasGrids reports whether the column holds grids.
func (c *GridColumn) hasGrids() bool { return len(c.Sizes) > 0 && !c.stray }

// Add counts a value.
func (c *GridColumn) Add(value []byte, h *model.Hints) {
	order := cells.GridSize(value, h.Sizes...)
	if order > 0 && order < 9 && !isSmallGrid(value, order) {
		c.Others++
		return
	}
	if order == 0 {
		if cells.IsMeantAsOne(value, h.Orders()) {
			c.Meant++
		} else if form.Rounded(value) > 0 {
			c.lost[1]++
		} else if text := bytes.TrimSpace(value); len(text) == 0 || cells.IsNoValue(text) {
			c.lost[0]++
		} else {
			c.Others++
		}
		return
	}
	if c.Sizes == nil {
		c.Sizes = map[int]int{}
	}
	c.Sizes[order]++
	c.blanks += cells.CountBlanks(value, order)
}

// isSmallGrid reports whether a value with as many cells as a small grid has no equal digits in
// a row or a column. Other lists of numbers have some.
func isSmallGrid(value []byte, order int) bool {
	var room [64]uint8
	grid := room[:order*order]
	return cells.NewAlphabet(order, "", cells.Blanks).Read(grid, value).Err == nil && cells.IsLatin(grid, order)
}

// SmallOrder returns an error if all values of some column are grids of the same small
// order, which is not supported.
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

// Order returns the most frequent order of the grids, and the number of its grids.
func (c *GridColumn) Order() (order, grids int) {
	for o, n := range c.Sizes {
		if n > grids || n == grids && o < order {
			order, grids = o, n
		}
	}
	return order, grids
}

// PickGrids returns the columns with the puzzle and its solution, or -1 for none. The
// user's hints decide first, then names, then the values: puzzles have blanks and solutions
// have none. If there are only solutions, puzzle is -1.
func PickGrids(columns []GridColumn, h *model.Hints) (puzzle, solution int, err error) {
	markStrays(columns)
	if puzzle, solution, err = hinted(columns, h); err != nil {
		return -1, -1, err
	}
	if puzzle < 0 {
		puzzle = likeliestPuzzle(columns, solution)
		if haveSeveral(columns, puzzle) {
			return -1, -1, form.ErrSeveral
		}
	} else if c := &columns[puzzle]; len(c.Sizes) == 0 && c.Meant == 0 {
		return -1, -1, &model.ColumnError{Name: h.Puzzle, Have: NamesOf(columns), Empty: true}
	}
	switch {
	case solution >= 0:
	case puzzle >= 0:
		solution = likeliestSolution(columns, puzzle)
	default:
		solution = slices.IndexFunc(columns, func(c GridColumn) bool { return c.hasGrids() })
	}
	return puzzle, solution, answersFault(columns, solution, h)
}

// answersFault returns an error if the solutions are one of several columns of judged answers, or the rejected ones.
func answersFault(columns []GridColumn, solution int, h *model.Hints) error {
	if h.Solution != "" || solution < 0 || !IsJudged(columns[solution].Name) {
		return nil
	}
	var names []string
	for _, c := range columns {
		if c.hasGrids() && c.blanks == 0 && IsJudged(c.Name) {
			names = append(names, strconv.Quote(c.Name))
		}
	}
	text := strings.Join(names, " and ")
	if len(names) < 2 && !strings.Contains(text, "rejected") {
		return nil
	}
	return fmt.Errorf("%w: %s", model.ErrAnswers, text)
}

// markStrays marks the columns with less than a tenth of the grids of another column,
// unless they have a usual name.
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

// PickNamed is PickGrids for tables without values, where only names can decide.
func PickNamed(columns []GridColumn, h *model.Hints) (puzzle, solution int, err error) {
	likeliest := func(rank func(words []string) int) int {
		best, bestRank := -1, Unranked
		for i, c := range columns {
			if r := rank(Words(c.Name)); r < bestRank {
				best, bestRank = i, r
			}
		}
		return best
	}
	if puzzle, solution, err = hinted(columns, h); err != nil {
		return -1, -1, err
	}
	if puzzle < 0 {
		puzzle = likeliest(PuzzleRank)
	}
	if solution < 0 {
		solution = likeliest(SolutionRank)
	}
	if puzzle == solution {
		solution = -1
	}
	return puzzle, solution, nil
}

// haveSeveral reports whether records seem to be lists of puzzles, because no name says
// which of their many columns is the puzzle. Two columns may be a puzzle and another form
// of it.
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

// OtherPuzzles returns the names of columns that hold puzzles and have as likely a name as the
// puzzle's column, unless a hint chose that.
func OtherPuzzles(columns []GridColumn, puzzle, solution int, h *model.Hints) (others []string) {
	for i, c := range columns {
		alike := PuzzleRank(Words(c.Name)) == PuzzleRank(Words(columns[puzzle].Name))
		if h.Puzzle == "" && i != puzzle && i != solution && c.hasGrids() && c.blanks > 0 && alike {
			others = append(others, NamesOf(columns)[i])
		}
	}
	return others
}

// hinted returns the columns that the user gives, or -1 for none.
func hinted(columns []GridColumn, h *model.Hints) (puzzle, solution int, err error) {
	if solution, err = columnNamed(columns, h.Solution); err == nil {
		puzzle, err = columnNamed(columns, h.Puzzle)
	}
	return puzzle, solution, err
}

// columnNamed returns the column that the user gives by name or number; "": -1.
func columnNamed(columns []GridColumn, name string) (int, error) {
	if name == "" {
		return -1, nil
	}
	if i := slices.IndexFunc(columns, func(c GridColumn) bool { return c.Name == name }); i >= 0 {
		return i, nil
	}
	if n, err := strconv.Atoi(name); err == nil && n >= 1 && n <= len(columns) {
		return n - 1, nil
	}
	return -1, &model.ColumnError{Name: name, Have: NamesOf(columns)}
}

// NamesOf returns the names of columns, or their numbers if they have none.
func NamesOf(columns []GridColumn) (names []string) {
	for i, c := range columns {
		names = append(names, cmp.Or(c.Name, strconv.Itoa(i+1)))
	}
	return names
}

// likeliestPuzzle returns the column with the likeliest name among the columns of grids
// with blanks, or else the first of them.
func likeliestPuzzle(columns []GridColumn, solution int) int {
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
		if i != solution && c.hasGrids() && (best < 0 || better(c, columns[best])) {
			best = i
		}
	}
	if best >= 0 && SolutionRank(Words(columns[best].Name)) < Unranked {
		return puzzleOfSolutionName(columns, best)
	}
	return best
}

// puzzleOfSolutionName returns the puzzle's column if the likeliest column has a name for
// solutions. It returns a column whose name and values mean puzzles that all lost cells,
// for example because a spreadsheet read them as numbers. Or else it returns the likeliest
// column, if this has blanks or is the only one. If not, its grids are solutions of puzzles
// in another notation, and the result is -1.
func puzzleOfSolutionName(columns []GridColumn, likeliest int) int {
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

// likeliestSolution returns the column of grids, or of lost ones, with the likeliest name, or
// else the first one after the puzzle, or else the first one. It must not have more blanks
// than the puzzle.
func likeliestSolution(columns []GridColumn, puzzle int) int {
	best, bestRank := -1, 2*Unranked
	swapped := SolutionRank(Words(columns[puzzle].Name)) < Unranked // the names
	for n := range len(columns) - 1 {
		i := (puzzle + 1 + n) % len(columns)
		c := &columns[i]
		rank := SolutionRank(Words(c.Name))
		usable := rank < Unranked || (swapped || PuzzleRank(Words(c.Name)) == Unranked) && c.blanks <= columns[puzzle].blanks
		if (c.hasGrids() && usable || c.lostGrids(rank)) && rank < bestRank {
			best, bestRank = i, rank
		}
	}
	return best
}

// OnlySolutions returns a reading without puzzles. If there is a column of solutions, it
// counts these.
func OnlySolutions(columns []GridColumn, solution int) (r form.Proposal) {
	if solution < 0 {
		return r
	}
	if _, r.Puzzles = columns[solution].Order(); r.Puzzles > 0 {
		r.Err = form.OnlySolutions(columns[solution].Name)
	}
	return r
}
