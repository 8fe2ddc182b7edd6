package pipeline_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/pipeline/solve"
	"github.com/sudokubatch/sudokubatch/solver"
)

var batchSizes = []int{1, 7, 100, 4096, pipeline.DefaultBatchBytes, 1 << 20}

// mixedTexts are texts of every form with everything in them that is not a
// plain record.
func mixedTexts(t *testing.T) map[string]string {
	nine, sixteen := pipetest.Demo(t, "@demo", 60), pipetest.Demo(t, "@demo16", 12)
	long := strings.Repeat("x", 70<<10)
	crlf := strings.Join(nine[:5], "\r\n")
	lines := func(p []string, bad ...string) string {
		return strings.Join([]string{
			"# a comment", "", p[0], p[1] + " 5.5 a name", " \t", bad[0], crlf, "#" + long, p[2], long,
			p[3] + "," + long, bad[1], p[4], "\r", strings.Join(p[5:], "\n"), "# " + p[0], bad[2],
		}, "\n")
	}
	hiho := pipetest.In(t, bulk.Hiho, 9, nine[:40])
	letters := pipetest.In(t, bulk.Letters16, 16, sixteen)
	return map[string]string{
		"line9":          lines(nine, "x"+nine[0][1:], nine[0][:80], pipetest.Clash9),
		"line9-BOM-long": "\ufeff" + nine[0] + " " + long[:65<<10] + "\n" + nine[1] + "\n",
		"line9-BOM-edge": "\ufeff" + nine[0] + " " + strings.Repeat("x", 65537-82) + "\n" + nine[1] + "\n",
		"line16":         strings.ReplaceAll(lines(sixteen, "x", sixteen[0][:255], sixteen[0]+"A"), crlf, sixteen[0]+"\r"),
		"line9-end":      strings.Join(nine[:20], "\n") + "\nend\n\n# c\ntrailing\n" + strings.Join(nine[20:], "\n"),
		"hiho": "\n42\n" + nineRows("0 0 0 0 0 0 0 0 0", "\n \n") + strings.Repeat(long+"\r\n", 9) +
			strings.Replace(hiho, "\n", "\r\n\n", 30) + "\n1 2 3\n" + hiho,
		"hiho-cut": "41\n" + nineRows("0 0 0 0 0 0 0 0 0", strings.Repeat(strings.Repeat(" ", 4000)+"\n", 20)) + hiho,
		"hiho-few": "50 \n" + hiho + "1 2",
		"letters16": "\n" + letters + "AB\n" + letters + "\r\n" + strings.Repeat("x", 5000) + "\n" +
			strings.TrimRight(letters, "\n"),
		"nothing": "# only a comment\n\n",
		"empty":   "",
	}
}

// nineRows puts a text between the second and the third of nine equal rows.
func nineRows(row, between string) string {
	return row + "\n" + row + "\n" + between + strings.Repeat(row+"\n", 7)
}

// TestSameBytes runs each mixed text with all numbers of workers and all batch
// sizes: answers, faults and counts are the same.
func TestSameBytes(t *testing.T) {
	sizes := batchSizes
	if testing.Short() {
		sizes = []int{100, pipeline.DefaultBatchBytes}
	}
	for name, s := range mixedTexts(t) {
		t.Run(name, func(t *testing.T) {
			cfg := pipeline.Config{Jobs: 1, BatchBytes: 16 << 20}
			want := mustRun(t, cfg, pipetest.Text("in", s))
			if name != "empty" && name != "nothing" && want.Stats.Solved == 0 {
				t.Fatalf("nothing was solved: %+v", want.Stats)
			}
			for _, jobs := range []int{1, 3} {
				for _, size := range sizes {
					got := mustRun(t, pipeline.Config{Jobs: jobs, BatchBytes: size}, pipetest.Text("in", s))
					if got.Out != want.Out {
						t.Errorf("jobs %d, batches of %d: the output differs", jobs, size)
					}
					if !slices.Equal(got.Faults, want.Faults) {
						t.Errorf("jobs %d, batches of %d: faults\n%q, want\n%q", jobs, size, got.Faults, want.Faults)
					}
					if !reflect.DeepEqual(got.Count(), want.Count()) {
						t.Errorf("jobs %d, batches of %d: statistics\n%+v, want\n%+v", jobs, size, got.Count(), want.Count())
					}
				}
			}
			if n := int64(len(s)); want.Stats.TextIn != n || want.Stats.BytesIn != n || want.Stats.TextOut != int64(len(want.Out)) {
				t.Errorf("read %d bytes, %d of text, wrote %d; want %d, %d, %d", want.Stats.BytesIn, want.Stats.TextIn,
					want.Stats.TextOut, n, n, len(want.Out))
			}
		})
	}
}

// TestShortLines has lines shorter than any record's, each of them a malformed
// record or a part of one: no batch holds many, and all are answered.
func TestShortLines(t *testing.T) {
	const lines = 60_000
	for name, c := range map[string]struct {
		kind    bulk.Kind
		text    string
		records int
		answer  string
	}{
		"line":      {bulk.Line, strings.Repeat("x\n", lines), lines, "malformed column 1: bad cell 'x'\n"},
		"letters16": {bulk.Letters16, strings.Repeat("x\n\n", lines/2), lines / 2, "malformed row 1 column 1: bad cell 'x'\n\n"},
		"hiho":      {bulk.Hiho, "6666\n" + strings.Repeat("x\n", 59_994), 6_666, "malformed row 1 column 1: bad cell 'x'\n"},
		"blank":     {bulk.Line, strings.Repeat("\n", lines), 0, ""},
	} {
		solving, err := solve.Workers(noOptions, pipeline.Mark)()
		if err != nil {
			t.Fatal(err)
		}
		most := 0
		cfg := pipeline.Config{Jobs: 1, From: c.kind, NewWorker: func() (pipeline.Worker, error) { return solving, nil }}
		cfg.OnBatch = func(b *pipeline.Batch, _ pipeline.Place) error {
			most = max(most, b.Records.Lines)
			return nil
		}
		o := mustRun(t, cfg, pipetest.Text("in", c.text))
		if o.Out != strings.Repeat(c.answer, c.records) || len(o.Faults) != c.records {
			t.Errorf("%s: %d bytes of answers, %d faults", name, len(o.Out), len(o.Faults))
		}
		if most > pipeline.DefaultBatchBytes/8+1 {
			t.Errorf("%s: a batch of %d lines", name, most)
		}
		if last := "in:" + fmt.Sprint(lines) + ":1: bad cell 'x'"; name == "line" && o.Faults[lines-1] != last {
			t.Errorf("the last fault is %q, want %q", o.Faults[lines-1], last)
		}
	}
}

// TestProgress looks at the counters whenever something is written: they are of what was written before,
// however far the inputs were read.
func TestProgress(t *testing.T) {
	t.Parallel()
	const half = 2000
	lines := pipetest.Demo(t, "@demo", 2*half)
	for _, tt := range []struct {
		ending string
		batch  int
	}{{".txt", 1000}, {".txt", pipeline.MinSection}, {".gz", 1000}, {".zst", 1000}} {
		cfg := pipeline.Config{Jobs: 2, BatchBytes: tt.batch, Progress: new(pipeline.Progress), NewWorker: solve.Workers(solver.Options{}, pipeline.Mark)}
		size, written, seen := int64(0), 0, ""
		for i := range 2 {
			path := filepath.Join(t.TempDir(), "in"+tt.ending)
			w, err := corpus.Create(path, corpus.CreateOptions{})
			if err == nil {
				_, _ = io.WriteString(w, strings.Join(lines[i*half:][:half], "\n")+"\n") // Commit says the same
				err = w.Commit()
			}
			info, statErr := os.Stat(path)
			if err = errors.Join(err, statErr); err != nil {
				t.Fatal(err)
			}
			size += info.Size()
			cfg.Inputs = append(cfg.Inputs, pipeline.Input{Open: func() (pipeline.Source, error) { return corpus.Open(path, corpus.Options{}) }})
		}
		cfg.Output = writerFunc(func(p []byte) (int, error) {
			puzzles, in := cfg.Progress.Puzzles.Load(), cfg.Progress.BytesIn.Load()
			if share := float64(written) / (2 * half); int(puzzles) != written || math.Abs(float64(in)/float64(size)-share) > 0.1 {
				seen = fmt.Sprintf("%d puzzles, %d of %d bytes", puzzles, in, size)
			}
			written += len(p) / 82
			return len(p), nil
		})
		stats, err := pipeline.Run(t.Context(), cfg)
		if puzzles, in := cfg.Progress.Puzzles.Load(), cfg.Progress.BytesIn.Load(); seen != "" || err != nil || puzzles != 2*half || in != size || stats.BytesIn != size {
			t.Errorf("%s in batches of %d: %v, %s; at the end %d puzzles, %d bytes of %d", tt.ending, tt.batch, err, seen, puzzles, in, size)
		}
	}
}

// TestHardPuzzlesAreShared has few records that take long: two workers get about
// as many.
func TestHardPuzzlesAreShared(t *testing.T) {
	const puzzles = 20
	var counts [2]int
	made := 0
	newWorker := func() (pipeline.Worker, error) {
		count := &counts[made]
		made++
		return workFunc(func(ctx context.Context, b *pipeline.Batch) {
			copyText(ctx, b)
			time.Sleep(time.Duration(b.Records.N) * 10 * time.Millisecond)
			*count += b.Records.N
		}), nil
	}
	mustRun(t, pipeline.Config{Jobs: 2, NewWorker: newWorker}, pipetest.Text("in", strings.Repeat(pipetest.Puzzle9+"\n", puzzles)))
	if most := max(counts[0], counts[1]); most > puzzles*10/18 {
		t.Errorf("a worker had %d of %d puzzles", most, puzzles)
	}
}

// TestShare has a worker offer parts of its only batch until another one does them: one that waits for
// batches of a slow input, or that gets no more. A single worker has nobody to ask.
func TestShare(t *testing.T) {
	alone := false
	for _, jobs := range []int{1, 3} {
		work := func(ctx context.Context, b *pipeline.Batch) {
			copyText(ctx, b)
			if alone = b.Share == nil; alone {
				return
			}
			for range 5 {
				done := make(chan struct{})
				for !b.Share(func() { close(done) }) {
					time.Sleep(time.Millisecond)
				}
				<-done
			}
		}
		mustRun(t, pipeline.Config{Jobs: jobs, NewWorker: workers(work)}, pipetest.Text("in", pipetest.Puzzle9+"\n"))
		if alone != (jobs == 1) {
			t.Errorf("%d jobs: Share is nil: %v", jobs, alone)
		}
	}
}
