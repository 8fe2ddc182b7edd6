package checkreport

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
)

// A column is a column of a report.
type column struct {
	columns.Column
	label int // index among the labels of a record; -1: the value follows from what the check found
}

// usual names the columns that a report has by default, in order. The last name records that a check
// compares with, if it does.
var usual = []string{
	"id", "file", "record", "line", "column", "status", "clues", "guesses", "automorphisms", "solution", "flags", "detail",
	"solutions", "complete", "duplicate_of", "isomorph_of", "leak_of", "isomorphic_leak_of",
}

// lacks returns the flag without which a check has no values for a column, or "".
func (a *Asked) lacks(name string) string {
	switch {
	case name == "duplicate_of" && !a.Duplicates:
		return "--duplicates"
	case strings.HasSuffix(name, "leak_of") && len(a.Against) == 0:
		return "--against"
	case strings.HasPrefix(name, "isomorph") && !a.Isomorphs:
		return "--isomorphs"
	}
	return ""
}

// Columns is the choice of columns for a report.
type Columns struct {
	chosen []column
	came   place            // position of the input's columns
	labels []columns.Column // the chosen columns that the check must compute
}

// others is the name that stands for all columns of the input.
const others = "*"

// ParseColumns returns the columns with the given names for a check. Without names it returns the
// default columns, with the columns of the input behind them.
func ParseColumns(names []string, asked Asked) (c Columns, err error) {
	if len(names) == 0 {
		c.came = behind
		for _, name := range usual {
			if asked.lacks(name) == "" {
				c.chosen = append(c.chosen, column{columns.Known(name), -1})
			}
		}
		return c, nil
	}
	if i := slices.Index(names, others); i >= 0 {
		c.came = ahead
		names = slices.Delete(slices.Clone(names), i, i+1)
	}
	known, err := columns.Choose(columns.All(), names)
	for _, one := range known {
		if flag := asked.lacks(one.Name); flag != "" {
			return c, fmt.Errorf("column %q needs %s", one.Name, flag)
		}
		label := -1
		if one.Evaluated() {
			label = len(c.labels)
			c.labels = append(c.labels, one)
		}
		c.chosen = append(c.chosen, column{one, label})
	}
	return c, err
}

// Others reports whether the columns of the input are included.
func (c Columns) Others() bool { return c.came != nowhere }

// Labels returns the columns that the check must compute.
func (c Columns) Labels() []columns.Column { return c.labels }

// setFound sets the results for a record, with its puzzle, as columns need them.
func (t *rows) setFound(r *check.Record, puzzle []uint8) {
	t.checked = columns.Checked{
		Number: r.Number, Record: r.Record, Line: lineOf(r), Column: r.Column, Answer: answerNames[r.Given],
		DuplicateOf: placeText(&r.Duplicate), IsomorphOf: placeText(&r.Isomorph),
		LeakOf: placeText(&r.Leak), IsomorphicLeakOf: placeText(&r.IsomorphicLeak),
	}
	t.found = columns.Found{
		Verdict: r.Verdict, Puzzle: puzzle, Candidates: r.Candidates, Solution: r.Solution, Guesses: r.Guesses, Solutions: r.Solutions, Complete: r.Complete,
		File: r.File, Automorphisms: r.Automorphisms, Checked: &t.checked,
	}
	if r.Failed() {
		why := reasonsOf(r, false)
		var flags []string
		for _, one := range why {
			flags = append(flags, one.flag)
		}
		t.checked.Flags, t.checked.Detail = strings.Join(flags, " "), words(why)
	}
}

// lineOf returns the line of the fault in a record, or the first line of a record without one.
func lineOf(r *check.Record) int64 {
	if r.Verdict != bulk.Malformed && r.Given != check.GivenMalformed {
		return r.Line
	}
	return r.FaultLine
}

// placeText returns the place of another record, or "" if there is none.
func placeText(w *check.Where) string {
	if w.None() {
		return ""
	}
	return placeOf(w, true)
}
