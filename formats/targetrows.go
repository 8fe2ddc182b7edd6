package formats

import (
	"fmt"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
)

// What Layout.from holds beside columns of the input.
const (
	addedColumn   = -1 // the next value of Row.Added
	missingColumn = -2 // the input has none
)

// rows is the layout of rows of a kind that have what f has. A grid with a column for
// each cell is one member of JSON, as nobody could tell what so many members are.
func (f Form) rows(kind Kind) *Layout {
	l := &Layout{Puzzle: -1, Solution: -1, CellColumns: f.cellColumns(), separator: separatorOf(f, kind), cells: f.alphabet()}
	if kind == NDJSON {
		l.CellColumns = 1
	}
	if l.cells != nil && l.cells.Spaced && l.CellColumns == 1 {
		l.cells = nil // one value of them has no room for numbers
	}
	puzzle, solution := 0, -1
	if f.Layout != nil {
		puzzle, solution = f.Layout.Puzzle, f.Layout.Solution
	}
	for i := 0; i < len(f.columns()); i++ {
		c, from, name := f.columns()[i], i, ""
		switch i {
		case puzzle:
			l.Puzzle, name = len(l.Columns), "puzzle"
		case solution:
			l.Solution, name = len(l.Columns), "solution"
		}
		if name != "" && l.CellColumns < f.cellColumns() {
			c = Column{Name: name}
			i += f.cellColumns() - 1
		}
		if c.Name == "" && kind.needsNames(f.Kind) {
			c.Name = fmt.Sprintf("column%d", i+1)
		}
		l.Columns = append(l.Columns, c)
		l.from = append(l.from, from)
	}
	if kind.needsNames(f.Kind) {
		l.Columns = withAdded(nil, l.Columns)
	}
	return l
}

// needsNames reports whether the columns of rows of a kind need names of their own,
// and those of the input may lack them: others could not be told apart.
func (k Kind) needsNames(from Kind) bool {
	return k == Parquet || k == NDJSON && from != NDJSON && from != JSON
}

// add puts columns behind those of the input.
func (l *Layout) add(columns []Column) {
	l.Columns = withAdded(l.Columns, columns)
	for range columns {
		l.from = append(l.from, addedColumn)
	}
}

// put puts columns of the writer's own before those of the input.
func (l *Layout) put(columns []Column) {
	l.Columns = withAdded(columns, l.Columns)
	l.from = append(slices.Repeat([]int{addedColumn}, len(columns)), l.from...)
	if l.Puzzle >= 0 {
		l.Puzzle += len(columns)
	}
	if l.Solution >= 0 {
		l.Solution += len(columns)
	}
}

// follow gives a layout the columns of the first target, by name; but the puzzle is
// where that has it, and so is the solution. It is an error if it cannot be.
func (l *Layout) follow(first *Layout) error {
	own := *l
	l.Columns, l.separator = first.Columns, first.separator
	l.Puzzle, l.Solution, l.CellColumns = first.Puzzle, first.Solution, first.CellColumns
	l.rewritten, l.cells = !l.cells.IsRead(first.cells), first.cells
	if l.Puzzle >= 0 && l.CellColumns > 1 && l.CellColumns != own.CellColumns {
		return fmt.Errorf("its puzzles do not take the %d columns that those of the first input take: choose a form that has one for a puzzle, line or ndjson", l.CellColumns)
	}
	l.from = slices.Clone(first.from)
	for i, from := range l.from {
		if from == addedColumn {
			continue
		}
		column := slices.IndexFunc(own.Columns, func(c Column) bool { return c.Name == l.Columns[i].Name })
		switch {
		case l.isGrid(l.Puzzle, i):
			column = own.Puzzle + i - l.Puzzle
		case l.isGrid(l.Solution, i) && own.Solution >= 0:
			column = own.Solution + i - l.Solution
		}
		l.from[i] = missingColumn
		if column >= 0 {
			l.from[i] = own.from[column]
		}
	}
	return nil
}

// isGrid reports whether a column is of the grid that begins at first.
func (l *Layout) isGrid(first, column int) bool {
	return form.Within(first, column, l.CellColumns)
}

// lost returns the names of the columns of f that rows do not have.
func (l *Layout) lost(f Form) (names []string) {
	for i, c := range f.columns() {
		if first := f.gridOf(i); !slices.Contains(l.from, i) && (l.CellColumns > 1 || !slices.Contains(l.from, first)) {
			names = append(names, c.Name)
		}
	}
	return names
}

// copies reports whether the rows of a target are those of the input, n fields,
// with others behind them.
func (l *Layout) copies(n int) bool {
	for i, from := range l.from {
		if i < n && from != i || i >= n && from != addedColumn {
			return false
		}
	}
	return len(l.from) >= n
}

// withAdded returns the columns of a file and those that are added, under names of
// their own.
func withAdded(have, added []Column) []Column {
	all := slices.Clone(have)
	for _, c := range added {
		name := c.Name
		for n := 2; slices.ContainsFunc(all, func(h Column) bool { return h.Name == c.Name }); n++ {
			c.Name = fmt.Sprintf("%s_%d", name, n)
		}
		all = append(all, c)
	}
	return all
}

// gridOf returns the first column of the grid that a column is of, or the column.
func (f Form) gridOf(column int) int {
	if f.isCells(column) {
		first, _ := f.PuzzleColumns()
		return first
	}
	if l := f.Layout; l != nil && form.Within(l.Solution, column, f.cellColumns()) {
		return l.Solution
	}
	return column
}
