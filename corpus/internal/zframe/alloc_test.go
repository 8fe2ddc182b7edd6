package zframe

import (
	"bytes"
	"io"
	"runtime"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
)

// racing says that the race detector looks on.
var racing bool

// TestNoAllocations writes and reads few frames and many:
// both take the same memory.
func TestNoAllocations(t *testing.T) {
	if racing {
		t.Skip("counts are not those of other builds")
	}
	pool := corpustest.StartPool(t, 2)
	text := []byte(corpustest.RandomGrids(5, 6400))
	mallocs := func(times int) (writing, reading uint64) {
		var out bytes.Buffer
		out.Grow(len(text) * times)
		w, err := NewWriter(&out, WriterOptions{Pool: pool})
		if err != nil {
			t.Fatal(err)
		}
		var a, b, c runtime.MemStats
		runtime.ReadMemStats(&a)
		for range times {
			if _, err := w.Write(text); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Finish(); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&b)
		r := newReader(t, &out, Options{Pool: pool})
		if n, err := io.Copy(struct{ io.Writer }{io.Discard}, r); err != nil || n != int64(times*len(text)) {
			t.Fatal(n, err)
		}
		runtime.ReadMemStats(&c)
		return b.Mallocs - a.Mallocs, c.Mallocs - b.Mallocs
	}
	mallocs(20)
	fewW, fewR := mallocs(20)
	manyW, manyR := mallocs(200)
	t.Logf("writing %d and %d, reading %d and %d", fewW, manyW, fewR, manyR)
	if manyW > fewW+60 || manyR > fewR+60 {
		t.Errorf("writing %d and %d allocations, reading %d and %d", fewW, manyW, fewR, manyR)
	}
}
