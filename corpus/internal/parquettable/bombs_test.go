package parquettable

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
)

// A bombColumn is a column of a file that declares much: its schema elements, and the pages of
// its only leaf.
type bombColumn struct {
	path    string // the names, with a dot before each
	schema  thriftWriter
	pages   []byte
	entries int64
}

// bombPage makes a page. Its body is of n values, or levels and values.
func bombPage(kind int, body []byte, entries, encoding int) []byte {
	z, _ := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest)) // no option can be wrong
	packed := z.EncodeAll(body, nil)
	w := thriftWriter{}.i32(1, kind).i32(1, len(body)).i32(1, len(packed)).begin(2+kind).
		i32(1, entries).i32(1, encoding).i32(1, runLengths).i32(1, runLengths).end().end()
	return append(w, packed...)
}

// bombLeaf is an element of byte arrays.
func bombLeaf(name string, repetition int) thriftWriter {
	return thriftWriter{}.i32(1, byteArrays).i32(2, repetition).text(1, name).end()
}

// bombFile makes a file of one row group.
func bombFile(rows int64, columns ...bombColumn) []byte { return craft(1, rows, columns...) }

// craft makes a file of some row groups, which are the same.
func craft(groups int, rows int64, columns ...bombColumn) []byte {
	out := []byte(Magic)
	w := thriftWriter{}.i32(1, 1).list(1, thriftStruct, 1+len(columns)).text(4, "schema").i32(1, len(columns)).end()
	for _, c := range columns {
		w = append(w, c.schema...)
	}
	w = w.i64(1, rows*int64(groups)).list(1, thriftStruct, groups)
	for range groups {
		w = w.list(1, thriftStruct, len(columns))
		for _, c := range columns {
			names := strings.Split(c.path, ".")[1:]
			w = w.i64(2, 4).begin(1).i32(1, byteArrays).list(2, thriftBinary, len(names))
			for _, name := range names {
				w = w.string(name)
			}
			w = w.i32(1, zstdCodec).i64(1, c.entries).i64(2, int64(len(c.pages))).i64(2, int64(len(out))).end().end()
			out = append(out, c.pages...)
		}
		w = w.i64(2, rows).end()
	}
	w = w.end()
	out = append(out, w...)
	return append(little.AppendUint32(out, uint32(len(w))), Magic...)
}

// run is levels or indices of one value.
func run(n int, value byte) []byte { return append(binary.AppendUvarint(nil, uint64(n)<<1), value) }

// sized is text after its size.
func sized(text []byte) []byte { return append(little.AppendUint32(nil, uint32(len(text))), text...) }

// bombs are files of less than 1 MiB that declare far more.
func bombs() map[string][]byte {
	const many = 9_000_000
	flat := func(name string, pages ...[]byte) bombColumn {
		return bombColumn{"." + name, bombLeaf(name, required), bytes.Join(pages, nil), many}
	}
	large := func(size int) []byte { return bombPage(dictionaryPage, sized(make([]byte, size)), 1, plainEncoding) }
	indices := bombPage(dataPage, append([]byte{1}, run(many, 0)...), many, dictionaryIndices)
	levels := bombPage(dataPage, append(sized(run(1<<31-1, 0)), 0), 1, plainEncoding)
	delta := []byte{}
	for _, n := range []uint64{1 << 20, 1, many} {
		delta = binary.AppendUvarint(delta, n)
	}
	delta = append(delta, 0)
	for range many>>20 + 1 {
		delta = append(delta, 0, 0)
	}
	list := flat("a", large(1<<20), bombPage(dataPage, append(append(sized(append(run(1, 0), run(many-1, 1)...)), sized(run(many, 1))...), append([]byte{1}, run(many, 0)...)...), many, dictionaryIndices))
	list.schema = bombLeaf("a", repeated)
	files := map[string][]byte{
		"levels":     bombFile(1, bombColumn{".a", bombLeaf("a", optional), levels, 1}),
		"references": bombFile(many, flat("a", large(1<<10), indices)),
		"long":       bombFile(many, flat("a", large(60<<20), indices)),
		"page":       bombFile(1, bombColumn{".a", bombLeaf("a", required), bombPage(dataPage, sized(make([]byte, 200<<20)), 1, plainEncoding), 1}),
		"deltas":     bombFile(many, flat("a", bombPage(dataPage, delta, many, deltaLengthByteArray))),
		"list":       bombFile(1, list),
		"rows":       bombFile(1<<36, bombColumn{".a", bombLeaf("a", optional), levels, 1 << 36}),
	}
	var wide []bombColumn
	column := flat("a", large(1<<20), indices)
	for i := range 60 {
		name := string(rune('A' + i))
		column.path, column.schema = "."+name, bombLeaf(name, required)
		wide = append(wide, column)
	}
	files["wide"] = bombFile(many, wide...)
	for name, b := range map[string]byte{"groups": 4<<4 | thriftList, "schema": 2<<4 | thriftList} {
		const n = 1_000_000
		footer := binary.AppendUvarint([]byte{b, 15<<4 | thriftStruct}, n)
		footer = append(footer, make([]byte, n+1)...)
		files[name] = append(little.AppendUint32(append([]byte(Magic), footer...), uint32(len(footer))), Magic...)
	}
	return files
}

// TestBombs reads files that declare much, each in a process of its own, which may take 256 MiB.
func TestBombs(t *testing.T) {
	t.Parallel()
	const name = "SUDOKUBATCH_TEST_BOMB"
	if path := os.Getenv(name); path != "" {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		r, err := NewReader(bytes.NewReader(raw), int64(len(raw)), ReaderOptions{})
		if err == nil {
			_, err = io.CopyN(io.Discard, r, 256<<20)
		}
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		fmt.Printf("%d MiB: %v\n", m.Sys>>20, err)
		return
	}
	for bomb, raw := range bombs() {
		if len(raw) > 1<<20 {
			t.Errorf("%s: %d bytes", bomb, len(raw))
		}
		path := filepath.Join(t.TempDir(), "bomb.parquet")
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(os.Args[0], "-test.run=^TestBombs$")
		cmd.Env = append(os.Environ(), name+"="+path)
		out, err := cmd.CombinedOutput()
		peak := 0
		if _, scan := fmt.Sscanf(string(out), "%d MiB", &peak); err != nil || scan != nil || peak > 256 || bytes.Contains(out, []byte("panic")) {
			t.Errorf("%s: %v: %s", bomb, err, out)
		}
		t.Logf("%s: %d bytes: %s", bomb, len(raw), out)
	}
}

// TestUnusedDictionary reads pages that do not use the dictionary of their chunk, and others that
// do, in many row groups.
func TestUnusedDictionary(t *testing.T) {
	t.Parallel()
	dictionary := bombPage(dictionaryPage, sized([]byte("one")), 1, plainEncoding)
	column := func(name string, page []byte) bombColumn {
		return bombColumn{"." + name, bombLeaf(name, required), slices.Concat(dictionary, page), 1}
	}
	const groups = 500
	raw := craft(groups, 1, column("a", bombPage(dataPage, sized([]byte("two")), 1, plainEncoding)),
		column("b", bombPage(dataPage, append([]byte{1}, run(1, 0)...), 1, dictionaryIndices)))
	for _, p := range []*pool.Pool{nil, corpustest.StartPool(t, 2)} {
		if got, err := read(t, raw, p); err != nil || got != "a,b\ntext,text\n"+strings.Repeat("two,one\n", groups) {
			t.Errorf("%d bytes, %v", len(got), err)
		}
	}
}
