package zframe

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"sync/atomic"
	"testing"
	"time"
)

// A memory is a Source whose bytes are there.
type memory struct{}

func (memory) Stream() bool           { return false }
func (memory) Err() error             { return nil }
func (memory) Reading() time.Duration { return 0 }

// newReader reads raw bytes, with some of the options.
func newReader(t testing.TB, raw io.Reader, opts Options) *Reader {
	t.Helper()
	opts.MaxWindow = max(opts.MaxWindow, 1<<20)
	opts.Unchecked, opts.Verified = new(atomic.Int64), new(atomic.Int64)
	opts.Trailing = func(int64, []byte) error { return errors.New("trailing garbage") }
	r, err := NewReader(bufio.NewReader(raw), memory{}, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

func read(t testing.TB, raw []byte) (string, error) {
	t.Helper()
	text, err := io.ReadAll(newReader(t, bytes.NewReader(raw), Options{}))
	return string(text), err
}
