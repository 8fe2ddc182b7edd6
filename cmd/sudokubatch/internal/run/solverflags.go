package run

import "github.com/sudokubatch/sudokubatch/cmd/internal/engines"

// SolverFlags are the flags of verbs that solve.
type SolverFlags struct {
	Engine     string  `group:"Tuning" complete:"engines" default:"${auto}" placeholder:"NAME" help:"How to solve. ${engines}."`
	MaxGuesses *uint64 `group:"Tuning" placeholder:"N" help:"Give a puzzle up after N guesses. 0 = never, at your own risk. Default: ${guesses}, a second or two; engines with a search of their own: never."`
}

// Budget is the guess budget for each puzzle; 0 is none.
func (c *SolverFlags) Budget() uint64 {
	if c.MaxGuesses != nil {
		return *c.MaxGuesses
	}
	return engines.Budget(c.Engine)
}
