package pipeline_test

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/pipeline/solve"
)

// bug is a puzzle that workers of the tests panic at.
var bug = strings.Repeat(".", 80) + "7"

// TestPanic has a worker that panics at one puzzle, which the error names, with
// its number; earlier records are answered, however they were batched.
func TestPanic(t *testing.T) {
	t.Parallel()
	lines := pipetest.Demo(t, "@demo", 300)
	lines[3] = "x"
	lines[200] = "# a comment\n" + bug
	b := strings.Join(lines, "\n")
	answers, _ := recordsOf(t, 0, pipetest.Text("a", pipetest.Puzzle9), pipetest.Text("b", strings.Join(lines[:200], "\n")))
	for _, late := range []bool{false, true} {
		for _, jobs := range []int{1, 3} {
			for _, size := range []int{1, 1000, pipeline.DefaultBatchBytes} {
				cfg := pipeline.Config{Jobs: jobs, BatchBytes: size, NewWorker: pipetest.WithBug(t, solve.Workers(noOptions, pipeline.Mark), bug, late)}
				o := run(t.Context(), cfg, pipetest.Text("a", pipetest.Puzzle9), pipetest.Text("b", b))
				want := "b: record 201: panic: a bug at the puzzle " + bug + "\ngoroutine "
				if o.Err == nil || !strings.HasPrefix(o.Err.Error(), want) {
					t.Fatalf("late %v, %d jobs, batches of %d: %v", late, jobs, size, o.Err)
				}
				if o.Out != strings.Join(answers, "") || len(o.Faults) != 1 || o.Stats.Puzzles() != 201 {
					t.Errorf("late %v, %d jobs, batches of %d: %d bytes, %d faults, %+v", late, jobs, size, len(o.Out), len(o.Faults), o.Stats)
				}
			}
		}
	}
}

// A panickyReader panics where its text ends.
type panickyReader struct{ io.Reader }

func (r panickyReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if err == io.EOF {
		panic("lost the thread")
	}
	return n, err
}

// A panickyVerifier panics where it is to prove what was read.
type panickyVerifier struct{ *corpus.Reader }

func (panickyVerifier) Verify(int64) (bool, error) { panic("no idea") }

func ignore(*pipeline.Batch, pipeline.Place) error { return nil }

// A panicCase is a run in which something panics.
type panicCase struct {
	want   string // beginning of the error; "": none
	out    string // answers; "*": any
	cfg    pipeline.Config
	inputs []pipeline.Input
}

// panicCases returns a panic of each part of the ring. The first three also are panics of Each.
func panicCases(t *testing.T, cancel func()) []panicCase {
	t.Helper()
	puzzle := pipetest.Puzzle9 + "\n"
	s, solved := strings.Repeat(puzzle, 20), strings.Repeat(pipetest.Solution9+"\n", 20)
	twenty := []pipeline.Input{pipetest.Text("in", s)}
	source := func(r io.Reader, onClose func() error) []pipeline.Input {
		return []pipeline.Input{pipetest.From("in", &pipetest.Source{Reader: r, OnClose: onClose})}
	}
	withBug := func(late bool) func() (pipeline.Worker, error) {
		return pipetest.WithBug(t, solve.Workers(noOptions, pipeline.Mark), bug, late)
	}
	worker := func(work func(b *pipeline.Batch)) func() (pipeline.Worker, error) {
		return workers(func(ctx context.Context, b *pipeline.Batch) { copyText(ctx, b); work(b) })
	}
	left, writes, seen := 10, 0, 0
	once := func(*pipeline.Batch) {
		if left--; left == 0 {
			panic("out of luck")
		}
	}
	many := func(b *pipeline.Batch) {
		if bytes.Count(b.Text, []byte("\n")) > 1 {
			panic("too much")
		}
	}
	notThat := func(b *pipeline.Batch) {
		if bytes.Contains(b.Text, []byte("y\n")) {
			panic("not that")
		}
	}
	holding := &pipeline.Feed{Name: "numbers", PerJob: 1, Run: func(ctx context.Context, to *pipeline.Sender) error {
		for range 3 { // all that a feed with one worker has
			if _, err := to.Take(ctx); err != nil {
				return err
			}
		}
		panic("lost the thread")
	}}
	jammed := writerFunc(func(p []byte) (int, error) {
		if writes++; writes == 5 {
			panic("paper jam")
		}
		return len(p), nil
	})
	verifier := pipeline.Input{Name: "in", Open: func() (pipeline.Source, error) {
		r, err := corpus.Open("-", corpus.Options{Stdin: strings.NewReader(puzzle)})
		return panickyVerifier{r}, err
	}}
	onBatch := func(f func(*pipeline.Batch, pipeline.Place) error) pipeline.Hooks { return pipeline.Hooks{OnBatch: f} }
	first := onBatch(func(*pipeline.Batch, pipeline.Place) error {
		if seen++; seen > 3 { // not of the batch whose worker panicked
			t.Error("OnBatch was called")
		}
		return nil
	})
	behind := puzzle + "end\n" + s + bug + "\n" + s
	return []panicCase{
		// Batches have a record each, however long workers take.
		{
			"in: after record 20: panic: lost the thread\n", "*",
			pipeline.Config{Jobs: 3, BatchBytes: 80},
			append([]pipeline.Input{pipetest.Text("a", s)}, source(panickyReader{strings.NewReader(s)}, nil)...),
		},
		{"in: after record 20: panic: cannot let go\n", solved, pipeline.Config{BatchBytes: 100}, source(strings.NewReader(s), func() error { panic("cannot let go") })},
		{
			"in: after record 0: panic: not at home\n", "",
			pipeline.Config{BatchBytes: 100},
			[]pipeline.Input{{Name: "in", Open: func() (pipeline.Source, error) { panic("not at home") }}},
		},
		// The last record is read, but the batch that it would be in is not whole.
		{"in: after record 19: panic: lost the thread\n", "", pipeline.Config{Jobs: 1, BatchBytes: 100, Range: pipeline.Range{First: 100}}, source(panickyReader{strings.NewReader(s)}, nil)},
		{"numbers: after record 0: panic: lost the thread\n", "", pipeline.Config{Jobs: 1, Feed: holding}, nil},
		{"panic: no idea\n", "*", pipeline.Config{Hooks: onBatch(func(*pipeline.Batch, pipeline.Place) error { return pipeline.ErrEnough })}, []pipeline.Input{verifier}},
		{"in: after record 4: panic: paper jam\n", "*", pipeline.Config{BatchBytes: 1, Output: jammed}, twenty},
		{"in: after record 0: panic: do not want to know\n", "", pipeline.Config{Hooks: onBatch(func(*pipeline.Batch, pipeline.Place) error { panic("do not want to know") })}, twenty},
		{"in: record 10: here or in a later record, but in none that is done again: panic: out of luck\n", "*", pipeline.Config{Jobs: 1, BatchBytes: 1, NewWorker: worker(once)}, twenty},
		{"in: record 1: here or in a later record, but in none alone: panic: too much\n", "", pipeline.Config{Jobs: 1, BatchBytes: 300, NewWorker: worker(many)}, twenty},
		{
			"in: record 3: panic: not that at the puzzle \"y\\n\"\n", pipetest.Puzzle9 + "\nx\n",
			pipeline.Config{Jobs: 2, NewWorker: worker(notThat)},
			[]pipeline.Input{pipetest.Text("in", puzzle+"x\ny\n")},
		},
		{
			"in: record 2: panic: a bug at the puzzle " + bug, pipetest.Solution9 + "\n",
			pipeline.Config{Jobs: 2, NewWorker: withBug(true), Hooks: first},
			[]pipeline.Input{pipetest.Text("in", puzzle+bug+"\n")},
		},
		{
			"in: record 2: panic: a bug at the puzzle " + bug, "*",
			pipeline.Config{Jobs: 2, NewWorker: withBug(true), Hooks: first},
			[]pipeline.Input{pipetest.Text("in", "2\n"+pipetest.In(t, bulk.Hiho, 9, []string{pipetest.Puzzle9, bug}))},
		},
		{
			"in: record 2: panic: a bug at the puzzle " + bug, "*",
			pipeline.Config{Jobs: 2, NewWorker: withBug(true), Hooks: first},
			[]pipeline.Input{pipetest.Text("in", pipetest.In(t, bulk.Grid, 9, []string{pipetest.Puzzle9, bug}))},
		},
		{"", pipetest.Solution9 + "\n" + pipetest.Solution9 + "\n", pipeline.Config{Jobs: 1, BatchBytes: 100, NewWorker: withBug(false)}, []pipeline.Input{pipetest.Text("a", behind), pipetest.Text("b", puzzle)}},
		{"context canceled", "*", pipeline.Config{Jobs: 2, BatchBytes: 100, NewWorker: worker(func(*pipeline.Batch) { cancel(); panic("late") })}, twenty}, // the last one
	}
}

// TestPanics has each part of the ring panic, in a run and alone.
func TestPanics(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for i, c := range panicCases(t, cancel) {
		o := run(ctx, c.cfg, c.inputs...)
		if c.want == "" != (o.Err == nil) || o.Err != nil && !strings.HasPrefix(o.Err.Error(), c.want) || c.out != "*" && o.Out != c.out || slices.Contains(o.Faults, "") {
			t.Errorf("%s: %v, %q", c.want, o.Err, o.Out)
		}
		if i < 3 {
			c = panicCases(t, cancel)[i]
			_, err := pipeline.Each(t.Context(), pipeline.Config{Inputs: c.inputs[len(c.inputs)-1:], BatchBytes: c.cfg.BatchBytes}, ignore)
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("Each: %v, want %s", err, c.want)
			}
		}
	}
}
