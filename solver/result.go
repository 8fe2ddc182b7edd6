package solver

import (
	"strconv"

	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
)

// A Status is the outcome of solving a puzzle.
type Status uint8

const (
	// Unknown is the zero Status: the puzzle was not solved yet.
	Unknown Status = iota
	// Solved means that one solution was found, and no second one. Only if
	// Result.Complete is set, there is no second one.
	Solved
	// Multiple means that two or more solutions were found, even if the budget
	// then ended the count before the limit.
	Multiple
	// NoSolution means that the puzzle has no solution.
	NoSolution
	// Contradiction means that a house has two equal clues. It is found without
	// search.
	Contradiction
	// GaveUp means that the guess budget ran out. With a limit of 2 or more,
	// one solution may have been found; whether it is unique is unknown.
	GaveUp

	// statusCount is the number of statuses, including Unknown.
	statusCount = iota
)

var statusNames = [statusCount]string{"unknown", "solved", "multiple", "no solution", "contradiction", "gave up"}

// String returns the status in words, or "Status(N)" for an undefined value.
func (s Status) String() string {
	if int(s) < len(statusNames) {
		return statusNames[s]
	}
	return "Status(" + strconv.Itoa(int(s)) + ")"
}

// A Result is the result of solving a puzzle. With engines of the common search
// (see EngineInfo.Common) it depends only on the puzzle, the limit and the
// budget. A reference engine may need a different number of guesses, may find
// another solution first, and may reach the budget earlier or later.
type Result struct {
	Status Status
	// Complete reports that the whole search space was searched, so there are
	// no more than Solutions solutions.
	Complete bool
	// Clash holds two cells with equal clues in one house, the lower one first
	// (0 = first cell of the first row). It is set only for Contradiction.
	Clash [2]uint16
	// Solutions is the number of solutions found, at most the limit.
	Solutions int
	// Guesses is the number of branch points of the search plus the decisions
	// of clause learning.
	Guesses uint64
}

// Unique reports whether the puzzle is proven to have exactly one solution.
func (r Result) Unique() bool { return r.Solutions == 1 && r.Complete }

// set sets the result from the outcome of a search with the given limit. It
// assigns single fields, because that is faster for many results in a row.
func (r *Result) set(out engine.Outcome, limit int) {
	r.Complete, r.Solutions, r.Guesses = out.Complete, out.Found, out.Guesses
	r.Clash = [2]uint16{}
	switch {
	case out.Found > 1:
		r.Status = Multiple
	case out.Found == 1 && (out.Complete || limit == 1):
		r.Status = Solved
	case out.Complete:
		r.Status = NoSolution
	default:
		r.Status = GaveUp
	}
}

// SearchVersion is the version of the common search that the package comment
// defines. Numbers of guesses are comparable between equal versions. Any change
// of such a number needs a new version.
const SearchVersion = 7
