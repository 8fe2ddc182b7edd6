// Package checkreport writes the reports of the verb check. It lists records as a table, NDJSON, CSV
// or Parquet, and summarizes the run in a table, an HTML page with charts, and statistics.
package checkreport

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/internal/program"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
	"github.com/sudokubatch/sudokubatch/solver"
)

// A row of the table is a name with a number or a text. A row with below set counts a part of
// the row above.
type row struct {
	name  string
	value string
	below bool
}

// Widths of the table in characters. A longer value extends past the last column.
const (
	nameColumns  = 34
	valueColumns = 13
)

// WriteTable writes the summary of a check. Unlisted is the number of failed records that were
// not listed before it.
func WriteTable(w io.Writer, a Asked, s *check.Summary, unlisted int64) error {
	var text bytes.Buffer
	if unlisted > 0 {
		fmt.Fprintf(&text, "… and %s more (--list all lists them)\n", humanize.Comma(unlisted))
	}
	if s.Failed > 0 {
		fmt.Fprintln(&text)
	}
	rows := a.rows(s)
	for _, r := range rows {
		indent := ""
		if r.below {
			indent = "  "
		}
		fmt.Fprintf(&text, "%-*s %*s\n", nameColumns, indent+r.name, valueColumns, console.Printable(r.value))
	}
	_, err := w.Write(text.Bytes())
	return err
}

func (a Asked) rows(s *check.Summary) []row {
	var rows []row
	noSolutions := a.Optional && s.GivenSolutions+s.MissingSolutions == 0
	a.Solutions = a.Solutions && !noSolutions // there was no solution to check
	add := func(name, value string) { rows = append(rows, row{name: name, value: value}) }
	part := func(n int64, name string, always bool) {
		if n > 0 || always {
			rows = append(rows, row{name, humanize.Comma(n), true})
		}
	}
	add("records", humanize.Comma(s.Records))
	for i, status := range statuses(s) {
		part(status.Count, status.Name, i == 0)
	}
	add("failed", humanize.Comma(s.Failed))
	if noSolutions {
		rows = append(rows, row{"solutions", "none", true})
	}
	answers := a.Answers != ""
	part(s.WrongSolutions, "wrong solution", a.Solutions || answers)
	part(s.MalformedSolutions, "malformed solution", a.Solutions)
	part(s.MissingSolutions, "missing solution", a.Solutions && !a.Optional || answers)
	part(s.ExtraAnswers, "extra answer or text", answers)
	part(s.NotMinimal, "not minimal", a.Minimal)
	part(s.Duplicates, "duplicate", a.Duplicates)
	part(s.Isomorphs, "isomorphic", a.Isomorphs)
	part(s.Leaks, "in other corpora", len(a.Against) > 0)
	part(s.IsomorphicLeaks, "isomorphic in other corpora", len(a.Against) > 0 && a.Isomorphs)
	if answers {
		add("right answers", humanize.Comma(s.GivenSolutions-s.WrongSolutions))
		part(s.OtherAnswers, "another of several solutions", false)
	}
	if s.NoCanonicalForm > 0 {
		add("isomorphs not known, only compared for equality", humanize.Comma(s.NoCanonicalForm))
	}
	if least, most, mean := cluesOf(s); most > 0 {
		add("clues", fmt.Sprintf("%d to %d, %.2f on average", least, most, mean))
	}
	if puzzles := s.Records - s.Malformed; puzzles > 0 {
		add("guesses", fmt.Sprintf("%s, %.2f on average", humanize.Comma(int64(s.Stats.Guesses)), float64(s.Stats.Guesses)/float64(puzzles)))
	}
	if len(s.Hardest) > 0 {
		h := s.Hardest[0]
		add("most guesses", humanize.Comma(int64(h.Guesses))+" at "+placeOf(&h.Where, false))
	}
	if a.Fingerprint {
		add("fingerprint", s.Fingerprint.String())
	}
	if a.Isomorphs && s.NoCanonicalForm < s.Records-s.Malformed {
		add("of classes of isomorphs", s.FormsFingerprint.String())
	}
	add("checked", a.String())
	return rows
}

// cluesOf returns the least, the greatest and the mean number of clues.
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

// Asked holds the options of a check. Every check requires well-formed puzzles with one solution.
type Asked struct {
	Solutions, Optional bool // Optional: see check.Config.SolutionsOptional
	Minimal             bool
	Duplicates          bool
	Isomorphs           bool
	Fingerprint         bool
	Against             []string
	Answers             string // file of --answers
	Limit               int
	MaxGuesses          uint64 // 0: the default, or no limit
	Engine              string
}

// String returns the options, the version of the program and the version of the search. Two runs
// with the same text checked the same.
func (a Asked) String() string {
	words := []string{"unique"}
	for _, f := range []struct {
		on   bool
		name string
	}{{a.Solutions, "solutions"}, {a.Minimal, "minimal"}, {a.Duplicates, "duplicates"}, {a.Isomorphs, "isomorphs"}} {
		if f.on {
			words = append(words, f.name)
		}
	}
	if a.Answers != "" {
		words[0] = "answers of " + a.Answers
	}
	for _, name := range a.Against {
		words = append(words, "against "+name)
	}
	if a.Limit > 2 {
		words = append(words, fmt.Sprintf("solutions counted up to %d", a.Limit))
	}
	if n := a.MaxGuesses; n > 0 {
		words = append(words, fmt.Sprintf("at most %d guesses", n))
	}
	if a.Engine != solver.Auto {
		words = append(words, "by engine "+a.Engine) // other engines may count other guesses
	}
	return fmt.Sprintf("%s; sudokubatch %s, search %d", strings.Join(words, ", "), program.Version(), solver.SearchVersion)
}
