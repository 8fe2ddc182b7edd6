package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestNpz reads .npz files with an array of puzzles and an array of solutions. It verifies and writes
// the solutions, of all records and of a range.
func TestNpz(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	puzzles := mustRun(t, "", "gen", "-q", "--count", "300", "--seed", "3")
	solutions := mustRun(t, puzzles, "solve", "-q")
	wrong := []byte(solutions)
	wrong[41*82+5] = '1' + (wrong[41*82+5]-'0')%9
	members := map[string]string{"train_x": puzzles, "train_y": string(wrong), "test_x": puzzles, "test_y": solutions}
	var names []string
	for _, name := range []string{"train_x", "train_y", "test_x", "test_y"} {
		mustRun(t, members[name], "convert", "-q", "-o", file(name+".npy"))
		names = append(names, file(name+".npy"))
	}
	npz := file("sets.npz")
	if err := zipFile(npz, names...); err != nil {
		t.Fatal(err)
	}
	rows := "train_x,train_y\n"
	for _, ys := range []string{string(wrong), solutions} {
		for i, x := range strings.Fields(puzzles) {
			rows += x + "," + strings.Fields(ys)[i] + "\n"
		}
	}
	if got := mustRun(t, "", "convert", "-q", "--to", "csv", npz); got != rows {
		t.Errorf("got %.400s", got)
	}
	lines := strings.SplitAfter(rows, "\n")
	if got, want := mustRun(t, "", "convert", "-q", "--to", "csv", "--range", "299:302", npz), lines[0]+strings.Join(lines[299:303], ""); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := mustRun(t, "", "solve", "-q", npz); got != solutions+solutions {
		t.Error("other solutions")
	}
	if got := mustRun(t, "", "check", "-q", "--solutions", "--take", "41", npz); !strings.Contains(got, "\nfailed                                         0\n") {
		t.Errorf("got %s", got)
	}
	cmd := exec.Command("sudokubatch", "check", "-q", "--solutions", npz)
	out, err := cmd.Output()
	if got := string(out); err == nil || cmd.ProcessState.ExitCode() != 3 || !strings.Contains(got, "train_x.npy: record 42: wrong solution: ") || !strings.Contains(got, "\nfailed                                         1\n") {
		t.Errorf("%v: %s", err, got)
	}
}

// table is a script that compares the arrays of an .npz file with the rows of a CSV file.
const table = `
import csv, sys
import numpy as np
z, rows = np.load(sys.argv[1], allow_pickle=False), list(csv.DictReader(open(sys.argv[2])))
assert z.files == ["puzzles", "solutions", "clues", "rating", "minimal", "er"], z.files
assert [str(z[name].dtype) for name in z.files] == ["uint8", "uint8", "int64", "int64", "bool", "float64"]
for i, row in enumerate(rows):
    for name in "puzzle", "solution":
        assert "".join(".123456789"[c] for c in z[name + "s"][i]) == row[name], (i, name)
    assert (z["clues"][i], z["rating"][i], z["minimal"][i]) == (int(row["clues"]), int(row["rating"]), row["minimal"] == "true"), i
    assert z["er"][i] == float(row["er"]) if row["er"] else np.isnan(z["er"][i]), i
assert len(rows) == 3000 == len(z["puzzles"]) == len(z["er"])
`

// TestNumpyTable reads all columns of a table in NumPy.
func TestNumpyTable(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rows, npz := filepath.Join(dir, "x.csv"), filepath.Join(dir, "x.npz")
	made := mustRun(t, "", "gen", "-q", "--count", "3000", "--clues", "26..30", "--solutions", "--to", "csv")
	mustRun(t, made, "label", "-q", "--add", "clues,tier,rating,minimal,er", "-o", rows)
	mustRun(t, "", "convert", rows, "-o", npz)
	if out, err := numpy(t, table, npz, rows).CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

// pairs is a script that compares the two arrays of an .npz file, and the pairs in an .npy file, with
// rows of text.
const pairs = `
import sys
import numpy as np
archive, array, table, order = *sys.argv[1:4], int(sys.argv[4])
z, a = np.load(archive, allow_pickle=False), np.load(array, allow_pickle=False)
digits = ".123456789" if order == 9 else ".ABCDEFGHIJKLMNOP"
rows = [[[digits.index(c) for c in grid] for grid in line.split(",")] for line in open(table).read().split()[1:]]
want = np.array(rows, np.uint8)
assert z.files == ["puzzles", "solutions"], z.files
assert z["puzzles"].dtype == z["solutions"].dtype == a.dtype == np.uint8
assert want.shape == a.shape == (12, 2, order * order), a.shape
assert (a == want).all() and (np.stack([z["puzzles"], z["solutions"]], axis=1) == want).all()
`

// TestNumpyPairs reads puzzles with their solutions in NumPy.
func TestNumpyPairs(t *testing.T) {
	t.Parallel()
	for order, clues := range map[int]string{9: "30", 16: "130"} {
		dir := t.TempDir()
		var files []string
		for _, name := range []string{"x.npz", "x.npy", "x.csv"} {
			files = append(files, filepath.Join(dir, name))
			mustRun(t, "", "gen", "-q", "--count", "12", "--order", fmt.Sprint(order), "--clues", clues, "--solutions", "-o", files[len(files)-1])
		}
		if out, err := numpy(t, pairs, append(files, fmt.Sprint(order))...).CombinedOutput(); err != nil {
			t.Errorf("order %d: %v: %s", order, err, out)
		}
	}
}
