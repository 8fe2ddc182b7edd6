// Package engines is what commands that solve say and assume of engines.
package engines

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/solver"
)

// Check says so where there is no engine of a name, or it does not count so many
// solutions.
func Check(name string, limit int) error {
	if !slices.Contains(solver.EngineNames(), name) {
		return Unknown("--engine", name)
	}
	if e := find(name); e.MaxLimit > 0 && limit > e.MaxLimit {
		return fmt.Errorf("--limit %d: engine %s counts up to %d", limit, e.Name, e.MaxLimit)
	}
	return nil
}

// Unknown says that there is no engine of a name, and which there are.
func Unknown(flag, name string) error {
	names := solver.EngineNames()
	return fmt.Errorf("%s %s: choose %s%s", flag, name, strings.Join(names, ", "), console.Meant(name, names))
}

// Budget returns solver.Options.MaxGuesses for the value of --max-guesses, where 0 is
// no budget, or for nil, where nobody chose one.
func Budget(chosen *uint64) uint64 {
	switch {
	case chosen == nil:
		return 0
	case *chosen == 0:
		return math.MaxUint64
	}
	return *chosen
}

// IsCommon reports whether an engine makes the guesses of the common search, by which
// tiers are told.
func IsCommon(name string) bool {
	e := find(name)
	return e.Name == "" || e.Common
}

// find returns an engine; solver.Auto is none by itself.
func find(name string) (found solver.EngineInfo) {
	for _, e := range solver.Engines() {
		if e.Name == name {
			found = e
		}
	}
	return found
}
