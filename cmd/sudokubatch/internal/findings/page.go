package findings

import (
	"fmt"
	"io"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/sudokubatch/sudokubatch/bench/report"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
)

// maxCount is the longest text in the table of counts.
const maxCount = 26

// WritePage writes the summary of a check of these inputs as a page with charts, and
// with the first of the records that fail.
func WritePage(w io.Writer, inputs []string, a Asked, s *check.Summary, records *Records) error {
	page := report.Page{
		Title: "Check of " + strings.Join(inputs, ", "),
		Lead:  fmt.Sprintf("%s of %s records failed.", humanize.Comma(s.Failed), humanize.Comma(s.Records)),
	}
	statuses := report.Bars{Title: "Records by status", Unit: "records, on a logarithmic axis", Groups: []string{"records"}, Log: true}
	for _, bar := range []struct {
		name  string
		count int64
	}{
		{"unique", s.Solved},
		{"multiple solutions", s.Multiple},
		{"no solution", s.NoSolution},
		{"contradiction", s.Contradiction},
		{"gave up", s.GaveUp},
		{"malformed", s.Malformed},
	} {
		if bar.count > 0 {
			statuses.Series = append(statuses.Series, report.Series{Name: bar.name, Values: []float64{float64(bar.count)}})
		}
	}
	counts := report.Table{Header: []string{"what", "number"}, Left: []bool{true, false}}
	for _, r := range a.rows(s) {
		name := r.name
		if r.below {
			name = "– " + name
		}
		if len(r.value) > maxCount { // no number, and wider than a narrow screen
			page.Facts = append(page.Facts, report.Fact{Name: r.name, Value: r.value})
			continue
		}
		counts.Rows = append(counts.Rows, []string{name, r.value})
	}
	hardest := report.Table{Header: []string{"place", "clues", "guesses"}}
	for _, h := range s.Hardest {
		hardest.Rows = append(hardest.Rows, []string{
			placeOf(&h.Where, false), fmt.Sprint(h.Clues), humanize.Comma(int64(h.Guesses)),
		})
	}
	parts := []report.Part{counts}
	if len(statuses.Series) > 0 {
		parts = append(parts, statuses)
	}
	page.Sections = []report.Section{{Heading: "Findings", Parts: parts}}
	if len(records.failures) > 0 {
		page.Sections = append(page.Sections, failureSection(records.failures))
	}
	if s.Records > s.Malformed {
		page.Sections = append(page.Sections, distributions(s)...)
	}
	if len(s.Hardest) > 0 {
		page.Sections = append(page.Sections, report.Section{Heading: "Hardest puzzles", Parts: []report.Part{hardest}})
	}
	return page.Write(w)
}

// distributions are the sections on how puzzles differ.
func distributions(s *check.Summary) []report.Section {
	return []report.Section{
		{Heading: "Clues", Parts: []report.Part{report.Histogram{
			Title: "Puzzles by their number of clues", XUnit: "clues", Unit: "puzzles", Bins: report.LinearBins(s.Clues[:]),
		}}},
		{
			Heading: "Guesses",
			Text: "The guesses that the search takes to find the solution and prove it the only one: " +
				"a measure of difficulty that is the same on every machine.",
			Parts: []report.Part{report.Histogram{
				Title: "Puzzles by their number of guesses", XUnit: "guesses", Unit: "puzzles, on a logarithmic axis",
				Bins: report.DoublingBins(s.Guesses[:]), Log: true,
			}},
		},
	}
}
