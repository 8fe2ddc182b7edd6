package corpus

import (
	"bytes"
	"compress/gzip"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
)

// gzipped gives the file of a text that comes in pieces.
func gzipped(t testing.TB, text string, size, level int, workers *pool.Pool) []byte {
	t.Helper()
	var out bytes.Buffer
	w := newGzipWriter(&out, level, workers, nil)
	for part := range slices.Chunk([]byte(text), size) {
		if _, err := w.Write(part); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Finish(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestGzipSameBytes wants the same file whichever goroutine compresses it and
// however the text comes, and the text back from another decoder.
func TestGzipSameBytes(t *testing.T) {
	text := corpustest.MixedText()
	for _, level := range []int{0, 1, 12} {
		want := gzipped(t, text, len(text), level, nil)
		for _, n := range []int{1, 4} {
			workers := corpustest.StartPool(t, n)
			for _, size := range []int{1 << 20, 7001} {
				if got := gzipped(t, text, size, level, workers); !bytes.Equal(got, want) {
					t.Errorf("level %d, %d workers, pieces of %d: other bytes", level, n, size)
				}
			}
		}
		if got := unzipped(t, want); got != text {
			t.Errorf("level %d: %d bytes of text, want %d", level, len(got), len(text))
		}
	}
}

func unzipped(t *testing.T, raw []byte) string {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Error(err)
	}
	return string(text)
}

// TestGzipEmpty wants a file of a text of no bytes to be one of gzip.
func TestGzipEmpty(t *testing.T) {
	if got := unzipped(t, gzipped(t, "", 1, 0, nil)); got != "" {
		t.Errorf("%q", got)
	}
}

// TestGzipSmaller wants the default to choose the better way for each kind of text.
func TestGzipSmaller(t *testing.T) {
	for name, text := range map[string]string{
		"grids": corpustest.RandomGrids(1, 6000), "lines": strings.Repeat("no solution\n", 40_000),
	} {
		best := len(gzipped(t, text, len(text), 0, nil))
		for _, level := range []int{1, 12} {
			if n := len(gzipped(t, text, len(text), level, nil)); best > n+n/4 {
				t.Errorf("%s: %d bytes, %d at level %d", name, best, n, level)
			}
		}
	}
}

func TestGzipLevels(t *testing.T) {
	for level, want := range map[int]int{0: -1, 1: 1, 22: 9, 12: 5} {
		if got := gzipLevel(level); got != want {
			t.Errorf("%d gives %d, want %d", level, got, want)
		}
	}
}
