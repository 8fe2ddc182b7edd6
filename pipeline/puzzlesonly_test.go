package pipeline_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
)

const (
	notedNames = "\ufeffid,puzzle,note\n" // with a byte order mark
	notedTypes = "int,text,text\n"
)

// notedTable is a table, without its header, whose fields go on in further lines, with
// malformed puzzles; and the same without notes and numbers.
func notedTable(t *testing.T) (whole, rows string) {
	t.Helper()
	var text, only strings.Builder
	for i, line := range pipetest.Demo(t, "@demo", 2000) {
		switch i % 97 {
		case 5:
			line = ""
		case 6:
			line = "x"
		}
		fmt.Fprintf(&text, "%d,%s,\"%s\n,\"\n", i, line, strings.Repeat("n", i%200))
		only.WriteString("," + line + ",\n")
	}
	return text.String(), only.String()
}

// TestPuzzlesOnly runs over a table and needs only the puzzles: as a whole,
// in shards and from checkpoints, and wants no more of it to be read, with the same
// text and statistics always.
func TestPuzzlesOnly(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text, rows := notedTable(t)
	header := len(notedNames + notedTypes)
	for _, group := range []int{0, 57_000} {
		in := create(t, fmt.Sprintf("%s/%d.parquet", dir, group), corpus.CreateOptions{Parquet: true, GroupText: group}, notedNames+notedTypes+text)
		for _, jobs := range []int{1, 3} {
			cfg := pipeline.Config{
				Inputs: []pipeline.Input{in, in}, NewWorker: workers(copyText), To: bulk.Line, Use: pipeline.UsePuzzles, Jobs: jobs,
			}
			got := watch(t, cfg)
			if want := int64(2 * (header + len(rows))); got.err != nil || got.out != rows+rows || got.stats.TextIn != want {
				t.Errorf("%d jobs: %v, %d bytes of %d of text, want %d", cfg.Jobs, got.err, len(got.out), got.stats.TextIn, want)
			}
			if bad := strings.Count(rows, ",x,") + strings.Count(rows, ",,"); len(got.said) != 2*bad {
				t.Errorf("%d malformed records", len(got.said))
			}
			name := fmt.Sprintf("row groups of %d, %d jobs", group, cfg.Jobs)
			runShards(t, name, cfg, 5)
			resumeEverywhere(t, name, cfg)
		}
	}
}

// TestAllColumns wants all columns to be read where answers are rows, or somebody
// looks at them, and of what has no columns to be left out.
func TestAllColumns(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rows, _ := notedTable(t)
	in := create(t, dir+"/a.parquet", corpus.CreateOptions{Parquet: true}, notedNames+notedTypes+rows)
	csv := onDisk(t, dir, "a.csv", notedNames+rows)
	for name, cfg := range map[string]pipeline.Config{
		"rows":   {Inputs: []pipeline.Input{in}, To: bulk.NDJSON, Use: pipeline.UsePuzzles},
		"needed": {Inputs: []pipeline.Input{in}, To: bulk.Line},
		"csv":    {Inputs: csv, To: bulk.Line, Use: pipeline.UsePuzzles},
	} {
		cfg.Jobs, cfg.NewWorker = 2, workers(copyText)
		if got := watch(t, cfg); got.err != nil || got.out != rows {
			t.Errorf("%s: %v, %d bytes, want %d, or others", name, got.err, len(got.out), len(rows))
		}
	}
}
