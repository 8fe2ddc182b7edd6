package corpus

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
)

// isPanic reports whether an error is a panic, with such words.
func isPanic(err error, words string) bool {
	p, ok := errors.AsType[*guard.Panic](err)
	return ok && strings.Contains(p.Error(), words)
}

// TestPanicOfEncoding has the job that encodes a frame panic: who waits for it
// gets an error, with a pool and without.
func TestPanicOfEncoding(t *testing.T) {
	t.Parallel()
	for _, members := range []int{0, 2} {
		var pool *Pool
		if members > 0 {
			pool = NewPool(members)
			pool.Start()
			for range members {
				go func() {
					for {
						select {
						case j := <-pool.Jobs():
							j.Run()
						case <-pool.Stopped():
							return
						}
					}
				}()
			}
		}
		p, err := newPacker(io.Discard, pool, 1, true)
		if err != nil {
			t.Fatal(err)
		}
		p.search = nil // a bug
		text := bytes.Repeat([]byte("12345678\n"), groupText/4)
		if err = p.write(text); err == nil {
			err = p.finish()
		}
		if !isPanic(err, "nil pointer") {
			t.Errorf("%d members: %v", members, err)
		}
		pool.Stop()
	}
}

// TestPanicOfDecoding has the job that decodes a frame panic.
func TestPanicOfDecoding(t *testing.T) {
	t.Parallel()
	p := &piece{feed: new(feeder), raw: zstdFrame(t, "text"), done: make(chan struct{}, 1)}
	p.Run() // without a decoder
	if len(p.done) != 1 || !isPanic(p.err, "nil pointer") {
		t.Errorf("%v", p.err)
	}
}

// A panicky reader panics where its bytes end.
type panicky struct{ io.Reader }

func (r panicky) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if err == io.EOF {
		panic("bug in read")
	}
	return n, err
}

// TestPanicOfFeeder has the goroutine panic that reads frames ahead: whoever reads
// the text gets all up to there, and then an error.
func TestPanicOfFeeder(t *testing.T) {
	t.Parallel()
	raw := join(zstdFrame(t, "first\n"), zstdFrame(t, "second\n"))
	for _, n := range []int{len(raw), len(raw) - 1} {
		r, err := Open("-", Options{Stdin: panicky{bytes.NewReader(raw[:n])}, Pool: NewPool(2)})
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if !strings.HasPrefix(string(text), "first\n") || !isPanic(err, "bug in read") {
			t.Errorf("%d of %d bytes: %q, %v", n, len(raw), text, err)
		}
		_ = r.Close()
	}
}
