package solver

import (
	"fmt"
	"strconv"

	"github.com/sudokubatch/sudokubatch/solver/internal/singles"
)

// A Tier says what it takes to solve a puzzle. It is the same for all isomorphs
// of a puzzle: what the rules of a closure leave does not depend on the order in
// which they are applied.
type Tier uint8

const (
	// TierUnknown is the tier of puzzles that have no solution, or none that the
	// search found within its budget.
	TierUnknown Tier = iota
	// TierSingles is for puzzles that naked and hidden singles alone solve.
	TierSingles
	// TierClosure is for those that the closure of the common search solves
	// without a guess, but singles alone do not.
	TierClosure
	// TierSearch is for those that need guesses. All puzzles with several
	// solutions do.
	TierSearch

	// tierCount is the number of tiers, TierUnknown included.
	tierCount = iota
)

var tierNames = [tierCount]string{"unknown", "singles", "closure", "search"}

// String returns the tier in one word, and "Tier(N)" for any other value.
func (t Tier) String() string {
	if int(t) < len(tierNames) {
		return tierNames[t]
	}
	return "Tier(" + strconv.Itoa(int(t)) + ")"
}

// TierOf returns the tier of a puzzle, given what an engine of the common search
// (EngineInfo.Common) found out about it; others guess differently. The limit
// and budget it had do not matter where it found a solution. The puzzle is
// order² cells, row by row, 0 = blank, as it was before it was solved; another
// length is a mistake of the caller's, and TierOf panics. It does not allocate,
// and any number of goroutines may call it.
func TierOf(puzzle []uint8, result Result) Tier {
	if len(puzzle) != 81 && len(puzzle) != 256 {
		panic(fmt.Sprintf("solver: tier of a puzzle of %d cells", len(puzzle)))
	}
	switch {
	case result.Solutions == 0:
		return TierUnknown
	case result.Guesses > 0:
		return TierSearch
	}
	if _, solved := singles.Rounds(puzzle); solved {
		return TierSingles
	}
	return TierClosure
}
