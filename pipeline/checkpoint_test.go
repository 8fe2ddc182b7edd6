package pipeline_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
)

// resumedInputs are lists of inputs with all that may happen to a run.
func resumedInputs(t *testing.T) map[string][]pipeline.Input {
	t.Helper()
	texts := rangeTexts(t)
	lines := pipetest.Demo(t, "@demo", 1000)
	lines[500] = "x"
	lines[700] = "# a comment"
	many := strings.Repeat(strings.Join(lines, "\n")+"\n", 5)
	var table strings.Builder
	table.WriteString("id,puzzle,level\n")
	for i, line := range lines[:400] {
		fmt.Fprintf(&table, "%d,%s,\"a\nb\"\n", i, line)
	}
	dir := t.TempDir()
	inputs := map[string][]pipeline.Input{
		"plain":  onDisk(t, dir, "plain.txt", many, many[:len(many)/3]),
		"zstd":   onDisk(t, dir, "a.txt.zst", many),
		"tables": onDisk(t, dir, "a.csv", "", table.String(), "", table.String()),
		"npy":    onDisk(t, dir, "a.npy", npyText(t, 5000, 5000), npyText(t, 700, 700)),
		"blank":  onDisk(t, dir, "blank.txt", "", ""),
		"ended":  {pipetest.Text("a", texts["end"]), pipetest.Text("b", texts["line"])},
	}
	inputs["archive"] = archive(t, filepath.Join(dir, "a.zip"), texts["line"], texts["end"], texts["unended"], "", texts["end"], texts["line"])
	all := []pipeline.Input{unreadable("1"), pipetest.Text("odd", "no puzzles\n"), unreadable("2")}
	for _, name := range []string{"line", "hiho", "letters16", "unended", "end"} {
		all = append(all, pipetest.Text(name, texts[name]), unreadable(name))
	}
	inputs["mixed"] = all
	return inputs
}

// onDisk makes a file of each text, compressed as the name says.
func onDisk(t *testing.T, dir, name string, texts ...string) []pipeline.Input {
	t.Helper()
	var all []pipeline.Input
	for i, text := range texts {
		all = append(all, create(t, filepath.Join(dir, fmt.Sprint(i, name)), corpus.CreateOptions{}, text))
	}
	return all
}

// archive makes a zip file with a member for each text.
func archive(t *testing.T, path string, texts ...string) []pipeline.Input {
	t.Helper()
	var file bytes.Buffer
	w := zip.NewWriter(&file)
	for i, text := range texts {
		m, err := w.Create(fmt.Sprint(i, ".txt"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, file.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return pipeline.Files([]string{path}, corpus.Options{Stdin: os.Stdin})
}

// create makes a file of pieces of text, each in frames of its own.
func create(t *testing.T, path string, opts corpus.CreateOptions, pieces ...string) pipeline.Input {
	t.Helper()
	opts.CountRecords = bulk.CountRecords
	w, err := corpus.Create(path, opts)
	if err != nil {
		t.Fatal(err)
	}
	for _, piece := range pieces {
		if _, err := w.Write([]byte(piece)); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	return pipeline.Files([]string{path}, corpus.Options{Stdin: os.Stdin})[0]
}

// TestResume stops runs over all kinds of inputs.
func TestResume(t *testing.T) {
	t.Parallel()
	for name, inputs := range resumedInputs(t) {
		sizes := []int{400, 20_000, pipeline.DefaultBatchBytes}
		if racing {
			sizes = sizes[:2]
		}
		for _, size := range sizes {
			for _, r := range []pipeline.Range{{}, {11, 0}, {5, 38}} {
				cfg := pipeline.Config{Inputs: inputs, Jobs: 2, BatchBytes: size, Range: r, NewWorker: workers(copyRecords)}
				resumeEverywhere(t, fmt.Sprint(name, ", batches of ", size, ", range ", r), cfg)
			}
		}
	}
}

// resumeEverywhere stops a run in many places. What it reports must be the reports of an unbroken run,
// and a checkpoint that the run does not reach must be an error.
func resumeEverywhere(t *testing.T, name string, cfg pipeline.Config) {
	t.Helper()
	var first pipeline.Checkpoint
	var whole []string
	said := map[string][]string{} // at each checkpoint
	text := func(c *pipeline.Checkpoint) string {
		text, err := json.Marshal(c)
		if err != nil {
			t.Error(err)
		}
		return string(text)
	}
	run := func(from pipeline.Config) (pipeline.Stats, error) {
		start := from.Start
		cfg, now := cfg, slices.Clone(said[text(start)])
		cfg.Start, cfg.Output = start, from.Output
		cfg.OnFault = func(fault *model.SyntaxError) { now = append(now, fault.Error()) }
		cfg.OnUnreadable = func(err error) { now = append(now, err.Error()) }
		cfg.OnCheckpoint = func(c *pipeline.Checkpoint) error {
			if len(said) == 0 {
				first = *c
			}
			if c.Records == 0 && c.Stats.Unreadable > 0 { // a later run may read those inputs
				t.Errorf("%s: a checkpoint before the first record", name)
			}
			said[text(c)] = slices.Clone(now)
			return from.OnCheckpoint(c)
		}
		stats, err := pipeline.Run(t.Context(), cfg)
		if start == nil {
			whole = now
		}
		if err == nil && !slices.Equal(now, whole) {
			t.Errorf("%s, from %s: said\n%q, want\n%q", name, text(start), now, whole)
		}
		if cfg.Range.Last > 0 { // how much is read ahead differs
			stats.Unchecked, stats.BytesIn, stats.TextIn = 0, 0, 0
		}
		return stats, err
	}
	pipetest.Resume(t, name, run)
	for field, move := range map[string]func(*pipeline.Checkpoint){
		"Records":  func(c *pipeline.Checkpoint) { c.Records += 1 << 40 },
		"Member":   func(c *pipeline.Checkpoint) { c.Member += 7 },
		"next":     func(c *pipeline.Checkpoint) { c.Member++; c.Records-- },
		"Problems": func(c *pipeline.Checkpoint) { c.Problems += 7 },
	} {
		start := first
		move(&start)
		from := pipeline.Config{Stretch: pipeline.Stretch{Start: &start}}
		from.OnCheckpoint = func(*pipeline.Checkpoint) error { return nil }
		if _, err := run(from); !errors.Is(err, pipeline.ErrUnreached) {
			t.Errorf("%s: %s behind the end: %v", name, field, err)
		}
	}
}

// A watched run is all that it gave.
type watched struct {
	out   string
	said  []string
	stats pipeline.Stats
	err   error
}

func watch(t *testing.T, cfg pipeline.Config) (w watched) {
	t.Helper()
	var out strings.Builder
	cfg.Output = &out
	cfg.OnFault = func(fault *model.SyntaxError) { w.said = append(w.said, fault.Error()) }
	cfg.OnUnreadable = func(err error) { w.said = append(w.said, err.Error()) }
	w.stats, w.err = pipeline.Run(t.Context(), cfg)
	w.out = out.String()
	return w
}
