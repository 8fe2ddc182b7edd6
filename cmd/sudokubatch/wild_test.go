package main

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// sharedPath returns the path of a file in the folder of shared files, outside the project.
func sharedPath(name ...string) string {
	return filepath.Join(append([]string{"..", "..", "..", "shared"}, name...)...)
}

// wildNames maps files with one puzzle per line to the files from the web that hold the same puzzles.
func wildNames(t *testing.T) map[string][]string {
	t.Helper()
	entries, err := os.ReadDir(sharedPath("wild"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("%v: the shared files are missing", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	names := map[string][]string{}
	for _, e := range entries {
		switch name := e.Name(); name {
		case "README.md", "solutions9.txt":
		case "lines16.txt", "one-to-g.txt", "numbers16.txt":
			names["lines16.txt"] = append(names["lines16.txt"], name)
		default:
			names["lines9.txt"] = append(names["lines9.txt"], name)
		}
	}
	return names
}

// mustRun runs the command, which must succeed, and returns its output.
func mustRun(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	cmd := exec.Command("sudokubatch", args...)
	cmd.Stdin = bytes.NewReader([]byte(stdin))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", args, err, stderr.String())
	}
	return string(out)
}

// TestWildConvert reads files from the web by name and through a pipe, without naming their form.
func TestWildConvert(t *testing.T) {
	t.Parallel()
	for lines, names := range wildNames(t) {
		want := readFile(t, sharedPath("wild", lines))
		for _, name := range names {
			path := sharedPath("wild", name)
			if got := mustRun(t, "", "convert", "-q", "--to", "line", path); got != want {
				t.Errorf("%s is converted to\n%s", name, got)
			}
			if ext := filepath.Ext(name); ext == ".zip" || ext == ".parquet" {
				continue // this form cannot be read from a pipe
			}
			if got := mustRun(t, readFile(t, path), "convert", "-q", "--to", "line"); got != want {
				t.Errorf("%s through a pipe is converted to\n%s", name, got)
			}
		}
	}
}

// TestWildSolve solves all files of order 9 in one run.
func TestWildSolve(t *testing.T) {
	t.Parallel()
	args, all := []string{"solve", "-q", "--to", "line"}, ""
	for _, name := range wildNames(t)["lines9.txt"] {
		args = append(args, sharedPath("wild", name))
		all += readFile(t, sharedPath("wild", "solutions9.txt"))
	}
	if got := mustRun(t, "", args...); got != all {
		t.Errorf("all files in one run are solved otherwise: %d bytes, want %d", len(got), len(all))
	}
}

// TestWildSizes reads public files whose puzzles have several sizes, or another size than 9×9 and 16×16.
func TestWildSizes(t *testing.T) {
	t.Parallel()
	dir := unpack(t, sharedPath("wild4.tar.zst"))
	for number, want := range map[string]map[int]int{ // puzzles by their number of cells
		"010": {81: 20, 256: 10},
		"208": {16: 9, 36: 9, 81: 15, 144: 9, 256: 9},
		"209": {16: 1},
		"254": {625: 1},
	} {
		names, err := filepath.Glob(filepath.Join(dir, number+"-*"))
		if err != nil || len(names) != 1 {
			t.Fatalf("%s: %v, %v", number, names, err)
		}
		got := map[int]int{}
		for line := range bytes.Lines([]byte(mustRun(t, "", "convert", "-q", "--size", "4,6,8,9,12,16,25", "--to", "line", names[0]))) {
			got[len(line)-1]++
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s: %v, want %v", number, got, want)
		}
	}
}
