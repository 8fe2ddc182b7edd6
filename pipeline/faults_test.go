package pipeline_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/pipeline/solve"
)

// TestFail has a worker that cannot go on at some record. Its number counts
// from the input's beginning; earlier answers are written, and the
// malformed records up to there are reported.
func TestFail(t *testing.T) {
	errWorker := errors.New("no more ideas")
	line9, err := bulk.Line.Form(9)
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range batchSizes {
		work := func(ctx context.Context, b *pipeline.Batch) {
			copyText(ctx, b)
			line := 0
			for s := range strings.Lines(string(b.Text)) {
				if s == "x\n" {
					var before model.Records
					line9.Decode(&before, b.Text[:line])
					b.Out = b.Out[:line]
					b.Fail(before.N, errWorker)
					b.Fail(0, errors.New("too late"))
				}
				line += len(s)
			}
		}
		before := pipetest.Puzzle9 + "\n# comment\ny\n" + pipetest.Puzzle9 + "\n"
		cfg := pipeline.Config{Jobs: 2, BatchBytes: size, NewWorker: workers(work)}
		o := run(t.Context(), cfg, pipetest.Text("a", pipetest.Puzzle9+"\n"), pipetest.Text("b", before+"x\nz\n"+before))
		if !errors.Is(o.Err, errWorker) || o.Err.Error() != "b: record 4: no more ideas" {
			t.Errorf("batches of %d: Run returned %v", size, o.Err)
		}
		if o.Out != pipetest.Puzzle9+"\n"+before {
			t.Errorf("batches of %d: wrote %q", size, o.Out)
		}
		if want := []string{"b:3:1: bad cell 'y'", "b:5:1: bad cell 'x'"}; !slices.Equal(o.Faults, want) {
			t.Errorf("batches of %d: faults %q, want %q", size, o.Faults, want)
		}
	}
}

// TestNobodyListens has no hooks and no Output: faults are counted, and answers are dropped.
func TestNobodyListens(t *testing.T) {
	t.Parallel()
	text := pipetest.Text("in", "x\n"+pipetest.Puzzle9+"\nend\ntrailing\n")
	stats, err := pipeline.Run(t.Context(), pipeline.Config{Inputs: []pipeline.Input{unreadable("gone"), text}, NewWorker: solve.Workers(noOptions, pipeline.Skip)})
	if err != nil || stats.Unreadable != 1 || stats.Malformed != 1 || stats.Faults != 1 || stats.TextOut != int64(len(pipetest.Solution9)+1) {
		t.Errorf("%v: %+v", err, stats)
	}
}
