package solver

import (
	"fmt"
	"strconv"

	"github.com/sudokubatch/sudokubatch/solver/internal/singles"
)

// A Tier is the kind of reasoning that solves a puzzle. It is the same for all
// isomorphs, because the result of a closure does not depend on the order of
// its rules.
type Tier uint8

const (
	// TierUnknown means that the puzzle has no solution, or that the search
	// found none within its budget.
	TierUnknown Tier = iota
	// TierSingles means that naked and hidden singles alone solve the puzzle.
	TierSingles
	// TierClosure means that the closure of the common search solves the puzzle
	// without a guess, but singles alone do not.
	TierClosure
	// TierSearch means that the puzzle needs guesses. It includes all puzzles
	// with several solutions.
	TierSearch

	// tierCount is the number of tiers, including TierUnknown.
	tierCount = iota
)

var tierNames = [tierCount]string{"unknown", "singles", "closure", "search"}

// String returns the tier in one word, or "Tier(N)" for an undefined value.
func (t Tier) String() string {
	if int(t) < len(tierNames) {
		return tierNames[t]
	}
	return "Tier(" + strconv.Itoa(int(t)) + ")"
}

// TierOf returns the tier of a puzzle from its result. The result must come
// from an engine of the common search (EngineInfo.Common), because others make
// other guesses; its limit and budget do not matter if it has a solution.
// puzzle holds order² cells, row by row, 0 = blank, before solving. TierOf
// panics if the length is wrong. It does not allocate, and is safe for
// concurrent use.
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
