package checkreport

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
)

// statusNames are the statuses of records for programs, by verdict. They are
// those of the statistics' schema version.
var statusNames = [...]string{
	formats.Solved:        "unique",
	formats.Multiple:      "multiple",
	formats.NoSolution:    "no_solution",
	formats.Contradiction: "contradiction",
	formats.GaveUp:        "gave_up",
	formats.Malformed:     "malformed",
}

// A reason is why a record failed.
type reason struct {
	flag  string // for programs
	words string // for people
}

// fewNames is how many redundant clues the table names.
const fewNames = 6

// reasonsOf lists why a record failed; none if it did not. Brief ones need not
// name all redundant clues.
func reasonsOf(r *check.Record, brief bool) []reason {
	var all []reason
	add := func(flag, format string, args ...any) {
		all = append(all, reason{flag, fmt.Sprintf(format, args...)})
	}
	status := statusNames[r.Verdict]
	switch r.Verdict {
	case formats.Solved:
	case formats.Multiple:
		add(status, "%s", multipleWords(r))
	case formats.NoSolution:
		add(status, "no solution")
	case formats.Contradiction:
		add(status, "contradiction %s %s", cellName(r.Order, r.Clash[0]), cellName(r.Order, r.Clash[1]))
	case formats.GaveUp:
		add(status, "gave up after %d guesses", r.Guesses)
	case formats.Malformed:
		add(status, "malformed: %s", r.Reason)
	}
	switch r.Given {
	case check.GivenMissing:
		add("missing_solution", "no solution beside the puzzle")
	case check.GivenWrong:
		add("wrong_solution", "wrong solution: %s", r.Reason)
	case check.GivenMalformed:
		add("malformed_solution", "malformed solution: %s", r.Reason)
	case check.GivenNotChecked, check.GivenRight:
	}
	if names := redundantFaults(r); len(names) > 0 {
		if more := len(names) - fewNames; brief && more > 0 {
			names = append(names[:fewNames], fmt.Sprintf("and %d more", more))
		}
		add("redundant", "not minimal, redundant: %s", strings.Join(names, " "))
	}
	for _, other := range []struct {
		where       *check.Where
		flag, words string
	}{
		{&r.Duplicate, "duplicate", "duplicate of"},
		{&r.Isomorph, "isomorph", "isomorphic to"},
		{&r.Leak, "leak", "leak: equal to"},
		{&r.IsomorphicLeak, "isomorphic_leak", "leak: isomorphic to"},
	} {
		if w := other.where; !w.None() {
			add(other.flag, "%s %s", other.words, placeOf(w, true))
		}
	}
	return all
}

// multipleWords says that a puzzle has multiple solutions, and how many if it is
// known that there are more than a second one.
func multipleWords(r *check.Record) string {
	switch {
	case r.Complete:
		return fmt.Sprintf("%d solutions", r.Solutions)
	case r.Solutions > 2:
		return fmt.Sprintf("%d solutions or more", r.Solutions)
	}
	return "multiple solutions"
}

// appendFailure appends a record that failed as a line for people: its place as
// compilers write it, and why.
func appendFailure(dst []byte, r *check.Record) []byte {
	dst = append(dst, console.Printable(r.File)...)
	line := lineOf(r)
	before := ":"
	if line == 0 { // there are no lines
		dst = append(dst, ": record "...)
		dst, before = strconv.AppendInt(dst, r.Record, 10), ", column "
	} else {
		dst = strconv.AppendInt(append(dst, ':'), line, 10)
	}
	if r.Column > 0 {
		dst = strconv.AppendInt(append(dst, before...), int64(r.Column), 10)
	}
	for i, why := range reasonsOf(r, true) {
		separator := ": "
		if i > 0 {
			separator = "; "
		}
		dst = append(dst, separator...)
		dst = append(dst, console.Printable(why.words)...)
	}
	return append(dst, '\n')
}

// placeOf writes the place of a record, also its number where that is wanted, and
// where there are no lines.
func placeOf(w *check.Where, number bool) string {
	switch {
	case w.Line == 0:
		return fmt.Sprintf("%s (record %d)", w.File, w.Record)
	case number:
		return fmt.Sprintf("%s:%d (record %d)", w.File, w.Line, w.Record)
	}
	return fmt.Sprintf("%s:%d", w.File, w.Line)
}

// cellName names a cell by its row and column.
func cellName(order, cell int) string {
	return fmt.Sprintf("r%dc%d", cell/order+1, cell%order+1)
}

// redundantNames names the clues that can be dropped.
func redundantNames(r *check.Record) []string {
	var names []string
	for _, cell := range r.Redundant {
		names = append(names, cellName(r.Order, int(cell)))
	}
	return names
}

// redundantFaults names the clues that can be dropped, where that is a fault.
func redundantFaults(r *check.Record) []string {
	if r.NeedNotBeMinimal {
		return nil
	}
	return redundantNames(r)
}

// appendSolution appends a grid as one line, without its newline.
func appendSolution(dst []byte, r *check.Record) []byte {
	if r.Solution == nil {
		return dst
	}
	dst = formats.Form{Kind: formats.Line, Order: r.Order}.AppendPuzzle(dst, r.Solution)
	return dst[:len(dst)-1]
}
