// Package zframe reads and writes no zstd in programs for browsers, so that they stay small: this is
// what package corpus calls.
package zframe

import (
	"bufio"
	"errors"
	"io"
	"sync/atomic"

	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
)

// Magic begins a frame.
const (
	Magic    = "\x28\xb5\x2f\xfd"
	MagicLen = len(Magic)
)

// The errors of other systems, which nothing returns here.
var (
	ErrWindow = errors.New("window size exceeded")
)

var errBrowser = errors.New("a zstd file, which this program cannot read or write (decompress it first)")

// Starts reports whether head, with MagicLen bytes, begins a frame of text.
func Starts(head []byte) bool { return string(head[:min(len(head), MagicLen)]) == Magic }

// A Place is as on other systems.
type Place struct{ Raw, Text, Records, Lines int64 }

// Places returns nil.
func Places(io.ReaderAt, int64) []Place { return nil }

// Options are as on other systems.
type Options struct {
	Pool                *pool.Pool
	MaxWindow           uint64
	Unchecked, Verified *atomic.Int64
	Trailing            func(offset int64, head []byte) error
	Offset, Text        int64
}

// A Reader cannot be made.
type Reader struct{ io.Reader }

// NewReader returns an error.
func NewReader(*bufio.Reader, any, Options) (*Reader, error) { return nil, errBrowser }

// Passed does nothing.
func (*Reader) Passed() int64 { return 0 }

// Close does nothing.
func (*Reader) Close() {}

// Wait does nothing.
func (*Reader) Wait() {}

// WriterOptions are as on other systems.
type WriterOptions struct {
	Pool         *pool.Pool
	Level        int
	Seekable     bool
	Aborted      <-chan struct{}
	CountRecords func(text []byte) (lines, records uint32, known bool)
}

// A Writer cannot be made.
type Writer interface {
	io.Writer
	Flush() error
	Finish() error
	Save() ([]byte, error)
	Restore(state []byte) error
}

// NewWriter returns an error.
func NewWriter(io.Writer, WriterOptions) (Writer, error) { return nil, errBrowser }
