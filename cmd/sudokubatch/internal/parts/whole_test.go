package parts_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/parts"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/process"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// FuzzManifest reads any text as the manifest of a share, and of a run with --resume.
func FuzzManifest(f *testing.F) {
	for _, text := range parts.Shares(f) {
		f.Add([]byte(text))
		f.Add([]byte(strings.Replace(text, `"shards":3,"shard":3`, `"shards":1,"shard":1`, 1)))
		f.Add([]byte(strings.Replace(text, `"checkpoint":null`, `"checkpoint":`+parts.CheckpointAt(f, 0), 1)))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		dir := t.TempDir()
		out := filepath.Join(dir, "out.txt")
		parts.WriteSealed(t, filepath.Join(dir, "x"+parts.ManifestSuffix), string(text))
		parts.WriteSealed(t, out+corpus.PartialSuffix+".json", string(text))
		all, err := parts.ReadAll(dir, false)
		if err == nil && (len(all) != 1 || filepath.Dir(all.Files()[0]) != dir) {
			t.Errorf("%d parts, the first file is %s", len(all), all.Files()[0])
		}
		if err == nil {
			_ = run.Merge(t.Context(), all, run.OutputFlags{Output: filepath.Join(dir, "merged.txt"), MessageFlags: run.MessageFlags{Quiet: true}})
		}
		_, _ = parts.Begin(&parts.Run{
			Work: parts.Work{Flags: &parts.PartFlags{Resume: true}},
			Verb: "solve", Inputs: []string{filepath.Join(dir, "in.txt")}, Output: out,
		})
	})
}

// TestPublishedBeforeStop stops a run after it published its statistics, or also the answers. The same command
// must go on, or say that the run is complete if the answers are unchanged.
func TestPublishedBeforeStop(t *testing.T) {
	defer func(every time.Duration) { parts.CheckpointEvery = every }(parts.CheckpointEvery)
	parts.CheckpointEvery = 0
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.txt"), filepath.Join(dir, "out.txt")
	write(t, in, "puzzles\n")
	do := func(atEnd func() error) error {
		var flags run.Flags
		flags.Inputs, flags.Output, flags.Force, flags.Quiet = []string{in}, out, true, true
		flags.StatsJSON = filepath.Join(dir, "stats.json")
		return flags.Do(t.Context(), &run.Job{
			Verb: "solve", Answers: &run.Answers{}, Parts: parts.Work{Flags: &parts.PartFlags{Resume: true}},
			Pipe: func(_ context.Context, r *run.Run) (found run.Outcome, err error) {
				if cfg := r.Config(); cfg.Start == nil {
					_, answered := r.Answers.Write([]byte("first\n"))
					err = errors.Join(answered, cfg.OnCheckpoint(&pipeline.Checkpoint{Records: 1, Header: true, Stats: pipeline.Stats{Counts: pipeline.Counts{Solved: 1}}}))
				}
				_, answered := r.Answers.Write([]byte("second\n"))
				return found, errors.Join(err, answered, atEnd())
			},
		})
	}
	if err := do(func() error { return os.Mkdir(out, 0o777) }); err == nil || !strings.Contains(err.Error(), "stats.json is complete") {
		t.Fatalf("%v, want an error after stats.json was published", err)
	}
	partial, manifest := out+corpus.PartialSuffix, out+corpus.PartialSuffix+".json"
	whole, said := read(t, partial), read(t, manifest)
	_ = os.Remove(partial)
	for _, tt := range []struct{ text, want string }{
		{"another\n", "out.txt is damaged, or another file"},
		{whole + "and more\n", "out.txt is damaged, or another file"},
		{"", "cannot continue"},
		{whole, process.ExitOK.Error()},
	} {
		_ = os.RemoveAll(out)
		write(t, manifest, said)
		if tt.text != "" {
			write(t, out, tt.text)
		}
		err := do(func() error { return nil })
		if _, left := os.Stat(manifest); err == nil || !strings.Contains(err.Error(), tt.want) || (left == nil) == errors.Is(err, process.ExitOK) {
			t.Errorf("%q is published: %v, manifest: %v", tt.text, err, left)
		}
	}
	write(t, partial, whole)
	write(t, manifest, said)
	if err := os.Remove(out); err != nil {
		t.Fatal(err)
	}
	if err := do(func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	if got := read(t, out); got != "first\nsecond\n" {
		t.Errorf("%q", got)
	}
	if left, err := os.ReadDir(dir); len(left) != 3 || err != nil {
		t.Errorf("left: %v, %v", left, err)
	}
}

// TestChangedInShare changes an input while a share is made of it. The share must get no manifest.
func TestChangedInShare(t *testing.T) {
	dir := t.TempDir()
	in := filepath.Join(dir, "in.txt")
	write(t, in, "puzzles\n")
	var flags run.Flags
	flags.Inputs, flags.Output, flags.Quiet = []string{in}, dir+"/parts/", true
	share := &parts.PartFlags{ShardFlag: parts.ShardFlag{Shard: parts.ShardOf{I: 1, N: 1}}}
	err := flags.Do(t.Context(), &run.Job{
		Verb: "check", Answers: &run.Answers{}, Parts: parts.Work{Flags: share, Makes: new(uint64)},
		Pipe: func(context.Context, *run.Run) (found run.Outcome, err error) {
			return found, os.Chtimes(in, time.Time{}, time.Unix(1, 0))
		},
	})
	left, _ := filepath.Glob(dir + "/parts/*.json")
	if err == nil || !strings.Contains(err.Error(), "in.txt has changed: it was written again") || left != nil {
		t.Errorf("%v, left %v", err, left)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
