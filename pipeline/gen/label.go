package gen

// This file computes the columns that are added to new puzzles.

import (
	"context"

	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/solving"
	"github.com/sudokubatch/sudokubatch/solver"
)

// A labeller computes columns for the puzzles of units.
type labeller struct {
	*columns.Labeller
	columns int
	solvers *solving.Solvers // nil: no column comes from the results of a search

	solved  []uint8
	results []solver.Result
	text    []byte
	ends    []int // the end in text of the values of each puzzle
	values  [][]byte
}

func newLabeller(added []columns.Column) *labeller {
	l := &labeller{Labeller: columns.NewLabeller(added), columns: len(added)}
	if columns.AnySolved(added) {
		l.solvers = solving.New(solver.Options{Limit: 2})
	}
	return l
}

// find computes the columns of the puzzles that were made.
func (l *labeller) find(u *unit) {
	made := 0
	for made < len(u.made.Results) && u.made.Results[made].Made {
		made++
	}
	p := columns.Puzzles{Order: u.to.Order, Cells: u.made.Cells[:made*u.to.Order*u.to.Order]}
	if l.solvers != nil {
		l.solved = append(l.solved[:0], p.Cells...)
		l.results = l.solvers.Solve(context.Background(), p.Order, l.solved, l.results)
		p.Solved, p.Results = l.solved, l.results
	}
	l.Prepare(p, nil)
	l.text, l.ends = l.text[:0], l.ends[:0]
	for i := range made {
		l.text = l.Append(l.text, i)
		l.ends = append(l.ends, len(l.text))
	}
}

// of returns the values of a puzzle, or nil if no columns are added. They are valid until the
// next call.
func (l *labeller) of(puzzle int) [][]byte {
	if l == nil {
		return nil
	}
	from := 0
	if puzzle > 0 {
		from = l.ends[puzzle-1]
	}
	l.values = l.values[:0]
	for column := range l.columns {
		l.values = append(l.values, columns.Label(l.text[from:l.ends[puzzle]], column))
	}
	return l.values
}
