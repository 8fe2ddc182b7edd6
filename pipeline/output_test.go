package pipeline_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
)

// A writerFunc is an io.Writer that is a function.
type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

var errDisk = errors.New("disk full")

// TestWriteError lets the n-th write fail: Run returns that error, writes
// nothing more, and leaves no goroutine (or synctest would fail).
func TestWriteError(t *testing.T) {
	input := strings.Repeat(pipetest.Puzzle9+"\n", 500)
	for _, jobs := range []int{1, 3} {
		for _, failing := range []int{1, 2, 7, 50} {
			synctest.Test(t, func(t *testing.T) {
				var out strings.Builder
				writes := 0
				output := writerFunc(func(p []byte) (int, error) {
					if writes++; writes == failing {
						n, _ := out.Write(p[:5])
						return n, errDisk
					}
					return out.Write(p)
				})
				cfg := pipeline.Config{Jobs: jobs, BatchBytes: 500, NewWorker: workers(copyText), Output: output}
				o := run(t.Context(), cfg, pipetest.Text("in", input))
				if !errors.Is(o.Err, errDisk) {
					t.Errorf("write %d: Run returned %v", failing, o.Err)
				}
				if writes != failing {
					t.Errorf("write %d failed, and there were %d", failing, writes)
				}
				if !strings.HasPrefix(input, out.String()) || o.Stats.TextOut != int64(out.Len()) {
					t.Errorf("write %d: %d bytes counted, %d written", failing, o.Stats.TextOut, out.Len())
				}
			})
		}
	}
}

// TestShortWrite has a writer that takes less than it is given and finds
// nothing wrong with that.
func TestShortWrite(t *testing.T) {
	output := writerFunc(func(p []byte) (int, error) { return len(p) - 1, nil })
	o := run(t.Context(), pipeline.Config{Jobs: 2, Output: output}, pipetest.Text("in", pipetest.Puzzle9+"\n"))
	if !errors.Is(o.Err, io.ErrShortWrite) {
		t.Errorf("Run returned %v, want %v", o.Err, io.ErrShortWrite)
	}
	if o.Stats.TextOut != 81 || o.Stats.Puzzles() != 0 {
		t.Errorf("TextOut %d, puzzles %d; want 81 and 0", o.Stats.TextOut, o.Stats.Puzzles())
	}
}

// TestIdleError has OnIdle fail.
func TestIdleError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := &pipetest.Source{Reader: strings.NewReader(pipetest.Puzzle9 + "\n"), Live: true}
		o := run(t.Context(), pipeline.Config{Jobs: 2, Hooks: pipeline.Hooks{OnIdle: func() error { return errDisk }}}, pipetest.From("in", src))
		if !errors.Is(o.Err, errDisk) {
			t.Errorf("Run returned %v, want %v", o.Err, errDisk)
		}
	})
}

// TestNewWorkerError has no worker: no input is opened.
func TestNewWorkerError(t *testing.T) {
	opened := false
	input := pipeline.Input{Name: "in", Open: func() (pipeline.Source, error) { opened = true; return nil, io.EOF }}
	o := run(t.Context(), pipeline.Config{NewWorker: func() (pipeline.Worker, error) { return nil, errDisk }}, input)
	if !errors.Is(o.Err, errDisk) || opened {
		t.Errorf("Run returned %v, the input was opened: %v", o.Err, opened)
	}
	o = run(t.Context(), pipeline.Config{NewWorker: func() (pipeline.Worker, error) { panic("nobody is here") }}, input)
	if o.Err == nil || !strings.HasPrefix(o.Err.Error(), "panic: nobody is here\n") || opened {
		t.Errorf("Run returned %v, the input was opened: %v", o.Err, opened)
	}
}

// TestNoOutput has no Output: answers are dropped, and nothing else changes.
func TestNoOutput(t *testing.T) {
	cfg := pipeline.Config{
		Inputs: []pipeline.Input{pipetest.Text("in", pipetest.Puzzle9+"\n")}, Jobs: 1, NewWorker: workers(copyText),
	}
	stats, err := pipeline.Run(t.Context(), cfg)
	if err != nil || stats.TextOut != int64(len(pipetest.Puzzle9)+1) {
		t.Errorf("Run returned %+v and %v", stats, err)
	}
}
