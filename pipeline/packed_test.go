package pipeline_test

import (
	"context"
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
)

// packed writes a text to a compressed file, several times over.
func packed(t testing.TB, text string, times int) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "in.zst")
	w, err := corpus.Create(path, corpus.CreateOptions{CountRecords: bulk.CountRecords})
	if err != nil {
		t.Fatal(err)
	}
	for range times {
		if _, err := io.WriteString(w, text); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	return path
}

// packedRun goes from one compressed file to another, with one pool.
func packedRun(ctx context.Context, t testing.TB, in, out string, cfg pipeline.Config) (pipeline.Stats, error) {
	t.Helper()
	if cfg.Pool == nil {
		cfg.Pool = corpus.NewPool(cfg.Jobs)
	}
	w, err := corpus.Create(out, corpus.CreateOptions{Pool: cfg.Pool, Force: true, CountRecords: bulk.CountRecords})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	cfg.Output = w
	cfg.Inputs = []pipeline.Input{{Name: in, Open: func() (pipeline.Source, error) {
		return corpus.Open(in, corpus.Options{Pool: cfg.Pool})
	}}}
	if cfg.NewWorker == nil {
		cfg.NewWorker = workers(copyText)
	}
	stats, err := pipeline.Run(ctx, cfg)
	if err != nil {
		return stats, err
	}
	return stats, w.Commit()
}

// racing is set where the race detector runs.
var racing bool

// TestPackedAllocations runs few and ten times as many records: both runs
// allocate alike.
func TestPackedAllocations(t *testing.T) {
	if racing {
		t.Skip("the race detector makes pools lose what they hold, so that decoders allocate")
	}
	lines := strings.Repeat(pipetest.Puzzle9+"\n", 1000)
	few, many := packed(t, lines, 60), packed(t, lines, 600)
	out := filepath.Join(t.TempDir(), "out.zst")
	mallocs := func(in string) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		stats, err := packedRun(t.Context(), t, in, out, pipeline.Config{Jobs: 2})
		if err != nil || stats.Compressing <= 0 || stats.Decompressing <= 0 || stats.Unchecked > 0 {
			t.Fatalf("%v, %+v", err, stats)
		}
		runtime.ReadMemStats(&after)
		return after.Mallocs - before.Mallocs
	}
	mallocs(few)
	var a, b uint64
	for range 4 {
		// One-time allocations, such as a worker's solver, may fall to the long run
		// alone; allocations for each batch or frame, to every long run.
		if a, b = mallocs(few), mallocs(many); b <= a+150 {
			return
		}
	}
	t.Errorf("%d allocations for 60,000 records, %d for 600,000", a, b)
}
