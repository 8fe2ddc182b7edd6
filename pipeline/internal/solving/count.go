package solving

import (
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/solver"
)

// Count counts a result, and says in the words of the output what it is.
func Count(c *pipeline.Counts, result *solver.Result) formats.Verdict {
	c.Guesses += result.Guesses
	switch result.Status {
	case solver.Solved:
		c.Solved++
		return formats.Solved
	case solver.Multiple:
		c.Multiple++
		return formats.Several
	case solver.None:
		c.None++
		return formats.NoSolution
	case solver.Contradiction:
		c.Contradiction++
		return formats.Contradiction
	}
	c.GaveUp++
	return formats.GaveUp
}
