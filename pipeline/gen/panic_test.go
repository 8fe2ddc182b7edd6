package gen

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/solver/generate"
)

// A brittleMaker is a worker of Generate that panics at one number.
type brittleMaker struct {
	pipeline.Worker
	bad uint64
}

func (m *brittleMaker) Work(ctx context.Context, b *pipeline.Batch) {
	if u := unitOf(b); m.bad >= u.first && m.bad < u.first+uint64(u.count) {
		panic("no idea")
	}
	m.Worker.Work(ctx, b)
}

// TestPanicOfGenerate has its workers panic: the puzzle's number is reported, and the
// puzzle that it was to be made of.
func TestPanicOfGenerate(t *testing.T) {
	t.Parallel()
	lines := pipetest.Demo(t, "@demo", 30)
	for name, tt := range map[string]struct {
		cfg  Config
		want string
	}{
		"new":       {Config{Options: generate.Options{Order: 9}}, ""},
		"isomorphs": {Config{Config: pipeline.Config{Inputs: []pipeline.Input{pipetest.Text("in", strings.Join(lines, "\n"))}}}, " at the puzzle " + lines[200%30]},
	} {
		var want bytes.Buffer
		cfg := tt.cfg
		cfg.Count, cfg.Output = 200, &want
		if _, err := Run(t.Context(), cfg); err != nil {
			t.Fatal(err)
		}
		for _, jobs := range []int{1, 3} {
			var out bytes.Buffer
			cfg.Count, cfg.Output, cfg.Jobs = 500, &out, jobs
			cfg.newWorker = func(cfg *Config) (pipeline.Worker, error) {
				w, err := newWorker(cfg)
				return &brittleMaker{w, 200}, err
			}
			stats, err := Run(t.Context(), cfg)
			if err == nil || !strings.HasPrefix(err.Error(), "puzzles: record 201: panic: no idea"+tt.want+"\ngoroutine ") {
				t.Errorf("%s: %v", name, err)
			}
			if out.String() != want.String() || stats.Solved != 200 {
				t.Errorf("%s: %d bytes, want %d; %+v", name, out.Len(), want.Len(), stats)
			}
		}
	}
}
