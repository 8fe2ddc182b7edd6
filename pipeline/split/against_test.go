package split

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/solver/generate"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// TestAgainst leaves out puzzles of other corpora, and isomorphs of them, and passes them on with
// the malformed records, in input order.
func TestAgainst(t *testing.T) {
	t.Parallel()
	lines := pipetest.Demo(t, "@demo", 60)
	isomorpher := generate.NewIsomorpher(geometry.Of(9), 3)
	to := make([]uint8, 81)
	var isomorphs, all, want []string
	for i, line := range lines {
		isomorpher.Isomorph(to, cellsOf(t, line), uint64(i))
		isomorphs = append(isomorphs, formats.Format(to))
		all = append(all, fmt.Sprintf("%s,%d\n", line, i%7))
		record := len(all)
		switch {
		case i < 10:
			want = append(want, fmt.Sprintf("in.csv %d equal or isomorphic to a puzzle of one.txt: %s", record, all[record-1]))
		case i >= 50:
			want = append(want, fmt.Sprintf("in.csv %d equal or isomorphic to a puzzle of two.csv: %s", record, all[record-1]))
		}
		if i%4 == 0 {
			all = append(all, "12,3\n")
			want = append(want, fmt.Sprintf("in.csv %d 2 of 81 cells: 12,3\n", record+1))
		}
	}
	against := []pipeline.Input{
		pipetest.Text("one.txt", strings.Join(isomorphs[:10], "\n")+"\nbad\n"),
		pipetest.Text("two.csv", "puzzle,level\n"+strings.Join(lines[50:], ",1\n")+",2\n"+lines[0]+",1\n"),
	}
	for _, by := range []string{"", "level"} {
		for _, exact := range []bool{false, true} {
			for _, run := range []pipeline.Config{{Jobs: 1}, {Jobs: 3, BatchBytes: 300}} {
				var rejects []string
				cfg := Config{Config: run, Against: against, By: by, Exact: exact}
				cfg.OnReject = func(r Reject) error {
					rejects = append(rejects, fmt.Sprintf("%s %d %s: %s", r.File, r.Record, r.Reason(), r.Text))
					return nil
				}
				parts, summary := mustInto(t, "a=50,b=50", cfg, pipetest.Text("in.csv", header+strings.Join(all, "")))
				if !slices.Equal(rejects, want) {
					t.Errorf("by %q, exact %v: %d rejects, want %d; the first: %q, want %q", by, exact, len(rejects), len(want), rejects[0], want[0])
				}
				var kept []string
				for _, part := range parts {
					kept = append(kept, rowsOf(t, part, header)...)
				}
				good := slices.DeleteFunc(slices.Clone(all), func(row string) bool {
					return slices.ContainsFunc(want, func(w string) bool { return strings.HasSuffix(w, row) })
				})
				slices.Sort(good)
				slices.Sort(kept)
				if !slices.Equal(kept, good) || !slices.Equal(summary.Leaks, []int64{10, 10}) || summary.Solved != 40 || summary.AgainstMalformed != 1 {
					t.Errorf("by %q, exact %v: %d rows, %+v", by, exact, len(kept), summary)
				}
			}
		}
	}
	_, _, err := into(t.Context(), t, "a,b=50", Config{Against: against[:1]}, pipetest.Text("in", lines[3]+"\n"+lines[4]+"\n"))
	if err == nil || !strings.Contains(err.Error(), "all 2 rows are equal or isomorphic") {
		t.Errorf("%v", err)
	}
	missing := pipeline.Files([]string{"missing.txt"}, corpus.Options{})
	if _, _, err := into(t.Context(), t, "a,b=50", Config{Against: missing}, pipetest.Text("in", lines[3])); err == nil || !strings.Contains(err.Error(), "missing.txt") {
		t.Errorf("%v", err)
	}
}

// TestAgainst16 leaves out equal puzzles of order 16, however they are written.
func TestAgainst16(t *testing.T) {
	t.Parallel()
	lines := pipetest.Demo(t, "@demo16", 20)
	against := []pipeline.Input{pipetest.Text("one.txt", strings.ToLower(strings.Join(lines[:5], "\n")))}
	_, summary := mustInto(t, "a=50,b=50", Config{Against: against}, pipetest.Text("in", strings.Join(lines, "\n")))
	if !slices.Equal(summary.Leaks, []int64{5}) || summary.Solved != 15 {
		t.Errorf("%+v", summary)
	}
}
