package pipeline

import (
	"io"

	"github.com/sudokubatch/sudokubatch/corpus"
)

// This file lists what inputs and outputs may be able to do in addition to Source and
// io.Writer. A run uses what it finds.

// A corpus.Reader can do all of it.
var _ interface {
	Source
	sectionReader
	recordSkipper
	checksumCounter
	sizer
	verifier
	divisible
	columnDropper
} = (*corpus.Reader)(nil)

// A sectionReader is an input whose text can be read at any offset: the workers then read most
// of it themselves. Errors name the input.
type sectionReader interface {
	// Rest returns the text that was not read yet, from one offset to another, or nil.
	Rest() (text io.ReaderAt, from, to int64)
	// Continue makes Read go on at another offset of the text.
	Continue(at int64) error
}

// A recordSkipper is an input that may find records without reading the ones before.
// SkipRecords skips at most n records from the beginning and returns the numbers of records and
// lines that it skipped. It is called only for inputs in the form line.
type recordSkipper interface {
	SkipRecords(n int64) (records, lines int64, err error)
}

// A divisible is an input that can be read from certain borders on.
type divisible interface {
	// Border returns the first border at or after a raw byte, if there are any.
	Border(at int64, grain corpus.Grain) (b corpus.Border, ok bool, err error)
	// Enter makes Read go on at one border and end at another; the zero Border is the end of
	// the input.
	Enter(from, to corpus.Border) error
}

// A columnDropper is an input that may be able to skip columns of a table.
type columnDropper interface {
	// Only makes Read begin again with empty fields in all columns outside first to end-1. It
	// returns false if it changes nothing.
	Only(first, end int) bool
}

// A container is an input that may hold members, such as an archive, which are read one after
// the other.
type container interface {
	// Next goes to the next member, on the first call to the first, and returns its name. An
	// input without members is one member without a name.
	Next() (member string, ok bool, err error)
}

// A typedTable is an input whose text may come from a Parquet file, see bulk.Parquet. Typed
// is called after the first read.
type typedTable interface{ Typed() bool }

// A checksumCounter is an input that may have frames without a checksum.
type checksumCounter interface {
	// Unchecked returns the number of such frames read.
	Unchecked() int64
}

// A sizer is an input that may know its number of raw bytes.
type sizer interface {
	// Size returns -1 if it is not known.
	Size() int64
}

// A verifier is an input that a later checksum may prove wrong. Offset and Verify are never
// called during another method: the reading goroutine calls them, and Verify once more after
// that goroutine has ended. RequiresChecksum may be called during a Read of another goroutine,
// as Close and Stream may.
type verifier interface {
	// Offset returns how much text the last Read had reached.
	Offset() int64
	// Verify reads on until the text up to an offset is proven right, and reports whether it
	// got there. It may be called again, and after Close; it then returns the earlier result.
	Verify(upto int64) (verified bool, err error)
	// RequiresChecksum reports whether Verify waits for a producer if it has to.
	RequiresChecksum() bool
}

// A flusher is an output that buffers. Flush is called after the answers to an input that may
// wait for a producer (see Source.Stream), and before such an input is read, but not at the
// end.
type flusher interface{ Flush() error }
