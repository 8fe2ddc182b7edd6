package parts

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// ManifestSuffix ends the names of manifests of shares.
const ManifestSuffix = manifestSuffix

// Shares returns the texts of the manifests of three complete shares.
func Shares(t testing.TB) (texts []string) {
	t.Helper()
	var from border
	for i, to := range []pipeline.Border{{At: corpus.Border{Raw: 10}}, {At: corpus.Border{Raw: 20}}, {Input: 1}} {
		m := Manifest{
			SchemaVersion: manifestSchemaVersion, Verb: "solve", Options: options{"limit": {"1"}}, Inputs: []input{{Name: "in.txt", Size: 30}}, Own: 1,
			Shards: 3, Shard: i + 1, From: from, To: border{Input: to}, Complete: true,
			Outputs: []output{{Name: fmt.Sprintf("part%d.txt", i+1), Whole: new(corpus.Checkpoint)}},
			Kind:    bulk.Line, Order: 9, Goal: Goal{Solved: "solved"},
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

// CheckpointAt returns the text of a checkpoint in an input.
func CheckpointAt(t testing.TB, input int) string {
	t.Helper()
	text, err := json.Marshal(pipeline.Checkpoint{Input: input})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// WriteSealed writes a manifest with its digest.
func WriteSealed(t testing.TB, path, manifest string) {
	t.Helper()
	text, err := seal([]byte(manifest))
	if err != nil {
		text = []byte(manifest) // it is no JSON
	}
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestSettles ends a run while a checkpoint is being saved, before or after its last record. The end must wait
// for the save: it would write the manifest again when the run has removed it.
func TestSettles(t *testing.T) {
	defer func(every time.Duration) { CheckpointEvery = every }(CheckpointEvery)
	CheckpointEvery = 0
	for name, end := range map[string]func(*Part) error{
		"finishing": (*Part).finishing,
		"Finished":  func(p *Part) error { return p.Finished(false) },
		"Stopped":   func(p *Part) error { p.Stopped(true); return nil },
	} {
		for _, reached := range []bool{false, true} {
			out := filepath.Join(t.TempDir(), "out")
			w, err := corpus.Create(out, corpus.CreateOptions{Partial: true})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = w.Abort() }()
			first, saving := &Manifest{Outputs: []output{{Name: out}}}, make(chan error, 1)
			next := *first
			p := &Part{Manifest: first, path: out + ".json", growing: []*corpus.Writer{w}, saver: saver{saving: saving, next: &next, reached: reached}}
			time.AfterFunc(time.Millisecond, func() { saving <- nil })
			if err := end(p); err != nil || p.saving != nil || !p.saved || p.Manifest == first {
				t.Errorf("%s, reached %t: saving %t, saved %t: %v", name, reached, p.saving != nil, p.saved, err)
			}
		}
	}
}

// TestHugeManifest wants a manifest of 6 GB refused before it is read.
func TestHugeManifest(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "x"+ManifestSuffix)
	WriteSealed(t, name, "{}")
	if err := os.Truncate(name, 6<<30); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadAll(dir, false); err == nil || !strings.Contains(err.Error(), "too large: want at most 256 MiB") {
		t.Error(err)
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
		{`"shards":3`, `"shards":-1`, "shards is -1", true},
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
		{`"checkpoint":null`, `"checkpoint":` + CheckpointAt(t, 1), "damaged", false},
		{`"checkpoint":null`, `"checkpoint":` + CheckpointAt(t, -1), "damaged", false},
		{`"checkpoint":null`, `"checkpoint":{}`, "damaged", false},
		{`"order":9`, `"order":0`, "damaged", true},
		{`"kind":1`, `"kind":99`, "damaged", true},
		{`"solved":"solved"`, `"solved":"\u001b[2J"`, "damaged", true},
		{`"outputs":[`, `"outputs":[],"x":[`, "damaged", true},
		{`"version":""`, `"version":"older"`, "begun by version older", false},
		{`"search":0`, `"search":1`, "begun by version 1 of the search, not by 0", false},
		{`"Input":1,"At":{"Raw":0,"Text":0,`, `"Input":1,"At":{"Raw":0,"Text":1,`, "does not end where its inputs end", true},
		{`"other":{"Input":0,"At":{"Raw":0,"Text":0,`, `"other":{"Input":0,"At":{"Raw":0,"Text":1,`, "does not begin where", false},
		{`"number":0`, `"number":7`, "does not begin where", false},
		{`"named":null`, `"named":["x"]`, "named is", false},
		{`"kind":1`, `"kind":2`, "kind is", false},
		{`"head":0`, `"head":100000000`, "head is 100000000, want 0", false},
		{`"size":30`, `"size":31`, "in.txt has changed: it has 31 and 30 bytes", false},
		{`"digest":""`, `"digest":"1"`, "in.txt has changed: samples of its bytes differ", false},
		{`"modified":0`, `"modified":1`, "in.txt has changed: it was written again: if its bytes are the same, merge with --verify", false},
		{`"modified":0,"place":""`, `"modified":1,"place":"elsewhere"`, "", false},
		{`"schema_version":6`, `"schema_version":5`, "another version", false},
		{`{`, `[`, "damaged", false},
	} {
		dir := t.TempDir()
		for i, text := range Shares(t) {
			if tt.all || i == 1 {
				text = strings.Replace(text, tt.old, tt.new, 1)
			}
			WriteSealed(t, filepath.Join(dir, fmt.Sprint(i, ManifestSuffix)), text)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		parts, err := ReadAll(dir, false)
		runtime.ReadMemStats(&after)
		if tt.want == "" && (err != nil || len(parts) != 3) || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s to %s: %v, want %s", tt.old, tt.new, err, tt.want)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > 64<<20 {
			t.Errorf("%s to %s: %d bytes", tt.old, tt.new, took)
		}
	}
}
