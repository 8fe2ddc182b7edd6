package gzmember

import (
	"bytes"
	"compress/gzip"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
)

// written gives the file of a text that comes in pieces.
func written(t testing.TB, text string, size int, opts Options) []byte {
	t.Helper()
	var out bytes.Buffer
	w := NewWriter(&out, opts)
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

// TestSameBytes wants the same file whichever goroutine compresses it and
// however the text comes, and the text back from another decoder.
func TestSameBytes(t *testing.T) {
	text := corpustest.MixedText()
	for _, level := range []int{0, 1, 12} {
		want := written(t, text, len(text), Options{Level: level})
		for _, workers := range []int{1, 4} {
			pool := corpustest.StartPool(t, workers)
			for _, size := range []int{1 << 20, 7001} {
				if got := written(t, text, size, Options{Level: level, Pool: pool}); !bytes.Equal(got, want) {
					t.Errorf("level %d, %d workers, pieces of %d: other bytes", level, workers, size)
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

// TestEmpty wants a file of a text of no bytes to be one of gzip.
func TestEmpty(t *testing.T) {
	if got := unzipped(t, written(t, "", 1, Options{})); got != "" {
		t.Errorf("%q", got)
	}
}

// TestSmaller wants the default to choose the better way for each kind of text.
func TestSmaller(t *testing.T) {
	for name, text := range map[string]string{
		"grids": corpustest.RandomGrids(1, 6000), "lines": strings.Repeat("no solution\n", 40_000),
	} {
		best := len(written(t, text, len(text), Options{}))
		for _, level := range []int{1, 12} {
			if n := len(written(t, text, len(text), Options{Level: level})); best > n+n/4 {
				t.Errorf("%s: %d bytes, %d at level %d", name, best, n, level)
			}
		}
	}
}

func TestLevels(t *testing.T) {
	for level, want := range map[int]int{0: -1, 1: 1, 22: 9, 12: 5, 99: 9, -5: 1} {
		if got := gzipLevel(level); got != want {
			t.Errorf("%d gives %d, want %d", level, got, want)
		}
	}
}
