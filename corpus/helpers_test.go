package corpus

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/gzip"

	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
)

func gzipMember(t testing.TB, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func writeFile(t testing.TB, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// mustOpen opens a corpus, until the test ends.
func mustOpen(t testing.TB, name string, opts Options) *Reader {
	t.Helper()
	r, err := Open(name, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func mustCommit(t testing.TB, w *Writer) {
	t.Helper()
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
}

// readBytes reads raw bytes as a stream, which spares the file system when
// there are many inputs.
func readBytes(t testing.TB, raw []byte) (string, error) {
	t.Helper()
	r := mustOpen(t, "-", Options{Stdin: bytes.NewReader(raw)})
	text, err := io.ReadAll(r)
	return string(text), err
}

// readAt reads raw bytes as a regular file of a name, without one.
func readAt(name string, raw []byte) (string, Codec, error) {
	r, err := OpenAt(name, bytes.NewReader(raw), int64(len(raw)), Options{})
	if err != nil {
		return "", Plain, err
	}
	defer r.Close()
	text, err := io.ReadAll(r)
	return string(text), r.Codec(), err
}

func readPath(t testing.TB, path string) (string, Codec, error) {
	t.Helper()
	r, err := Open(path, Options{})
	if err != nil {
		return "", Plain, err
	}
	defer r.Close()
	text, err := io.ReadAll(r)
	return string(text), r.Codec(), err
}

// startPool is a pool at work, until the test ends.
func startPool(t testing.TB, workers int) *Pool {
	t.Helper()
	return corpustest.StartPool(t, workers)
}

// compress gives the bytes of a .zst output, which are flushed after each
// piece if it is a stream.
func compress(t testing.TB, pieces []string, opts CreateOptions, stream bool) []byte {
	t.Helper()
	var out bytes.Buffer
	w := &Writer{stream: stream}
	w.out.w = &out
	if err := w.compress(Zstd, opts); err != nil {
		t.Fatal(err)
	}
	for _, piece := range pieces {
		if _, err := io.WriteString(w, piece); err != nil {
			t.Fatal(err)
		}
		if stream {
			if err := w.Flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
	mustCommit(t, w)
	return out.Bytes()
}

// rleFrame is a frame with a declared window of 1 << log bytes and blocks of
// 128 KiB zeros each, four bytes a block.
func rleFrame(log, blocks int) []byte {
	b := append([]byte{0x28, 0xb5, 0x2f, 0xfd}, 0, byte(log-10)<<3)
	for i := range blocks {
		h := uint32(128<<10)<<3 | 1<<1
		if i == blocks-1 {
			h |= 1
		}
		b = append(b, byte(h), byte(h>>8), byte(h>>16), 0)
	}
	return b
}
