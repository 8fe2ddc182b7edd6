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
func readGrids(text []byte, sizes ...int) (d *gridreader.Drawing, out string, leftOut int) {
	s := &form.Sample{Text: text[:min(len(text), DetectBytes)], All: len(text) <= DetectBytes, Hints: model.Hints{Sizes: sizes}}
	d, err := gridreader.Detect(s)
	if err != nil || d == nil {
		return nil, fmt.Sprintln(err), 0
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
	return d, b.String(), leftOut
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

// TestPublicGrids lists the public files that package gridreader reads otherwise than the form.
func TestPublicGrids(t *testing.T) {
	files, same := 0, 0
	publicFiles(t, func(name string, text []byte) {
		text = text[BOMLen(text):]
		found, err := Detect(text, true, 0)
		if err != nil || found.Kind != Grid && found.Kind != Letters16 {
			return
		}
		files++
		old, oldLeft := readWhole(found, text), leftOutOf(found, text)
		d, got, left := readGrids(text)
		if got == old && left == oldLeft {
			same++
			return
		}
		t.Logf("%s: %v %v; %+v\nbefore (%d left out)\n%.1500snow (%d left out)\n%.1500s", name, found, found.Layout, d, oldLeft, old, left, got)
	})
	t.Logf("%d of %d files are read alike", same, files)
}

// TestSmallGrids reads the small drawn grids that failed before.
func TestSmallGrids(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(sharedFolder(), "small5", "*"))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, got, left := readGrids(text)
		t.Logf("%s: %d left out\n%s", filepath.Base(file), left, got)
		if strings.HasPrefix(filepath.Base(file), "mixed") {
			_, got, left := readGrids(text, 9, 16)
			t.Logf("%s both sizes: %d left out\n%s", filepath.Base(file), left, got)
		}
	}
}

func TestDrawnGrids(t *testing.T) {
	check := func(name, text string, sizes ...int) {
		found, err := DetectWith([]byte(text), true, Grid, model.Hints{Sizes: sizes})
		if err != nil {
			_, got, _ := readGrids([]byte(text), sizes...)
			if got != err.Error()+"\n" {
				t.Logf("%s: before %v now %.300s", name, err, got)
			}
			return
		}
		old := readWhole(found, []byte(text))
		d, got, left := readGrids([]byte(text), sizes...)
		if got != old || left != leftOutOf(found, []byte(text)) {
			t.Logf("%s: %v %v; %+v\nbefore\n%.1500snow %d\n%.1500s of %.800s", name, found, found.Layout, d, old, left, got, text)
		}
	}
	for name, d := range gridFiles {
		check(name, d.draw(wild9))
		check(name+" one", d.draw(wild9[:1]))
		check(name+" empty", d.draw([]string{strings.Repeat(".", 81)}))
	}
	for name, d := range rareGridFiles {
		check(name, d.draw(wild9))
		check(name+" one", d.draw(wild9[:1]))
	}
	for name, d := range gridFiles16 {
		check(name, d.draw(wild16))
		check(name+" one", d.draw(wild16[:1]))
	}
	for _, size := range []int{4, 6, 8, 12, 16, 25} {
		for _, kind := range []Kind{Compact, Spaced, Boxed} {
			form, _ := kind.Form(size)
			var text []byte
			for _, p := range sized(size, 5) {
				text = form.AppendPuzzle(text, p)
			}
			check(fmt.Sprint(kind, size), string(text), size)
			check(fmt.Sprint(kind, size), string(text), 6, size)
			check(fmt.Sprint(kind, size, "unnamed"), string(text))
		}
	}
}
