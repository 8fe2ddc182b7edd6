package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/sudokubatch/sudokubatch/pipeline/check"
	"github.com/sudokubatch/sudokubatch/solver"
)

// A row of the table is a number, or a text, with its name. Rows below another
// one are parts of it.
type row struct {
	name  string
	value string
	below bool
}

// Columns of the table; texts longer than a number run on.
const (
	nameColumns  = 34
	valueColumns = 13
)

// writeTable writes the summary of a check, behind the records that failed.
func (c *checkCmd) writeTable(w io.Writer, s *check.Summary, unlisted int64) error {
	var text bytes.Buffer
	if unlisted > 0 {
		fmt.Fprintf(&text, "… and %s more (--list all lists them)\n", humanize.Comma(unlisted))
	}
	if s.Failed > 0 {
		fmt.Fprintln(&text)
	}
	rows := c.tableRows(s)
	for _, r := range rows {
		indent := ""
		if r.below {
			indent = "  "
		}
		fmt.Fprintf(&text, "%-*s %*s\n", nameColumns, indent+r.name, valueColumns, printable(r.value))
	}
	_, err := w.Write(text.Bytes())
	return err
}

// tableRows are the rows of the summary.
func (c *checkCmd) tableRows(s *check.Summary) []row {
	var rows []row
	add := func(name, value string) { rows = append(rows, row{name: name, value: value}) }
	part := func(n int64, name string, always bool) {
		if n > 0 || always {
			rows = append(rows, row{name, humanize.Comma(n), true})
		}
	}
	add("records", humanize.Comma(s.Records))
	part(s.Solved, "unique", true)
	part(s.Multiple, "multiple solutions", false)
	part(s.NoSolution, "no solution", false)
	part(s.Contradiction, "contradiction", false)
	part(s.GaveUp, "gave up", false)
	part(s.Malformed, "malformed", false)
	add("failed", humanize.Comma(s.Failed))
	part(s.WrongSolutions, "wrong solution", c.Solutions)
	part(s.MalformedSolutions, "malformed solution", c.Solutions)
	part(s.MissingSolutions, "missing solution", c.Solutions && !c.optional)
	part(s.NotMinimal, "not minimal", c.Minimal)
	part(s.Duplicates, "duplicate", c.Duplicates)
	part(s.Isomorphs, "isomorphic", c.Isomorphs)
	part(s.Leaks, "in other corpora", len(c.Against) > 0)
	part(s.IsomorphicLeaks, "isomorphic there", len(c.Against) > 0 && c.Isomorphs)
	if s.Formless > 0 {
		add("16×16, only compared for equality", humanize.Comma(s.Formless))
	}
	if least, most, mean := cluesOf(s); most > 0 {
		add("clues", fmt.Sprintf("%d to %d, %.2f on average", least, most, mean))
	}
	if puzzles := s.Records - s.Malformed; puzzles > 0 {
		add("guesses", fmt.Sprintf("%s, %.2f on average", humanize.Comma(int64(s.Stats.Guesses)), float64(s.Stats.Guesses)/float64(puzzles)))
	}
	if len(s.Hardest) > 0 {
		h := s.Hardest[0]
		add("most guesses", fmt.Sprintf("%s at %s:%d", humanize.Comma(int64(h.Guesses)), h.File, h.Line))
	}
	if c.Fingerprint {
		add("fingerprint", s.Fingerprint.String())
	}
	if c.Isomorphs && s.Formless < s.Records-s.Malformed {
		add("of canonical forms", s.FormsFingerprint.String())
	}
	add("checked", c.asked())
	return rows
}

// asked says what was checked, by which version of what, so that two people can
// tell whether they did the same.
func (c *checkCmd) asked() string {
	words := []string{"unique"}
	for _, f := range []struct {
		on   bool
		name string
	}{{c.Solutions, "solutions"}, {c.Minimal, "minimal"}, {c.Duplicates, "duplicates"}, {c.Isomorphs, "isomorphs"}} {
		if f.on {
			words = append(words, f.name)
		}
	}
	for _, name := range c.Against {
		words = append(words, "against "+name)
	}
	if c.Limit > 2 {
		words = append(words, fmt.Sprintf("solutions counted up to %d", c.Limit))
	}
	if n := c.MaxGuesses; n != nil && *n > 0 {
		words = append(words, fmt.Sprintf("at most %d guesses", *n))
	}
	if c.Engine != solver.Auto {
		words = append(words, "by engine "+c.Engine) // whose guesses may be others
	}
	return fmt.Sprintf("%s; sudokubatch %s, search %d", strings.Join(words, ", "), version(), solver.SearchVersion)
}

// cluesOf returns the fewest, the most and the mean number of clues.
func cluesOf(s *check.Summary) (least, most int, mean float64) {
	var puzzles, clues int64
	least = -1
	for n, count := range s.Clues {
		if count == 0 {
			continue
		}
		if least < 0 {
			least = n
		}
		most = n
		puzzles += count
		clues += int64(n) * count
	}
	return least, most, float64(clues) / float64(max(puzzles, 1))
}
