package checkreport

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/sudokubatch/sudokubatch/bench/report"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
	"github.com/sudokubatch/sudokubatch/solver"
)

// maxCount is the longest text in the table of counts.
const maxCount = 26

// WritePage writes the summary of a check of these inputs as a page with charts, with the
// first of the records that fail and the file that has all of them.
func WritePage(w io.Writer, inputs []string, a Asked, s *check.Summary, records *Records, all FailuresFile) error {
	page := report.Page{
		Title: "Check of " + strings.Join(inputs, ", "),
		Lead:  fmt.Sprintf("%s of %s records failed.", humanize.Comma(s.Failed), humanize.Comma(s.Records)),
	}
	counts := report.Table{Header: []string{"what", "number"}, Left: []bool{true, false}}
	for _, r := range a.rows(s) {
		name := r.name
		if r.below {
			name = "– " + name
		}
		if len(r.value) > maxCount { // no number, and wider than a narrow screen
			page.Facts = append(page.Facts, [2]string{r.name, r.value})
			continue
		}
		counts.Rows = append(counts.Rows, []string{name, r.value})
	}
	parts := []report.Part{counts}
	if statuses := statusChart(s); len(statuses.Bins) > 0 {
		parts = append(parts, statuses)
	}
	if s.Failed > 0 {
		parts = append(parts, reasonChart(a, s))
	}
	page.Sections = []report.Section{{Heading: "Findings", Parts: parts}}
	if len(records.state.Failures) > 0 {
		page.Sections = append(page.Sections, failureSection(records.state.Failures, s.Failed, all))
	}
	if s.Records > s.Malformed {
		page.Sections = append(page.Sections, distributions(s)...)
	}
	if len(s.Hardest) > 0 {
		page.Sections = append(page.Sections, report.Section{Heading: "Hardest puzzles", Parts: []report.Part{hardest(s)}})
	}
	return page.Write(w)
}

// statusChart shows the statuses of records as shares of all, which bars from 0 on do.
func statusChart(s *check.Summary) report.Histogram {
	return report.Histogram{Title: "Records by status", XUnit: "status", Unit: "records", Bins: present([]report.Bin{
		{Name: "unique", Count: s.Solved},
		{Name: "multiple solutions", Count: s.Multiple},
		{Name: "no solution", Count: s.NoSolution},
		{Name: "contradiction", Count: s.Contradiction},
		{Name: "gave up", Count: s.GaveUp},
		{Name: "malformed", Count: s.Malformed},
	})}
}

// present returns the bins that hold anything.
func present(bins []report.Bin) []report.Bin {
	return slices.DeleteFunc(bins, func(b report.Bin) bool { return b.Count == 0 })
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
	sections := []report.Section{{Heading: "Clues", Parts: []report.Part{report.Histogram{
		Title: "Puzzles by their number of clues", XUnit: "clues", Unit: "puzzles", Bins: report.LinearBins(s.Clues[:]),
	}}}}
	if tiers := tierBins(s); len(tiers) > 0 {
		sections = append(sections, report.Section{
			Heading: "Tiers",
			Text: "What it takes to solve a puzzle: naked and hidden singles alone, the closure of the search, " +
				"or guesses. A puzzle in which no solution was found has no tier.",
			Parts: []report.Part{report.Histogram{Title: "Puzzles by their tier", XUnit: "tier", Unit: "puzzles", Bins: tiers}},
		})
	}
	rated := s.Ratings
	rated[solver.Unrated] = 0
	if ratings := report.LinearBins(rated[:]); len(ratings) > 0 {
		sections = append(sections, report.Section{
			Heading: "Ratings",
			Text: fmt.Sprintf("1 to 8 are solved by singles, 9 by the closure; from 10 on, twice the guesses are about 10 more. "+
				"Puzzles of 16×16 have no rating, nor have those without exactly one solution: %s here.", humanize.Comma(s.Ratings[solver.Unrated])),
			Parts: []report.Part{report.Histogram{Title: "Puzzles by their rating", XUnit: "rating", Unit: "puzzles", Bins: ratings}},
		})
	}
	return append(sections, report.Section{
		Heading: "Guesses",
		Text: "The guesses that the search takes to find the solution and prove it the only one: " +
			"a measure of difficulty that is the same on every machine.",
		// Points, as a few hard puzzles among a million are the point of the chart, and bars from 0 on would not show them.
		Parts: []report.Part{report.Histogram{
			Title: "Puzzles by their number of guesses", XUnit: "guesses", Unit: "puzzles",
			Bins: report.DoublingBins(s.Guesses[:]), Log: true,
		}},
	})
}

// tierBins returns how many puzzles have each tier; none if tiers were not asked for.
func tierBins(s *check.Summary) []report.Bin {
	var bins []report.Bin
	for _, tier := range []solver.Tier{solver.TierSingles, solver.TierClosure, solver.TierSearch, solver.TierUnknown} {
		name := tier.String()
		if tier == solver.TierUnknown {
			name = "none"
		}
		bins = append(bins, report.Bin{Name: name, Count: s.Tiers[tier]})
	}
	return present(bins)
}

// maxFailures is how many records that fail a page names.
const maxFailures = 20

// A failure is a record that failed, as a page names it.
type failure struct {
	Where check.Where
	Why   string
}

func newFailure(r *check.Record) failure {
	where := r.Where
	where.Line = lineOf(r)
	var why []string
	for _, reason := range reasonsOf(r, true) {
		why = append(why, reason.words)
	}
	return failure{where, strings.Join(why, "; ")}
}

// A FailuresFile is a file that has all records that failed. The zero FailuresFile is none.
type FailuresFile struct {
	Name    string
	Address string // from the page, as a URL; "": there is no way
	Rows    bool   // it has a row for every record
}

// failureSection names the first of the records that failed, and the file that has all.
func failureSection(failures []failure, failed int64, all FailuresFile) report.Section {
	table := report.Table{Header: []string{"file", "record", "line", "why"}, Left: []bool{true, false, false, true}}
	for _, f := range failures {
		line := "" // where there are no lines
		if f.Where.Line > 0 {
			line = humanize.Comma(f.Where.Line)
		}
		table.Rows = append(table.Rows, []string{f.Where.File, humanize.Comma(f.Where.Record), line, f.Why})
	}
	section := report.Section{Heading: "Records that fail", Text: "All of them, in input order."}
	if n := int64(len(failures)); n < failed {
		section.Text = fmt.Sprintf("The first %d of %s, in input order.", n, humanize.Comma(failed))
		section.Parts = append(section.Parts, all.link())
	}
	section.Parts = append(section.Parts, table)
	return section
}

// link names the file, or the flag that would have written it.
func (f FailuresFile) link() report.Link {
	l := report.Link{Name: f.Name, Address: f.Address}
	switch {
	case f.Name == "":
		l.Before = "The others are in no file: --rejects FILE writes all that fail, -o FILE.csv a row for every record."
	case f.Rows:
		l.Before, l.After = "Every record has a row in ", "."
	default:
		l.Before, l.After = "All of them are in ", "."
	}
	return l
}

// reasonChart shows how many records fail for each reason. Bars from 0 on, as what counts
// is which reasons are common.
func reasonChart(a Asked, s *check.Summary) report.Histogram {
	notMinimal := s.NotMinimal
	if !a.Minimal {
		notMinimal = 0 // a label
	}
	return report.Histogram{
		Title: "Records that fail, by reason: one that has several is in each",
		XUnit: "reason", Unit: "records", Bins: present([]report.Bin{
			{Name: "malformed", Count: s.Malformed},
			{Name: "contradiction", Count: s.Contradiction},
			{Name: "no solution", Count: s.NoSolution},
			{Name: "multiple solutions", Count: s.Multiple},
			{Name: "gave up", Count: s.GaveUp},
			{Name: "wrong solution", Count: s.WrongSolutions},
			{Name: "malformed solution", Count: s.MalformedSolutions},
			{Name: "missing solution", Count: s.MissingSolutions},
			{Name: "not minimal", Count: notMinimal},
			{Name: "duplicate", Count: s.Duplicates},
			{Name: "isomorphic", Count: s.Isomorphs},
			{Name: "in other corpora", Count: s.Leaks},
			{Name: "isomorphic there", Count: s.IsomorphicLeaks},
		}),
	}
}
