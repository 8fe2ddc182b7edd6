package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"encoding/binary"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// onceFiles are small files, at least one of each form. @ is a puzzle, $ is its solution, & is the
// puzzle in rows, % is the solution in rows.
var onceFiles = map[string]string{
	"line.txt":        "# comment\n@\n12\n" + blankGrid + "\n",
	"names.txt":       "a @\nb $\nc @\n",
	"hodoku.txt":      ":0100:1:@:::\n:0100:2:@:::\n",
	"alternate.txt":   "@\n$\n@\n$\n",
	"far.txt":         "puzzle: @\n" + strings.Repeat("a step of the log\n", 400) + "$\n",
	"hiho.txt":        "2\n&&",
	"grid.txt":        "Puzzle 1\n&Solution\n%Puzzle 2\n&",
	"strays.txt":      "&\n12\n34\n\n1234\n3412\n2143\n4321\n\n&",
	"above.txt":       "&\n%\n%\n&",
	"table.csv":       "id,puzzle,solution\n1,@,$\n2,@,\n3,12,$\n",
	"solutions.csv":   "puzzle\n@\n$\n@\n",
	"table.tsv":       "puzzle\tnote\n@\t\n@\ta, b\n",
	"rows.ndjson":     "{\"puzzle\":\"@\",\"solution\":\"$\"}\n{\"puzzle\":\"12\"}\n{\"puzzle\":\"@\"}\n",
	"array.json":      "[\"@\",\"$\",\"@\"]\n",
	"opensudoku.xml":  "<?xml version=\"1.0\"?>\n<opensudoku>\n<game data=\"@\"/>\n<game data=\"12\"/>\n</opensudoku>\n",
	"several.json":    "{\"a\":[\"@\",\"@\"],\"b\":[\"$\",\"@\"]}\n",
	"prose.txt":       "There is no puzzle\nin this text.\n",
	"log.txt":         "puzzle: @\nsolved in 3 ms\nsolution: $\n",
	"puzzles.npy":     "",
	"puzzles.npz":     "",
	"puzzles.parquet": "",
}

// onceFolder writes onceFiles, and three samples of judges, into a folder.
func onceFolder(t *testing.T) (dir string) {
	dir = t.TempDir()
	rows := func(grid string) string {
		return strings.Join(slices.Collect(func(yield func(string) bool) {
			for ; grid != "" && yield(grid[:9]+"\n"); grid = grid[9:] {
			}
		}), "")
	}
	fill := strings.NewReplacer("@", easyPuzzle, "$", easyAnswer, "&", rows(easyPuzzle), "%", rows(easyAnswer))
	for name, text := range onceFiles {
		path := filepath.Join(dir, name)
		if text == "" {
			mustRun(t, "puzzle,solution\n"+easyPuzzle+","+easyAnswer+"\n"+easyPuzzle+","+easyAnswer+"\n", "convert", "-q", "-o", path)
		} else if err := os.WriteFile(path, []byte(fill.Replace(text)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"hiho1321.in", "poj3074.in", "poj3076.in"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(readFile(t, filepath.Join("testdata", "samples", name))), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// unpack writes the files of a tar archive, which may be compressed, into a folder.
func unpack(t *testing.T, archive string) (dir string) {
	file, err := os.Open(archive)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("%v: the shared files are missing", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r, err := zstd.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	dir = t.TempDir()
	for files := tar.NewReader(r); ; {
		header, err := files.Next()
		if errors.Is(err, io.EOF) {
			return dir
		}
		if err != nil {
			t.Fatal(err)
		}
		if folder, name := path.Split(header.Name); path.Base(folder) == "files" && name != "" {
			text, err := io.ReadAll(files)
			if err == nil {
				err = os.WriteFile(filepath.Join(dir, name), text, 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

// A door is a way to read a file: a command, and a function that finds the well-formed puzzles in its output,
// and may change its exit code.
type door struct {
	args string // without the file; NPZ stands for the name of an output, which is then read
	read func(t *testing.T, out []byte, code int) ([]string, int)
}

// puzzleColumn returns the column puzzle of a table. If there is none, it returns the first grid of order 9 with a blank in
// each row, or else its first grid.
func puzzleColumn(t *testing.T, table []byte) (puzzles []string) {
	r := csv.NewReader(bytes.NewReader(table))
	if first, _, _ := bytes.Cut(table, []byte("\n")); bytes.Contains(first, []byte(";")) {
		r.Comma = ';'
	}
	rows, err := r.ReadAll()
	if err != nil {
		t.Errorf("%v: %.500s", err, table)
	}
	for i, row := range rows {
		column := slices.Index(rows[0], "puzzle")
		if column < 0 {
			for n, field := range slices.Backward(row) {
				if len(field) == 81 && (column < 0 || strings.ContainsAny(field, ".0") || !strings.ContainsAny(row[column], ".0")) {
					column = n
				}
			}
		} else if i == 0 {
			continue
		}
		if column >= 0 && row[column] != "" {
			puzzle := row[column]
			if len(puzzle) <= 81 {
				puzzle = strings.ReplaceAll(puzzle, "0", ".")
			}
			puzzles = append(puzzles, puzzle)
		}
	}
	return puzzles
}

// relabelled numbers the digits of puzzles above order 9 by their first place, because tables keep the
// digits of the file.
func relabelled(puzzles []string) []string {
	for i, puzzle := range puzzles {
		if len(puzzle) <= 81 {
			continue
		}
		digits, next := map[rune]rune{'.': '.'}, 'A'
		puzzles[i] = strings.Map(func(r rune) rune {
			if digits[r] == 0 {
				digits[r], next = next, next+1
			}
			return digits[r]
		}, puzzle)
	}
	return puzzles
}

// onceDoors are compared with the first of them.
var onceDoors = []door{
	{"convert -q --to line", func(_ *testing.T, out []byte, code int) ([]string, int) { return strings.Fields(string(out)), code }},
	{"label -q --to csv --add puzzle --replace --on-bad skip", func(t *testing.T, out []byte, code int) ([]string, int) { return puzzleColumn(t, out), code }},
	{"check -q --max-guesses 1 --format csv --columns status,puzzle", func(t *testing.T, out []byte, code int) ([]string, int) {
		if rows := bytes.Count(out, []byte("\n")); code == 3 && rows > 1 && !bytes.Contains(out, []byte("\nmalformed")) {
			code = exitOK // the only failures are of well-formed puzzles
		}
		return puzzleColumn(t, out), code
	}},
	{"convert -q -f -o NPZ", func(t *testing.T, out []byte, code int) ([]string, int) { return npzPuzzles(t, out), code }},
	{"detect", nil},
}

// npzPuzzles returns the puzzles in an archive of arrays; none if there is no archive.
func npzPuzzles(t *testing.T, archive []byte) []string {
	if len(archive) == 0 {
		return nil
	}
	files, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	array, err := files.Open("puzzles.npy")
	if err != nil {
		t.Fatal(err)
	}
	defer array.Close()
	return rowsOf(t, array)
}

// onceExceptions says why the door of a verb cannot be compared for a file.
var onceExceptions = map[string]string{
	"check: 076-Cristof17+SudokuMPI--sudoku3.txt":             "the number above the grids is wrong, and no row says so",
	"convert: 003-1to9only+HoDoKu--reglib-1.3.txt":            "a column of numbers has a text",
	"convert: 026-ArnaudBuchholz+sudoku-solver--puzzles.json": "a solution is a list of solutions",
	"convert: 442-t-dillon+tdoku--test_puzzles":               "some rows have no solution, for which an array has zeros",
	"convert: 238-ahanQ+Sudoku--sudoku.csv":                   "some rows have no solution, for which an array has zeros",
	"convert: 159-Sliwson+sudoku-gpu-solver--zeros.csv":       "some rows have no solution, for which an array has zeros",
	"convert: 144-Karetho+sudoku16x16-solver--test4.txt":      "the digits may be 1-G or 0-F, and an array would hold a guess",
	"convert: 228-Karetho+sudoku16x16-solver--test6.txt":      "the digits may be 1-G or 0-F, and an array would hold a guess",
}

// shapeOf matches the number of cells in the shape of an array.
var shapeOf = regexp.MustCompile(`, (\d+)\)`)

// rowsOf returns the rows of an array of bytes, without the package that wrote it.
func rowsOf(t *testing.T, array io.Reader) (puzzles []string) {
	text, err := io.ReadAll(array)
	if err != nil {
		t.Fatal(err)
	}
	cells := text[10+int(binary.LittleEndian.Uint16(text[8:])):]
	size := 81
	if shape := shapeOf.FindSubmatch(text[:len(text)-len(cells)]); shape != nil {
		size, _ = strconv.Atoi(string(shape[1])) // digits
	}
	for row := range slices.Chunk(cells, size) {
		puzzles = append(puzzles, formats.Format(row))
	}
	return puzzles
}

// throughAPI reads a file with formats.Puzzles. The exit code is the code that the command would return.
func throughAPI(r io.Reader) (puzzles []string, code int) {
	for cells, err := range formats.Puzzles(r) {
		switch _, bad := errors.AsType[*model.SyntaxError](err); {
		case err == nil:
			puzzles = append(puzzles, formats.Format(cells))
		case bad:
			code = max(code, int(3))
		default:
			return puzzles, exitFailed
		}
	}
	return puzzles, code
}

// An onceResult is what a door finds in a file.
type onceResult struct {
	Puzzles []string
	Code    int
}

// throughPython reads files with sudokubatch.read in Python. It returns nil if Python is missing.
func throughPython(t *testing.T, paths []string) []onceResult {
	const script = `import json, sys, warnings
from sudokubatch import SudokubatchError, read
results = []
for path in sys.argv[1:]:
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            puzzles, code = list(read(path, text=True, on_bad="skip")), 0
        except SudokubatchError:
            puzzles, code = [], 1
    if not code and any(str(w.message).startswith("left out:") for w in seen):
        code = 3
    results.append({"Puzzles": puzzles, "Code": code})
json.dump(results, sys.stdout)
`
	python := "/usr/bin/python3"
	if exec.Command(python, "-c", "import numpy").Run() != nil {
		t.Log("without Python: there is no python3 with numpy (package python3-numpy)")
		return nil
	}
	site := t.TempDir()
	command, err := exec.LookPath("sudokubatch")
	if err := errors.Join(err, os.Mkdir(filepath.Join(site, "bin"), 0o700), os.Symlink(command, filepath.Join(site, "bin", "sudokubatch")),
		os.CopyFS(filepath.Join(site, "sudokubatch"), os.DirFS("python/sudokubatch"))); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(python, append([]string{"-c", script}, paths...)...)
	cmd.Env = append(os.Environ(), "PYTHONPATH="+site, "PYTHONDONTWRITEBYTECODE=1")
	out, err := cmd.Output()
	var results []onceResult
	if err := errors.Join(err, json.Unmarshal(out, &results)); err != nil || len(results) != len(paths) {
		t.Fatalf("%v, %d results", err, len(results))
	}
	return results
}

// readOnce compares what all doors find in the files of a folder.
func readOnce(t *testing.T, dir string, withAPI bool) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	var lines [][]string
	for _, entry := range entries {
		paths = append(paths, filepath.Join(dir, entry.Name()))
		for _, d := range onceDoors {
			lines = append(lines, append(strings.Fields(d.args), paths[len(paths)-1]))
		}
	}
	ran := runMany(t, lines)
	var python []onceResult
	if withAPI {
		python = throughPython(t, paths)
	}
	for i, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			results := ran[len(onceDoors)*i:][:len(onceDoors)]
			want, code := onceDoors[0].read(t, results[0].out, results[0].code)
			want = relabelled(want)
			compare := func(name string, got []string, gotCode int) {
				if !slices.Equal(relabelled(got), want) {
					t.Errorf("%s finds %d puzzles, convert --to line finds %d: %.500q, %.500q", name, len(got), len(want), got, want)
				}
				if gotCode != code {
					t.Errorf("exit code of %s is %d, of convert --to line %d", name, gotCode, code)
				}
			}
			for n, d := range onceDoors {
				verb, _, _ := strings.Cut(d.args, " ")
				if detected := results[n].code; d.read == nil && (detected == exitOK) != (code != exitFailed) && len(want) > 0 {
					t.Errorf("exit code of detect is %d, of convert %d", detected, code)
				} else if n > 0 && d.read != nil && onceExceptions[verb+": "+filepath.Base(path)] == "" {
					got, gotCode := d.read(t, results[n].out, results[n].code)
					compare(d.args, got, gotCode)
				}
			}
			if python != nil {
				compare("read in Python", python[i].Puzzles, python[i].Code)
			}
			if ext := filepath.Ext(path); withAPI && ext != ".npz" && ext != ".parquet" {
				got, gotCode := throughAPI(strings.NewReader(readFile(t, path)))
				compare("formats.Puzzles", got, gotCode)
			}
		})
	}
}

// TestOnce reads each file in several ways, which must agree about its records.
func TestOnce(t *testing.T) {
	t.Parallel()
	t.Run("small", func(t *testing.T) { readOnce(t, onceFolder(t), true) })
	if testing.Short() {
		return
	}
	for _, name := range []string{"wild500.tar.zst", "wild4.tar.zst"} {
		t.Run(name, func(t *testing.T) { readOnce(t, unpack(t, sharedPath(name)), false) })
	}
	t.Run("wild", func(t *testing.T) {
		wildNames(t)
		readOnce(t, sharedPath("wild"), false)
	})
}
