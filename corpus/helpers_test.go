package corpus

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

const puzzle = "4...7.1....19.46.5.....1......7....2..2.3....847..6....14...8.6.2....3..6...9....\n"

// zstdFrame compresses text into one frame with a checksum.
func zstdFrame(t testing.TB, text string) []byte {
	t.Helper()
	e, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithZeroFrames(true))
	if err != nil {
		t.Fatal(err)
	}
	return e.EncodeAll([]byte(text), nil)
}

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

// skippable is a skippable frame with n bytes of content.
func skippable(n int) []byte {
	return append([]byte{0x5a, 0x2a, 0x4d, 0x18, byte(n), byte(n >> 8), 0, 0}, bytes.Repeat([]byte{'#'}, n)...)
}

// rleFrame is a frame with a declared window of 1 << log bytes and blocks of 128 KiB zeros each, four bytes a block.
func rleFrame(log, blocks int) []byte {
	b := append(bytes.Clone(zstdMagic), 0, byte(log-10)<<3)
	for i := range blocks {
		h := uint32(128<<10)<<3 | 1<<1
		if i == blocks-1 {
			h |= 1
		}
		b = append(b, byte(h), byte(h>>8), byte(h>>16), 0)
	}
	return b
}

func join(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

func writeFile(t testing.TB, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// readBytes reads raw bytes as a stream, which spares the file system when there are many inputs.
func readBytes(t testing.TB, raw []byte) (string, error) {
	t.Helper()
	r, err := Open("-", Options{Stdin: bytes.NewReader(raw)})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	text, err := io.ReadAll(r)
	return string(text), err
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

// noLeaks fails the test if it leaves goroutines behind.
func noLeaks(t *testing.T) {
	t.Helper()
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		after := runtime.NumGoroutine()
		for deadline := time.Now().Add(2 * time.Second); after > before && time.Now().Before(deadline); {
			time.Sleep(time.Millisecond)
			after = runtime.NumGoroutine()
		}
		if after > before {
			t.Errorf("%d goroutines before, %d after", before, after)
		}
	})
}
