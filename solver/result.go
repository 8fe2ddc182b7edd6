package solver

import (
	"strconv"

	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
)

// A Status is the outcome of solving a puzzle.
type Status uint8

const (
	// Unknown is the zero Status: of a puzzle that no solver has looked at.
	Unknown Status = iota
	// Solved is one solution found, and no second one. Whether there is a
	// second one is known only where Result.Complete says so.
	Solved
	// Multiple is two or more solutions found, even if a budget then ended
	// their count short of the limit.
	Multiple
	// NoSolution is none at all.
	NoSolution
	// Contradiction is two equal clues in a house, found without search.
	Contradiction
	// GaveUp is a guess budget that ran out first. With a limit of 2 or more one
	// solution may have been found by then; whether it is the only one is open.
	GaveUp

	// statusCount is the number of statuses, Unknown included.
	statusCount = iota
)

var statusNames = [statusCount]string{"unknown", "solved", "multiple", "no solution", "contradiction", "gave up"}

// String returns the status in words, and "Status(N)" for any other value.
func (s Status) String() string {
	if int(s) < len(statusNames) {
		return statusNames[s]
	}
	return "Status(" + strconv.Itoa(int(s)) + ")"
}

// A Result is what solving a puzzle found out. With the engines of the common
// search (see EngineInfo.Common) it is a function of the puzzle, the limit and
// the budget alone. A reference engine may need another number of guesses,
// so a budget may end it elsewhere, and may come to another solution first.
type Result struct {
	Status Status
	// Complete says that the whole search space was seen: there are no more
	// solutions than Solutions.
	Complete bool
	// Clash holds the two cells (0 = first of the first row) whose clues are
	// equal, the lower one first. Only for Contradiction.
	Clash [2]uint16
	// Solutions is the number of solutions found, at most the limit.
	Solutions int
	// Guesses counts the branch points of the search and the decisions of clause
	// learning.
	Guesses uint64
}

// Unique reports whether the puzzle is proven to have exactly one solution.
func (r Result) Unique() bool { return r.Solutions == 1 && r.Complete }

// set sets what the outcome of a search for limit solutions means. It sets the
// fields one by one, as results of many puzzles are set in a row.
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
// defines. Numbers of guesses can be compared where it is the same; whatever
// may change one raises it.
const SearchVersion = 5
