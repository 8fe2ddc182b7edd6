package main

// This file says what clean has left out and why.

import (
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline/clean"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
)

// leftOut holds the words for the reasons: for programs, and for people.
var leftOut = [clean.Reasons]struct{ name, words string }{
	clean.Malformed:       {columns.StatusName(bulk.Malformed), "malformed"},
	clean.Contradiction:   {columns.StatusName(bulk.Contradiction), "contradictory"},
	clean.NoSolution:      {columns.StatusName(bulk.NoSolution), "without a solution"},
	clean.Multiple:        {columns.StatusName(bulk.Multiple), "with several solutions"},
	clean.GaveUp:          {columns.StatusName(bulk.GaveUp), "given up"},
	clean.NoSolutionGiven: {"no_solution_given", "with no solution given"},
	clean.WrongSolution:   {"wrong_solution", "with a wrong solution"},
	clean.Swapped:         {"swapped", "with puzzle and solution swapped"},
	clean.Redundant:       {"redundant", "not minimal"},
	clean.Leak:            {"leak", "in --against"},
	clean.IsomorphicLeak:  {"isomorphic_leak", "isomorphic to --against"},
	clean.Duplicate:       {"duplicate", "repeated"},
	clean.Isomorph:        {"isomorph", "isomorphic"},
}

// sayLeftOut says how many records were left out and why, also with --quiet.
func (c *cleanCmd) sayLeftOut(found *clean.Summary) {
	var total int64
	var words, hints []string
	for why, n := range found.LeftOut {
		if total += n; n > 0 {
			words = append(words, humanize.Comma(n)+" "+leftOut[why].words)
		}
	}
	if total == 0 {
		return
	}
	if c.Rejects == "" {
		hints = append(hints, "--rejects FILE keeps them")
	}
	if found.LeftOut[clean.NoSolutionGiven] > 0 && c.Fix == nil {
		hints = append(hints, "--fix solution fills in solutions")
	}
	hint := ""
	if len(hints) > 0 {
		hint = " (" + strings.Join(hints, ", ") + ")"
	}
	console.Say("%s written; left out: %s%s", humanize.Comma(found.Written), strings.Join(words, ", "), hint)
}

// summarize adds the counts of clean to the summary.
func (c *cleanCmd) summarize(found *clean.Summary, line func(int64, string)) {
	line(found.Written, "written")
	if found.Repaired > 0 {
		line(found.Repaired, "repaired")
	}
	if n := found.NoCanonicalForm; n > 0 && (c.rules.New || len(c.Against) > 0) {
		line(n, "puzzles of sizes without canonical forms: only equal ones were compared")
	}
}

// cleanJSON is the object clean in the file of --stats-json.
type cleanJSON struct {
	Written         int64            `json:"written"`
	Repaired        int64            `json:"repaired"`
	LeftOut         map[string]int64 `json:"left_out"` // by reason
	NoCanonicalForm int64            `json:"without_canonical_form"`
	SpilledBytes    int64            `json:"spilled_bytes"`
}

// statistics returns the statistics that only clean has, for encoding as JSON.
func (c *cleanCmd) statistics(found *clean.Summary) any {
	j := cleanJSON{Written: found.Written, Repaired: found.Repaired, LeftOut: map[string]int64{}, NoCanonicalForm: found.NoCanonicalForm, SpilledBytes: found.Spilled}
	for why, n := range found.LeftOut {
		if name := leftOut[why].name; name != "" {
			j.LeftOut[name] = n
		}
	}
	return j
}
