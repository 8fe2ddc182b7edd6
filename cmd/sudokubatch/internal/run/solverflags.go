package run

import (
	"github.com/sudokubatch/sudokubatch/cmd/internal/program"
	"github.com/sudokubatch/sudokubatch/solver"
)

// SolverFlags are the flags of verbs that solve.
type SolverFlags struct {
	Engine     string  `group:"Tuning" complete:"engines" default:"${auto}" placeholder:"NAME" help:"How to solve. ${engines}."`
	MaxGuesses *uint64 `group:"Tuning" placeholder:"N" help:"Give a puzzle up after N guesses. 0 = never, at your own risk. Default: ${guesses}, a second or two, and ${guesses_each} more for each solution beyond two that --limit asks for; engines with a search of their own: never."`
}

// Options are what the flags say of how to solve.
func (c *SolverFlags) Options(limit int) solver.Options {
	return solver.Options{Engine: c.Engine, Limit: limit, MaxGuesses: program.Budget(c.MaxGuesses)}
}
