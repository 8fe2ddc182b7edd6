package pipeline

import (
	"io"

	"github.com/sudokubatch/sudokubatch/corpus"
)

// A file is a Source with more methods, which *corpus.Reader describes. A run uses them in all
// its files; other sources are read from the beginning to the end.
type file interface {
	Source

	// Its members and sizes.
	Next() (member string, ok bool, err error)
	Size() int64
	Unchecked() int64

	// Reading only some of it.
	Rest() (text io.ReaderAt, from, to int64)
	Continue(at int64) error
	SkipRecords(n int64) (records, lines int64, err error)
	Only(first, end int) bool
	Border(at int64, grain corpus.Grain) (b corpus.Border, ok bool, err error)
	Enter(from, to corpus.Border) error

	// Offset, Passed and Verify are never called during another method. The reading goroutine calls
	// them, and Verify once more after that goroutine has ended.
	Offset() int64
	Passed() int64
	Verify(upto int64) (verified bool, err error)
}

var _ file = (*corpus.Reader)(nil)
