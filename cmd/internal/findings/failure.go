package findings

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

// failureSection names the first of the records that failed.
func failureSection(failures []failure, failed int64) report.Section {
	table := report.Table{Header: []string{"file", "record", "line", "why"}, Left: []bool{true, false, false, true}}
	for _, f := range failures {
		line := "" // where there are no lines
		if f.Where.Line > 0 {
			line = humanize.Comma(f.Where.Line)
		}
		table.Rows = append(table.Rows, []string{f.Where.File, humanize.Comma(f.Where.Record), line, f.Why})
	}
	text := "All of them, in input order."
	if n := int64(len(failures)); n < failed {
		text = fmt.Sprintf("The first %d of %s, in input order.", n, humanize.Comma(failed))
	}
	return report.Section{Heading: "Records that fail", Text: text, Parts: []report.Part{table}}
}
