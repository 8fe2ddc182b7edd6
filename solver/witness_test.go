package solver

import (
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
	"github.com/sudokubatch/sudokubatch/solver/internal/literaltest"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
	"github.com/sudokubatch/sudokubatch/solver/internal/reference"
)

// A witness is an engine that asks others, which share no code with the engines of
// the common search: dancing links, without a budget up to order 9; then the literal
// search, with a budget; then CaDiCaL, where it is installed.
type witness struct {
	box     geometry.Box
	dlx     engine.Engine
	cadical *puzzletest.Cadical // nil: not installed
}

func newWitness(order int) *witness {
	box := geometry.Of(order)
	return &witness{box, reference.NewDLX(box), puzzletest.FindCadical(100)}
}

// Search implements engine.Engine. It has budgets of its own.
func (w *witness) Search(cells []uint8, limit int, _ uint64) (out engine.Outcome) {
	puzzle := slices.Clone(cells)
	ask := func(search func() engine.Outcome) (decided bool) {
		copy(cells, puzzle)
		out = search()
		return out.Complete || out.Found == limit
	}
	budget := uint64(engine.Unlimited)
	if w.box.Side() > 9 {
		budget = 2000
	}
	if ask(func() engine.Outcome { return w.dlx.Search(cells, limit, budget) }) ||
		ask(func() engine.Outcome { return literaltest.Search(w.box, cells, limit, 1000) }) ||
		w.cadical == nil {
		return out
	}
	ask(func() engine.Outcome { return w.cadical.Search(cells, limit, 0) })
	return out
}

// solve returns the result of a puzzle, and writes its solution to cells. If nobody
// decides it, the test fails, or is skipped without CaDiCaL.
func (w *witness) solve(tb testing.TB, cells []uint8, limit int) (r Result) {
	tb.Helper()
	if clash, ok := findClash(w.box, cells); ok {
		return clash
	}
	puzzle := slices.Clone(cells)
	r.set(w.Search(cells, limit, engine.Unlimited), limit)
	switch {
	case !gaveUp(r, limit):
		return r
	case w.cadical == nil:
		tb.Skipf("the SAT solver cadical is not installed, and no other witness decides %s", puzzletest.Encode(puzzle))
	}
	tb.Fatalf("%s: no witness decides it", puzzletest.Encode(puzzle))
	return r
}
