package pipeline

import (
	"io"

	"github.com/sudokubatch/sudokubatch/corpus"
)

// What inputs and outputs may be able to do beyond what Source and io.Writer ask
// of them. A run uses what there is, and does without the rest.

// A corpus is all of it that an input can be.
var _ interface {
	Source
	SectionReader
	recordSkipper
	checksumCounter
	Sizer
	verifier
	Divisible
	columnDropper
} = (*corpus.Reader)(nil)

// A SectionReader is an input whose text can be read anywhere, from some byte on:
// the workers then read most of it for themselves. Errors name the input.
type SectionReader interface {
	// Rest returns the text that was not read yet, from one byte up to another,
	// or nil.
	Rest() (text io.ReaderAt, from, to int64)
	// Continue has Read go on at another byte of it.
	Continue(at int64) error
}

// A recordSkipper is an input that can find records without reading those before
// them, where it knows enough. It skips at most n records from its beginning, and
// returns how many records and lines it skipped. It is only called for inputs in
// the form line.
type recordSkipper interface {
	SkipRecords(n int64) (records, lines int64, err error)
}

// A Divisible is an input that may be read from some borders on.
type Divisible interface {
	// Border returns the first border at or after a raw byte, if there are any.
	Border(at int64, grain corpus.Grain) (b corpus.Border, ok bool, err error)
	// Enter has Read go on at a border, and end at another; the zero Border is the end
	// of the input.
	Enter(from, to corpus.Border) error
}

// A columnDropper is an input that may be able to leave out columns of a table that
// nobody looks at.
type columnDropper interface {
	// Only has Read begin anew, with empty fields in all columns but those from first
	// up to, not with, end. It reports false where it changes nothing.
	Only(first, end int) bool
}

// A Container is an input that may hold members, which are read one after the
// other.
type Container interface {
	// Next goes on to the next member, the first at the first call, and returns its
	// name. What holds no members is one itself, without a name.
	Next() (member string, ok bool, err error)
}

// A typedTable is an input whose text may be that of a Parquet file, see
// formats.Parquet. Typed is called once something was read.
type typedTable interface{ Typed() bool }

// A checksumCounter is an input that may have frames without a checksum.
type checksumCounter interface {
	// Unchecked is the number of those that were read.
	Unchecked() int64
}

// A Sizer is an input that may know how many raw bytes it has.
type Sizer interface {
	// Size is -1 where it is not known.
	Size() int64
}

// A verifier is an input whose text may be proven wrong by a checksum farther on.
// Offset and Verify are never called while another method is under way: the
// goroutine that reads calls them, and Verify is called once more when that has
// ended. RequiresChecksum may be called during a Read of another goroutine, as
// Close and Stream may.
type verifier interface {
	// Offset is how much text there was up to what Read gave last.
	Offset() int64
	// Verify reads on until the text up to an offset is known to be right, and
	// reports whether it got there. It may be called again, and after Close; it
	// then reports what is known.
	Verify(upto int64) (verified bool, err error)
	// RequiresChecksum reports whether Verify waits for a producer, if need be.
	RequiresChecksum() bool
}

// A flusher is an output that buffers. Flush is called after what is answered of
// inputs that may wait for a producer (see Source.Stream), and before such an
// input is read; not at the end.
type flusher interface{ Flush() error }
