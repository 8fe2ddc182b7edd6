package solver

import (
	"fmt"
	"slices"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
	"github.com/sudokubatch/sudokubatch/solver/internal/lane/backends"
)

// Options control how to solve. The zero value finds the first solution of each
// puzzle with the best engine and the default budget.
type Options struct {
	// Box is the shape of the boxes. The zero Box is the usual one of the order; the
	// other choice is the same transposed, such as 3 rows and 2 columns in order 6.
	Box geometry.Box
	// Engine is the name of an engine; "" means Auto. "lanes@avx2" means engine
	// lanes with the kernels for AVX2, even if the processor supports better
	// ones.
	Engine string
	// Limit is the number of solutions after which a search stops. 0 and 1 find
	// the first solution, 2 also proves it unique, n counts up to n.
	Limit int
	// MaxGuesses is the guess budget for each puzzle. 0 means
	// DefaultMaxGuesses(Limit), or no budget for engines that do not run the
	// common search. math.MaxUint64 means no budget: a puzzle may then take
	// forever in practice, in constant memory.
	//
	// The budget counts guesses, not seconds, so that results are the same
	// everywhere. A larger budget never changes an answer of a smaller one, but
	// may count more solutions if the search was not complete.
	MaxGuesses uint64
}

// Check returns an error if no solver of any order can have these options.
func (o Options) Check() error {
	for _, order := range Orders() {
		if _, err := o.entry(order); err == nil {
			return nil
		}
	}
	_, err := o.entry(9)
	return err
}

// entry returns the engine for an order.
func (o Options) entry(order int) (*engineEntry, error) {
	if o.Limit < 0 {
		return nil, fmt.Errorf("limit %d is negative", o.Limit)
	}
	return pick(o.Engine, order)
}

// The default budget, without and for each solution that is counted. Measured; see
// bench/NOTES.md.
const (
	guessesToProve = 30_000
	guessesToCount = 4
)

// DefaultMaxGuesses returns the default guess budget of the common search:
// 30,000, plus 4 for each solution after the second that the limit allows.
//
// A search with 30,000 guesses ends within a second or two in order 16 and below, and
// within three in order 25. The hardest known puzzles need far fewer, except a few of
// order 16 that were found by a search for slow puzzles, and constructed ones of
// order 25 (bench/NOTES.md). A count needs one to two guesses for each
// solution, so a count that makes progress reaches its limit, and one that
// makes none ends.
func DefaultMaxGuesses(limit int) uint64 {
	counted := uint64(max(limit, 2) - 2)
	if counted > (engine.Unlimited-guessesToProve)/guessesToCount {
		return engine.Unlimited
	}
	return guessesToProve + guessesToCount*counted
}

// A Solver solves puzzles of one order. Create it once and use it for many
// puzzles. It has all its memory from the start: solving does not allocate,
// except once when the first puzzle needs clause learning or has very many
// solutions to count. Each goroutine needs its own Solver.
type Solver struct {
	shape      geometry.Box
	order      int
	limit      int
	maxGuesses uint64
	entry      *engineEntry
	engine     engine.Engine
	single     Request                // used by SolveBatch
	marked     engine.CandidateEngine // see candidateEngine
}

// Orders returns the orders of puzzles that can be solved. Package geometry lists
// their shapes.
func Orders() []int { return geometry.Sides() }

// New returns a solver for puzzles of an order. It fails if no engine has this
// order and these options. A solver with the engine of Auto takes 0.6 MiB for order 9
// and 4.7 MiB for order 16, other engines less.
func New(order int, opts Options) (*Solver, error) {
	shape, err := geometry.Resolve(order, opts.Box)
	if err != nil {
		return nil, err
	}
	entry, err := opts.entry(order)
	if err != nil {
		return nil, err
	}
	s := &Solver{
		shape:      shape,
		order:      order,
		limit:      max(opts.Limit, 1),
		maxGuesses: opts.MaxGuesses,
		entry:      entry,
		engine:     entry.make(shape),
	}
	switch {
	case s.maxGuesses > 0:
	case entry.Common:
		s.maxGuesses = DefaultMaxGuesses(s.limit)
	default:
		s.maxGuesses = engine.Unlimited
	}
	return s, nil
}

// Order returns the order of the puzzles that s solves.
func (s *Solver) Order() int { return s.order }

// Engine returns the name of the engine that s uses.
func (s *Solver) Engine() string { return s.entry.Name }

// EngineUsed returns the engine's name for statistics. If the engine has
// several kernels, the name includes the one in use, as in "lanes (avx512)".
func (s *Solver) EngineUsed() string {
	if e, ok := s.engine.(interface{ Backend() string }); ok {
		return s.entry.Name + " (" + e.Backend() + ")"
	}
	return s.entry.Name
}

// Solve solves one puzzle in place. cells holds order² values from 0 (blank) to
// order. If Result.Solutions is not 0, cells afterwards holds the first
// solution; otherwise it is unchanged. Solve panics if the length is wrong or a
// value exceeds the order.
func (s *Solver) Solve(cells []uint8) Result {
	checkPuzzle(s.order, cells)
	if s.entry.trusting {
		if clash, ok := findClash(s.shape, cells); ok {
			return clash
		}
	}
	var r Result
	s.setResult(&r, s.engine.Search(cells, s.limit, s.maxGuesses), cells)
	return r
}

// SolveBatch solves puzzles that lie one after the other in cells, in place,
// and sets results, one for each puzzle. Solve would give the same results.
// Call Flush first if a batch that was fed is unfinished.
func (s *Solver) SolveBatch(cells []uint8, results []Result) {
	s.single.Cells, s.single.Results = cells, results
	s.Feed(&s.single)
	s.Flush()
	s.single.Cells, s.single.Results = nil, nil
}

// checkPuzzle panics if cells is not a puzzle of an order.
func checkPuzzle(order int, cells []uint8) {
	if len(cells) != order*order {
		panic(fmt.Sprintf("solver: %d cells in a puzzle of order %d", len(cells), order))
	}
	checkValues(order, cells)
}

// checkValues panics if a cell exceeds the order.
func checkValues(order int, cells []uint8) {
	if !backends.Within(cells, uint8(order)) {
		panic(fmt.Sprintf("solver: cell value %d in a puzzle of order %d", slices.Max(cells), order))
	}
}

// setResult sets a result from an outcome. If there is no solution and no guess
// was made, it looks for clashing clues; cells still holds the puzzle in this
// case.
func (s *Solver) setResult(r *Result, out engine.Outcome, cells []uint8) {
	if out.Found == 0 && out.Guesses == 0 && !s.entry.trusting {
		if clash, ok := findClash(s.shape, cells); ok {
			*r = clash
			return
		}
	}
	r.set(out, s.limit)
}
