package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/zeebo/xxh3"

	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/parts"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// A forgery changes one value in the text of a manifest.
type forgery struct {
	field    string
	from, to int
	value    string
}

func (f *forgery) apply(manifest string) string { return manifest[:f.from] + f.value + manifest[f.to:] }

// forgeries returns the forgeries of a manifest: other numbers, texts and lists.
func forgeries(t *testing.T, manifest string) (all []forgery) {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(manifest))
	dec.UseNumber()
	next := func() (token json.Token, from int) {
		from = int(dec.InputOffset())
		token, err := dec.Token()
		if err != nil {
			t.Fatal(err)
		}
		return token, from + len(manifest[from:]) - len(strings.TrimLeft(manifest[from:], ",: "))
	}
	var value func(field string)
	value = func(field string) {
		add := func(from int, values ...string) {
			for _, v := range values {
				if old := manifest[from:dec.InputOffset()]; v != old {
					all = append(all, forgery{field, from, int(dec.InputOffset()), v})
				}
			}
		}
		switch token, from := next(); token := token.(type) {
		case json.Delim:
			begin := len(all)
			for i := 0; dec.More(); i++ {
				name := fmt.Sprint(i)
				if token == '{' {
					key, _ := next()
					name = fmt.Sprint(key)
				}
				value(field + "." + name)
				if token == '[' && i > 1 { // the others are like the first
					all = all[:begin]
				}
			}
			next()
			if text := manifest[from+1 : dec.InputOffset()-1]; token == '[' && text != "" {
				add(from, "[]", "["+text+","+text+"]")
			}
		case json.Number:
			n, _ := token.Int64()
			add(from, "-1", "0", fmt.Sprint(n+1), "2147483648", "9223372036854775807")
		case string:
			add(from, `""`, `"`+strings.Repeat("x", 5000)+`"`, `"../`+token+`"`, `"-1"`, `"18446744073709551615"`)
		case bool:
			add(from, strconv.FormatBool(!token))
		}
	}
	value("")
	return all
}

// seen are the fields that tell one run, or one part of it, from others. A change must be refused, with such a word.
var seen = []struct{ field, word string }{
	{".schema_version", "schema_version"},
	{".version", "by version"},
	{".search", "of the search"},
	{".verb", "begun by"},
	{".options", "begun with"},
	{".inputs.0.name", "input 1 was"},
	{".inputs.0.size", "bytes|size of|Raw"},
	{".inputs.0.digest", "samples"},
	{".own", "own|Raw|Input"},
	{".shards", "share|shards"},
	{".shard", "share"},
	{".from", "from|begin|divided"},
	{".to", "to\\.|begin|ends with|divided"},
	{".numbered", "numbered|TextOut"},
	{".outputs.0.name", "no such|too long|in its folder|other outputs"},
	{".holds_records", "holds_records|outputs|head"},
	{".head", "head"},
}

// trusted are fields that only the inputs could refute: lines in messages count from them.
var trusted = []string{".state.Own.Lines", ".state.Against.Lines"}

// A forgedRun is a command that reads manifests.
type forgedRun struct {
	name     string
	begin    func(t *testing.T) // writes the files that the command reads
	command  string
	manifest string
	out      string
}

// TestForged changes each field of a manifest alone, with the digest to match, and runs what reads it. It must be
// refused, or make no difference to the answers. It must not panic, hang, or allocate much. With SUDOKUBATCH_FLIPS
// it tries all changes.
func TestForged(t *testing.T) {
	t.Chdir(t.TempDir())
	defer func(every time.Duration) { parts.CheckpointEvery = every }(parts.CheckpointEvery)
	parts.CheckpointEvery = 0
	o := &optionTest{T: t}
	o.run(0, "gen -q --count 2000 -o p.txt")
	text := readFile(t, "p.txt")
	lines := strings.SplitAfter(text, "\n")
	writeFile(t, "few.txt", strings.Join(lines[:60], "")+"x\n"+strings.Join(lines[:5], ""))
	writeFile(t, "few.csv", "puzzle,n\n"+strings.ReplaceAll(strings.Join(lines[:40], ""), "\n", ",1\n"))
	shares := func(command string) func(*testing.T) {
		return func(*testing.T) {
			for i := range 3 {
				o.run(0, fmt.Sprintf("%s --shard %d/3", command, i+1))
			}
		}
	}
	stopped := func(command, partial string) func(*testing.T) {
		return func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			stop := func() {
				for ctx.Err() == nil {
					if raw, _ := os.ReadFile(partial); bytes.Contains(raw, []byte(`"checkpoint":{"Input"`)) {
						cancel()
					}
					time.Sleep(time.Millisecond / 4)
				}
			}
			defer func(open func([]string, corpus.Options) []pipeline.Input) { run.OpenFiles = open }(run.OpenFiles)
			run.OpenFiles = func(names []string, opts corpus.Options) []pipeline.Input {
				inputs := pipeline.Files(names, opts)
				if len(inputs) < 2 {
					return inputs
				}
				open := inputs[1].Open
				inputs[1].Open = func() (pipeline.Source, error) { stop(); return open() }
				return inputs
			}
			if strings.Contains(command, "gen") {
				go stop()
			}
			if code := execute(ctx, strings.Fields(command)); code == 0 {
				t.Fatal("the run was not stopped")
			}
		}
	}
	const part = "parts/part-00002-of-00003.manifest.json"
	for _, r := range []forgedRun{
		{"solve", shares("solve -q few.csv -o parts/.csv.gz"), "merge -q parts -o out.csv", part, "out.csv"},
		{"check", shares("check -q few.txt --isomorphs --against few.csv -o parts/.csv"), "merge -q --memory 64MB -j 1 parts -o out.csv", part, "out.csv"},
		{"clean", shares("clean -q few.csv -o parts/"), "merge -q --memory 64MB -j 1 parts -o out.csv", part, "out.csv"},
		{"a share again", shares("solve -q few.csv -o parts/.csv.gz"), "solve -q few.csv -o parts/.csv.gz --shard 2/3", part, "parts/part-00002-of-00003.csv.gz"},
		{"gen", shares("gen -q --count 30 --solutions -o parts/.npy"), "merge -q parts -o out.npy", part, "out.npy"},
		{"solve goes on", stopped("solve -q --resume -j 1 p.txt few.csv -o out.csv.zst", "out.csv.zst.partial.json"), "solve -q --resume p.txt few.csv -o out.csv.zst", "out.csv.zst.partial.json", "out.csv.zst"},
		{"gen goes on", stopped("gen -q -j 1 --resume --count 6000 -o out.parquet", "out.parquet.partial.json"), "gen -q -j 1 --resume --count 6000 -o out.parquet", "out.parquet.partial.json", "out.parquet"},
	} {
		t.Run(r.name, func(t *testing.T) { o.T = t; r.test(t) })
	}
}

func (r *forgedRun) test(t *testing.T) {
	for _, name := range []string{"parts", r.out} {
		_ = os.RemoveAll(name)
	}
	r.begin(t)
	files := map[string]string{}
	for _, pattern := range []string{"parts/*", "out*"} {
		names, _ := filepath.Glob(pattern)
		for _, name := range names {
			files[name] = readFile(t, name)
		}
	}
	restore := func(manifest string) {
		old, _ := filepath.Glob("out*")
		for _, name := range old {
			_ = os.Remove(name)
		}
		for name, text := range files {
			writeFile(t, name, text)
		}
		if manifest != "" {
			text, _ := json.Marshal(map[string]json.RawMessage{"digest": json.RawMessage(`"` + strconv.FormatUint(xxh3.HashString(manifest), 16) + `"`), "record": json.RawMessage(manifest)})
			writeFile(t, r.manifest, string(text)+"\n")
		}
	}
	restore("")
	code, said, took := r.run(t)
	if code != 0 && code != 3 {
		t.Fatal(code, said)
	}
	want := readFile(t, r.out)
	var sealed struct{ Record json.RawMessage }
	if err := json.Unmarshal([]byte(files[r.manifest]), &sealed); err != nil {
		t.Fatal(err)
	}
	all := forgeries(t, string(sealed.Record))
	tally := map[string]int{}
	step := 11
	if os.Getenv("SUDOKUBATCH_FLIPS") != "" {
		step = 1
	}
	for i := 0; i < len(all); i += step {
		f := all[i]
		restore(f.apply(string(sealed.Record)))
		code, said, bytes := r.run(t)
		got, _ := os.ReadFile(r.out)
		value := f.value[:min(len(f.value), 30)]
		refused := code == 1 && said != ""
		if !strings.HasPrefix(r.out, "parts") { // that part was there before
			refused = refused && len(got) == 0
		}
		for _, must := range seen {
			named := f.field == must.field || strings.HasPrefix(f.field, must.field+".")
			if named && (!refused || !regexp.MustCompile(must.word).MatchString(said)) {
				t.Errorf("%s = %s: code %d, want %q: %.300s", f.field, value, code, must.word, said)
			}
		}
		switch {
		case strings.Contains(said, "panic") || strings.Contains(said, "goroutine"):
			t.Errorf("%s = %s: %.300s", f.field, value, said)
		case bytes > took+32<<20:
			t.Errorf("%s = %s: %d bytes, %d without it: %s", f.field, value, bytes, took, said)
		case refused:
			tally["refused"]++
		case (code == 0 || code == 3) && string(got) == want:
			tally["the same"]++
		case slices.Contains(trusted, f.field):
		default:
			t.Errorf("%s = %s: code %d, %d bytes, want %d: %.300s", f.field, value, code, len(got), len(want), said)
		}
	}
	t.Logf("%d forgeries, 1 of %d was tried: %v", len(all), step, tally)
}

// run runs the command. It returns what it said and allocated.
func (r *forgedRun) run(t *testing.T) (code int, said string, bytes uint64) {
	t.Helper()
	file, err := os.Create("said")
	if err != nil {
		t.Fatal(err)
	}
	defer func(old *os.File) { os.Stderr, _ = old, file.Close() }(os.Stderr)
	os.Stderr = file
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1)) // --memory of one run must not slow down the next ones
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	ended := make(chan int, 1)
	go func() { ended <- execute(t.Context(), strings.Fields(r.command)) }()
	select {
	case code = <-ended:
	case <-time.After(20 * time.Second):
		t.Fatalf("hangs: %s", r.command)
	}
	runtime.ReadMemStats(&after)
	return code, readFile(t, "said"), after.TotalAlloc - before.TotalAlloc
}
