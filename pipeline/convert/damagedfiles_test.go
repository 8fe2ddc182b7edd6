package convert_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
)

// A soundFile is a file with checksums, to be damaged.
type soundFile struct {
	name  string
	raw   []byte
	whole map[int]bool               // where it can be cut and stay sound
	want  [len(damagedRanges)]string // what each range is converted to
}

// soundFiles are three files of each codec and container that is read.
func soundFiles(t *testing.T) []*soundFile {
	t.Helper()
	lines := pipetest.Demo(t, "@demo", 190)
	half := len(lines) / 2
	text, first, second := joined(lines), joined(lines[:half]), joined(lines[half:])
	files := []*soundFile{
		pieces("frame.zst", zstdFrame(t, text)),
		pieces("frames.zst", zstdFrame(t, first), zstdFrame(t, second)),
		{name: "own.zst", raw: created(t, "own.zst", text)},
		pieces("member.gz", gzipMember(t, text)),
		pieces("members.gz", gzipMember(t, first), gzipMember(t, second)),
		{name: "own.gz", raw: created(t, "own.gz", text)},
		pieces("stream.xz", xzStream(t, text, xz.WriterConfig{})),
		pieces("streams.xz", xzStream(t, first, xz.WriterConfig{CheckSum: xz.CRC32}), make([]byte, 4), make([]byte, 4), xzStream(t, second, xz.WriterConfig{CheckSum: xz.SHA256})),
		pieces("blocks.xz", xzStream(t, text, xz.WriterConfig{BlockSize: 2000})),
		{name: "deflated.zip", raw: archive(t, zip.Deflate, text)},
		{name: "stored.zip", raw: archive(t, zip.Store, first)},
		{name: "members.zip", raw: archive(t, zip.Deflate, first, second)},
		{name: "arrays.npz", raw: arrays(t, zip.Deflate, lines)},
		{name: "stored.npz", raw: arrays(t, zip.Store, lines[:half])},
		{name: "two.npz", raw: arrays(t, zip.Deflate, lines[:half], lines[half:])},
		parquetFile(t, "puzzles.parquet", rowsOf(lines, "")),
		parquetFile(t, "rated.parquet", rowsOf(lines, "rating")),
		parquetFile(t, "nulls.parquet", rowsOf(lines, "nulls")),
	}
	for _, name := range []string{"one.bz2", "streams.bz2", "grids.bz2"} { // nothing here writes them
		raw, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		second := max(0, bytes.LastIndex(raw, []byte("BZh"))) // where the last stream begins
		files = append(files, pieces(name, raw[:second], raw[second:]))
	}
	return files
}

// storedFiles are small files of each codec and container, and of others that are not text.
func storedFiles(t *testing.T) []*soundFile {
	t.Helper()
	const solved = "693784512487512936125963874932651487568247391741398625319475268856129743274836159"
	rows, database, wide := "", "SQLite format 3\x00\x10\x00\x01\x01\x00@ \x00", "\xff\xfe"
	lines := pipetest.Demo(t, "@demo", 3)
	for _, line := range lines {
		rows += fmt.Sprintf("{\"puzzle\":%q,\"solution\":%q}\n", line, solved)
		database += "T\n\x03\x81/" + line
		wide += strings.Join(strings.Split(line, ""), "\x00") + "\x00\n\x00"
	}
	text := joined(lines)
	array := converted(t, bulk.Npy, text, pipeline.Config{Jobs: 1})
	bzipped, err := os.ReadFile(filepath.Join("testdata", "one.bz2"))
	if err != nil {
		t.Fatal(err)
	}
	return []*soundFile{
		parquetFile(t, "few.parquet", rows),
		{name: "own.zst", raw: created(t, "own.zst", text)},
		{name: "frame.zst", raw: zstdFrame(t, text)},
		{name: "own.gz", raw: created(t, "own.gz", text)},
		{name: "one.bz2", raw: bzipped},
		{name: "stream.xz", raw: xzStream(t, text, xz.WriterConfig{})},
		{name: "stored.zip", raw: archive(t, zip.Store, text)},
		{name: "stored.npz", raw: archive(t, zip.Store, array)},
		{name: "array.npy", raw: []byte(array)},
		{name: "database", raw: []byte(database)},
		{name: "utf-16", raw: []byte(wide)},
	}
}

func joined(lines []string) string { return strings.Join(lines, "\n") + "\n" }

// pieces makes a file of parts that are sound files themselves.
func pieces(name string, parts ...[]byte) *soundFile {
	f := &soundFile{name: name, whole: map[int]bool{}}
	for _, part := range parts {
		f.whole[len(f.raw)] = true
		f.raw = append(f.raw, part...)
	}
	delete(f.whole, 0)
	return f
}

func zstdFrame(t *testing.T, text string) []byte {
	t.Helper()
	e, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return e.EncodeAll([]byte(text), nil)
}

func gzipMember(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Name, w.ModTime = "puzzles.txt", time.Unix(1e9, 0)
	_, err := io.WriteString(w, text)
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func xzStream(t *testing.T, text string, config xz.WriterConfig) []byte {
	t.Helper()
	var b bytes.Buffer
	config.DictCap = 1 << 16
	w, err := config.NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	_, err = io.WriteString(w, text)
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// created is what the command writes to a file of that name.
func created(t *testing.T, name, text string) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	w, err := corpus.Create(path, corpus.CreateOptions{CountRecords: bulk.CountRecords})
	if err != nil {
		t.Fatal(err)
	}
	_, err = io.WriteString(w, text)
	raw, readErr := []byte(nil), error(nil)
	if err = errors.Join(err, w.Commit()); err == nil {
		raw, readErr = os.ReadFile(path)
	}
	if err = errors.Join(err, readErr); err != nil {
		t.Fatal(err)
	}
	return raw
}

func archive(t *testing.T, method uint16, texts ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i, text := range texts {
		name := fmt.Sprintf("puzzles%d.txt", i)
		if strings.HasPrefix(text, "\x93NUMPY") {
			name = fmt.Sprintf("quizzes%d.npy", i)
		}
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: method})
		if err == nil {
			_, err = io.WriteString(w, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// arrays puts puzzles into arrays as numpy.savez does.
func arrays(t *testing.T, method uint16, puzzles ...[]string) []byte {
	t.Helper()
	var texts []string
	for _, lines := range puzzles {
		texts = append(texts, converted(t, bulk.Npy, joined(lines), pipeline.Config{Jobs: 1}))
	}
	return archive(t, method, texts...)
}

// rowsOf makes a table of puzzles, and of other columns.
func rowsOf(lines []string, others string) string {
	var b strings.Builder
	for i, line := range lines {
		fmt.Fprintf(&b, `{"puzzle":%q`, line)
		switch others {
		case "rating":
			fmt.Fprintf(&b, `,"rating":%d.5,"source":"book %d"`, i, i%3)
		case "nulls":
			fmt.Fprintf(&b, `,"number":%s,"easy":%t`, []string{"null", fmt.Sprint(i)}[i%2], i%5 == 0)
		}
		b.WriteString("}\n")
	}
	return b.String()
}

func parquetFile(t *testing.T, name, rows string) *soundFile {
	t.Helper()
	return &soundFile{name: name, raw: []byte(converted(t, bulk.Parquet, rows, pipeline.Config{Jobs: 1}))}
}
