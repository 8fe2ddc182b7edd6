package zframe

import (
	"bytes"
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
)

// compress gives the bytes of a .zst output; flush says after which pieces to
// flush.
func compress(t testing.TB, pieces []string, opts WriterOptions, flush bool) []byte {
	t.Helper()
	var out bytes.Buffer
	opts.Seekable = !flush
	w, err := NewWriter(&out, opts)
	if err != nil {
		t.Fatal(err)
	}
	for _, piece := range pieces {
		if _, err := w.Write([]byte(piece)); err != nil {
			t.Fatal(err)
		}
		if flush {
			if err := w.Flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Finish(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestSameBytes wants the same file whichever goroutine encodes it and however
// the text comes.
func TestSameBytes(t *testing.T) {
	text := corpustest.MixedText()
	for _, level := range []int{0, 1} {
		want := compress(t, []string{text}, WriterOptions{Level: level}, false)
		for _, workers := range []int{1, 4} {
			pool := corpustest.StartPool(t, workers)
			for _, size := range []int{1 << 20, 7001} {
				var pieces []string
				for part := range slices.Chunk([]byte(text), size) {
					pieces = append(pieces, string(part))
				}
				if got := compress(t, pieces, WriterOptions{Level: level, Pool: pool}, false); !bytes.Equal(got, want) {
					t.Errorf("level %d, %d workers, pieces of %d: other bytes", level, workers, size)
				}
			}
		}
	}
}
