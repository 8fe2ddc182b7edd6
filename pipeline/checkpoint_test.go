package pipeline_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
)

// A stop is where a run may have been stopped, and what it had given up to there.
type stop struct {
	checkpoint string
	out, said  int
}

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
	opts.CountRecords = formats.CountRecords
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

// TestResume stops runs everywhere and wants the parts to make the whole: the
// output, the statistics, and the reports.
func TestResume(t *testing.T) {
	t.Parallel()
	for name, inputs := range resumedInputs(t) {
		sizes := []int{400, 20_000, pipeline.DefaultBatchBytes}
		if racing {
			sizes = sizes[:2]
		}
		for _, size := range sizes {
			for _, r := range []pipeline.Range{{}, {11, 0}, {5, 38}} {
				cfg := pipeline.Config{Jobs: 2, BatchBytes: size, Range: r, NewWorker: workers(copyText)}
				resumeEverywhere(t, fmt.Sprint(name, ", batches of ", size, ", range ", r), cfg, inputs)
			}
		}
	}
}

func resumeEverywhere(t *testing.T, name string, cfg pipeline.Config, inputs []pipeline.Input) {
	t.Helper()
	cfg.Inputs = inputs
	whole := watch(t, cfg)
	if whole.err != nil || len(whole.stops) == 0 {
		t.Fatalf("%s: %v, %d checkpoints", name, whole.err, len(whole.stops))
	}
	most := 8 // of them
	if racing {
		most = 3
	}
	for i := 0; i < len(whole.stops); i += 1 + len(whole.stops)/most {
		first := whole.stops[i]
		rest := resumeAt(t, fmt.Sprint(name, ", checkpoint ", i), cfg, first, &whole)
		if len(rest.stops) > 0 { // where it may be stopped again, as soon as can be
			again := rest.stops[0]
			again.out += first.out
			again.said += first.said
			resumeAt(t, fmt.Sprint(name, ", checkpoint ", i, ", and again"), cfg, again, &whole)
		}
	}
}

// resumeAt goes on at a stop, and wants what comes of it to make the whole.
func resumeAt(t *testing.T, name string, cfg pipeline.Config, at stop, whole *watched) (rest watched) {
	t.Helper()
	cfg.Start = new(pipeline.Checkpoint)
	if err := json.Unmarshal([]byte(at.checkpoint), cfg.Start); err != nil {
		t.Fatal(err)
	}
	rest = watch(t, cfg)
	if rest.err != nil || whole.out[:at.out]+rest.out != whole.out {
		t.Errorf("%s: %v, %d bytes and %d more, want %d", name, rest.err, at.out, len(rest.out), len(whole.out))
	}
	if want := whole.said[at.said:]; !slices.Equal(rest.said, want) {
		t.Errorf("%s: said\n%q, want\n%q", name, rest.said, want)
	}
	if got, want := lasting(&rest.stats, cfg.Range), lasting(&whole.stats, cfg.Range); !reflect.DeepEqual(got, want) {
		t.Errorf("%s, %s:\n%+v, want\n%+v", name, at.checkpoint, got, want)
	}
	return rest
}

// TestUnreached moves a checkpoint behind the end of its inputs. The run must fail.
func TestUnreached(t *testing.T) {
	t.Parallel()
	cfg := pipeline.Config{Jobs: 2, BatchBytes: 400, NewWorker: workers(copyText)}
	for name, inputs := range resumedInputs(t) {
		cfg.Inputs, cfg.Start = inputs, nil
		whole := watch(t, cfg)
		last := whole.stops[len(whole.stops)-1]
		for field, move := range map[string]func(*pipeline.Checkpoint){
			"Records":  func(c *pipeline.Checkpoint) { c.Records += 1 << 40 },
			"Member":   func(c *pipeline.Checkpoint) { c.Member += 7 },
			"Problems": func(c *pipeline.Checkpoint) { c.Problems += 7 },
		} {
			cfg.Start = new(pipeline.Checkpoint)
			if err := json.Unmarshal([]byte(last.checkpoint), cfg.Start); err != nil {
				t.Fatal(err)
			}
			if move(cfg.Start); cfg.Start.Input != len(inputs)-1 {
				continue // a later input has no records
			}
			if rest := watch(t, cfg); !errors.Is(rest.err, pipeline.ErrUnreached) {
				t.Errorf("%s, %s: %v, %d bytes", name, field, rest.err, len(rest.out))
			}
		}
	}
}

// A watched run is all that it gave, and where it could be gone on with.
type watched struct {
	out   string
	said  []string
	stats pipeline.Stats
	err   error
	stops []stop
}

func watch(t *testing.T, cfg pipeline.Config) (w watched) {
	t.Helper()
	var out strings.Builder
	cfg.Output = &out
	cfg.OnFault = func(fault *formats.SyntaxError) { w.said = append(w.said, fault.Error()) }
	cfg.OnUnreadable = func(err error) { w.said = append(w.said, err.Error()) }
	cfg.OnCheckpoint = func(c *pipeline.Checkpoint) error {
		text, err := json.Marshal(c)
		w.stops = append(w.stops, stop{string(text), out.Len(), len(w.said)})
		return err
	}
	w.stats, w.err = pipeline.Run(t.Context(), cfg)
	w.out = out.String()
	return w
}

// lasting are statistics without times and, where a range ends a run, without how
// much was read ahead.
func lasting(s *pipeline.Stats, r pipeline.Range) pipeline.Stats {
	kept := pipetest.Lasting(s)
	if r.Last > 0 {
		kept.Unchecked, kept.BytesIn, kept.TextIn = 0, 0, 0
	}
	return kept
}
