package corpus

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
)

// table is typed CSV of some row groups.
var table = "puzzle,rating\ntext,int\n" +
	strings.Repeat("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79,17\n\"\",\n", 70_000)

// writeTable makes a Parquet file of a text.
func writeTable(t *testing.T, path, text string, opts CreateOptions) error {
	t.Helper()
	opts.Parquet = true
	w, err := Create(path, opts)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(w, text); err != nil {
		return errors.Join(err, w.Abort())
	}
	if err := w.Flush(); err != nil {
		t.Error(err)
	}
	return w.Commit()
}

func TestParquet(t *testing.T) {
	corpustest.NoLeaks(t)
	path := filepath.Join(t.TempDir(), "table.anything")
	if err := writeTable(t, path, table, CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	r := mustOpen(t, path, Options{})
	if r.Codec() != Parquet || r.Codec().String() != "parquet" || !r.Typed() || r.Stream() {
		t.Errorf("codec %v, typed %v, stream %v", r.Codec(), r.Typed(), r.Stream())
	}
	if text, _, _ := r.Rest(); text != nil {
		t.Error("a Parquet file has a Rest")
	}
	text, err := io.ReadAll(r)
	if err != nil || string(text) != table {
		t.Fatalf("%v, %d bytes of %d", err, len(text), len(table))
	}
	if ok, err := r.Verify(r.Offset()); !ok || err != nil {
		t.Error("not verified", err)
	}
	if r.BytesIn() != r.Size() || r.Offset() != int64(len(table)) {
		t.Errorf("%d of %d bytes, %d of text", r.BytesIn(), r.Size(), r.Offset())
	}
}

// TestParquetNullCounts looks in footers for how many nulls columns have in each row group.
func TestParquetNullCounts(t *testing.T) {
	t.Parallel()
	const most = 4096 // rows of the first row group, whose text has 12287 bytes
	text := "a,b\nint,int\n" + strings.Repeat("1,\n", most-3) + ",2\n,3\n,\n" + ",4\n,5\n6,\n"
	for group, want := range map[int]string{0: "5 4095", 12287: "3 4094 2 1"} {
		path := filepath.Join(t.TempDir(), "t.parquet")
		if err := writeTable(t, path, text, CreateOptions{GroupText: group}); err != nil {
			t.Fatal(err)
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		// Statistics are field 12 of a column, and the nulls, twice as large, their field 3.
		var got []string
		for _, m := range bytes.SplitAfter(raw, []byte{0x3c, 0x36})[1:] {
			n, _ := binary.Uvarint(m)
			got = append(got, strconv.FormatUint(n/2, 10))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("row groups of %d bytes: %v, want %s", group, got, want)
		}
	}
}

// TestParquetOnly leaves columns out, also where all was read.
func TestParquetOnly(t *testing.T) {
	corpustest.NoLeaks(t)
	dir := t.TempDir()
	few := table[:strings.Index(table, ",17\n")+4]
	for _, text := range []string{table, few} {
		path := filepath.Join(dir, "t.parquet")
		if err := writeTable(t, path, text, CreateOptions{Force: true}); err != nil {
			t.Fatal(err)
		}
		r := mustOpen(t, path, Options{})
		for _, n := range []int64{1 << 10, 10} {
			if _, err := io.CopyN(io.Discard, r, n); err != nil && !errors.Is(err, io.EOF) {
				t.Error(err)
			}
			if !r.Only(0, 1) {
				t.Error("nothing was left out")
			}
		}
		want := strings.ReplaceAll(text, ",17\n", ",\n")
		if got, err := io.ReadAll(r); err != nil || string(got) != want {
			t.Errorf("%v, %d bytes of %d", err, len(got), len(want))
		}
		if r.BytesIn() != r.Size() || r.Offset() != int64(len(want)) {
			t.Errorf("%d of %d bytes, %d of text", r.BytesIn(), r.Size(), r.Offset())
		}
		if err := r.Close(); err != nil || text == table && r.Only(0, 1) {
			t.Error("columns are left out at the end of a long text", err)
		}
	}
	r := mustOpen(t, writeFile(t, "a.csv", []byte(few)), Options{})
	if r.Only(0, 1) {
		t.Error("columns of a text are left out")
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

// TestParquetStopsEarly closes readers in the middle.
func TestParquetStopsEarly(t *testing.T) {
	corpustest.NoLeaks(t)
	path := filepath.Join(t.TempDir(), "t.parquet")
	if err := writeTable(t, path, table, CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, n := range []int64{0, 1, 100, 1 << 20} {
		r := mustOpen(t, path, Options{})
		if _, err := io.CopyN(io.Discard, r, n); err != nil {
			t.Error(err)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
		if _, err := r.Read(make([]byte, 1)); !errors.Is(err, os.ErrClosed) {
			t.Errorf("a Read after Close: %v", err)
		}
	}
}

// TestParquetStdin reads a file given as standard input, and refuses a pipe.
func TestParquetStdin(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := writeTable(t, "-", table, CreateOptions{Stdout: &out}); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "t.parquet")
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, c := range []struct {
		stdin io.Reader
		want  error
	}{{f, nil}, {&out, errParquetStream}} {
		r := mustOpen(t, "-", Options{Stdin: c.stdin})
		text, err := io.ReadAll(r)
		if !errors.Is(err, c.want) || c.want == nil && string(text) != table {
			t.Errorf("%v, %d bytes", err, len(text))
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestParquetDamage wants errors that name the file.
func TestParquetDamage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole.parquet")
	if err := writeTable(t, whole, table, CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	changed := bytes.Clone(raw)
	changed[len(changed)/3] ^= 1
	for name, c := range map[string]struct {
		raw  []byte
		want string
	}{
		"empty.parquet":   {nil, "empty file"},
		"cut.parquet":     {raw[:len(raw)/2], "cut"},
		"more.parquet":    {append(bytes.Clone(raw), "x\n"...), "something follows"},
		"changed.parquet": {changed, "checksum"},
		"magic.txt":       {[]byte("PAR1"), "cut"},
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, c.raw, 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := Open(path, Options{})
		if err == nil {
			_, err = io.Copy(io.Discard, r)
			_ = r.Close() // it only read
		}
		if err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestParquetRefused has tables that are none, and names that promise another
// compression.
func TestParquetRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "t.parquet")
	late := "p,r\ntext,int\n" + strings.Repeat("x,1\n", 200_000) + "x,1.5\n"
	err := writeTable(t, path, late, CreateOptions{})
	if err == nil || !strings.Contains(err.Error(), `row 200001: column "r": "1.5" is no int`) {
		t.Errorf("a number that is no int: %v", err)
	}
	if err := writeTable(t, path, "p,r\ntext,int\nx,1\nx\n", CreateOptions{}); err == nil || !strings.Contains(err.Error(), "row 2: ") {
		t.Errorf("a field is missing: %v", err)
	}
	for _, text := range []string{"", "p,r\n", "p,r\ntext,number\nx,1\n", "p\ntext,int\n"} {
		if err := writeTable(t, path, text, CreateOptions{}); err == nil {
			t.Errorf("%q is written", text)
		}
	}
	if err := writeTable(t, filepath.Join(dir, "t.zst"), table, CreateOptions{}); err == nil {
		t.Error("a Parquet file is compressed once more")
	}
	corpustest.WantNames(t, dir)
}

// TestParquetName wants a name alone to mean nothing.
func TestParquetName(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "plain.parquet")
	w, err := Create(path, CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, "text\n"); err != nil {
		t.Error(err)
	}
	mustCommit(t, w)
	corpustest.WantContent(t, path, "text\n")
}
