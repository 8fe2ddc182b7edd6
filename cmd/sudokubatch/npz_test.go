package main

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestNpz reads .npz files with an array of puzzles and an array of solutions: one is wrong,
// one malformed and one missing. It verifies and writes the solutions, of all records and of a range.
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
	array, err := os.ReadFile(file("train_y.npy"))
	if err != nil {
		t.Fatal(err)
	}
	array[128+60*81+7] = 99
	clear(array[128:][:81])
	if err := os.WriteFile(file("train_y.npy"), array, 0o600); err != nil {
		t.Fatal(err)
	}
	wrong[60*82+7] = '?'
	npz := file("sets.npz")
	if err := zipFile(npz, names...); err != nil {
		t.Fatal(err)
	}
	rows := "train_x,train_y\n"
	for _, ys := range []string{strings.Repeat(" ", 81) + string(wrong[81:]), solutions} {
		for i, x := range strings.Fields(puzzles) {
			rows += x + "," + strings.TrimSpace(ys[82*i:][:82]) + "\n"
		}
	}
	for verb, want := range map[string]string{"convert --to csv": rows, "solve": solutions + solutions} {
		got, err := exec.Command("sudokubatch", append(strings.Fields(verb), "-q", npz)...).Output()
		if string(got) != want || err == nil {
			t.Errorf("%s: %v, got %.400s", verb, err, got)
		}
	}
	lines := strings.SplitAfter(rows, "\n")
	if got, want := mustRun(t, "", "convert", "-q", "--to", "csv", "--skip", "298", "--take", "4", npz), lines[0]+strings.Join(lines[299:303], ""); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := mustRun(t, "", "check", "-q", "--solutions", "--skip", "1", "--take", "40", npz); !strings.Contains(got, "\nfailed                                         0\n") {
		t.Errorf("got %s", got)
	}
	cmd := exec.Command("sudokubatch", "check", "-q", "--solutions", npz)
	out, err := cmd.Output()
	if err == nil || cmd.ProcessState.ExitCode() != 3 {
		t.Error(err)
	}
	for _, want := range []string{
		"train_x.npy: record 1: no solution given\n", "train_x.npy: record 42: wrong solution: ",
		"train_x.npy: record 61, column 8: no solution given: bad cell '?'", "\nfailed                                         3\n",
	} {
		if !strings.Contains(string(out), want) {
			t.Errorf("got %s, want %s", out, want)
		}
	}
}

// TestNpzMissing converts rows with missing solutions to arrays and back, and answers without a
// solution. Then one row numbers its digits in another way than the rows at the beginning.
func TestNpzMissing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	npz, npy := filepath.Join(dir, "x.npz"), filepath.Join(dir, "x.npy")
	puzzles := mustRun(t, "", "gen", "-q", "--count", "1000", "--seed", "3")
	lines := strings.Fields(puzzles)
	lines[0], lines[3] = "11"+lines[0][2:], "11"+lines[3][2:]
	rows := mustRun(t, strings.Join(lines[:5], "\n"), "solve", "-q", "--limit", "2", "--to", "csv")
	writeFile(t, filepath.Join(dir, "rows.csv"), rows)
	if ran := runIn(t, dir, "convert", "-q", "rows.csv", "-o", npz); ran.code != 3 || !strings.Contains(ran.stderr, "zeros stand for 2 missing solutions") {
		t.Errorf("code %d, %s", ran.code, ran.stderr)
	}
	rows = strings.NewReplacer("puzzle,solution,status", "puzzles,solutions", ",contradiction", "", ",unique", "").Replace(rows)
	if got := mustRun(t, "", "convert", "-q", "--to", "csv", npz); got != rows || strings.Count(rows, ",,") != 2 {
		t.Errorf("got %s, want %s", got, rows)
	}
	mustRun(t, puzzles, "convert", "-q", "-o", npy)
	array, err := os.ReadFile(npy)
	if err != nil {
		t.Fatal(err)
	}
	for i := len(array) - 81; i < len(array); i++ {
		array[i]++
	}
	if err := os.WriteFile(npy, array, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, verb := range []string{"solve", "convert", "check", "label --add clues", "clean", "augment --each 1", "split --into a=50,b=50 -o " + dir, "sample --count 5"} {
		out, err := exec.Command("sudokubatch", append(strings.Fields(verb), npy)...).CombinedOutput()
		if err == nil || strings.Count(string(out), npy+": record 1000: its numbers stand for other digits than in other records: ") != 1 {
			t.Errorf("%s: %v, %.400s", verb, err, out)
		}
	}
}

// TestZeroed writes solutions that are missing, or that no search finds, into arrays, which have zeros for
// them: they are counted, and the exit code says so. Whole solutions, and tables, raise no alarm.
func TestZeroed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	row := easyPuzzle + "," + easyAnswer + "\n"
	clash := "55" + strings.Repeat(".", 79)
	for name, text := range map[string]string{
		"some.csv":   "puzzle,solution\n" + row + easyPuzzle + ",\n" + row + easyPuzzle + ",nan\n",
		"clash.txt":  easyPuzzle + "\n" + clash + "\n" + clash + "\n",
		"whole.csv":  "puzzle,solution\n" + row + row,
		"lone.csv":   "puzzle\n" + easyPuzzle + "\n",
		"cells.csv":  cellColumns("p", easyPuzzle) + "\n" + cellRow(easyPuzzle) + "\n",
		"broken.csv": "puzzle,solution\n" + row + "5x,\n",
	} {
		writeFile(t, filepath.Join(dir, name), text)
	}
	for _, c := range []struct {
		command string
		zeroed  int
		code    int
	}{
		{"convert some.csv -o x.npz", 2, 3},
		{"label some.csv --add clues -o x.npz", 2, 3},
		{"sample some.csv --count 4 -o x.npz", 2, 3},
		{"clean some.csv --require valid -o x.npz", 2, 3},
		{"clean some.csv --fix solution --require valid,solution -o x.npz", 0, 0},
		{"solve some.csv -o x.npz", 0, 0},
		{"label cells.csv --add solution -o x.npz", 0, 0},
		{"convert some.csv -o x.csv", 0, 0},
		{"convert some.csv -o x.parquet", 0, 0},
		{"convert whole.csv -o x.npz", 0, 0},
		{"convert lone.csv -o x.npz", 0, 0},
		{"convert cells.csv -o x.npz", 0, 0},
		{"convert broken.csv --on-bad mark -o x.npz", 0, 3},
		{"solve clash.txt -o x.npy", 2, 3},
		{"solve clash.txt --max-guesses 0 -o x.npz", 2, 3},
		{"solve clash.txt --shard 1/1 -o parts/.npy", 2, 3},
		{"merge parts -o x.npy", 2, 3},
		{"solve clash.txt -o x.txt", 0, 0},
		{"solve clash.txt -o x.csv", 0, 0},
		{"solve lone.csv -o x.npy", 0, 0},
	} {
		ran := runIn(t, dir, append(strings.Fields(c.command), "-q", "-f", "--stats-json", "stats.json")...)
		said := strings.Contains(ran.stderr, fmt.Sprintf(": zeros stand for %d missing solution", c.zeroed))
		counted := strings.Contains(readFile(t, filepath.Join(dir, "stats.json")), fmt.Sprintf("\"zeroed_solutions\": %d,", c.zeroed))
		if ran.code != c.code || said != (c.zeroed > 0) || !counted || strings.Contains(ran.stderr, "left out columns") && strings.Contains(c.command, "cells.csv") {
			t.Errorf("%s: code %d, want %d; counted %v; %s", c.command, ran.code, c.code, counted, ran.stderr)
		}
	}
}

// TestLacking converts and solves inputs that an output form cannot hold: what comes out is right, or a message
// names the loss and the exit code is 3, or the run is refused.
func TestLacking(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	set := filepath.Join(dir, "train_puzzles.npy")
	writeFile(t, set, npyOf("|u1", "1, 81", gridBytes(easyPuzzle)))
	for _, name := range []string{"test_puzzles", "x_val"} {
		writeFile(t, filepath.Join(dir, name+".npy"), readFile(t, set))
	}
	if err := zipFile(filepath.Join(dir, "sets.npz"), set, filepath.Join(dir, "test_puzzles.npy"), filepath.Join(dir, "x_val.npy")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"s", "h", "f", "u"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	several := strings.Repeat(".", 9) + easyPuzzle[9:]
	undecided := strings.Repeat(strings.Repeat(".", 16), 14) + "123456789ABCDEF." + "9ABCDEF.12345678"
	for name, text := range map[string]string{
		"several.txt":     easyPuzzle + "\n" + several + "\n",
		"undecided.txt":   undecided + "\n" + undecided + "\n",
		"mixed.csv":       "puzzle\n" + easyPuzzle + "\n" + strings.Repeat(".", 240) + "ABCDEFGHIJKLMNO." + "\n",
		"s/puzzles.npy":   npyOf("|u1", "2, 81", strings.Repeat(gridBytes(easyPuzzle), 2)),
		"s/solutions.npy": npyOf("|u1", "1, 81", gridBytes(easyAnswer)),
		"h/puzzles.npy":   npyOf("|u1", "2, 81", strings.Repeat(gridBytes(easyPuzzle), 2)),
		"h/solutions.npy": npyOf("|u1", "2, 81, 9", strings.Repeat("\x01", 2*729)),
		"f/puzzles.npy":   npyOf("|u1", "2, 81", strings.Repeat(gridBytes(easyPuzzle), 2)),
		"f/solutions.npy": npyOf("<f4", "2, 81", floatBytes(easyAnswer, 0)+floatBytes(easyAnswer, 5.5)),
		"u/puzzles.npy":   npyOf("|u1", "2, 81", strings.Repeat(gridBytes(easyPuzzle), 2)),
		"u/solutions.npy": npyOf("|u1", "2, 81", gridBytes(easyAnswer)+"c"+gridBytes(easyAnswer)[1:]),
		"order.npy":       strings.Replace(npyOf(">u2", "1, 81", "\x00"+strings.Join(strings.Split(gridBytes(easyPuzzle), ""), "\x00")), "False,", "True, ", 1),
		"halves.npy":      npyOf("<f4", "2, 81", floatBytes(easyPuzzle, 0)+floatBytes(easyPuzzle, 5.5)),
		"whole.npy":       npyOf("<f4", "2, 81", floatBytes(easyPuzzle, 0)+floatBytes(easyPuzzle, 0)),
	} {
		writeFile(t, filepath.Join(dir, name), text)
	}
	if err := zipFile(filepath.Join(dir, "order.npz"), filepath.Join(dir, "order.npy")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"s", "h", "f", "u"} {
		if err := zipFile(filepath.Join(dir, name+".npz"), filepath.Join(dir, name, "puzzles.npy"), filepath.Join(dir, name, "solutions.npy")); err != nil {
			t.Fatal(err)
		}
	}
	const (
		unjoined = "left out columns, as they belong to no set of puzzles, or do not have one grid or value for each: "
		first    = "the first solution stands for 1 puzzle with several"
		sizes    = "holds puzzles of one size (to mix sizes, write a table and name all of them with --size)"
		digits   = "its digits may be 1-G or 0-F (say which with --digits)"
	)
	runOutputs(t, dir, []outputCase{
		{"convert s.npz", "csv jsonl parquet npz npy txt", 0, unjoined + "solutions"},
		{"convert h.npz", "csv jsonl parquet npz npy txt", 0, unjoined + "solutions"},
		{"solve h.npz", "npy txt", 0, unjoined + "solutions"},
		{"check h.npz", "txt", 0, unjoined + "solutions"},
		{"convert sets.npz", "csv npy txt", 0, unjoined + "x_val"},
		{"convert f.npz", "csv jsonl json parquet", 3, `record 2, column 1: in "solutions": bad cell`},
		{"convert u.npz", "csv jsonl json parquet", 3, `record 2, column 1: in "solutions": bad cell`},
		{"convert f.npz", "npz", 1, "is no solution: write .csv or .parquet"},
		{"convert halves.npy", "csv jsonl parquet npz npy txt", 3, "record 2, column 1: bad cell 5.5"},
		{"convert order.npy order.npz", "csv txt", 0, ""},
		{"convert whole.npy", "csv jsonl parquet npz npy txt", 0, ""},
		{"solve several.txt --limit 2", "npy npz", 3, first},
		{"solve several.txt --limit 2", "csv txt parquet", 0, ""},
		{"solve several.txt", "npy txt", 0, ""},
		{"convert undecided.txt", "csv jsonl json parquet npz npy txt", 1, digits},
		{"convert undecided.txt --digits 0-F", "csv jsonl json parquet npz npy txt", 0, ""},
		{"convert mixed.csv --size 9,16", "npz npy", 1, sizes},
		{"convert mixed.csv --size 9,16", "csv jsonl json parquet txt", 0, ""},
	}, func(c outputCase, name string, r ran) {
		said := strings.ReplaceAll(r.stderr, "left out columns, as an .npz file holds puzzles, one solution each, and numbers only: status\n", "")
		if r.code != c.code || !strings.Contains(said, c.said) || c.said == "" && strings.Contains(said, "sudokubatch: left") {
			t.Errorf("%s -o %s: code %d, want %d; %s", c.command, name, r.code, c.code, r.stderr)
		}
	})
}

// TestNpzInfinite copies infinite numbers from an .npz file to others.
func TestNpzInfinite(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	puzzles, x := filepath.Join(dir, "puzzles.npy"), filepath.Join(dir, "x.npy")
	writeFile(t, puzzles, npyOf("|u1", "3, 81", strings.Repeat(gridBytes(easyPuzzle), 3)))
	writeFile(t, x, npyOf("<f4", "3,", "\x00\x00\xc0\x3f"+"\x00\x00\x80\x7f"+"\x00\x00\x80\xff"))
	if err := zipFile(filepath.Join(dir, "a.npz"), puzzles, x); err != nil {
		t.Fatal(err)
	}
	want := "puzzles,x\n" + easyPuzzle + ",1.5\n" + easyPuzzle + ",inf\n" + easyPuzzle + ",-inf\n"
	for _, copied := range [][2]string{{"a.npz", "b.npz"}, {"b.npz", "c.parquet"}, {"c.parquet", "d.npz"}, {"d.npz", "e.csv"}} {
		if ran := runIn(t, dir, "convert", copied[0], "-o", copied[1]); ran.code != 0 {
			t.Fatalf("%s: code %d, %s", copied, ran.code, ran.stderr)
		}
	}
	if got := readFile(t, filepath.Join(dir, "e.csv")); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// npyOf returns a numpy file.
func npyOf(descr, shape, elements string) string {
	header := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", descr, shape)
	return "\x93NUMPY\x01\x00" + string([]byte{118, 0}) + header + strings.Repeat(" ", 117-len(header)) + "\n" + elements
}

// gridBytes returns the cells of a grid.
func gridBytes(grid string) string {
	return strings.Map(func(r rune) rune { return max(r-'0', 0) }, grid)
}

// floatBytes returns the cells of a grid as numbers of four bytes. If another number is not 0, it is the first one.
func floatBytes(grid string, other float32) string {
	var b []byte
	for i, cell := range gridBytes(grid) {
		number := float32(cell)
		if i == 0 && other != 0 {
			number = other
		}
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(number))
	}
	return string(b)
}

// cellRow returns the cells of a grid as fields, with nothing for a blank.
func cellRow(grid string) string {
	return strings.ReplaceAll(strings.Join(strings.Split(grid, ""), ","), ".", "")
}

// cellColumns returns names for the fields of a cellRow, which begin with a letter.
func cellColumns(letter, grid string) string {
	var names []string
	for i := range grid {
		names = append(names, fmt.Sprintf("%s%d", letter, i))
	}
	return strings.Join(names, ",")
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
assert len(rows) == 1000 == len(z["puzzles"]) == len(z["er"])
`

// TestNumpyTable reads all columns of a table in NumPy.
func TestNumpyTable(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rows, npz := filepath.Join(dir, "x.csv"), filepath.Join(dir, "x.npz")
	made := mustRun(t, "", "gen", "-q", "--count", "1000", "--clues", "26..30", "--solutions", "--to", "csv")
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
