package solving

import (
	"fmt"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/solver"
)

// Count counts a result, and says in the words of the output what it is.
func Count(c *pipeline.Counts, result *solver.Result) formats.Verdict {
	c.Guesses += result.Guesses
	c.Solutions += uint64(result.Solutions)
	if !result.Complete {
		c.Incomplete++
	}
	switch result.Status {
	case solver.Solved:
		c.Solved++
		return formats.Solved
	case solver.Multiple:
		c.Multiple++
		return formats.Multiple
	case solver.NoSolution:
		c.NoSolution++
		return formats.NoSolution
	case solver.Contradiction:
		c.Contradiction++
		return formats.Contradiction
	case solver.GaveUp:
		c.GaveUp++
		return formats.GaveUp
	}
	panic(fmt.Sprintf("pipeline: a puzzle was solved, but its status is %v", result.Status))
}
