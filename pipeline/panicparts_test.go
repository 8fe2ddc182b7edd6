package pipeline

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/internal/guard"
)

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
	s := strings.Repeat(puzzle9+"\n", 20)
	closing := func() error { panic("cannot let go") }
	for want, open := range map[string]func() (Source, error){
		// The last record is read, but the batch that it would be in is not whole.
		"in: behind record 19: panic: lost the thread\n": func() (Source, error) {
			return &testSource{Reader: panickyReader{strings.NewReader(s)}}, nil
		},
		"in: behind record 0: panic: not at home\n": func() (Source, error) { panic("not at home") },
		"in: behind record 20: panic: cannot let go\n": func() (Source, error) {
			return &testSource{Reader: strings.NewReader(s), close: closing}, nil
		},
	} {
		input := Input{Name: "in", Open: open}
		for _, jobs := range []int{1, 3} {
			o := run(t.Context(), Config{Jobs: jobs, BatchBytes: 100}, text("a", s), input)
			if o.err == nil || !strings.HasPrefix(o.err.Error(), want) || o.stats.Unreadable > 0 {
				t.Errorf("Run: %v, want %s", o.err, want)
			}
			if !strings.HasPrefix(o.out, strings.Repeat(solution9+"\n", 20)) {
				t.Errorf("%s: %d bytes were answered", want, len(o.out))
			}
			_, err := Generate(t.Context(), GenerateConfig{Count: 1000, Jobs: jobs, Inputs: []Input{input}, Output: io.Discard, batchBytes: 100})
			if err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("Generate: %v, want %s", err, want)
			}
		}
	}
}

// TestPanicBehindPassed has a source panic when it passed records over.
func TestPanicBehindPassed(t *testing.T) {
	t.Parallel()
	s := strings.Repeat(puzzle9+"\n", 20)
	cfg := Config{Jobs: 1, BatchBytes: 100, Range: Range{First: 100}}
	o := run(t.Context(), cfg, reading("in", panickyReader{strings.NewReader(s)}))
	if o.err == nil || !strings.HasPrefix(o.err.Error(), "in: behind record 19: panic: lost the thread\n") {
		t.Errorf("%v", o.err)
	}
}

// TestPanicOfOutput has what takes the answers panic.
func TestPanicOfOutput(t *testing.T) {
	t.Parallel()
	s := strings.Repeat(puzzle9+"\n", 20)
	n := 0
	broken := writerFunc(func(p []byte) (int, error) {
		if n++; n == 5 {
			panic("paper jam")
		}
		return len(p), nil
	})
	o := run(t.Context(), Config{Jobs: 2, BatchBytes: 1, Output: broken}, text("in", s))
	if o.err == nil || !strings.HasPrefix(o.err.Error(), "in: behind record 4: panic: paper jam\n") {
		t.Errorf("output: %v", o.err)
	}
	told := func(*Batch, Place) error { panic("do not want to know") }
	o = run(t.Context(), Config{Jobs: 2, OnBatch: told}, text("in", s))
	if o.err == nil || !strings.HasPrefix(o.err.Error(), "in: behind record 0: panic: do not want to know\n") {
		t.Errorf("OnBatch: %v", o.err)
	}
}

// TestPanicOfSection has a worker panic while it reads.
func TestPanicOfSection(t *testing.T) {
	t.Parallel()
	r := &ring{done: make(chan *Batch, 1), newWorker: workers(copyText), work: make(chan *Batch, 1)}
	b := &Batch{section: section{text: panickyReaderAt{}, n: 1}, input: &inputState{}}
	r.work <- b
	close(r.work)
	m := member{ring: r, worker: workFunc(copyText)}
	if err := m.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if p := (*guard.Panic)(nil); (<-r.done) != b || !errors.As(b.failed.err, &p) || p.Value != "bad sector" {
		t.Errorf("%v", b.failed)
	}
}

type panickyReaderAt struct{}

func (panickyReaderAt) ReadAt([]byte, int64) (int, error) { panic("bad sector") }

// TestPanicCancelled has a worker panic when the run is over.
func TestPanicCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cfg := Config{Jobs: 2, BatchBytes: 100, NewWorker: workers(func(context.Context, *Batch) { cancel(); panic("late") })}
	if o := run(ctx, cfg, text("in", strings.Repeat(puzzle9+"\n", 20))); !errors.Is(o.err, context.Canceled) || slices.Contains(o.faults, "") {
		t.Errorf("Run: %v", o.err)
	}
}
