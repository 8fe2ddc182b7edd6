package columns

// This file has the function of each column.

import (
	"bytes"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/solver"
)

// Found holds what a verb found out about a record.
type Found struct {
	Verdict   formats.Verdict
	Puzzle    []uint8 // the puzzle; nil if the record is malformed; borrowed
	Solution  []uint8 // the first solution (Solved, Multiple); borrowed
	Text      []byte  // the solution as AppendCells writes it, or nil; borrowed
	Guesses   uint64
	Solutions int    // number of solutions found
	Complete  bool   // there are no other solutions
	File      string // name of the input
	Index     int    // index among the puzzles of the scratch memory

	scratch *Scratch
}

func appendPuzzle(dst []byte, to formats.Form, found *Found) []byte {
	if found.Puzzle == nil {
		return nil
	}
	return to.AppendCells(dst, found.Puzzle)
}

func appendClues(dst []byte, _ formats.Form, found *Found) []byte {
	if found.Puzzle == nil {
		return nil
	}
	return strconv.AppendInt(dst, int64(len(found.Puzzle)-bytes.Count(found.Puzzle, []byte{0})), 10)
}

func appendFile(dst []byte, _ formats.Form, found *Found) []byte { return append(dst, found.File...) }

func appendSolution(dst []byte, to formats.Form, found *Found) []byte {
	if found.Verdict != formats.Solved && found.Verdict != formats.Multiple {
		return nil
	}
	if found.Text != nil {
		return append(dst, found.Text...)
	}
	return to.AppendCells(dst, found.Solution)
}

func appendStatus(dst []byte, _ formats.Form, found *Found) []byte {
	return append(dst, statusNames[found.Verdict]...)
}

// statusNames are the values of the column status, by verdict.
var statusNames = []string{
	formats.Unknown:       "unknown",
	formats.Solved:        "solved",
	formats.Multiple:      "multiple",
	formats.NoSolution:    "no_solution",
	formats.Contradiction: "contradiction",
	formats.GaveUp:        "gave_up",
	formats.Malformed:     "malformed",
}

// StatusName returns the value of the column status for a verdict.
func StatusName(v formats.Verdict) string { return statusNames[v] }

func appendGuesses(dst []byte, _ formats.Form, found *Found) []byte {
	if found.Verdict == formats.Malformed {
		return nil
	}
	return strconv.AppendUint(dst, found.Guesses, 10)
}

func appendSolutions(dst []byte, _ formats.Form, found *Found) []byte {
	if found.Verdict == formats.Malformed {
		return nil
	}
	return strconv.AppendInt(dst, int64(found.Solutions), 10)
}

func appendComplete(dst []byte, _ formats.Form, found *Found) []byte {
	if found.Verdict == formats.Malformed {
		return nil
	}
	return strconv.AppendBool(dst, found.Complete)
}

func appendRating(dst []byte, _ formats.Form, found *Found) []byte {
	if found.Puzzle == nil || found.scratch.ratings[found.Index] == solver.Unrated {
		return nil
	}
	return strconv.AppendUint(dst, uint64(found.scratch.ratings[found.Index]), 10)
}

func appendCanonical(dst []byte, to formats.Form, found *Found) []byte {
	if len(found.Puzzle) != len(found.scratch.form) {
		return nil
	}
	found.scratch.canonicalize(found)
	return to.AppendCells(dst, found.scratch.form[:])
}

func appendAutomorphisms(dst []byte, _ formats.Form, found *Found) []byte {
	if len(found.Puzzle) != len(found.scratch.form) {
		return nil
	}
	found.scratch.canonicalize(found)
	return strconv.AppendInt(dst, int64(found.scratch.automorphisms), 10)
}

func appendMinimal(dst []byte, _ formats.Form, found *Found) []byte {
	if !found.unique() {
		return nil
	}
	return strconv.AppendBool(dst, found.scratch.redundant[found.Index].Len() == 0)
}

// appendRedundant appends the names of cells such as r4c7, separated by blanks.
func appendRedundant(dst []byte, _ formats.Form, found *Found) []byte {
	if !found.unique() || found.scratch.redundant[found.Index].Len() == 0 {
		return nil
	}
	order, first := found.scratch.puzzles.Order, true
	for cell := range found.scratch.redundant[found.Index].All {
		if !first {
			dst = append(dst, ' ')
		}
		first = false
		dst = strconv.AppendInt(append(dst, 'r'), int64(cell/order+1), 10)
		dst = strconv.AppendInt(append(dst, 'c'), int64(cell%order+1), 10)
	}
	return dst
}

// unique reports whether the puzzle is proven to have one solution.
func (f *Found) unique() bool { return f.Verdict == formats.Solved && f.Complete }
