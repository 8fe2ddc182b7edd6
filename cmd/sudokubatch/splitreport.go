package main

// This file says how split divided the records.

import (
	"fmt"

	"github.com/dustin/go-humanize"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/pipeline/split"
)

// sayLoss says which rows the parts lack, and which have no solution.
func (c *splitCmd) sayLoss(done *split.Summary) {
	say := func(n int64, what string) {
		if n > 0 {
			console.Say("%s %s %s", humanize.Comma(n), console.Plural(n, "row"), what)
		}
	}
	say(done.Torn, "left out: they would join rows of different parts")
	say(done.LeftOut-done.Torn, "in no part: add a part without a number to take the rest")
	if done.Small != nil {
		console.Say("%v (to leave such rows out use --where)", done.Small)
	}
	if done.Missed != nil {
		nearer := ""
		if !c.Exact {
			nearer = " (--exact comes nearer to the shares)"
		}
		console.Say("%v%s", done.Missed, nearer)
	}
	say(total(done.Unsolved), "without a solution (clean --fix solution fills it in)")
	for i, n := range done.Leaks {
		say(n, "left out: equal or isomorphic to a puzzle of "+c.Against[i])
	}
}

// summarize adds a line for each part, with its number of records.
func (c *splitCmd) summarize(line func(int64, string), done *split.Summary) {
	for i, rows := range done.Rows {
		share := 100 * float64(rows) / float64(max(done.Solved, 1))
		line(rows, fmt.Sprintf("in %s (%.2f %%)", c.parts[i].Name, share))
		if n := done.Unsolved[i]; n > 0 {
			line(n, "in "+c.parts[i].Name+" without a solution")
		}
	}
	if n := done.Old; n > 0 {
		line(n, "there before")
	}
	if n := done.Joined; n > 0 {
		line(n, console.Plural(n, "value")+" of "+console.Printable(c.By)+" that isomorphs join with others")
	}
	if n := done.NoCanonicalForm; n > 0 {
		line(n, "puzzles of sizes without canonical forms: only equal ones were kept together")
	}
	if n := done.FewClasses; n > 0 {
		line(n, "puzzles of 4×4: there are two classes of 4×4 grids, so puzzles with the same pattern of clues are often isomorphs; --keep equal keeps only equal ones together")
	}
	for i, n := range done.Leaks {
		line(n, "left out: equal or isomorphic to a puzzle of "+console.Printable(c.Against[i]))
	}
	if n := done.AgainstMalformed; n > 0 {
		line(n, "malformed in other corpora, not compared")
	}
	if n := done.Mixed; n > 0 {
		line(n, console.Plural(n, "group")+" with rows of several classes")
	}
}

func total(numbers []int64) (sum int64) {
	for _, n := range numbers {
		sum += n
	}
	return sum
}

// splitJSON is the object split in the file of --stats-json.
type splitJSON struct {
	Seed            uint64     `json:"seed"`
	Parts           []partJSON `json:"parts"`
	Missed          string     `json:"missed_share,omitempty"`  // which part misses its share most, because of large groups
	Old             int64      `json:"old_rows,omitempty"`      // of the parts of --extend
	Joined          int64      `json:"joined_values,omitempty"` // of --by
	LeftOut         int64      `json:"left_out"`                // rows in no part
	Torn            int64      `json:"torn,omitempty"`          // new rows in no part, as they would join parts
	Leaks           []leakJSON `json:"leaks,omitempty"`
	NotCompared     int64      `json:"against_malformed,omitempty"`
	MixedGroups     int64      `json:"mixed_groups,omitempty"` // groups with rows of several classes
	NoCanonicalForm int64      `json:"without_canonical_form"`
	SpilledBytes    int64      `json:"spilled_bytes"`
}

// A leakJSON is a file of --against and the number of records that leak from it.
type leakJSON struct {
	Against string `json:"against"`
	Rows    int64  `json:"rows"`
}

// A partJSON is a part and its number of records.
type partJSON struct {
	Name     string `json:"name"`
	Rows     int64  `json:"rows"`
	Unsolved int64  `json:"without_solution"` // though there is a column for it
}

// statistics returns the statistics that only split has, for encoding as JSON.
func (c *splitCmd) statistics(done *split.Summary) any {
	j := splitJSON{
		Seed: c.Seed, Old: done.Old, Joined: done.Joined, LeftOut: done.LeftOut, Torn: done.Torn, NotCompared: done.AgainstMalformed, MixedGroups: done.Mixed,
		NoCanonicalForm: done.NoCanonicalForm, SpilledBytes: done.Spilled,
	}
	if done.Missed != nil {
		j.Missed = done.Missed.Error()
	}
	for i, rows := range done.Leaks {
		j.Leaks = append(j.Leaks, leakJSON{c.Against[i], rows})
	}
	for i, rows := range done.Rows {
		j.Parts = append(j.Parts, partJSON{c.parts[i].Name, rows, done.Unsolved[i]})
	}
	return j
}
