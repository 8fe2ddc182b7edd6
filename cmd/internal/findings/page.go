package findings

import (
	"fmt"
	"io"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/sudokubatch/sudokubatch/bench/report"
	"github.com/sudokubatch/sudokubatch/formats"
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
	statuses := report.Histogram{Title: "Records by status", XUnit: "status", Unit: "records, on a logarithmic axis", Log: true}
	for _, bin := range []report.Bin{
		{Name: "unique", Count: s.Solved},
		{Name: "multiple solutions", Count: s.Multiple},
		{Name: "no solution", Count: s.NoSolution},
		{Name: "contradiction", Count: s.Contradiction},
		{Name: "gave up", Count: s.GaveUp},
		{Name: "malformed", Count: s.Malformed},
	} {
		if bin.Count > 0 {
			statuses.Bins = append(statuses.Bins, bin)
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
	parts := []report.Part{counts}
	if len(statuses.Bins) > 0 {
		parts = append(parts, statuses)
	}
	page.Sections = []report.Section{{Heading: "Findings", Parts: parts}}
	if len(records.state.Failures) > 0 {
		page.Sections = append(page.Sections, failureSection(records.state.Failures, s.Failed))
	}
	if s.Records > s.Malformed {
		page.Sections = append(page.Sections, distributions(s)...)
	}
	if len(s.Hardest) > 0 {
		page.Sections = append(page.Sections, report.Section{Heading: "Hardest puzzles", Parts: []report.Part{hardest(s)}})
	}
	return page.Write(w)
}

// hardest shows the puzzles with most guesses, each with its cells.
func hardest(s *check.Summary) report.Grids {
	var grids report.Grids
	for i := range s.Hardest {
		h := &s.Hardest[i]
		grids = append(grids, report.Grid{
			Name:  placeOf(&h.Where, true),
			Note:  fmt.Sprintf("%d clues, %s guesses", h.Clues, humanize.Comma(int64(h.Guesses))),
			Cells: formats.Format(h.Cells),
		})
	}
	return grids
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
