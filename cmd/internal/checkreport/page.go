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
	"github.com/sudokubatch/sudokubatch/solver/explain"
)

// maxCount is the length of the longest value that the table of counts shows, in bytes.
const maxCount = 26

// WritePage writes an HTML page about a check of these inputs: the summary, charts, the first
// failed records, and a link to the file with all failed records.
func WritePage(w io.Writer, inputs []string, a Asked, s *check.Summary, records *Records, all FailuresFile) error {
	page := report.Page{
		Title: "Check of " + strings.Join(inputs, ", "),
		Lead:  fmt.Sprintf("%s of %s records failed.", humanize.Comma(s.Failed-s.ExtraAnswers), humanize.Comma(s.Records)),
	}
	if s.ExtraAnswers > 0 {
		page.Lead = strings.TrimSuffix(page.Lead, ".") + fmt.Sprintf(", and %s extra answers or text.", humanize.Comma(s.ExtraAnswers))
	}
	counts := report.Table{Header: []string{"what", "number"}, Left: []bool{true, false}}
	for _, r := range a.rows(s) {
		name := r.name
		if r.below {
			name = "– " + name
		}
		if len(r.value) > maxCount { // a text that is too wide for a narrow screen
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
	if len(records.failures) > 0 {
		page.Sections = append(page.Sections, failureSection(records.failures, s.Failed-s.ExtraAnswers, all))
	}
	if s.Records > s.Malformed {
		page.Sections = append(page.Sections, distributions(s)...)
	}
	if len(s.Hardest) > 0 {
		page.Sections = append(page.Sections, report.Section{Heading: "Hardest puzzles", Parts: []report.Part{hardest(s)}})
	}
	return page.Write(w)
}

// statusChart counts the records with each status. Its bars begin at 0, so that their lengths
// compare as shares of all records.
func statusChart(s *check.Summary) report.Histogram {
	return report.Histogram{Title: "Records by status", XUnit: "status", Unit: "records", Bins: present(statuses(s))}
}

// statuses counts the records with each status.
func statuses(s *check.Summary) []report.Bin {
	return []report.Bin{
		{Name: "unique", Count: s.Solved},
		{Name: "multiple solutions", Count: s.Multiple},
		{Name: "no solution", Count: s.NoSolution},
		{Name: "contradiction", Count: s.Contradiction},
		{Name: "gave up", Count: s.GaveUp},
		{Name: "malformed", Count: s.Malformed},
	}
}

// present returns the bins that are not empty.
func present(bins []report.Bin) []report.Bin {
	return slices.DeleteFunc(bins, func(b report.Bin) bool { return b.Count == 0 })
}

// hardest shows the puzzles with the most guesses as grids.
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

// distributions returns the sections with the charts of clues, tiers, ratings and guesses.
func distributions(s *check.Summary) []report.Section {
	sections := []report.Section{{Heading: "Clues", Parts: []report.Part{report.Histogram{
		Title: "Puzzles by their number of clues", XUnit: "clues", Unit: "puzzles", Bins: report.LinearBins(s.Clues[:]),
	}}}}
	if tiers := tierBins(s); len(tiers) > 0 {
		sections = append(sections, report.Section{
			Heading: "Tiers",
			Text: "The tier is a word for the rating of Sudoku Explainer (ER): easy up to 1.5, medium 2.8, hard 4.4, expert 6.5, extreme 7.5, " +
				"then beyond. For 16×16 puzzles: easy needs singles, medium also locked candidates, hard more. Without exactly one solution there is no tier.",
			Parts: []report.Part{report.Histogram{Title: "Puzzles by their tier", XUnit: "tier", Unit: "puzzles", Bins: tiers}},
		})
	}
	if scores := scoreBins(s); len(scores) > 0 {
		sections = append(sections, report.Section{
			Heading: "Sudoku Explainer ratings",
			Text:    "ER is the rating of the hardest step that a puzzle needs. Puzzles whose rating would take too much work have only a lower bound, and are left out here.",
			Parts:   []report.Part{report.Histogram{Title: "Puzzles by ER", XUnit: "ER", Unit: "puzzles", Bins: scores}},
		})
	}
	rated := s.Ratings
	rated[solver.Unrated] = 0
	if ratings := report.LinearBins(rated[:]); len(ratings) > 0 {
		sections = append(sections, report.Section{
			Heading: "Ratings",
			Text: fmt.Sprintf("Ratings 1 to 8 need singles, 9 needs the closure. From 10 on puzzles need guesses: twice as many guesses add about 10. "+
				"Puzzles without exactly one solution have no rating: %s here.", humanize.Comma(s.Ratings[solver.Unrated])),
			Parts: []report.Part{report.Histogram{Title: "Puzzles by their rating", XUnit: "rating", Unit: "puzzles", Bins: ratings}},
		})
	}
	return append(sections, report.Section{
		Heading: "Guesses",
		Text: "The number of guesses that the search needs to find the solution and to prove it unique. " +
			"It measures difficulty, and is the same on every machine.",
		// The chart has points on a logarithmic scale: bars from 0 on would hide a few hard puzzles among a million.
		Parts: []report.Part{report.Histogram{
			Title: "Puzzles by their number of guesses", XUnit: "guesses", Unit: "puzzles",
			Bins: report.DoublingBins(s.Guesses[:]), Log: true,
		}},
	})
}

// tierBins counts the puzzles in each tier. It returns no bins if the check computed no tiers.
func tierBins(s *check.Summary) []report.Bin {
	var bins []report.Bin
	for tier := explain.Easy; tier <= explain.Beyond; tier++ {
		bins = append(bins, report.Bin{Name: tier.String(), Count: s.Tiers[tier]})
	}
	return present(append(bins, report.Bin{Name: "none", Count: s.Tiers[explain.NoTier]}))
}

// scoreBins counts the puzzles by their ER.
func scoreBins(s *check.Summary) []report.Bin {
	var bins []report.Bin
	for er, n := range s.Explained {
		bins = append(bins, report.Bin{Name: explain.Score(er).String(), Count: n})
	}
	return present(bins)
}

// maxFailures is how many failed records a page lists.
const maxFailures = 20

// A failure is a failed record in the list of a page.
type failure struct {
	Where check.Where
	Why   string
}

func newFailure(r *check.Record) failure {
	where := r.Where
	where.Line = lineOf(r)
	return failure{where, words(reasonsOf(r, true))}
}

// A FailuresFile is an output with all failed records. The zero value means that there is none.
type FailuresFile struct {
	Name    string
	Address string // URL relative to the page; "" if there is none
	Rows    bool   // it has a row for every record, not only for failed records
}

// failureSection lists the first failed records, and links to the file with all of them.
func failureSection(failures []failure, failed int64, all FailuresFile) report.Section {
	table := report.Table{Header: []string{"file", "record", "line", "why"}, Left: []bool{true, false, false, true}}
	for _, f := range failures {
		line := "" // the form has no lines
		if f.Where.Line > 0 {
			line = humanize.Comma(f.Where.Line)
		}
		table.Rows = append(table.Rows, []string{f.Where.File, humanize.Comma(f.Where.Record), line, f.Why})
	}
	section := report.Section{Heading: "Records that fail", Text: "All failed records, in input order."}
	if n := int64(len(failures)); n < failed {
		section.Text = fmt.Sprintf("The first %d of %s failed records, in input order.", n, humanize.Comma(failed))
		section.Parts = append(section.Parts, all.link())
	}
	section.Parts = append(section.Parts, table)
	return section
}

// link links to the file, or names the flags that write such a file.
func (f FailuresFile) link() report.Link {
	l := report.Link{Name: f.Name, Address: f.Address}
	switch {
	case f.Name == "":
		l.Before = "No file lists the others. To write all failed records, use --rejects FILE; for a row per record, -o FILE.csv."
	case f.Rows:
		l.Before, l.After = "For a row per record see ", "."
	default:
		l.Before, l.After = "For all failed records see ", "."
	}
	return l
}

// reasonChart counts the failed records with each reason. Its bars begin at 0, to show which
// reasons are common.
func reasonChart(a Asked, s *check.Summary) report.Histogram {
	notMinimal := s.NotMinimal
	if !a.Minimal {
		notMinimal = 0 // a label of the record, not a fault
	}
	return report.Histogram{
		Title: "Failed records by reason (a record may have several)",
		XUnit: "reason", Unit: "records", Bins: present([]report.Bin{
			{Name: "malformed", Count: s.Malformed},
			{Name: "contradiction", Count: s.Contradiction},
			{Name: "no solution", Count: s.NoSolution},
			{Name: "multiple solutions", Count: s.Multiple},
			{Name: "gave up", Count: s.GaveUp},
			{Name: "wrong solution", Count: s.WrongSolutions},
			{Name: "malformed solution", Count: s.MalformedSolutions},
			{Name: "missing solution", Count: s.MissingSolutions},
			{Name: "extra answer or text", Count: s.ExtraAnswers},
			{Name: "not minimal", Count: notMinimal},
			{Name: "duplicate", Count: s.Duplicates},
			{Name: "isomorphic", Count: s.Isomorphs},
			{Name: "in other corpora", Count: s.Leaks},
			{Name: "isomorphic in other corpora", Count: s.IsomorphicLeaks},
		}),
	}
}
