package pipeline_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/pipeline/solve"
)

// faultyText has eight records and lines that are none. The second, the third and the last
// record are malformed.
const faultyText = "# comment\n" +
	pipetest.Puzzle9 + "\n" +
	"5x" + "\n" +
	"\n" +
	"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7\r\n" +
	pipetest.Clash9 + "\n" +
	pipetest.Puzzle9 + "\n" + pipetest.Puzzle9 + "\n" + pipetest.Puzzle9 + "\n" +
	"# comment\n" +
	pipetest.Puzzle9 + "1"

const faultySolved = pipetest.Solution9 + "\n" + pipetest.Solution9 + "\n" + pipetest.Solution9 + "\n"

// TestOnBad runs it in each way to treat malformed records, with batches that
// end anywhere.
func TestOnBad(t *testing.T) {
	const clash = "contradiction r1c1 r1c2\n"
	faults := []string{"in:3:2: bad cell 'x'", "in:5:81: 80 of 81 cells", "in:11:82: more than 81 cells"}
	places := []int{2, 3, 8} // the records' numbers
	for _, c := range []struct {
		name   string
		onBad  pipeline.OnBad
		out    string
		faults int
		counts pipeline.Counts
	}{
		{
			"mark", pipeline.Mark,
			pipetest.Solution9 + "\nmalformed column 2: bad cell 'x'\nmalformed column 81: 80 of 81 cells\n" + clash +
				faultySolved + "malformed column 82: more than 81 cells\n",
			3,
			pipeline.Counts{Solved: 4, Contradiction: 1, Malformed: 3, Solutions: 4, Incomplete: 4},
		},
		{"skip", pipeline.Skip, pipetest.Solution9 + "\n" + clash + faultySolved, 3, pipeline.Counts{Solved: 4, Contradiction: 1, Malformed: 3, Solutions: 4, Incomplete: 4}},
		{"stop", pipeline.Stop, pipetest.Solution9 + "\n", 1, pipeline.Counts{Solved: 1, Malformed: 1, Solutions: 1, Incomplete: 1}},
	} {
		for _, jobs := range []int{1, 3} {
			for _, size := range batchSizes {
				cfg := pipeline.Config{Jobs: jobs, BatchBytes: size, NewWorker: solve.Workers(noOptions, c.onBad)}
				o := run(t.Context(), cfg, pipetest.Text("in", faultyText))
				name := fmt.Sprintf("%s, jobs %d, batches of %d", c.name, jobs, size)
				if o.Out != c.out {
					t.Errorf("%s: answers\n%swant\n%s", name, o.Out, c.out)
				}
				if !slices.Equal(o.Faults, faults[:c.faults]) {
					t.Errorf("%s: faults %q, want %q", name, o.Faults, faults[:c.faults])
				}
				for i, f := range o.Kept {
					if f.Record != places[i] {
						t.Errorf("%s: fault %d is at record %d, want %d", name, i, f.Record, places[i])
					}
				}
				o.Stats.Guesses = 0
				if o.Stats.Counts != c.counts {
					t.Errorf("%s: counts %+v, want %+v", name, o.Stats.Counts, c.counts)
				}
				if stopped := errors.Is(o.Err, pipeline.ErrMalformed); stopped != (c.onBad == pipeline.Stop) || !stopped && o.Err != nil {
					t.Errorf("%s: Run returned %v", name, o.Err)
				}
				if o.Err != nil && o.Err.Error() != "in: record 2: malformed record" {
					t.Errorf("%s: Run returned %v", name, o.Err)
				}
			}
		}
	}
}

// TestStopFirst has malformed records everywhere, and workers that race: the
// first one in input order ends the run.
func TestStopFirst(t *testing.T) {
	s := strings.Repeat(pipetest.Puzzle9+"\n", 40) + strings.Repeat("x\n", 500)
	for range 20 {
		cfg := pipeline.Config{Jobs: 4, BatchBytes: 100, NewWorker: solve.Workers(noOptions, pipeline.Stop)}
		o := run(t.Context(), cfg, pipetest.Text("in", s))
		if o.Err == nil || o.Err.Error() != "in: record 41: malformed record" || o.Stats.Solved != 40 || len(o.Faults) != 1 {
			t.Fatalf("Run returned %v after %+v, faults %q", o.Err, o.Stats.Counts, o.Faults)
		}
	}
}

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

// TestNobodyListens has no hooks: faults are counted.
func TestNobodyListens(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	stats, err := pipeline.Run(t.Context(), pipeline.Config{
		Inputs: []pipeline.Input{
			{Name: "gone", Open: func() (pipeline.Source, error) { return nil, errors.New("gone") }},
			pipetest.Text("in", "x\n"+pipetest.Puzzle9+"\nend\ntrailing\n"),
		},
		Output: &out, NewWorker: solve.Workers(noOptions, pipeline.Skip),
	})
	if err != nil || stats.Unreadable != 1 || stats.Malformed != 1 || stats.Faults != 1 || out.String() != pipetest.Solution9+"\n" {
		t.Errorf("%v: %+v, %q", err, stats, out.String())
	}
}
