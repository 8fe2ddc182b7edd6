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
		{"augment", "p.txt", "--count", "1500", "-o", "isomorphs.txt"},
	} {
		if r := runIn(t, dir, append(args, "-q")...); r.code != exitOK {
			t.Fatalf("%v: %s", args, r.stderr)
		}
	}
	text := readFile(t, filepath.Join(dir, "p.txt"))
	lines := strings.Split(text, "\n")
	copy(lines[2500:], strings.Split(readFile(t, filepath.Join(dir, "isomorphs.txt")), "\n"))
	copy(lines[3900:], lines[:50])
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

func isMerged(flag string) bool { return slices.Contains(parts.MergedOutputs, flag) }

// lasting returns statistics without members that differ from one run to the next.
func lasting(t *testing.T, text string) string {
	t.Helper()
	var all map[string]any
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		t.Fatal(err)
	}
	maps.DeleteFunc(all, func(name string, _ any) bool {
		return strings.Contains(name, "second") || name == "peak_rss_bytes" || name == "jobs" || name == "changed_columns" || name == "added_columns" // merge lacks the last two
	})
	kept, err := json.MarshalIndent(all, "", " ")
	if err != nil || len(all) < 20 {
		t.Fatalf("%v, %d statistics", err, len(all))
	}
	return string(kept)
}
