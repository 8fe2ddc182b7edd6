package zframe

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
)

// TestPanicOfEncoding has the job that encodes a frame panic: who waits for it
// gets an error, with a pool and without.
func TestPanicOfEncoding(t *testing.T) {
	t.Parallel()
	for _, workers := range []int{0, 2} {
		var p *pool.Pool
		if workers > 0 {
			p = corpustest.StartPool(t, workers)
		}
		bug := func([]byte) (lines, records uint32, known bool) { panic("a bug") }
		w, err := NewWriter(io.Discard, WriterOptions{Pool: p, CountRecords: bug})
		if err != nil {
			t.Fatal(err)
		}
		text := bytes.Repeat([]byte("12345678\n"), groupText/4)
		if _, err = w.Write(text); err == nil {
			err = w.Finish()
		}
		if !isPanic(err, "a bug") {
			t.Errorf("%d workers: %v", workers, err)
		}
	}
}

// TestPanicOfDecoding has the job that decodes a frame panic.
func TestPanicOfDecoding(t *testing.T) {
	t.Parallel()
	p := &piece{ahead: new(prefetcher), raw: corpustest.Frame(t, "text"), done: make(chan struct{}, 1)}
	p.Run() // without a decoder
	if len(p.done) != 1 || !isPanic(p.err, "nil pointer") {
		t.Errorf("%v", p.err)
	}
}

// isPanic reports whether an error is a panic, with such words.
func isPanic(err error, words string) bool {
	p, ok := errors.AsType[*guard.Panic](err)
	return ok && strings.Contains(p.Error(), words)
}
