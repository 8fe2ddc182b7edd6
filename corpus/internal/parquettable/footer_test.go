package parquettable

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// describeEmpty is what a footer says of a row group without rows whose only column has no page.
func describeEmpty(entries, dataPage int64) []byte {
	return thriftWriter{}.list(1, thriftStruct, 1).i64(2, 0).begin(1).i32(1, byteArrays).
		list(2, thriftBinary, 1).string("a").i32(1, zstdCodec).i64(1, entries).
		i64(2, 10). // the dictionary
		i64(2, dataPage).i64(2, int64(len(Magic))).end().end().i64(2, 0).end()
}

// TestEmptyGroup reads row groups as parquet-cpp describes those without rows: with a
// dictionary, and the data's first page at byte 0.
func TestEmptyGroup(t *testing.T) {
	t.Parallel()
	const text = "a\ntext\nx\ny\n"
	for _, c := range []struct {
		entries, dataPage int64
		want              string
	}{{0, 0, ""}, {0, 4, ""}, {0, -1, errMalformed.Error()}, {1, 3, errMalformed.Error()}, {1, 0, errRowCount.Error()}} {
		var out bytes.Buffer
		w, err := NewWriter(&out, WriterOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		w.Meta, w.Groups = describeEmpty(c.entries, c.dataPage), 1
		if err := w.Finish(); err != nil {
			t.Fatal(err)
		}
		got, err := read(t, out.Bytes(), nil)
		switch {
		case c.want == "" && (err != nil || got != text):
			t.Errorf("%+v: %q, %v", c, got, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%+v: %q, %v; want %s", c, got, err, c.want)
		}
	}
}

// TestJoined refuses files one after the other, and reads files with gaps, except one
// without row groups.
func TestJoined(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.parquet")
	if err != nil || len(files) == 0 {
		t.Fatal("no files in testdata", err)
	}
	contents := [][]byte{write(t, "a\nint\n", WriterOptions{})}
	for _, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		contents = append(contents, raw)
	}
	for i, raw := range contents {
		if _, err := read(t, raw, nil); err != nil {
			t.Error(err)
		}
		for _, ahead := range contents {
			if _, err := read(t, slices.Concat(ahead, raw), nil); !errors.Is(err, ErrJoined) {
				t.Errorf("file %d behind another: %v", i, err)
			}
		}
		end := len(raw) - 8 - int(little.Uint32(raw[len(raw)-8:]))
		for _, gap := range []int{1, 8, 1000} {
			_, err := read(t, slices.Concat(raw[:end], make([]byte, gap), raw[end:]), nil)
			if i == 0 && !strings.Contains(fmt.Sprint(err), "no row group") || i > 0 && err != nil {
				t.Errorf("file %d with a gap of %d bytes: %v", i, gap, err)
			}
		}
	}
}
