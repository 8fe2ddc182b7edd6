package findings

import (
	"strings"

	"github.com/sudokubatch/sudokubatch/bench/report"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
)

// maxFailures is how many records that fail a page names.
const maxFailures = 20

// A failure is a record that failed, as a page names it.
type failure struct{ place, why string }

func newFailure(r *check.Record) failure {
	where := r.Where
	where.Line = lineOf(r)
	var why []string
	for _, reason := range reasonsOf(r, true) {
		why = append(why, reason.words)
	}
	return failure{placeOf(&where, false), strings.Join(why, "; ")}
}

// failureSection names the first records that failed.
func failureSection(failures []failure) report.Section {
	table := report.Table{Header: []string{"record", "why"}, Left: []bool{true, true}}
	for _, f := range failures {
		table.Rows = append(table.Rows, []string{f.place, f.why})
	}
	return report.Section{Heading: "Records that fail", Text: "The first, in input order.", Parts: []report.Part{table}}
}
