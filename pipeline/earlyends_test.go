package pipeline_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/augment"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
	"github.com/sudokubatch/sudokubatch/pipeline/convert"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/pipeline/solve"
)

// An earlyEnd is why a run ends before its input does.
type earlyEnd struct {
	name   string
	limit  int            // bytes that the output takes
	cancel int            // bytes after which the run is called off
	last   pipeline.Range // the records that are wanted
	bad    pipeline.OnBad
}

var earlyEnds = []earlyEnd{
	{name: "output fails at once", limit: 1},
	{name: "output fails later", limit: 60_000},
	{name: "called off", cancel: 1},
	{name: "enough", last: pipeline.Range{First: 1, Last: 700}},
	{name: "malformed", bad: pipeline.Stop},
	{name: "no early end"},
}

// earlyRuns run an input through what the verbs do.
var earlyRuns = map[string]func(ctx context.Context, e earlyEnd, cfg pipeline.Config, temp string) error{
	"solve": func(ctx context.Context, e earlyEnd, cfg pipeline.Config, _ string) error {
		cfg.NewWorker = solve.Workers(noOptions, e.bad)
		_, err := pipeline.Run(ctx, cfg)
		return err
	},
	"convert": func(ctx context.Context, e earlyEnd, cfg pipeline.Config, temp string) error {
		_, _, err := convert.Run(ctx, cfg, convert.Options{OnBad: e.bad, Sorted: true, Memory: 1 << 20, TempDir: temp})
		return err
	},
	"check": func(ctx context.Context, e earlyEnd, cfg pipeline.Config, temp string) error {
		_, err := check.Run(ctx, check.Config{
			Config: cfg, Duplicates: true, Isomorphs: true, Memory: 1 << 20, TempDir: temp, AllRecords: true,
			OnRecord: func(dst []byte, r *check.Record) ([]byte, error) {
				if e.bad == pipeline.Stop && r.Verdict == bulk.Malformed {
					return dst, io.ErrUnexpectedEOF
				}
				return append(dst, "a line of eighty bytes or so, as solutions are, so that outputs end as others\n"...), nil
			},
		})
		return err
	},
	"augment": func(ctx context.Context, e earlyEnd, cfg pipeline.Config, _ string) error {
		count := uint64(2_500)
		if e.last.Last > 0 {
			count = uint64(e.last.Last)
		}
		_, err := augment.Turns(ctx, augment.TurnsConfig{Config: cfg, Count: count})
		return err
	},
}

// TestEarlyEnds counts goroutines, open files and temporary files after runs that end
// early, with each kind of input.
func TestEarlyEnds(t *testing.T) {
	dir, temp := t.TempDir(), t.TempDir()
	half := strings.Join(pipetest.Demo(t, "@demo", 2100), "\n") + "\n"
	text := half + "malformed\n" + half
	names := []string{"in.zst", "in.parquet", "in.txt", "in.gz"}
	if testing.Short() {
		names = names[:2]
	}
	for _, name := range names {
		path := filepath.Join(dir, name)
		writeInput(t, path, text)
		for verb, verbRun := range earlyRuns {
			for _, e := range earlyEnds {
				goroutines, descriptors := runtime.NumGoroutine(), openDescriptors()
				ctx, cancel := context.WithCancel(t.Context())
				pool := corpus.NewPool(2)
				out := &endingWriter{earlyEnd: e, call: cancel}
				err := verbRun(ctx, e, pipeline.Config{
					Inputs: pipeline.Files([]string{path}, corpus.Options{Pool: pool}),
					Output: out, Jobs: 2, Pool: pool, Range: e.last, BatchBytes: 10_000,
				}, temp)
				cancel()
				what := fmt.Sprintf("%s %s, %s", verb, name, e.name)
				if early := e.limit+e.cancel > 0 || e.bad == pipeline.Stop && verb != "augment"; early != (err != nil) {
					t.Errorf("%s: %v after %d bytes", what, err, out.written)
				}
				for deadline := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > goroutines && time.Now().Before(deadline); {
					time.Sleep(time.Millisecond)
				}
				if left := runtime.NumGoroutine(); left > goroutines {
					t.Errorf("%s: %d goroutines, %d were before", what, left, goroutines)
				}
				if left := openDescriptors(); left != descriptors {
					t.Errorf("%s: %d files are open, %d were before", what, left, descriptors)
				}
				if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
					t.Errorf("%s: left behind: %v, %v", what, left, err)
				}
			}
		}
	}
}

// writeInput writes a text, as a table if the name says so.
func writeInput(t *testing.T, path, text string) {
	t.Helper()
	parquet := filepath.Ext(path) == ".parquet"
	w, err := corpus.Create(path, corpus.CreateOptions{Parquet: parquet, CountRecords: bulk.CountRecords})
	if err == nil && parquet {
		text = "puzzle\ntext\n" + text
	}
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	if err == nil {
		err = w.Commit()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// openDescriptors is how many files are open, or 0 where nothing says so.
func openDescriptors() int {
	entries, _ := os.ReadDir("/proc/self/fd") // Linux has it
	return len(entries)
}

// An endingWriter fails, or calls the run off, after so many bytes.
type endingWriter struct {
	earlyEnd
	call    func()
	written int
}

func (w *endingWriter) Write(p []byte) (int, error) {
	w.written += len(p)
	if w.limit > 0 && w.written > w.limit {
		return 0, errDisk
	}
	if w.cancel > 0 && w.written > w.cancel {
		w.call()
	}
	return len(p), nil
}
