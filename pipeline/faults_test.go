package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats"
)

// faultyText has eight records, of which the second, the third and the last
// are malformed, and lines that are none.
const faultyText = "# comment\n" +
	puzzle9 + "\n" +
	"5x" + "\n" +
	"\n" +
	"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7\r\n" +
	clash9 + "\n" +
	puzzle9 + "\n" + puzzle9 + "\n" + puzzle9 + "\n" +
	"# comment\n" +
	puzzle9 + "1"

const faultySolved = solution9 + "\n" + solution9 + "\n" + solution9 + "\n"

// TestOnBad runs it in each way to treat malformed records, with batches that
// end anywhere.
func TestOnBad(t *testing.T) {
	const clash = "contradiction r1c1 r1c2\n"
	faults := []string{"in:3:2: bad cell 'x'", "in:5:81: 80 of 81 cells", "in:11:82: more than 81 cells"}
	places := []int{2, 3, 8} // the records' numbers
	for _, c := range []struct {
		name   string
		onBad  OnBad
		out    string
		faults int
		counts Counts
	}{
		{
			"mark", Mark,
			solution9 + "\nmalformed column 2: bad cell 'x'\nmalformed column 81: 80 of 81 cells\n" + clash +
				faultySolved + "malformed column 82: more than 81 cells\n",
			3,
			Counts{Solved: 4, Contradiction: 1, Malformed: 3, Solutions: 4},
		},
		{"skip", Skip, solution9 + "\n" + clash + faultySolved, 3, Counts{Solved: 4, Contradiction: 1, Malformed: 3, Solutions: 4}},
		{"stop", Stop, solution9 + "\n", 1, Counts{Solved: 1, Malformed: 1, Solutions: 1}},
	} {
		for _, jobs := range []int{1, 3} {
			for _, size := range batchSizes {
				cfg := Config{Jobs: jobs, BatchBytes: size, NewWorker: SolveWorkers(noOptions, c.onBad)}
				o := run(t.Context(), cfg, text("in", faultyText))
				name := fmt.Sprintf("%s, jobs %d, batches of %d", c.name, jobs, size)
				if o.out != c.out {
					t.Errorf("%s: answers\n%swant\n%s", name, o.out, c.out)
				}
				if !slices.Equal(o.faults, faults[:c.faults]) {
					t.Errorf("%s: faults %q, want %q", name, o.faults, faults[:c.faults])
				}
				for i, f := range o.kept {
					if f.Record != places[i] {
						t.Errorf("%s: fault %d is at record %d, want %d", name, i, f.Record, places[i])
					}
				}
				o.stats.Guesses = 0
				if o.stats.Counts != c.counts {
					t.Errorf("%s: counts %+v, want %+v", name, o.stats.Counts, c.counts)
				}
				if stopped := errors.Is(o.err, ErrMalformed); stopped != (c.onBad == Stop) || !stopped && o.err != nil {
					t.Errorf("%s: Run returned %v", name, o.err)
				}
				if o.err != nil && o.err.Error() != "in: record 2: malformed record" {
					t.Errorf("%s: Run returned %v", name, o.err)
				}
			}
		}
	}
}

// TestStopFirst has malformed records everywhere, and workers that race: the
// first one in input order ends the run.
func TestStopFirst(t *testing.T) {
	s := strings.Repeat(puzzle9+"\n", 40) + strings.Repeat("x\n", 500)
	for range 20 {
		cfg := Config{Jobs: 4, BatchBytes: 100, NewWorker: SolveWorkers(noOptions, Stop)}
		o := run(t.Context(), cfg, text("in", s))
		if o.err == nil || o.err.Error() != "in: record 41: malformed record" || o.stats.Solved != 40 || len(o.faults) != 1 {
			t.Fatalf("Run returned %v after %+v, faults %q", o.err, o.stats.Counts, o.faults)
		}
	}
}

// TestFail has a worker that cannot go on at some record. Its number counts
// from the input's beginning; what is answered before it is written, and the
// malformed records up to there are reported.
func TestFail(t *testing.T) {
	errWorker := errors.New("no more ideas")
	line9, err := formats.Line.Form(9)
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range batchSizes {
		work := func(ctx context.Context, b *Batch) {
			copyText(ctx, b)
			line := 0
			for s := range strings.Lines(string(b.Text)) {
				if s == "x\n" {
					var before formats.Records
					line9.Decode(&before, b.Text[:line])
					b.Out = b.Out[:line]
					b.Fail(before.N, errWorker)
					b.Fail(0, errors.New("too late"))
				}
				line += len(s)
			}
		}
		before := puzzle9 + "\n# comment\ny\n" + puzzle9 + "\n"
		cfg := Config{Jobs: 2, BatchBytes: size, NewWorker: workers(work)}
		o := run(t.Context(), cfg, text("a", puzzle9+"\n"), text("b", before+"x\nz\n"+before))
		if !errors.Is(o.err, errWorker) || o.err.Error() != "b: record 4: no more ideas" {
			t.Errorf("batches of %d: Run returned %v", size, o.err)
		}
		if o.out != puzzle9+"\n"+before {
			t.Errorf("batches of %d: wrote %q", size, o.out)
		}
		if want := []string{"b:3:1: bad cell 'y'", "b:5:1: bad cell 'x'"}; !slices.Equal(o.faults, want) {
			t.Errorf("batches of %d: faults %q, want %q", size, o.faults, want)
		}
	}
}
