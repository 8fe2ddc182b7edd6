package run

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/solver"
)

// SolverFlags are the flags of verbs that solve.
type SolverFlags struct {
	Engine     string  `group:"Tuning" complete:"engines" default:"${auto}" placeholder:"NAME" help:"How to solve. ${engines}."`
	MaxGuesses *uint64 `group:"Tuning" placeholder:"N" help:"Give a puzzle up after N guesses. 0 = never, at your own risk. Default: ${guesses}, a second or two; engines with a search of their own: never."`
}

// CheckSolver is what remains of Validate: whether there is the engine, and how
// many solutions it counts.
func (c *SolverFlags) CheckSolver(limit int) error {
	if !slices.Contains(solver.EngineNames(), c.Engine) {
		return NoEngine("--engine", c.Engine)
	}
	for _, e := range solver.Engines() {
		if e.Name == c.Engine && e.MaxLimit > 0 && limit > e.MaxLimit {
			return fmt.Errorf("--limit %d: engine %s counts up to %d", limit, e.Name, e.MaxLimit)
		}
	}
	return nil
}

// NoEngine says that there is no engine of a name, and which there are.
func NoEngine(flag, name string) error {
	names := solver.EngineNames()
	return fmt.Errorf("%s %s: choose %s%s", flag, name, strings.Join(names, ", "), console.Meant(name, names))
}

// Budget is the guess budget for each puzzle; 0 is none. That of the common
// search is none of the other engines', which may need millions of guesses.
func (c *SolverFlags) Budget() uint64 {
	if c.MaxGuesses != nil {
		return *c.MaxGuesses
	}
	for _, e := range solver.Engines() {
		if e.Name == c.Engine && !e.Common {
			return 0
		}
	}
	return solver.DefaultMaxGuesses
}
