package check

import (
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/solver"
)

// A Record is what was found out about one record. It is valid during the call
// that it is passed to. Of a record with which only a comparison found fault there
// is no more than its place, Verdict and what it is equal or isomorphic to, unless
// Config.AllRecords or WithText is set.
type Record struct {
	Where
	Number int64 // over all inputs, from 1
	Order  int
	Form   formats.Form // that the record came in

	Verdict formats.Verdict // Solved = exactly one solution
	Clues   int
	Guesses uint64
	Clash   [2]int // the cells that contradict each other (Contradiction)
	// Solutions is how many were found, at most the limit; Complete says that
	// there are no others.
	Solutions int
	Complete  bool
	// Solution is the first one found, Order·Order cells; nil if there is none.
	Solution []uint8

	// The position of what makes it, or the solution on it, malformed: the line in its
	// file, and the column in that, from 1.
	FaultLine int64
	Column    int
	// Given is what the solution on the record is worth.
	Given Given
	// Reason is why the record is malformed, or the solution on it wrong or malformed.
	Reason string

	Redundant     []uint16 // clues that can be dropped, each on its own
	Automorphisms int      // of the puzzle; 0 = not counted
	// NeedNotBeMinimal says that redundant clues are no fault.
	NeedNotBeMinimal bool

	// Labels, where they were asked for: zero or nil where there is none.
	Tier      solver.Tier
	Rating    solver.Rating
	Canonical []uint8 // the canonical form, 81 cells

	// What it is equal or isomorphic to: the first such record among the inputs
	// before it, and the first in the corpora it must not be in. An isomorphic
	// one that is named as equal already is not named again.
	Duplicate, Isomorph, Leak, IsomorphicLeak Where

	// Text is the record's bytes, if they were asked for.
	Text []byte
}

// Where is the place of a record. The zero Where is none.
type Where struct {
	File   string
	Record int64 // in that file, from 1
	Line   int64 // the record's first, from 1
}

// None reports whether w is the zero Where.
func (w *Where) None() bool { return w.Record == 0 }

// Failed reports whether the record is not what was asked for.
func (r *Record) Failed() bool {
	redundant := len(r.Redundant)
	if r.NeedNotBeMinimal {
		redundant = 0
	}
	return failedAlone(r.Verdict, r.Given, redundant) ||
		!r.Duplicate.None() || !r.Isomorph.None() || !r.Leak.None() || !r.IsomorphicLeak.None()
}

// failedAlone reports whether a record failed whatever the others are.
func failedAlone(verdict formats.Verdict, given Given, redundant int) bool {
	wanting := given != GivenNotChecked && given != GivenRight
	return verdict != formats.Solved || wanting || redundant > 0
}
