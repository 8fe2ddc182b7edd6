package columns

// This file has the function of each column.

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/solving"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/explain"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// Found holds what a verb found out about a record.
type Found struct {
	Verdict bulk.Verdict
	Puzzle  []uint8 // the puzzle; nil if the record is malformed; borrowed
	// Candidates are the puzzle's candidates, see model.Records; nil: Puzzle says all.
	Candidates []uint32
	Solution   []uint8 // the first solution (Solved, Multiple); borrowed
	Text       []byte  // the solution as AppendCells writes it, or nil; borrowed
	Guesses    uint64
	Solutions  int    // number of solutions found
	Complete   bool   // there are no other solutions
	File       string // name of the input
	Index      int    // index among the puzzles of the Evaluator
	// Automorphisms is the number of automorphisms if it is known without an Evaluator; else 0.
	Automorphisms int
	Checked       *Checked // for the columns that only a check has
	// Hint is for the columns of hints. It is nil if there is none; Reason says why, if that is known.
	Hint   *explain.Hint
	Reason string

	by *Evaluator
}

// Checked holds what a check found out about a record. Numbers count from 1; 0 is no value.
type Checked struct {
	Number, Record, Line int64 // over all inputs; in its file; the line of the record or its fault
	Column               int   // of the fault
	// Texts; empty: no value. The last four name earlier records, and records of other corpora.
	Flags, Detail, Answer, DuplicateOf, IsomorphOf, LeakOf, IsomorphicLeakOf string
}

// checkedNumber returns the function of a column with a number of Checked.
func checkedNumber(of func(*Checked) int64) appender {
	return func(dst []byte, _ bulk.Form, found *Found) []byte {
		if n := of(found.Checked); n > 0 {
			return strconv.AppendInt(dst, n, 10)
		}
		return nil
	}
}

// checkedText returns the function of a column with a text of Checked.
func checkedText(of func(*Checked) string) appender {
	return func(dst []byte, _ bulk.Form, found *Found) []byte {
		if text := of(found.Checked); text != "" {
			return append(dst, text...)
		}
		return nil
	}
}

func appendPuzzle(dst []byte, to bulk.Form, found *Found) []byte {
	if found.Puzzle == nil {
		return nil
	}
	if found.Candidates != nil {
		return bulk.AppendCandidatesValue(dst, found.Candidates)
	}
	return to.AppendCells(dst, found.Puzzle)
}

func appendClues(dst []byte, _ bulk.Form, found *Found) []byte {
	if found.Puzzle == nil {
		return nil
	}
	return strconv.AppendInt(dst, int64(len(found.Puzzle)-bytes.Count(found.Puzzle, []byte{0})), 10)
}

func appendFile(dst []byte, _ bulk.Form, found *Found) []byte { return append(dst, found.File...) }

func appendSolution(dst []byte, to bulk.Form, found *Found) []byte {
	if found.Verdict != bulk.Solved && found.Verdict != bulk.Multiple {
		return nil
	}
	if found.Text != nil {
		return append(dst, found.Text...)
	}
	return to.AppendCells(dst, found.Solution)
}

func appendStatus(dst []byte, _ bulk.Form, found *Found) []byte {
	return append(dst, statusNames[found.Verdict]...)
}

// statusNames are the values of the column status, by verdict.
var statusNames = []string{
	bulk.Unknown:       "unknown",
	bulk.Solved:        "unique",
	bulk.Multiple:      "multiple",
	bulk.NoSolution:    "no_solution",
	bulk.Contradiction: "contradiction",
	bulk.GaveUp:        "gave_up",
	bulk.Malformed:     "malformed",
}

// unproven is the status of a puzzle whose search ended at its first solution.
const unproven = "solved"

// StatusName returns the value of the column status for a verdict of a search for two solutions.
func StatusName(v bulk.Verdict) string { return statusNames[v] }

// Status returns the value of the column status for the result of a search with a limit.
func Status(s solver.Status, limit int) string {
	if s == solver.Solved && limit < 2 {
		return unproven
	}
	return StatusName(solving.Verdict(s))
}

// AtLimit returns the columns for searches with a limit. Below 2 nothing proves that a solution is
// the only one, so the status of such puzzles is solved.
func AtLimit(columns []Column, limit int) []Column {
	columns = slices.Clone(columns)
	for i := range columns {
		if limit < 2 && columns[i].Name == "status" {
			columns[i].append = func(dst []byte, _ bulk.Form, found *Found) []byte {
				if found.Verdict == bulk.Solved {
					return append(dst, unproven...)
				}
				return appendStatus(dst, bulk.Form{}, found)
			}
		}
	}
	return columns
}

// searched returns the function of a column that every search gives a value.
func searched(value func(dst []byte, found *Found) []byte) appender {
	return func(dst []byte, _ bulk.Form, found *Found) []byte {
		if found.Verdict == bulk.Malformed {
			return nil
		}
		return value(dst, found)
	}
}

func appendRating(dst []byte, _ bulk.Form, found *Found) []byte {
	if found.Puzzle == nil || found.by.ratings[found.Index] == solver.Unrated {
		return nil
	}
	return strconv.AppendUint(dst, uint64(found.by.ratings[found.Index]), 10)
}

func appendCanonical(dst []byte, to bulk.Form, found *Found) []byte {
	if !found.hasForm() {
		return nil
	}
	found.by.canonicalize(found)
	return to.AppendCells(dst, found.by.form[:len(found.Puzzle)])
}

func appendAutomorphisms(dst []byte, _ bulk.Form, found *Found) []byte {
	n := found.Automorphisms
	if e := found.by; e != nil && found.hasForm() {
		e.canonicalize(found)
		n = e.automorphisms
	}
	if n == 0 {
		return nil
	}
	return strconv.AppendInt(dst, int64(n), 10)
}

func appendMinimal(dst []byte, _ bulk.Form, found *Found) []byte {
	if !found.unique() {
		return nil
	}
	return strconv.AppendBool(dst, len(found.redundant()) == 0)
}

// appendRedundant appends names such as r4c7 or r4c7=5, separated by blanks.
func appendRedundant(dst []byte, _ bulk.Form, found *Found) []byte {
	if !found.unique() {
		return nil
	}
	for i, redundant := range found.redundant() {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = AppendName(dst, found.by.puzzles.Board.Side(), redundant)
	}
	if len(found.by.list) == 0 {
		return nil
	}
	return dst
}

// redundant returns the redundant clues or candidates of a puzzle.
func (f *Found) redundant() []uint16 {
	f.by.list = f.by.AppendRedundant(f.by.list[:0], f.Index)
	return f.by.list
}

// hasForm reports whether the puzzle has a canonical form.
func (f *Found) hasForm() bool {
	return f.Candidates == nil && HasForm(geometry.OfCells(len(f.Puzzle)).Side())
}

// unique reports whether the puzzle is proven to have one solution.
func (f *Found) unique() bool { return f.Verdict == bulk.Solved && f.Complete }
