package split

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
)

// TestBreaks ends runs: by a cancellation, by a part that cannot be written, and by a
// panic, which names the record.
func TestBreaks(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	in := pipetest.Text("in", strings.Join(pipetest.Demo(t, "@demo", 20), "\n"))
	for _, exact := range []bool{false, true} {
		if _, _, err := into(ctx, t, "a,b=50", Config{Exact: exact}, in); !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
	}
	for range 2 {
		cfg := Config{Config: pipeline.Config{Inputs: []pipeline.Input{in}}, Parts: []Part{{Name: "a", Share: one}}}
		cfg.Open = func(pipeline.Opened) ([]io.Writer, error) { return nil, os.ErrExist }
		if _, err := Run(t.Context(), cfg); !errors.Is(err, os.ErrExist) {
			t.Errorf("%v", err)
		}
		cfg.Open = func(pipeline.Opened) ([]io.Writer, error) { return []io.Writer{failing{}}, nil }
		if _, err := Run(t.Context(), cfg); !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("%v", err)
		}
		cfg.Open = func(pipeline.Opened) ([]io.Writer, error) { return nil, nil }
		if _, err := Run(t.Context(), cfg); err == nil || !strings.HasSuffix(err.Error(), "there are 0 outputs for 1 parts") {
			t.Errorf("%v", err)
		}
	}
	for _, exact := range []bool{false, true} {
		cfg := Config{Config: pipeline.Config{Inputs: []pipeline.Input{in}}, Parts: []Part{{Name: "a", Share: one}}, Exact: exact}
		cfg.Open = func(pipeline.Opened) ([]io.Writer, error) { panic("full up") }
		if _, err := Run(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), "panic: full up") {
			t.Errorf("%v", err)
		}
		cfg.Open = func(pipeline.Opened) ([]io.Writer, error) { return []io.Writer{panicky{}}, nil }
		if _, err := Run(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), "panic: jammed") {
			t.Errorf("%v", err)
		}
	}
	bug := strings.Repeat(".", 80) + "7"
	cfg := pipeline.Config{Jobs: 2, NewWorker: pipetest.WithBug(t, (&divider{cfg: &Config{}}).newWorker, bug, true)}
	o := pipetest.Run(t.Context(), cfg, pipetest.Text("in", pipetest.Puzzle9+"\n"+bug+"\n"))
	if want := "in: record 2: panic: a bug at the puzzle " + bug; o.Err == nil || !strings.HasPrefix(o.Err.Error(), want) {
		t.Errorf("%v", o.Err)
	}
}

// failing is a file that is full.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// panicky is one that panics.
type panicky struct{}

func (panicky) Write([]byte) (int, error) { panic("jammed") }
