package gen

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/pipeline"
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

// TestPanicOfGenerate wants the number of the puzzle to be reported after a panic, and all puzzles
// before it to be written.
func TestPanicOfGenerate(t *testing.T) {
	t.Parallel()
	cfg := Config{Options: generate.Options{Order: 9}, Count: 200}
	want, _ := made(t, cfg)
	for _, jobs := range []int{1, 3} {
		var out bytes.Buffer
		cfg.Count, cfg.Output, cfg.Jobs = 500, &out, jobs
		cfg.newWorker = func(cfg *Config) (pipeline.Worker, error) {
			w, err := newWorker(cfg)
			return &brittleMaker{w, 200}, err
		}
		stats, err := Run(t.Context(), cfg)
		if err == nil || !strings.HasPrefix(err.Error(), "puzzles: record 201: panic: no idea\ngoroutine ") {
			t.Errorf("%d jobs: %v", jobs, err)
		}
		if out.String() != want || stats.Solved != 200 {
			t.Errorf("%d jobs: %d bytes, want %d; %+v", jobs, out.Len(), len(want), stats)
		}
	}
}
