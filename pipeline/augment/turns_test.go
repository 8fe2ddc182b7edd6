package augment

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/solver"
)

// An oddReader gives pieces of any size, and now and then nothing.
type oddReader struct {
	text string
	n    int
}

func (r *oddReader) Read(p []byte) (int, error) {
	r.n++
	n := min(len(p), len(r.text), r.n*r.n%7001)
	copy(p, r.text[:n])
	r.text = r.text[n:]
	if len(r.text) == 0 {
		return n, io.EOF
	}
	return n, nil
}

// piped makes an Input that is read in odd pieces, as a pipe may be, and can be
// opened again.
func piped(name, s string) pipeline.Input {
	return pipeline.Input{Name: name, Open: func() (pipeline.Source, error) {
		return &pipetest.Source{Reader: &oddReader{text: s}, Live: true}, nil
	}}
}

// formsOf returns the canonical form of each line.
func formsOf(t *testing.T, lines []string) []string {
	t.Helper()
	c := solver.NewCanonicalizer()
	forms := make([]string, len(lines))
	for i, line := range lines {
		form := make([]uint8, 81)
		c.Canonical(form, cellsOf(t, line))
		forms[i] = string(form)
	}
	return forms
}

// TestIsomorphsOfMany wants number i to be an isomorph of puzzle i modulo all
// that there are, for inputs of many batches and units, as files and as pipes:
// batches without a record are among them at the end of each input.
func TestIsomorphsOfMany(t *testing.T) {
	t.Parallel()
	lines := pipetest.Demo(t, "@demo", 5000)
	a, b := strings.Join(lines[:3700], "\n")+"\n", "# comment\n"+strings.Join(lines[3700:], "\n")+"\n\n# end\n"
	forms := formsOf(t, lines)
	fileA, _ := pipetest.File(t, a)
	fileB, _ := pipetest.File(t, b)
	inputs := map[string][]pipeline.Input{
		"texts": {pipetest.Text("a", a), pipetest.Text("b", b)},
		"files": {fileA, fileB},
		"pipes": {piped("a", a), piped("b", b)},
	}
	const count = 7777
	want := ""
	for _, name := range []string{"texts", "files", "pipes"} {
		for _, kept := range []int{0, 1, 3700 * 81} {
			for i, size := range []int{0, 1000} {
				got, stats := turned(t, TurnsConfig{Config: pipeline.Config{Inputs: inputs[name], Jobs: 1 + i, BatchBytes: size}, Count: count, maxKept: kept})
				if stats.Solved != count || stats.Malformed != 0 {
					t.Errorf("%s: %+v", name, stats)
				}
				if want == "" {
					want = got
					for i, form := range formsOf(t, strings.Fields(got)) {
						if form != forms[i%len(forms)] {
							t.Fatalf("number %d is no isomorph of puzzle %d", i, i%len(forms))
						}
					}
				}
				if got != want {
					t.Errorf("%s, batches of %d, %d bytes kept: other puzzles", name, size, kept)
				}
			}
		}
	}
	for _, first := range []uint64{1, 4000, 6000} {
		if got, _ := turned(t, TurnsConfig{Config: pipeline.Config{Inputs: inputs["texts"]}, First: first, Count: count}); got != want[82*first:] {
			t.Errorf("from puzzle %d: other puzzles", first)
		}
	}
}

// TestChangedBetweenRounds has inputs that are others when they are read again,
// whether a whole round is made of that or only its beginning.
func TestChangedBetweenRounds(t *testing.T) {
	t.Parallel()
	lines := pipetest.Demo(t, "@demo", 2000)
	whole := strings.Join(lines, "\n") + "\n"
	swapped := slices.Clone(lines)
	swapped[1998], swapped[1999] = lines[1999], lines[1998]
	for name, tt := range map[string]struct{ second, err string }{
		"shrunk":  {strings.Join(lines[:1500], "\n"), "reading the inputs again gave 1500 puzzles, and before 2000"},
		"grown":   {whole + pipetest.Puzzle9, "reading the inputs again gave 2001 puzzles, and before 2000"},
		"swapped": {strings.Join(swapped, "\n"), "reading the inputs again gave other puzzles than before"},
		"gone":    {"", "reading the inputs again gave 0 puzzles, and before 2000"},
		"as one":  {strings.ReplaceAll(whole, ".", "0"), ""},
	} {
		for _, count := range []uint64{2001, 4000, 5000} {
			opened := 0
			changing := pipeline.Input{Name: "in", Open: func() (pipeline.Source, error) {
				opened++
				s := whole
				if opened > 1 {
					s = tt.second
				}
				if s == "" {
					return nil, os.ErrNotExist
				}
				return &pipetest.Source{Reader: strings.NewReader(s)}, nil
			}}
			cfg := TurnsConfig{Config: pipeline.Config{Inputs: []pipeline.Input{changing}, Output: new(bytes.Buffer), BatchBytes: 5000}, Count: count, maxKept: 1}
			_, err := Turns(t.Context(), cfg)
			if fmt.Sprint(err) != "<nil>" && tt.err == "" || tt.err != "" && (err == nil || !strings.HasPrefix(err.Error(), tt.err)) {
				t.Errorf("%s, %d puzzles: %v", name, count, err)
			}
		}
	}
}

// turned runs Turns and returns what it wrote.
func turned(t *testing.T, cfg TurnsConfig) (string, pipeline.Stats) {
	t.Helper()
	var out bytes.Buffer
	cfg.Output = &out
	stats, err := Turns(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), stats
}

// TestTurnsFaults has inputs that are not as they should be.
func TestTurnsFaults(t *testing.T) {
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
		stats, err := Turns(t.Context(), TurnsConfig{
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

// TestTurnsIdle wants OnIdle after each unit made from an input that may pause.
func TestTurnsIdle(t *testing.T) {
	t.Parallel()
	lines := strings.Repeat(pipetest.Puzzle9+"\n", 50)
	for name, tt := range map[string]struct {
		input pipeline.Input
		want  bool
	}{
		"of a pipe": {pipetest.From("in", &pipetest.Source{Reader: strings.NewReader(lines), Live: true}), true},
		"of a file": {pipetest.Text("in", lines), false},
		"in memory": {pipetest.Text("in", pipetest.Puzzle9), false},
	} {
		idle := 0
		cfg := TurnsConfig{Config: pipeline.Config{Inputs: []pipeline.Input{tt.input}}, Count: 50}
		cfg.OnIdle = func() error { idle++; return nil }
		if out, _ := turned(t, cfg); (idle > 0) != tt.want || strings.Count(out, "\n") != 50 {
			t.Errorf("%s: OnIdle was called %d times, %d bytes", name, idle, len(out))
		}
	}
}

// TestTurnsContradiction refuses configurations that nothing can be made with, before any worker is
// made and anything is written.
func TestTurnsContradiction(t *testing.T) {
	t.Parallel()
	inputs := []pipeline.Input{pipetest.Text("a", pipetest.Puzzle9)}
	for want, cfg := range map[string]TurnsConfig{
		"no inputs to make isomorphs of":                 {},
		"puzzles cannot be written in the form Kind(63)": {Config: pipeline.Config{Inputs: inputs, To: bulk.Kind(63)}},
		"a share from puzzle 4 ends at puzzle 3":         {Config: pipeline.Config{Inputs: inputs}, First: 4},
	} {
		var out bytes.Buffer
		cfg.Count, cfg.Output = 3, &out
		cfg.newWorker = func(*TurnsConfig) (pipeline.Worker, error) { return nil, errors.New("a worker was made") }
		if _, err := Turns(t.Context(), cfg); err == nil || err.Error() != want || out.Len() > 0 {
			t.Errorf("Turns returned %v and wrote %q, want %q", err, out.String(), want)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := Turns(ctx, TurnsConfig{Config: pipeline.Config{Inputs: inputs}, Count: 1 << 40}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("without an end: %v", err)
	}
}

// A brittleWorker panics at one number.
type brittleWorker struct {
	pipeline.Worker
	bad uint64
}

func (w *brittleWorker) Work(ctx context.Context, b *pipeline.Batch) {
	if u := pipeline.SlotOf[unit](b); w.bad >= u.first && w.bad < u.first+uint64(u.count) {
		panic("no idea")
	}
	w.Worker.Work(ctx, b)
}

// TestTurnsPanic wants the number of the isomorph and its puzzle to be reported after a panic, and
// all isomorphs before it to be written.
func TestTurnsPanic(t *testing.T) {
	t.Parallel()
	lines := pipetest.Demo(t, "@demo", 30)
	cfg := TurnsConfig{Config: pipeline.Config{Inputs: []pipeline.Input{pipetest.Text("in", strings.Join(lines, "\n"))}}, Count: 200}
	want, _ := turned(t, cfg)
	for _, jobs := range []int{1, 3} {
		var out bytes.Buffer
		cfg.Count, cfg.Output, cfg.Jobs = 500, &out, jobs
		cfg.newWorker = func(cfg *TurnsConfig) (pipeline.Worker, error) {
			return &brittleWorker{newWorker(cfg.Seed), 200}, nil
		}
		stats, err := Turns(t.Context(), cfg)
		if err == nil || !strings.HasPrefix(err.Error(), "puzzles: record 201: panic: no idea at the puzzle "+lines[200%30]+"\ngoroutine ") {
			t.Errorf("%d jobs: %v", jobs, err)
		}
		if out.String() != want || stats.Solved != 200 {
			t.Errorf("%d jobs: %d bytes, want %d; %+v", jobs, out.Len(), len(want), stats)
		}
	}
}
