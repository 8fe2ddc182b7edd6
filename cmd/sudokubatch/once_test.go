package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
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

// A door is a way to read a file. It returns the well-formed puzzles in order, and the exit code.
type door func(t *testing.T, path string) (puzzles []string, code int)

// lookInto runs the command and returns its output and exit code.
func lookInto(t *testing.T, args ...string) (out []byte, code int) {
	t.Helper()
	cmd := exec.Command("sudokubatch", args...)
	out, err := cmd.Output()
	if _, failed := errors.AsType[*exec.ExitError](err); err != nil && !failed {
		t.Fatal(err)
	}
	return out, cmd.ProcessState.ExitCode()
}

// puzzleColumn returns the first grid with a blank in each row of a table, or else its first grid.
func puzzleColumn(table []byte) (puzzles []string) {
	for line := range strings.Lines(string(table)) {
		var grids []string
		for _, field := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(",;\t|\"\r\n", r) }) {
			switch len(field) {
			case 81:
				grids = append(grids, strings.ReplaceAll(field, "0", "."))
			case 256:
				grids = append(grids, field)
			}
		}
		if open := slices.IndexFunc(grids, func(grid string) bool { return strings.Contains(grid, ".") }); len(grids) > 0 {
			puzzles = append(puzzles, grids[max(open, 0)])
		}
	}
	return puzzles
}

// relabelled numbers the digits of puzzles of order 16 by their first place, because tables keep the
// digits of the file.
func relabelled(puzzles []string) []string {
	for i, puzzle := range puzzles {
		if len(puzzle) != 256 {
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

// onceDoors are compared with convert --to line.
var onceDoors = map[string]door{
	"convert --to csv": func(t *testing.T, path string) ([]string, int) {
		out, code := lookInto(t, "label", "-q", path, "--to", "csv", "--add", "puzzle", "--replace", "--on-bad", "skip")
		return puzzleColumn(out), code
	},
	"check": func(t *testing.T, path string) ([]string, int) {
		out, code := lookInto(t, "check", "-q", path, "--max-guesses", "1", "--format", "csv", "--columns", "status,puzzle")
		if rows := bytes.Count(out, []byte("\n")); code == 3 && rows > 1 && !bytes.Contains(out, []byte("\nmalformed")) {
			code = exitOK // the only failures are of well-formed puzzles
		}
		return puzzleColumn(out), code
	},
	"convert -o x.npz": func(t *testing.T, path string) ([]string, int) {
		npz := filepath.Join(t.TempDir(), "x.npz")
		_, code := lookInto(t, "convert", "-q", path, "-o", npz)
		archive, err := zip.OpenReader(npz)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, code
		}
		if err != nil {
			t.Fatal(err)
		}
		defer archive.Close()
		array, err := archive.Open("puzzles.npy")
		if err != nil {
			t.Fatal(err)
		}
		defer array.Close()
		return rowsOf(t, array), code
	},
}

// onceExceptions says why a door cannot be compared for a file.
var onceExceptions = map[string]string{
	"check: 076-Cristof17+SudokuMPI--sudoku3.txt":                      "the number above the grids is wrong, and no row says so",
	"convert --to csv: 181-Nickleaton+sudoku--2gfvalra.json":           "a field has several lines, and the test reads line by line",
	"convert -o x.npz: 003-1to9only+HoDoKu--reglib-1.3.txt":            "a column of numbers has a text",
	"convert -o x.npz: 026-ArnaudBuchholz+sudoku-solver--puzzles.json": "a solution is a list of solutions",
	"convert -o x.npz: 442-t-dillon+tdoku--test_puzzles":               "some rows have no solution, for which an array has zeros",
	"convert -o x.npz: 238-ahanQ+Sudoku--sudoku.csv":                   "some rows have no solution, for which an array has zeros",
	"convert -o x.npz: 159-Sliwson+sudoku-gpu-solver--zeros.csv":       "some rows have no solution, for which an array has zeros",
	"convert -o x.npz: 144-Karetho+sudoku16x16-solver--test4.txt":      "the digits may be 1-G or 0-F, and an array would hold a guess",
	"convert -o x.npz: 228-Karetho+sudoku16x16-solver--test6.txt":      "the digits may be 1-G or 0-F, and an array would hold a guess",
}

// rowsOf returns the rows of an array of bytes, without the package that wrote it.
func rowsOf(t *testing.T, array io.Reader) (puzzles []string) {
	text, err := io.ReadAll(array)
	if err != nil {
		t.Fatal(err)
	}
	cells := text[10+int(binary.LittleEndian.Uint16(text[8:])):]
	size := 81
	if bytes.Contains(text[:len(text)-len(cells)], []byte(", 256)")) {
		size = 256
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

// pythonDoor returns the door that is sudokubatch.read in Python, or nil.
func pythonDoor(t *testing.T) door {
	const script = `import sys, warnings
from sudokubatch import SudokubatchError, read
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    try:
        print(*read(sys.argv[1], text=True, on_bad="skip"), sep="\n")
    except SudokubatchError:
        sys.exit(1)
sys.exit(3 if any(str(w.message).startswith("left out:") for w in seen) else 0)
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
	return func(t *testing.T, path string) ([]string, int) {
		cmd := exec.Command(python, "-c", script, path)
		cmd.Env = append(os.Environ(), "PYTHONPATH="+site, "PYTHONDONTWRITEBYTECODE=1")
		out, err := cmd.Output()
		if _, failed := errors.AsType[*exec.ExitError](err); err != nil && !failed {
			t.Fatal(err)
		}
		return strings.Fields(string(out)), cmd.ProcessState.ExitCode()
	}
}

// readOnce compares what all doors find in the files of a folder.
func readOnce(t *testing.T, dir string, withAPI bool) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var python door
	if withAPI {
		python = pythonDoor(t)
	}
	for _, entry := range entries {
		t.Run(entry.Name(), func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(dir, entry.Name())
			out, code := lookInto(t, "convert", "-q", path, "--to", "line")
			want := relabelled(strings.Fields(string(out)))
			compare := func(name string, got []string, gotCode int) {
				if !slices.Equal(relabelled(got), want) {
					t.Errorf("%s finds %d puzzles, convert --to line finds %d: %.500q, %.500q", name, len(got), len(want), got, want)
				}
				if gotCode != code {
					t.Errorf("exit code of %s is %d, of convert --to line %d", name, gotCode, code)
				}
			}
			for _, name := range slices.Sorted(maps.Keys(onceDoors)) {
				if onceExceptions[name+": "+entry.Name()] != "" {
					continue
				}
				got, gotCode := onceDoors[name](t, path)
				compare(name, got, gotCode)
			}
			if python != nil {
				got, gotCode := python(t, path)
				compare("read in Python", got, gotCode)
			}
			if _, detected := lookInto(t, "detect", path); (detected == exitOK) != (code != exitFailed) && len(want) > 0 {
				t.Errorf("exit code of detect is %d, of convert %d", detected, code)
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
