package parquettable

import (
	"bytes"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
)

// TestPool wants the same bytes, and the same text, for any number of workers.
func TestPool(t *testing.T) {
	corpustest.NoLeaks(t)
	text := extreme(140_000)
	want := write(t, text, WriterOptions{})
	for _, workers := range []int{1, 2, 5} {
		pool := corpustest.StartPool(t, workers)
		raw := write(t, text, WriterOptions{Pool: pool})
		if !bytes.Equal(raw, want) {
			t.Errorf("%d workers: other bytes", workers)
		}
		if got, err := read(t, raw, pool); err != nil || got != text {
			t.Errorf("%d workers: %v, %d bytes of text", workers, err, len(got))
		}
	}
}

// TestPieces writes a text in pieces, whose borders are everywhere.
func TestPieces(t *testing.T) {
	t.Parallel()
	text := "a,b\ntext,int\n" + "x,1\n\"a\nb\"\"\",\n,3\n"
	want := write(t, text, WriterOptions{})
	for size := 1; size < 12; size++ {
		var out bytes.Buffer
		w, err := NewWriter(&out, WriterOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for rest := []byte(text); len(rest) > 0; {
			n := min(size, len(rest))
			if _, err := w.Write(rest[:n]); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		if err := w.Finish(); err != nil || !bytes.Equal(out.Bytes(), want) {
			t.Errorf("pieces of %d bytes: %v, or other bytes", size, err)
		}
	}
}
