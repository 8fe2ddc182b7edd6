package checkreport

import (
	"fmt"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/sudokubatch/sudokubatch/bench/report"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
)

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
