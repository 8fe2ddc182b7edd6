package parquettable

import (
	"bytes"
	"strings"
	"testing"
)

// describeEmpty appends what a footer says of a row group without rows whose only
// column has no page.
func describeEmpty(meta []byte, entries, dataPage int64) []byte {
	w := &thriftWriter{b: meta}
	w.element()
	w.list(1, thriftStruct, 1)
	w.element()
	w.i64(2, 0)
	w.begin(3)
	w.i32(1, int(byteArrays))
	w.i32(4, int(zstdCodec))
	w.i64(5, entries)
	w.i64(9, dataPage)
	w.i64(11, int64(len(Magic)))
	w.end()
	w.end()
	w.i64(3, 0)
	w.end()
	return w.b
}

// TestEmptyGroup reads row groups as parquet-cpp describes those without rows: with a
// dictionary, and the data's first page at byte 0.
func TestEmptyGroup(t *testing.T) {
	t.Parallel()
	const text = "a\ntext\nx\ny\n"
	for _, c := range []struct {
		entries, dataPage int64
		want              string
	}{{0, 0, ""}, {0, 4, ""}, {0, -1, errThriftForm.Error()}, {1, 3, errThriftForm.Error()}, {1, 0, "more values than the column"}} {
		var out bytes.Buffer
		w, err := NewWriter(&out, WriterOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		w.group.meta, w.group.groups = describeEmpty(nil, c.entries, c.dataPage), 1
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
