package pipeline_test

import (
	"bytes"
	"context"
	"errors"
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

// TestPanicBehindEnd has it where nothing is a record.
func TestPanicBehindEnd(t *testing.T) {
	t.Parallel()
	s := pipetest.Puzzle9 + "\nend\n" + strings.Repeat(pipetest.Puzzle9+"\n", 20) + bug + "\n" + strings.Repeat(pipetest.Puzzle9+"\n", 20)
	cfg := pipeline.Config{Jobs: 1, BatchBytes: 100, NewWorker: pipetest.WithBug(t, solve.Workers(noOptions, pipeline.Mark), bug, false)}
	o := run(t.Context(), cfg, pipetest.Text("a", s), pipetest.Text("b", pipetest.Puzzle9))
	if o.Err != nil || o.Out != pipetest.Solution9+"\n"+pipetest.Solution9+"\n" {
		t.Errorf("%v: %q", o.Err, o.Out)
	}
}

// TestPanicForms has puzzles that take several lines, and text that is none.
func TestPanicForms(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]string{
		"line": pipetest.Puzzle9 + "\n" + bug + "\n",
		"hiho": "2\n" + pipetest.In(t, bulk.Hiho, 9, []string{pipetest.Puzzle9, bug}),
		"grid": pipetest.In(t, bulk.Grid, 9, []string{pipetest.Puzzle9, bug}),
	} {
		newWorker := pipetest.WithBug(t, solve.Workers(noOptions, pipeline.Mark), bug, true)
		seen := 0
		cfg := pipeline.Config{Jobs: 2, NewWorker: newWorker, Hooks: pipeline.Hooks{OnBatch: func(*pipeline.Batch, pipeline.Place) error { seen++; return nil }}}
		o := run(t.Context(), cfg, pipetest.Text("in", s))
		if want := "in: record 2: panic: a bug at the puzzle " + bug; o.Err == nil || !strings.HasPrefix(o.Err.Error(), want) {
			t.Errorf("%s: %v", name, o.Err)
		}
		if seen > 1 || o.Stats.Solved != 1 {
			t.Errorf("%s: OnBatch saw %d batches, %+v", name, seen, o.Stats)
		}
	}
	bad := workers(func(_ context.Context, b *pipeline.Batch) {
		copyText(t.Context(), b)
		if bytes.Contains(b.Text, []byte("y\n")) {
			panic("not that")
		}
	})
	o := run(t.Context(), pipeline.Config{Jobs: 2, NewWorker: bad}, pipetest.Text("in", pipetest.Puzzle9+"\nx\ny\n"))
	if want := "in: record 3: panic: not that at the puzzle \"y\\n\"\n"; o.Err == nil || !strings.HasPrefix(o.Err.Error(), want) || o.Out != pipetest.Puzzle9+"\nx\n" || o.Stats.Puzzles() != 2 {
		t.Errorf("no puzzle: %v; %q, %+v", o.Err, o.Out, o.Stats)
	}
}

// TestPanicOnce has workers that panic only once, or only at many records at a
// time: no record can be named, but the run must not go on as if it were well.
func TestPanicOnce(t *testing.T) {
	t.Parallel()
	s := strings.Repeat(pipetest.Puzzle9+"\n", 20)
	left := 10
	once := workers(func(ctx context.Context, b *pipeline.Batch) {
		if left--; left == 0 {
			panic("out of luck")
		}
		copyText(ctx, b)
	})
	o := run(t.Context(), pipeline.Config{Jobs: 1, BatchBytes: 1, NewWorker: once}, pipetest.Text("in", s))
	if o.Err == nil || !strings.HasPrefix(o.Err.Error(), "in: record 10: here or in a later record, but in none that is done again: panic: out of luck\n") {
		t.Errorf("once: %v", o.Err)
	}
	many := workers(func(ctx context.Context, b *pipeline.Batch) {
		if bytes.Count(b.Text, []byte("\n")) > 1 {
			panic("too much")
		}
		copyText(ctx, b)
	})
	o = run(t.Context(), pipeline.Config{Jobs: 1, BatchBytes: 300, NewWorker: many}, pipetest.Text("in", pipetest.Puzzle9+"\n"+s))
	if o.Err == nil || !strings.HasPrefix(o.Err.Error(), "in: record 1: here or in a later record, but in none alone: panic: too much\n") {
		t.Errorf("many: %v", o.Err)
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

// TestPanicOfInputs has them panic at each call.
func TestPanicOfInputs(t *testing.T) {
	t.Parallel()
	s := strings.Repeat(pipetest.Puzzle9+"\n", 20)
	closing := func() error { panic("cannot let go") }
	for want, open := range map[string]func() (pipeline.Source, error){
		// The last record is read, but the batch that it would be in is not whole.
		"in: after record 19: panic: lost the thread\n": func() (pipeline.Source, error) {
			return &pipetest.Source{Reader: panickyReader{strings.NewReader(s)}}, nil
		},
		"in: after record 0: panic: not at home\n": func() (pipeline.Source, error) { panic("not at home") },
		"in: after record 20: panic: cannot let go\n": func() (pipeline.Source, error) {
			return &pipetest.Source{Reader: strings.NewReader(s), OnClose: closing}, nil
		},
	} {
		var opened *pipetest.Source
		input := pipeline.Input{Name: "in", Open: func() (src pipeline.Source, err error) {
			opened = nil
			src, err = open()
			opened = src.(*pipetest.Source)
			return src, err
		}}
		for _, jobs := range []int{1, 3} {
			o := run(t.Context(), pipeline.Config{Jobs: jobs, BatchBytes: 100}, pipetest.Text("a", s), input)
			if o.Err == nil || !strings.HasPrefix(o.Err.Error(), want) || o.Stats.Unreadable > 0 {
				t.Errorf("Run: %v, want %s", o.Err, want)
			}
			if !strings.HasPrefix(o.Out, strings.Repeat(pipetest.Solution9+"\n", 20)) {
				t.Errorf("%s: %d bytes were answered", want, len(o.Out))
			}
			if opened != nil && opened.Closes.Load() != 1 {
				t.Errorf("%s: closed %d times", want, opened.Closes.Load())
			}
			_, err := pipeline.Each(t.Context(), pipeline.Config{Inputs: []pipeline.Input{input}, BatchBytes: 100}, ignore)
			if err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("Each: %v, want %s", err, want)
			}
		}
	}
}

// TestPanicWithAllBatches has a source panic that holds each batch there is.
func TestPanicWithAllBatches(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	const all = 3 // of a feed with one worker that needs one
	feed := &pipeline.Feed{Name: "numbers", PerJob: 1, Run: func(ctx context.Context, to *pipeline.Sender) error {
		for range all {
			if _, err := to.Take(ctx); err != nil {
				return err
			}
		}
		panic("lost the thread")
	}}
	o := run(ctx, pipeline.Config{Feed: feed, Jobs: 1})
	if want := "numbers: after record 0: panic: lost the thread\n"; o.Err == nil || !strings.HasPrefix(o.Err.Error(), want) {
		t.Errorf("%v, want %s", o.Err, want)
	}
}

func ignore(*pipeline.Batch, pipeline.Place) error { return nil }

// TestPanicBehindPassed has a source panic when it passed records over.
func TestPanicBehindPassed(t *testing.T) {
	t.Parallel()
	s := strings.Repeat(pipetest.Puzzle9+"\n", 20)
	cfg := pipeline.Config{Jobs: 1, BatchBytes: 100, Range: pipeline.Range{First: 100}}
	o := run(t.Context(), cfg, pipetest.Reading("in", panickyReader{strings.NewReader(s)}))
	if o.Err == nil || !strings.HasPrefix(o.Err.Error(), "in: after record 19: panic: lost the thread\n") {
		t.Errorf("%v", o.Err)
	}
}

// A panickyVerifier panics where it is to prove what was read.
type panickyVerifier struct{ *corpus.Reader }

func (panickyVerifier) Verify(int64) (bool, error) { panic("no idea") }

// TestPanicOfVerifier has it where OnBatch has enough.
func TestPanicOfVerifier(t *testing.T) {
	t.Parallel()
	in := pipeline.Input{Name: "in", Open: func() (pipeline.Source, error) {
		r, err := corpus.Open("-", corpus.Options{Stdin: strings.NewReader(pipetest.Puzzle9 + "\n")})
		return panickyVerifier{r}, err
	}}
	enough := func(*pipeline.Batch, pipeline.Place) error { return pipeline.ErrEnough }
	if o := run(t.Context(), pipeline.Config{Jobs: 1, Hooks: pipeline.Hooks{OnBatch: enough}}, in); o.Err == nil || !strings.HasPrefix(o.Err.Error(), "panic: no idea\n") {
		t.Errorf("%v", o.Err)
	}
}

// TestPanicOfOutput has what takes the answers panic.
func TestPanicOfOutput(t *testing.T) {
	t.Parallel()
	s := strings.Repeat(pipetest.Puzzle9+"\n", 20)
	n := 0
	broken := writerFunc(func(p []byte) (int, error) {
		if n++; n == 5 {
			panic("paper jam")
		}
		return len(p), nil
	})
	o := run(t.Context(), pipeline.Config{Jobs: 2, BatchBytes: 1, Output: broken}, pipetest.Text("in", s))
	if o.Err == nil || !strings.HasPrefix(o.Err.Error(), "in: after record 4: panic: paper jam\n") {
		t.Errorf("output: %v", o.Err)
	}
	onBatch := func(*pipeline.Batch, pipeline.Place) error { panic("do not want to know") }
	o = run(t.Context(), pipeline.Config{Jobs: 2, Hooks: pipeline.Hooks{OnBatch: onBatch}}, pipetest.Text("in", s))
	if o.Err == nil || !strings.HasPrefix(o.Err.Error(), "in: after record 0: panic: do not want to know\n") {
		t.Errorf("OnBatch: %v", o.Err)
	}
}

// TestPanicCancelled has a worker panic when the run is over.
func TestPanicCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cfg := pipeline.Config{Jobs: 2, BatchBytes: 100, NewWorker: workers(func(context.Context, *pipeline.Batch) { cancel(); panic("late") })}
	if o := run(ctx, cfg, pipetest.Text("in", strings.Repeat(pipetest.Puzzle9+"\n", 20))); !errors.Is(o.Err, context.Canceled) || slices.Contains(o.Faults, "") {
		t.Errorf("Run: %v", o.Err)
	}
}
