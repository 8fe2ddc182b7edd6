package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// shares returns the texts of the manifests of three complete shares.
func shares(t testing.TB) (texts []string) {
	t.Helper()
	var from border
	for i, to := range []pipeline.Border{{At: corpus.Border{Raw: 10}}, {At: corpus.Border{Raw: 20}}, {Input: 1}} {
		m := Manifest{
			SchemaVersion: manifestSchemaVersion, Verb: "solve", Options: options{"limit": {"1"}}, Inputs: []input{{Name: "in.txt"}}, Own: 1,
			Shards: 3, Shard: i + 1, From: from, To: border{Input: to}, Complete: true,
			Outputs: []output{{Name: fmt.Sprintf("part%d.txt", i+1), Whole: new(corpus.Checkpoint)}},
			merging: merging{Kind: formats.Line, Order: 9, Solved: "solved"},
		}
		from = m.To
		text, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	return texts
}

// checkpointAt returns the text of a checkpoint in an input.
func checkpointAt(t testing.TB, input int) string {
	t.Helper()
	text, err := json.Marshal(pipeline.Checkpoint{Input: input})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// writeSealed writes a manifest with its digest.
func writeSealed(t testing.TB, path, manifest string) {
	t.Helper()
	text, err := seal([]byte(manifest))
	if err != nil {
		text = []byte(manifest) // it is no JSON
	}
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestManifestFromElsewhere edits the manifest of the second share, or of all. The parts must be refused,
// without more memory than they take on disk.
func TestManifestFromElsewhere(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		old, new, want string
		all            bool
	}{
		{"", "", "", false},
		{`"complete":true`, `"complete":false`, "part is not complete", false},
		{`"complete":true,`, ``, "damaged", false},
		{`"whole":{"size":0,"digest":"0"}`, `"whole":null`, "part is not complete", true},
		{`,"whole":{"size":0,"digest":"0"}`, ``, "damaged", false},
		{`"name":"part2`, `"name":"../part2`, "no file in its folder", false},
		{`"name":"part2`, `"name":"/part2`, "no file in its folder", false},
		{`"name":"part2`, `"name":"sub/part2`, "no file in its folder", false},
		{`"name":"part2`, `"name":"..\\part2`, "no file in its folder", false},
		{`"name":"part2.txt"`, `"name":".."`, "no file in its folder", false},
		{`"name":"part2.txt"`, `"name":"."`, "no file in its folder", false},
		{`"name":"part2.txt"`, `"name":""`, "no file in its folder", false},
		{`"shards":3`, `"shards":100000000`, "99999997 of 100000000 parts are missing, beginning with part 4", true},
		{`"shards":3`, `"shards":4`, "it is one of 4 shares, not of 3", false},
		{`"shards":3`, `"shards":-1`, "no share 1 of -1", true},
		{`"shards":3`, `"shards":2`, "no share 3 of 2", true},
		{`"shard":2`, `"shard":0`, "no share 0 of 3", false},
		{`"shard":2`, `"shard":3`, "twice", false},
		{`"own":1`, `"own":7`, "damaged", true},
		{`"own":1`, `"own":-1`, "damaged", true},
		{`"limit":["1"]`, ``, "begun without --limit, not with --limit=1", false},
		{`"limit":["1"]`, `"limit":["1"],"take":["3"]`, "begun with --take=3, not without --take", false},
		{`"to":{"input":{"Input":1,`, `"to":{"input":{"Input":0,`, "does not end where its inputs end", true},
		{`"from":{"input":{"Input":0,`, `"from":{"input":{"Input":-5,`, "damaged", true},
		{`"holds_records":false`, `"holds_records":true`, "damaged", true},
		{`"checkpoint":null`, `"checkpoint":` + checkpointAt(t, 1), "damaged", false},
		{`"checkpoint":null`, `"checkpoint":` + checkpointAt(t, -1), "damaged", false},
		{`"checkpoint":null`, `"checkpoint":{}`, "damaged", false},
		{`"order":9`, `"order":0`, "damaged", true},
		{`"kind":1`, `"kind":99`, "damaged", true},
		{`"solved":"solved"`, `"solved":"\u001b[2J"`, "damaged", true},
		{`"outputs":[`, `"outputs":[],"x":[`, "damaged", true},
		{`"version":""`, `"version":"older"`, "begun by version older", false},
		{`"schema_version":3`, `"schema_version":2`, "another version", false},
		{`{`, `[`, "damaged", false},
	} {
		dir := t.TempDir()
		for i, text := range shares(t) {
			if tt.all || i == 1 {
				text = strings.Replace(text, tt.old, tt.new, 1)
			}
			writeSealed(t, filepath.Join(dir, fmt.Sprint(i, manifestSuffix)), text)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		parts, err := ReadParts(dir)
		runtime.ReadMemStats(&after)
		if tt.want == "" && (err != nil || len(parts) != 3) || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s to %s: %v, want %s", tt.old, tt.new, err, tt.want)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > 64<<20 {
			t.Errorf("%s to %s: %d bytes", tt.old, tt.new, took)
		}
	}
}

// FuzzManifest reads any text as the manifest of a share, and of a run with --resume.
func FuzzManifest(f *testing.F) {
	for _, text := range shares(f) {
		f.Add([]byte(text))
		f.Add([]byte(strings.Replace(text, `"shards":3,"shard":3`, `"shards":1,"shard":1`, 1)))
		f.Add([]byte(strings.Replace(text, `"checkpoint":null`, `"checkpoint":`+checkpointAt(f, 0), 1)))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		dir := t.TempDir()
		out := filepath.Join(dir, "out.txt")
		writeSealed(t, filepath.Join(dir, "x"+manifestSuffix), string(text))
		writeSealed(t, out+corpus.PartialSuffix+".json", string(text))
		parts, err := ReadParts(dir)
		if err == nil && (len(parts) != 1 || filepath.Dir(filepath.Join(dir, parts[0].name())) != dir) {
			t.Errorf("%d parts, the first is %s", len(parts), parts[0].name())
		}
		if err == nil {
			_ = Merge(t.Context(), parts, OutputFlags{Output: filepath.Join(dir, "merged.txt"), MessageFlags: MessageFlags{Quiet: true}})
		}
		var flags Flags
		flags.Inputs, flags.Output, flags.Quiet = []string{filepath.Join(dir, "in.txt")}, out, true
		var state int
		_, _ = flags.openPart(&Job{Verb: "solve", Part: &PartFlags{Resume: true}, State: []any{&state}})
	})
}

// TestPublishedBeforeStop stops a run after it published the first of its outputs. The same command must
// take it back and go on.
func TestPublishedBeforeStop(t *testing.T) {
	defer func(every time.Duration) { CheckpointEvery = every }(CheckpointEvery)
	CheckpointEvery = 0
	dir := t.TempDir()
	in, out, keep := filepath.Join(dir, "in.txt"), filepath.Join(dir, "out.txt"), filepath.Join(dir, "keep.txt")
	if err := os.WriteFile(in, []byte("puzzles\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	run := func(atEnd func() error) error {
		var flags Flags
		flags.Inputs, flags.Output, flags.Force, flags.Quiet = []string{in}, out, true, true
		return flags.Do(t.Context(), &Job{
			Verb: "check", Part: &PartFlags{Resume: true}, More: []Output{{Name: keep, What: "the kept records"}},
			Pipe: func(_ context.Context, r *Run) (stats pipeline.Stats, err error) {
				if r.Config().Start == nil {
					_, answered := r.Answers.Write([]byte("first\n"))
					_, kept := r.More[0].Write([]byte("first kept\n"))
					err = errors.Join(answered, kept, r.part.checkpoint(&pipeline.Checkpoint{Records: 1}))
				}
				_, answered := r.Answers.Write([]byte("second\n"))
				_, kept := r.More[0].Write([]byte("second kept\n"))
				return stats, errors.Join(err, answered, kept, atEnd())
			},
		})
	}
	if err := run(func() error { return os.Mkdir(out, 0o777) }); err == nil || !strings.Contains(err.Error(), "keep.txt is complete") {
		t.Fatalf("%v, want an error after keep.txt was published", err)
	}
	if err := os.Remove(out); err != nil {
		t.Fatal(err)
	}
	if err := run(func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{out: "first\nsecond\n", keep: "first kept\nsecond kept\n"} {
		if got, err := os.ReadFile(name); string(got) != want {
			t.Errorf("%s: %q, %v, want %q", name, got, err, want)
		}
	}
	if left, err := os.ReadDir(dir); len(left) != 3 || err != nil {
		t.Errorf("left: %v, %v", left, err)
	}
}
