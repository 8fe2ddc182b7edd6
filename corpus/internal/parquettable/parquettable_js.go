// Package parquettable reads and writes no Parquet in programs for browsers, so that they stay small:
// this is what package corpus calls.
package parquettable

import (
	"errors"
	"io"

	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
)

// Magic begins and ends a file.
const Magic = "PAR1"

var errBrowser = errors.New("a Parquet file, which this program cannot read or write (convert it to CSV first)")

// ReaderOptions are as on other systems.
type ReaderOptions struct {
	Pool     *pool.Pool
	Progress func(n int64)
}

// A Reader cannot be made.
type Reader struct{ io.Reader }

// NewReader returns an error.
func NewReader(io.ReaderAt, int64, ReaderOptions) (*Reader, error) { return nil, errBrowser }

// A Border is as on other systems.
type Border struct{ Offset, Rows int64 }

// Border returns false.
func (*Reader) Border(int64) (b Border, ok bool) { return b, false }

// Part returns an error.
func (*Reader) Part(Border, Border) (*Reader, error) { return nil, errBrowser }

// Only returns false.
func (*Reader) Only(int, int) bool { return false }

// Close does nothing.
func (*Reader) Close() {}

// WriterOptions are as on other systems.
type WriterOptions struct {
	GroupText int
	Pool      *pool.Pool
	Aborted   <-chan struct{}
}

// A Writer cannot be made.
type Writer struct{ writer }

type writer interface {
	io.Writer
	Finish() error
	Save() ([]byte, error)
	Restore(state []byte) error
}

// NewWriter returns an error.
func NewWriter(io.Writer, WriterOptions) (*Writer, error) { return nil, errBrowser }
