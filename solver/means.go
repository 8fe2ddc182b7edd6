package solver

import (
	"fmt"
	"strconv"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/singles"
)

// Means is the kind of reasoning that solves a puzzle. It is the same for all
// isomorphs, because the result of a closure does not depend on the order of
// its rules.
type Means uint8

const (
	// MeansUnknown means that the puzzle has no solution, or that the search
	// found none within its budget.
	MeansUnknown Means = iota
	// MeansSingles means that naked and hidden singles alone solve the puzzle.
	MeansSingles
	// MeansClosure means that the closure of the common search solves the puzzle
	// without a guess, but singles alone do not.
	MeansClosure
	// MeansSearch means that the puzzle needs guesses. It includes all puzzles
	// with several solutions.
	MeansSearch

	// meansCount is the number of means, including MeansUnknown.
	meansCount = iota
)

var meansNames = [meansCount]string{"unknown", "singles", "closure", "search"}

// String returns the means in one word, or "Means(N)" for an undefined value.
func (m Means) String() string {
	if int(m) < len(meansNames) {
		return meansNames[m]
	}
	return "Means(" + strconv.Itoa(int(m)) + ")"
}

// MeansOf returns the means of a puzzle from its result. The result must come
// from an engine of the common search (EngineInfo.Common), because others make
// other guesses; its limit and budget do not matter if it has a solution.
// puzzle holds order² cells, row by row, 0 = blank, before solving. MeansOf
// panics if the length is wrong. It does not allocate, and is safe for
// concurrent use.
func MeansOf(shape geometry.Box, puzzle []uint8, result Result) Means {
	if len(puzzle) != shape.Cells() {
		panic(fmt.Sprintf("solver: means of a puzzle of %d cells", len(puzzle)))
	}
	switch {
	case result.Solutions == 0:
		return MeansUnknown
	case result.Guesses > 0:
		return MeansSearch
	}
	if _, solved := singles.Rounds(shape, puzzle); solved {
		return MeansSingles
	}
	return MeansClosure
}
