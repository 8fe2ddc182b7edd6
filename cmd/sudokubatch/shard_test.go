package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/parts"
	"github.com/sudokubatch/sudokubatch/corpus"
)

// A ran is the result of a command.
type ran struct {
	code   int
	stderr string
}

// runIn runs a command in a folder.
func runIn(t *testing.T, dir string, args ...string) ran {
	t.Helper()
	cmd := exec.Command("sudokubatch", args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return ran{cmd.ProcessState.ExitCode(), stderr.String()}
}

// shardedFiles makes a folder of inputs.
func shardedFiles(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, args := range [][]string{
		{"gen", "--count", "4000", "-o", "p.txt"},
		{"gen", "--count", "600", "--solutions", "-o", "t.csv"},
		{"convert", "p.txt", "p.txt", "p.txt", "p.txt", "p.txt", "-o", "p.txt.zst"},
		{"convert", "p.txt", "--take", "300", "-o", "p.txt.gz"},
		{"convert", "p.txt", "--take", "1000", "-o", "a.npy"},
	} {
		if r := runIn(t, dir, append(args, "-q")...); r.code != exitOK {
			t.Fatalf("%v: %s", args, r.stderr)
		}
	}
	text := readFile(t, filepath.Join(dir, "p.txt"))
	lines := strings.Split(text, "\n")
	lines[100], lines[3000] = "x", lines[3000][:80]
	writeFile(t, filepath.Join(dir, "bad.txt"), strings.Join(lines, "\n"))
	writeRowGroups(t, filepath.Join(dir, "r.parquet"), lines[:1000])
	wrong := "puzzle,solution\n"
	for i, line := range lines[:300] { // wrong, missing, rounded, and for the puzzle of another row
		wrong += line + "," + []string{easyAnswer, "", "8.64e+80", strings.Repeat("1", 81)}[i%4] + "\n"
	}
	writeFile(t, filepath.Join(dir, "wrong.csv"), wrong)
	return dir
}

// writeRowGroups makes a Parquet file with many row groups.
func writeRowGroups(t *testing.T, name string, puzzles []string) {
	t.Helper()
	w, err := corpus.Create(name, corpus.CreateOptions{Parquet: true, GroupText: 2900})
	if err != nil {
		t.Fatal(err)
	}
	table := "n,puzzle,note\nint,text,text\n"
	for i, puzzle := range puzzles {
		table += fmt.Sprintf("%d,%s,\"two\nlines\"\n", i, puzzle)
	}
	_, err = w.Write([]byte(table))
	if err := errors.Join(err, w.Commit()); err != nil {
		t.Fatal(err)
	}
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// sharded are commands for shards: the output of one run, and the file extension of parts.
var sharded = []struct{ command, out, ending string }{
	{"solve bad.txt", "whole.txt", ""},
	{"solve --limit 2 bad.txt p.txt.gz p.txt.zst nowhere.txt", "whole.txt.zst", ".txt.zst"},
	{"solve t.csv p.txt", "whole.csv.gz", ".csv.gz"},
	{"convert t.csv bad.txt", "whole.parquet", ".parquet"},
	{"convert p.txt t.csv", "whole.npy", ".npy"},
	{"convert p.txt t.csv", "whole.txt", ".txt"},
	{"solve --limit 2 r.parquet p.txt.gz a.npy", "whole.parquet", ".parquet"},
	{"solve a.npy bad.txt r.parquet t.csv", "whole.txt", ".txt"},
	{"convert a.npy r.parquet", "whole.csv", ".csv"},
	{"convert --canonical --on-bad mark bad.txt --to grid", "whole.txt", ""},
	{"gen --count 500", "whole.txt", ""},
	{"gen --count 200 --to hiho --seed 3", "whole.txt", ""},
	{"gen --count 200 --solutions", "whole.jsonl", ".jsonl"},
	{"gen --count 100", "whole.npy", ".npy"},
	{"gen --isomorphs-of bad.txt --isomorphs-of t.csv --count 9001", "whole.txt", ""},
	{"gen --isomorphs-of t.csv --isomorphs-of bad.txt --count 5000", "whole.csv", ".csv"},
	{"gen --isomorphs-of t.csv --to hiho --count 100", "whole.txt", ".txt"},
	{"gen --isomorphs-of t.csv --isomorphs-of t.csv --each 3 --solutions", "whole.csv.gz", ".csv.gz"},
	{"gen --isomorphs-of bad.txt --each 1 --keep-original", "whole.parquet", ".parquet"},
	{"convert --unique bad.txt p.txt.zst t.csv", "whole.txt.zst", ".txt.zst"},
	{"convert --canonical --unique --sorted t.csv bad.txt --on-bad mark", "whole.csv", ".csv"},
	{"convert --sorted bad.txt p.txt.gz", "whole.npy", ".npy"},
	{"check bad.txt p.txt", "whole.txt", ""},
	{"check --dataset t.csv bad.txt p.txt.zst --list 50 --rejects rejects.txt --report report.html", "whole.txt", ""},
	{"check --duplicates --against bad.txt --against t.csv p.txt nowhere.txt bad.txt t.csv --keep keep.txt --format csv", "whole.csv.zst", ""},
	{"check --collection t.csv t.csv --format ndjson", "whole.jsonl", ""},
	{"check --isomorphs bad.txt --format parquet --columns=tier,rating,* --report report.html --rejects rejects.txt", "whole.parquet", ""},
	{"check --duplicates a.npy p.txt --rejects rejects.txt", "whole.txt", ""},
	{"check --duplicates a.npy r.parquet r.parquet p.txt", "whole.txt", ""},
	{"convert --unique a.npy r.parquet", "whole.csv", ".csv"},
	{"clean t.csv bad.txt p.txt.zst t.csv --rejects rejects.jsonl", "whole.csv.zst", ".csv.zst"},
	{"clean r.parquet t.csv a.npy nowhere.txt --against p.txt.gz --add clues,canonical", "whole.parquet", ".parquet"},
	{"clean --require unique t.csv t.csv", "whole.jsonl", ".jsonl"},
	{"clean --fix solution wrong.csv t.csv wrong.csv --against p.txt.gz", "whole.csv", ".csv"},
	{"clean --solutions-optional wrong.csv t.csv", "whole.csv", ".csv"},
	{"sample --fraction 1/3 t.csv bad.txt t.csv", "whole.csv", ".csv"},
	{"clean bad.txt p.txt bad.txt --rejects rejects.txt", "whole.txt", ""},
}

// otherOutputs are files that commands write besides the answers.
var otherOutputs = []string{"rejects.txt", "rejects.jsonl", "keep.txt", "report.html"}

// manyVar makes TestShards divide each command into 64 shards as well.
const manyVar = "SUDOKUBATCH_SHARDS"

// TestShards runs shards and merges them. The output, the statistics, the exit code and the
// messages must be the same as for one run.
func TestShards(t *testing.T) {
	t.Parallel()
	files := shardedFiles(t)
	for i, s := range sharded {
		t.Run(s.command, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(files)); err != nil {
				t.Fatal(err)
			}
			command := strings.Fields(s.command)
			whole := runWhole(t, dir, command, strings.TrimPrefix(s.out, "whole"))
			for _, n := range []int{1, 7, 64} {
				if n == 7 || os.Getenv(manyVar) != "" || n == 1 && i%4 == 0 || n == 64 && i%8 == 1 { // more shards take long
					checkShards(t, dir, command, s.ending, n, strings.TrimPrefix(s.out, "whole"), whole)
				}
			}
		})
	}
}

func checkShards(t *testing.T, dir string, command []string, ending string, n int, out string, whole ran) {
	t.Helper()
	parts := fmt.Sprintf("parts%d", n)
	said := ""
	for i := range n {
		r := runIn(t, dir, append(command, "-q", "-o", parts+"/"+ending, "--shard", fmt.Sprintf("%d/%d", i+1, n))...)
		if r.code != exitOK && r.code != whole.code {
			t.Fatalf("shard %d of %d: code %d: %s", i+1, n, r.code, r.stderr)
		}
		said += r.stderr
	}
	said += compareMerged(t, dir, parts, command, out, whole)
	// Each share of an input names the columns that are left out, and its first rounded solution.
	lines := func(text string) []string {
		sorted := slices.Sorted(strings.Lines(text))
		return slices.Compact(slices.DeleteFunc(sorted, func(line string) bool { return strings.Contains(line, " rounded ") }))
	}
	if !slices.Equal(lines(said), lines(whole.stderr)) {
		t.Errorf("%d shards: said\n%s\nwant\n%s", n, said, whole.stderr)
	}
	for _, name := range append(otherOutputs, "merged"+out, "merged.json") {
		_ = os.Remove(filepath.Join(dir, name)) // if it is there
	}
}

// runWhole runs a command once, for compareMerged.
func runWhole(t *testing.T, dir string, command []string, ending string) ran {
	t.Helper()
	whole := runIn(t, dir, append(command, "-q", "-o", "whole"+ending, "--stats-json", "whole.json")...)
	for _, name := range otherOutputs {
		_ = os.Rename(filepath.Join(dir, name), filepath.Join(dir, "whole."+name)) // if it is there
	}
	return whole
}

// compareMerged merges parts and compares the result with one run, whose files are named whole.
// It returns the messages of merge.
func compareMerged(t *testing.T, dir, parts string, command []string, ending string, whole ran) (said string) {
	t.Helper()
	args := []string{"merge", "-q", parts, "-o", "merged" + ending, "--stats-json", "merged.json"}
	for i, arg := range command {
		if flag, ok := strings.CutPrefix(arg, "--"); ok && isMerged(flag) {
			args = append(args, arg, command[i+1])
		}
	}
	merged := runIn(t, dir, args...)
	if merged.code != whole.code {
		t.Fatalf("merge: code %d, want %d: %s", merged.code, whole.code, merged.stderr)
	}
	if got, want := readFile(t, filepath.Join(dir, "merged"+ending)), readFile(t, filepath.Join(dir, "whole"+ending)); got != want || want == "" {
		t.Errorf("%d bytes, want %d, or others", len(got), len(want))
	}
	for _, name := range otherOutputs {
		want, err := os.ReadFile(filepath.Join(dir, "whole."+name))
		got, gotErr := os.ReadFile(filepath.Join(dir, name))
		if (err == nil) != (gotErr == nil) || !bytes.Equal(got, want) {
			t.Errorf("%s: %d bytes, want %d, or others", name, len(got), len(want))
		}
	}
	if got, want := lasting(t, readFile(t, filepath.Join(dir, "merged.json"))), lasting(t, readFile(t, filepath.Join(dir, "whole.json"))); got != want {
		t.Errorf("statistics\n%s, want\n%s", got, want)
	}
	return merged.stderr
}

func isMerged(flag string) bool { return slices.Contains(parts.MergedOutputs, flag) }

// lasting returns statistics without members that differ from one run to the next.
func lasting(t *testing.T, text string) string {
	t.Helper()
	var all map[string]any
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		t.Fatal(err)
	}
	maps.DeleteFunc(all, func(name string, _ any) bool {
		return strings.Contains(name, "second") || name == "peak_rss_bytes" || name == "jobs"
	})
	kept, err := json.MarshalIndent(all, "", " ")
	if err != nil || len(all) < 20 {
		t.Fatalf("%v, %d statistics", err, len(all))
	}
	return string(kept)
}
