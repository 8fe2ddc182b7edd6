package gen

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/solver/generate"
)

// made runs Generate and returns what it wrote.
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

// TestGenerateJobs wants the same output of any number of workers, and a run for
// more puzzles to begin like one for fewer.
func TestGenerateJobs(t *testing.T) {
	t.Parallel()
	puzzles := strings.Join(pipetest.Demo(t, "@demo", 900), "\n")
	tests := map[string]Config{
		"new":              {Options: generate.Options{Order: 9, Seed: 3}},
		"with solutions":   {Options: generate.Options{Order: 9, Seed: 3, Clues: 28}, Solutions: true},
		"of order 16":      {Config: pipeline.Config{To: bulk.Letters16}, Options: generate.Options{Order: 16, Clues: 150}},
		"isomorphs":        {Config: pipeline.Config{Inputs: []pipeline.Input{pipetest.Text("a", puzzles), pipetest.Text("b", pipetest.Puzzle9)}}},
		"isomorphs, again": {Config: pipeline.Config{Inputs: []pipeline.Input{pipetest.Text("a", puzzles)}}, maxKept: 1},
	}
	for name, cfg := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cfg.Count, cfg.Jobs = 700, 1
			if cfg.Options.Order == 16 {
				cfg.Count = 200
			}
			want, stats := made(t, cfg)
			if stats.Solved != int64(cfg.Count) || stats.TextOut != int64(len(want)) {
				t.Errorf("statistics: %+v", stats)
			}
			for _, jobs := range []int{2, 3, 8} {
				cfg.Jobs = jobs
				if got, _ := made(t, cfg); got != want {
					t.Errorf("%d workers made other puzzles", jobs)
				}
			}
			cfg.Count -= 37
			if got, _ := made(t, cfg); !strings.HasPrefix(want, got) || strings.Count(want[len(got):], "\n") < 37 {
				t.Errorf("fewer puzzles are other ones")
			}
			cfg.Options.Seed++
			if got, _ := made(t, cfg); strings.HasPrefix(want, got) {
				t.Error("another seed made the same puzzles")
			}
		})
	}
}

// cellsOf decodes one line.
func cellsOf(t *testing.T, line string) []uint8 {
	t.Helper()
	var r model.Records
	bulk.Form{Kind: bulk.Line, Order: 9}.Decode(&r, []byte(line))
	if len(r.Cells) != 81 {
		t.Fatalf("no puzzle: %q", line)
	}
	return r.Cells
}

// TestGenerateFaults has inputs that are not as they should be.
func TestGenerateFaults(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	missing := pipeline.Input{Name: "missing", Open: func() (pipeline.Source, error) { return nil, broken }}
	breaks := pipeline.Input{Name: "breaks", Open: func() (pipeline.Source, error) {
		return &pipetest.Source{Reader: io.MultiReader(strings.NewReader(strings.Repeat(pipetest.Puzzle9+"\n", 3)), failing{broken})}, nil
	}}
	once := strings.NewReader(pipetest.Puzzle9 + "\n" + pipetest.Puzzle9)
	tests := []struct {
		name    string
		inputs  []pipeline.Input
		lines   int    // written
		err     string // a part of it; "" = none
		faults  int
		maxKept int
	}{
		{"malformed", []pipeline.Input{pipetest.Text("in", "x\n"+pipetest.Puzzle9+"\n53")}, 10, "", 2, 0},
		{"malformed, read again", []pipeline.Input{pipetest.Text("in", "x\n"+pipetest.Puzzle9+"\n53")}, 10, "", 2, 1},
		{"missing", []pipeline.Input{missing, pipetest.Text("in", pipetest.Puzzle9)}, 10, "", 0, 0},
		{"all missing", []pipeline.Input{missing, missing}, 0, "", 0, 0},
		{"none", []pipeline.Input{pipetest.Text("in", "# nothing\n")}, 0, "no puzzles to make isomorphs of", 0, 0},
		{"cannot be read twice", []pipeline.Input{pipetest.Reading("in", once)}, 2, "gave 0 puzzles, and before 2", 0, 1},
		{"breaks", []pipeline.Input{breaks}, 3, "broken", 0, 0},
	}
	for _, tt := range tests {
		var out bytes.Buffer
		faults := 0
		stats, err := Run(t.Context(), Config{
			Config: pipeline.Config{Inputs: tt.inputs, Output: &out, Hooks: pipeline.Hooks{OnFault: func(*model.SyntaxError) { faults++ }}},
			Count:  10, maxKept: tt.maxKept,
		})
		if lines := strings.Count(out.String(), "\n"); lines != tt.lines || faults != tt.faults || stats.Malformed != int64(faults) {
			t.Errorf("%s: %d lines, %d faults, %+v", tt.name, lines, faults, stats)
		}
		if err != nil != (tt.err != "") || err != nil && !strings.Contains(err.Error(), tt.err) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

// A failing reader fails.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

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

// TestGenerateCancel ends a run in the middle.
func TestGenerateCancel(t *testing.T) {
	t.Parallel()
	for name, cfg := range map[string]Config{
		"new":       {Options: generate.Options{Order: 9}},
		"hopeless":  {Options: generate.Options{Order: 9, Clues: 17, MinGuesses: 500}},
		"isomorphs": {Config: pipeline.Config{Inputs: []pipeline.Input{pipetest.Text("in", pipetest.Puzzle9)}}},
		"waiting":   {Config: pipeline.Config{Inputs: []pipeline.Input{pipetest.From("in", waiting(t))}}},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		var out bytes.Buffer
		cfg.Output, cfg.Count, cfg.Jobs = &out, 1<<40, 2
		stats, err := Run(ctx, cfg)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", name, err)
		}
		if n := strings.Count(out.String(), "\n"); int64(n) != stats.Solved || out.Len() != 82*n {
			t.Errorf("%s: %d lines and %d bytes, %+v", name, n, out.Len(), stats)
		}
	}
}

// waiting is a source whose producer never sends anything.
func waiting(t *testing.T) *pipetest.Source {
	r, w := io.Pipe()
	t.Cleanup(func() { w.Close() })
	return &pipetest.Source{Reader: r, OnClose: r.Close, Live: true}
}

// TestIdle wants OnIdle after each unit of new puzzles, which take their time, and after each
// unit made from an input that may pause.
func TestIdle(t *testing.T) {
	t.Parallel()
	lines := strings.Repeat(pipetest.Puzzle9+"\n", 50)
	live := pipetest.From("in", &pipetest.Source{Reader: strings.NewReader(lines), Live: true})
	for name, tt := range map[string]struct {
		cfg  Config
		want bool
	}{
		"new":       {Config{Options: generate.Options{Order: 9}}, true},
		"of a pipe": {Config{Config: pipeline.Config{Inputs: []pipeline.Input{live}}}, true},
		"of a file": {Config{Config: pipeline.Config{Inputs: []pipeline.Input{pipetest.Text("in", lines)}}}, false},
		"in memory": {Config{Config: pipeline.Config{Inputs: []pipeline.Input{pipetest.Text("in", pipetest.Puzzle9)}}}, false},
	} {
		var out bytes.Buffer
		idle := 0
		cfg := tt.cfg
		cfg.Count, cfg.Output, cfg.OnIdle = 50, &out, func() error { idle++; return nil }
		if _, err := Run(t.Context(), cfg); err != nil {
			t.Fatal(err)
		}
		if (idle > 0) != tt.want || strings.Count(out.String(), "\n") != 50 {
			t.Errorf("%s: OnIdle was called %d times, %d bytes", name, idle, out.Len())
		}
	}
}

// TestContradiction refuses configurations that nothing can be made with, before any
// worker is made and anything is written.
func TestContradiction(t *testing.T) {
	t.Parallel()
	of9 := generate.Options{Order: 9}
	isomorphs := []pipeline.Input{pipetest.Text("a", pipetest.Puzzle9)}
	tests := map[string]Config{
		"no inputs to make isomorphs of":                         {Config: pipeline.Config{Inputs: []pipeline.Input{}}},
		"isomorphs have no solutions to write":                   {Config: pipeline.Config{Inputs: isomorphs}, Solutions: true},
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
