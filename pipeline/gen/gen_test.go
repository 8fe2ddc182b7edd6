package gen

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/solver/generate"
)

// made runs Run and returns what it wrote.
func made(t *testing.T, cfg Config) (string, pipeline.Stats) {
	t.Helper()
	var out bytes.Buffer
	cfg.Output = &out
	stats, err := Run(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), stats
}

// TestNotMade wants the puzzles before one that was not found to be written,
// and it to be named.
func TestNotMade(t *testing.T) {
	t.Parallel()
	for _, jobs := range []int{1, 4} {
		var out bytes.Buffer
		_, err := Run(t.Context(), Config{
			Config: pipeline.Config{Jobs: jobs, Output: &out},
			Count:  5000, Options: generate.Options{Order: 9, Clues: 24, MaxTries: 4},
		})
		lines := strings.Count(out.String(), "\n")
		if !errors.Is(err, generate.ErrNotMade) || lines == 0 || !strings.Contains(err.Error(), "puzzles: record ") {
			t.Errorf("%d jobs: %v after %d lines", jobs, err, lines)
		}
	}
}

// TestIdle wants OnIdle after each unit, as puzzles take their time.
func TestIdle(t *testing.T) {
	t.Parallel()
	for order, units := range map[int]int{9: 1, 16: 2} {
		idle := 0
		cfg := Config{Count: 12, Options: generate.Options{Order: order}}
		cfg.OnIdle = func() error { idle++; return nil }
		if out, _ := made(t, cfg); idle != units || strings.Count(out, "\n") != 12 {
			t.Errorf("order %d: OnIdle was called %d times, want %d; %d bytes", order, idle, units, len(out))
		}
	}
}

// TestContradiction refuses configurations that nothing can be made with, before any
// worker is made and anything is written.
func TestContradiction(t *testing.T) {
	t.Parallel()
	of9 := generate.Options{Order: 9}
	tests := map[string]Config{
		"puzzles cannot be written in the form Kind(63)":         {Config: pipeline.Config{To: bulk.Kind(63)}, Options: of9},
		"solutions need the form line, npy or a table, not hiho": {Config: pipeline.Config{To: bulk.Hiho}, Options: of9, Solutions: true},
		"no puzzles of order 0: orders are [4 6 8 9 12 16 25]":   {},
		"hiho holds puzzles of order 9, not 16":                  {Config: pipeline.Config{To: bulk.Hiho}, Options: generate.Options{Order: 16}},
		"a share from puzzle 4 ends at puzzle 3":                 {Options: of9, First: 4},
	}
	for want, cfg := range tests {
		var out bytes.Buffer
		cfg.Count, cfg.Output = 3, &out
		cfg.newWorker = func(*Config) (pipeline.Worker, error) { return nil, errors.New("a worker was made") }
		if _, err := Run(t.Context(), cfg); err == nil || err.Error() != want || out.Len() > 0 {
			t.Errorf("Run returned %v and wrote %q, want %q", err, out.String(), want)
		}
	}
	if text, _ := made(t, Config{Config: pipeline.Config{To: bulk.Line}, Count: 3, Options: of9, Solutions: true}); strings.Count(text, ",") != 3 {
		t.Errorf("solutions in the form line: %q", text)
	}
}
