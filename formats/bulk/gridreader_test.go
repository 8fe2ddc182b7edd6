package bulk

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/gridreader"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// sharedFolder returns the folder of shared files beside the project, or the one that SHARED names.
func sharedFolder() string {
	if folder := os.Getenv("SHARED"); folder != "" {
		return folder
	}
	return filepath.Join("..", "..", "..", "shared")
}

// publicFiles calls do with each public file.
func publicFiles(t *testing.T, do func(name string, text []byte)) {
	t.Helper()
	for _, archive := range []string{"wild500", "wild4", "wild5"} {
		f, err := os.Open(filepath.Join(sharedFolder(), archive+".tar.zst"))
		if errors.Is(err, os.ErrNotExist) {
			t.Skipf("%v: the shared files lie beside the project", err)
		}
		z, err := zstd.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		for r := tar.NewReader(z); ; {
			h, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			text, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(strings.TrimPrefix(h.Name, "./"), "files/") {
				do(archive+"/"+filepath.Base(h.Name), text)
			}
		}
		z.Close()
		f.Close()
	}
	files, _ := filepath.Glob(filepath.Join(sharedFolder(), "wild", "*"))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		do("wild/"+filepath.Base(file), text)
	}
}

// readGrids reads a file of drawn grids, as readWhole does, with package gridreader.
func readGrids(text []byte, sizes ...int) (out string, leftOut int) {
	s := &form.Sample{Text: text[:min(len(text), DetectBytes)], All: len(text) <= DetectBytes, Hints: model.Hints{Sizes: sizes}}
	d, err := gridreader.Detect(s)
	if err != nil || d == nil {
		return fmt.Sprintln(err), 0
	}
	var b strings.Builder
	records, lines := 0, 0
	c := gridreader.NewCutter(d, false)
	for len(text) > 0 {
		var r model.Records
		_, to := c.Cut(&r, text, true)
		size, grids, faults := r.Order*r.Order, r.Cells, r.Faults
		for i := range r.N {
			if len(faults) > 0 && faults[0].Record == i {
				e := faults[0].Rebase("", records, lines)
				fmt.Fprintf(&b, "%d (row %d): %v\n", e.Record, e.Row, &e)
				faults = faults[1:]
				continue
			}
			b.Write(cells.AppendLine(nil, grids[:size], r.Order))
			grids = grids[size:]
		}
		records, lines, leftOut, text = records+r.N, lines+r.Lines, leftOut+r.LeftOut, text[to:]
	}
	if fault := c.Finish(); fault != nil {
		fmt.Fprintln(&b, fault)
	}
	return b.String(), leftOut
}

// leftOutOf returns the number of solutions that a form leaves out of a file.
func leftOutOf(f Form, text []byte) (n int) {
	for framer := f.NewFramer(); len(text) > 0; {
		var r model.Records
		from, to := framer.Cut(text, true)
		f.Decode(&r, text[from:to])
		n, text = n+r.LeftOut, text[to:]
	}
	return n
}

// otherGrids are the public files that package gridreader reads otherwise than the form, and why.
var otherGrids = map[string]string{
	"wild500/055-CapOfCave+variant-sudoku-solver--SudokuSolverTest.java": "one grid more, with null for blanks",
	"wild500/221-TheTacBanana+SudokuSolver--new.py":                      "one grid more, below a name",
	"wild500/307-hhelwich+sudoku-js--sudoku_test.js":                     "one fault less, of a row alone",
	"wild4/134-zettsu-t+sudokusse--notes.txt":                            "no faults of drawings with few rows in prose",
	"wild4/203-jtortorelli+sudoku16--too_few_columns.txt":                "the only grid is damaged: refused, with its place",
	"wild5/702-EPITA-S3-OCR+OCR-Sudoku-Solver-S3-Project--train.txt":     "no puzzle in it: refused, as faults have more bytes than records",
}

// TestPublicGrids compares what package gridreader reads of public files with what the form reads:
// records, faults and their places, and the number of solutions.
func TestPublicGrids(t *testing.T) {
	t.Parallel()
	files, same := 0, 0
	publicFiles(t, func(name string, text []byte) {
		text = text[BOMLen(text):]
		found, err := Detect(text, true, 0)
		if err != nil || found.Kind != Grid && found.Kind != Letters16 {
			return
		}
		files++
		old, oldLeft := readWhole(found, text), leftOutOf(found, text)
		got, left := readGrids(text)
		if got == old && left == oldLeft {
			same++
			return
		}
		say := t.Errorf
		if otherGrids[name] != "" {
			say = t.Logf
		}
		say("%s: %v: %s\nbefore, %d left out:\n%.1500snow, %d left out:\n%.1500s", name, found, otherGrids[name], oldLeft, old, left, got)
	})
	t.Logf("%d of %d files are read alike", same, files)
}

// TestSmallGrids reads the small drawn grids that failed once. A result is the number of records, or a
// part of a message.
func TestSmallGrids(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][]string{
		"short-row.txt": {"5:9: 8 of 9 cells"}, "short-among.txt": {"5:9: 8 of 9 cells", "1"}, "eight-columns.sdk": {"<nil>"}, "box-short.txt": {"5:11: 8 of 9 cells"},
		"region-map.txt": {"a jigsaw"}, "region-map0.txt": {"a jigsaw"}, "bold.txt": {"0"}, "title-bold.txt": {"1"}, "title-plain.txt": {"1"},
		"mixed-wrong.txt": {"3", "17:1: a grid of 9x9 among other sizes: read both with --size 9,16"}, "mixed-adjacent.txt": {"2", "17:1: a grid", "42:1: a grid"},
		"mixed-blank.txt": {"2", "18:1: a grid", "45:1: a grid"}, "num-before.txt": {"2"}, "five.txt": {"5"}, "empty.txt": {"1"}, "bars2.txt": {"1"}, "py.txt": {"1"}, "tilde.tex": {"1"},
	} {
		text, err := os.ReadFile(filepath.Join(sharedFolder(), "small5", name))
		if errors.Is(err, os.ErrNotExist) {
			t.Skipf("%v: the shared files lie beside the project", err)
		}
		check := func(want []string, sizes ...int) {
			got, _ := readGrids(text, sizes...)
			records := 0
			for line := range strings.Lines(got) {
				if len(line) == 82 || len(line) == 257 {
					records++
				}
			}
			for _, part := range want {
				if !strings.Contains(got, part) && part != fmt.Sprint(records) {
					t.Errorf("%s %v: %d records, want %s\n%s", name, sizes, records, part, got)
				}
			}
		}
		if check(want); strings.HasPrefix(name, "mixed") {
			check([]string{"4"}, 9, 16)
		}
	}
}

// TestDrawnGrids compares what package gridreader reads of all drawings with what the form reads.
func TestDrawnGrids(t *testing.T) {
	t.Parallel()
	check := func(name, text string, sizes ...int) {
		found, err := DetectWith([]byte(text), true, Grid, model.Hints{Sizes: sizes})
		got, left := readGrids([]byte(text), sizes...)
		switch {
		case err != nil && got != err.Error()+"\n":
			t.Errorf("%s: %.300s, want %v", name, got, err)
		case err == nil && (got != readWhole(found, []byte(text)) || left != leftOutOf(found, []byte(text))):
			t.Errorf("%s: %d left out\n%.1500swant\n%.1500s", name, left, got, readWhole(found, []byte(text)))
		}
	}
	for _, drawings := range []map[string]drawing{gridFiles, rareGridFiles, gridFiles16} {
		for name, d := range drawings {
			puzzles := wild9
			if _, ok := gridFiles16[name]; ok {
				puzzles = wild16
			}
			check(name, d.draw(puzzles))
			check(name+", one", d.draw(puzzles[:1]))
		}
	}
	for _, size := range []int{4, 6, 8, 12, 16, 25} {
		for _, kind := range []Kind{Compact, Spaced, Boxed} {
			form, err := kind.Form(size)
			if err != nil {
				t.Fatal(err)
			}
			var text []byte
			for _, p := range sized(size, 5) {
				text = form.AppendPuzzle(text, p)
			}
			check(fmt.Sprint(kind, size), string(text), size)
			check(fmt.Sprint(kind, size), string(text))
		}
	}
}
