package model

// This file holds what a user says about a file, and what detection answers.

import (
	"strconv"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// An Explanation says why a file was read in its form.
type Explanation struct {
	Candidates []Candidate // the best first
	Reason     string
	Lines      []string // what each line of the sample is, "" for a rule or a blank line; nil: the text is not made of lines
}

// A Candidate is one way to read the beginning of a file, and what it explains.
type Candidate struct {
	Form, Way                             string // Way says how it is read, or why it cannot be read
	Puzzles, Solutions, Malformed, Unread int
}

// Hints are what a user says about a file in addition to its kind. The zero value says
// nothing.
type Hints struct {
	// Puzzle and Solution are columns: a name, or a number from 1.
	Puzzle, Solution string
	// State says that players' grids take the place of solutions. If Solution is empty, they are in
	// the column state. If columns have no names, they are found as solutions are. A table with
	// one column has none.
	State bool
	// Loose says that the file need not have these columns. If it lacks them, they are
	// detected.
	Loose bool
	// Digits is one that bulk.Digits lists.
	Digits string
	// Sizes are the numbers of digits that the file's puzzles may have, ascending, all from
	// package geometry. A file of lines, drawn grids, a table or JSON may mix several. nil: all
	// are of one size, which is detected.
	Sizes []int `json:",omitempty"`
	// Box is the shape of boxes, see geometry.Like; zero: the usual one.
	Box geometry.Box `json:",omitzero"`
	// PadZeros says that puzzles which a program read as numbers get their first zeros back.
	PadZeros bool
	// Rows asks for all fields of the records, also in lists.
	Rows bool
	// More asks for the fields of a list only if something follows its first puzzle. So one
	// line of a plain list is enough to detect its form.
	More bool
	// NoSolutions makes solutions malformed records where they would be left out, so that
	// they can be written with their places.
	NoSolutions bool
	// KeepSolutions makes solutions records as others are, where they would be left out.
	KeepSolutions bool
	// Name is the name of the file. Its ending decides between readings that explain the
	// file about equally well.
	Name string
	// Explain receives the reason of the decision, if it is not nil.
	Explain *Explanation `json:"-"`
	// Typed says that the text comes from a Parquet file.
	Typed bool
	// Joined says that the text comes from bulk.JoinColumns.
	Joined bool `json:",omitempty"`
}

// Orders returns the numbers of digits that the file's puzzles may have.
func (h *Hints) Orders() []int {
	if len(h.Sizes) == 0 {
		return []int{9, 16}
	}
	return h.Sizes
}

// Loosened returns the hints for another corpus with puzzles to compare. A column given by
// name counts if that corpus has it; a column number does not count.
func (h Hints) Loosened() Hints {
	if _, err := strconv.Atoi(h.Puzzle); err == nil {
		h.Puzzle = ""
	}
	return Hints{Puzzle: h.Puzzle, Digits: h.Digits, Sizes: h.Sizes, PadZeros: h.PadZeros, Loose: true}
}
