package convert_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// A wildFile is a file as people have them.
type wildFile struct {
	name   string
	raw    []byte
	header int  // the length of what comes before the first record
	rows   bool // a puzzle is several lines
	// unsure says that nothing shows that text was changed where many bytes depend
	// on one, in compressed data without a checksum.
	unsure bool
	// packed says that a checksum shows every change.
	packed bool
}

// sharedDir is where files lie that are not the project's own, beside it.
var sharedDir = filepath.Join("..", "..", "..", "shared", "wild")

// sharedFile reads a file beside the project.
func sharedFile(t *testing.T, name string) []byte {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(sharedDir, name))
	if errors.Is(err, os.ErrNotExist) {
		t.Skipf("%v: the files lie beside the project", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// wildFiles reads the files beside the project, and compresses some.
func wildFiles(t *testing.T) []*wildFile {
	t.Helper()
	var files []*wildFile
	names, _ := filepath.Glob(filepath.Join(sharedDir, "*")) // the pattern is right
	for _, path := range names {
		name := filepath.Base(path)
		if name == "README.md" || name == "solutions9.txt" {
			continue
		}
		f := &wildFile{name: name, raw: sharedFile(t, name)}
		switch filepath.Ext(name) {
		case ".csv", ".opensudoku":
			f.header = bytes.IndexByte(f.raw, '\n')
		case ".npy":
			f.header = 128
		case ".parquet":
			f.unsure = true
		case ".zip", ".bz2":
			f.packed = true
		}
		f.rows = f.header == 128 || slices.Contains([]string{"euler.txt", "forum.txt", "simple.ss", "sudocue.sdk", "spoj.txt", "numbers16.txt"}, name)
		files = append(files, f)
		if slices.Contains([]string{"lines9.txt", "forum.txt", "kaggle3m.csv", "n81-uint8.npy"}, name) {
			files = append(files, packed(t, f)...)
		}
	}
	if files == nil {
		t.Skipf("%s is missing: the files lie beside the project", sharedDir)
	}
	return append(files, ownFiles(t)...)
}

// ownFiles are puzzles in each form that can be written, and as a JSON array.
func ownFiles(t *testing.T) (files []*wildFile) {
	t.Helper()
	for order, name := range map[int]string{9: "lines9.txt", 16: "lines16.txt"} {
		for _, kind := range formats.Writable() {
			if _, err := kind.Form(order); err != nil {
				continue
			}
			raw := []byte(converted(t, kind, string(sharedFile(t, name)), pipeline.Config{}))
			f := &wildFile{name: fmt.Sprintf("%s as %v", name, kind), raw: raw, unsure: kind == formats.Parquet}
			switch kind {
			case formats.CSV, formats.TSV:
				f.header = bytes.IndexByte(raw, '\n')
			case formats.Npy:
				f.header, f.rows = 128, true
			case formats.Grid, formats.Hiho, formats.Letters16:
				f.rows = true
			case formats.NDJSON:
				array := bytes.ReplaceAll(bytes.TrimSpace(raw), []byte("}\n"), []byte("},\n "))
				files = append(files, &wildFile{name: name + " as json", raw: fmt.Appendf(nil, "{\"all\": [%s]}\n", array)})
			}
			files = append(files, f)
		}
	}
	slices.SortFunc(files, func(a, b *wildFile) int { return strings.Compare(a.name, b.name) })
	return files
}

// packed returns a file as compressors and archivers write it. An array is put in
// an archive as numpy does.
func packed(t *testing.T, f *wildFile) []*wildFile {
	t.Helper()
	var gz, zst, archive bytes.Buffer
	w := gzip.NewWriter(&gz)
	e, err := zstd.NewWriter(&zst)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(&archive)
	method := zip.Deflate
	if strings.HasSuffix(f.name, ".npy") {
		method = zip.Store
	}
	member, err := z.CreateHeader(&zip.FileHeader{Name: f.name, Method: method})
	if err != nil {
		t.Fatal(err)
	}
	_, err = io.MultiWriter(w, e, member).Write(f.raw)
	if err = errors.Join(err, w.Close(), e.Close(), z.Close()); err != nil {
		t.Fatal(err)
	}
	return []*wildFile{
		{name: f.name + ".gz", raw: gz.Bytes(), packed: true},
		{name: f.name + ".zst", raw: zst.Bytes(), packed: true},
		{name: f.name + ".zip", raw: archive.Bytes(), packed: true},
	}
}
