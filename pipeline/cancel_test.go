package pipeline_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
)

// TestCancelWhileReading ends a run whose source waits for a producer: closing
// the source ends the read. The error of that read is not the input's.
func TestCancelWhileReading(t *testing.T) {
	for _, said := range []string{"", pipetest.Puzzle9 + "\n", pipetest.Puzzle9 + "\n" + pipetest.Puzzle9} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			r, w := io.Pipe()
			defer w.Close()
			src := &pipetest.Source{Reader: r, Live: true, OnClose: r.Close}
			done := make(chan pipetest.Outcome)
			go func() {
				done <- run(ctx, pipeline.Config{Jobs: 2}, pipetest.From("in", src), unreadable("later"))
			}()
			io.WriteString(w, said)
			synctest.Wait()
			cancel()
			o := <-done
			if !errors.Is(o.Err, context.Canceled) || o.Stats.Unreadable != 0 {
				t.Errorf("Run returned %v, %+v", o.Err, o.Stats)
			}
			if want := strings.Repeat(pipetest.Solution9+"\n", strings.Count(said, "\n")); o.Out != want {
				t.Errorf("answers %q, want %q", o.Out, want)
			}
			if n := src.Closes.Load(); n != 1 {
				t.Errorf("closed %d times", n)
			}
		})
	}
}

// TestFailureWhileReading ends a run by an error of its output while the source
// waits for a producer.
func TestFailureWhileReading(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		src := &pipetest.Source{Reader: r, Live: true, OnClose: r.Close}
		output := writerFunc(func([]byte) (int, error) { return 0, errDisk })
		done := make(chan error)
		go func() {
			done <- run(t.Context(), pipeline.Config{Jobs: 2, Output: output}, pipetest.From("in", src)).Err
		}()
		io.WriteString(w, pipetest.Puzzle9+"\n")
		if err := <-done; !errors.Is(err, errDisk) {
			t.Errorf("Run returned %v, want %v", err, errDisk)
		}
	})
}

// TestCancelInOverlongLine ends a run whose source is within a line that never
// ends: it must look up from it.
func TestCancelInOverlongLine(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	reads := 0
	endless := readerFunc(func(p []byte) (int, error) {
		if reads++; reads == 1000 {
			cancel()
		}
		for i := range p {
			p[i] = '#'
		}
		return len(p), nil
	})
	o := run(ctx, pipeline.Config{Jobs: 2, BatchBytes: 4096}, pipetest.Reading("in", io.MultiReader(strings.NewReader(pipetest.Puzzle9+"\n"), endless)))
	if !errors.Is(o.Err, context.Canceled) || reads > 1001 {
		t.Errorf("Run returned %v after %d reads", o.Err, reads)
	}
}

// TestWriteErrorAfterCancel has an output that fails for what was still to be
// written: that is the error, whoever else met the end of the context first.
func TestWriteErrorAfterCancel(t *testing.T) {
	for range 20 { // the sink may see either first
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			writes := 0
			output := writerFunc(func(p []byte) (int, error) {
				if writes++; writes == 1 {
					time.Sleep(time.Minute) // the others get done meanwhile
					cancel()
					time.Sleep(time.Minute)
					return len(p), nil
				}
				return 0, errDisk
			})
			cfg := pipeline.Config{Jobs: 2, BatchBytes: 1000, Output: output, NewWorker: workers(copyText)}
			o := run(ctx, cfg, pipetest.Text("in", strings.Repeat(pipetest.Puzzle9+"\n", 1000)))
			if !errors.Is(o.Err, errDisk) || writes != 2 {
				t.Errorf("Run returned %v after %d writes", o.Err, writes)
			}
		})
	}
}
