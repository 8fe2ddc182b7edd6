package solver

import (
	"fmt"
	"slices"

	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
	"github.com/sudokubatch/sudokubatch/solver/internal/lane/backends"
)

// Options say how to solve. The zero value finds the first solution of each
// puzzle with the best engine and the default budget.
type Options struct {
	// Engine is the name of an engine; "" is Auto. "lanes@avx2" is the engine lanes on
	// the kernels for AVX2, whatever else the processor has.
	Engine string
	// Limit is the number of solutions after which a search stops: 0 and 1
	// find the first, 2 also proves it unique, n counts up to n. An engine may
	// have a maximum, see EngineInfo.
	Limit int
	// MaxGuesses is the guess budget for each puzzle. 0 is the default:
	// DefaultMaxGuesses of the limit, or no budget for an engine that does not run
	// the common search. math.MaxUint64 is no budget: a puzzle may then take
	// practically for ever, in constant memory. The budget is counted in
	// guesses rather than seconds, so that results are the same everywhere. A
	// larger one changes no answer that a smaller one gave, but that more solutions
	// may be counted where the search was not complete. Engine cdcl looks at it
	// only before each solution that it looks for.
	MaxGuesses uint64
}

// Check returns why there is no solver with these options, of any order, or nil.
func (o Options) Check() (err error) {
	for _, order := range Orders() {
		if _, err = o.entry(order); err == nil {
			return nil
		}
	}
	return err
}

// entry returns the engine for an order.
func (o Options) entry(order int) (*engineEntry, error) {
	if o.Limit < 0 {
		return nil, fmt.Errorf("limit %d is negative", o.Limit)
	}
	entry, err := pick(o.Engine, order)
	if err != nil {
		return nil, err
	}
	if m := entry.MaxLimit; m > 0 && o.Limit > m {
		return nil, fmt.Errorf("engine %s counts up to %d solutions, not %d: each one takes memory", entry.Name, m, o.Limit)
	}
	return entry, nil
}

// The default budget, without and for each solution that is counted. Measured; see
// bench/NOTES.md.
const (
	guessesToProve = 30_000
	guessesToCount = 4
)

// DefaultMaxGuesses returns the default guess budget of the common search for a
// limit: 30,000, and 4 more for each solution after the second that the limit asks
// for.
//
// 30,000 guesses end the search of any puzzle within a second or two, and are many
// times what the hardest puzzles have needed, but for a few of order 16 that a
// search for slow ones has found (bench/NOTES.md). A count takes one to two guesses
// for each solution, so the rest lets a count that makes progress reach its limit,
// and ends one that does not.
func DefaultMaxGuesses(limit int) uint64 {
	counted := uint64(max(limit, 2) - 2)
	if counted > (engine.Unlimited-guessesToProve)/guessesToCount {
		return engine.Unlimited
	}
	return guessesToProve + guessesToCount*counted
}

// A Solver solves puzzles of one order. It is made once for many puzzles,
// holds all scratch memory, and does not allocate when it solves (engine cdcl
// excepted, and once, when a puzzle first goes on to clause learning). It is for
// one goroutine at a time; make one for each.
type Solver struct {
	order      int
	limit      int
	maxGuesses uint64
	entry      *engineEntry
	engine     engine.Engine
	single     Batch // for SolveBatch
}

// Orders lists the orders of puzzles that can be solved.
func Orders() []int { return []int{9, 16} }

// New makes a solver for puzzles of the given order.
func New(order int, opts Options) (*Solver, error) {
	if !slices.Contains(Orders(), order) {
		return nil, fmt.Errorf("no solver for order %d: orders are %v", order, Orders())
	}
	entry, err := opts.entry(order)
	if err != nil {
		return nil, err
	}
	s := &Solver{
		order:      order,
		limit:      max(opts.Limit, 1),
		maxGuesses: opts.MaxGuesses,
		entry:      entry,
		engine:     entry.make(order),
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

// EngineUsed returns the name of the engine that s uses, for statistics: with
// the kernels that it runs on if there are several, as in "lanes (avx512)".
func (s *Solver) EngineUsed() string {
	if e, ok := s.engine.(interface{ Backend() string }); ok {
		return s.entry.Name + " (" + e.Backend() + ")"
	}
	return s.entry.Name
}

// Solve solves one puzzle in place. cells holds order² values from 0 (blank)
// to order; where Result.Solutions is not 0 it holds the first solution
// afterwards, else it is unchanged. A slice of another length or a value
// beyond order is a mistake of the caller's, and Solve panics.
func (s *Solver) Solve(cells []uint8) Result {
	s.check(cells)
	if s.entry.trusting {
		if clash, ok := findClash(s.order, cells); ok {
			return clash
		}
	}
	var r Result
	s.setResult(&r, s.engine.Search(cells, s.limit, s.maxGuesses), cells)
	return r
}

// SolveBatch solves puzzles that lie one after the other in cells, in place,
// as Solve does with each, and sets results, one for each puzzle. It must not
// be called while a batch that was fed is unfinished.
func (s *Solver) SolveBatch(cells []uint8, results []Result) {
	s.single.Cells, s.single.Results = cells, results
	s.Feed(&s.single)
	s.Flush()
	s.single.Cells, s.single.Results = nil, nil
}

// check panics where cells is not a puzzle of the solver's order.
func (s *Solver) check(cells []uint8) {
	if len(cells) != s.order*s.order {
		panic(fmt.Sprintf("solver: %d cells in a puzzle of order %d", len(cells), s.order))
	}
	s.checkValues(cells)
}

// checkValues panics where a cell holds more than the order.
func (s *Solver) checkValues(cells []uint8) {
	if !backends.Within(cells, uint8(s.order)) {
		panic(fmt.Sprintf("solver: cell value %d in a puzzle of order %d", slices.Max(cells), s.order))
	}
}

// setResult sets what the outcome of a puzzle means for the user. Only one that
// died without a guess can have clashing clues; cells still holds it then.
func (s *Solver) setResult(r *Result, out engine.Outcome, cells []uint8) {
	if out.Found == 0 && out.Guesses == 0 && !s.entry.trusting {
		if clash, ok := findClash(s.order, cells); ok {
			*r = clash
			return
		}
	}
	r.set(out, s.limit)
}
