package pipeline

import (
	"context"
	"io"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
)

// DefaultBatchBytes is how much text a batch holds, about: enough that the
// ring costs nothing beside the work, little enough that a batch's text, cells
// and answers stay in a core's second-level cache.
const DefaultBatchBytes = 64 << 10

// An Input is opened when its turn comes, so that thousands of inputs need one
// file descriptor.
type Input struct {
	Name string // for messages
	// Open opens the input. Its error is told with OnUnreadable, as it is.
	Open func() (Source, error)
}

// A Source is an open input: decoded text. One goroutine reads it.
//
// Close is called once, and when the run is cancelled that may be during a
// Read of another goroutine. A Close that makes such a Read return lets Run
// return at once, rather than when the producer sends something.
type Source interface {
	io.ReadCloser
	// BytesIn is the number of raw bytes read so far.
	BytesIn() int64
	// Stream reports whether a read may wait for a producer: what is there must
	// then go on its way before the next read.
	Stream() bool
}

// A Worker makes something of the records of batches: it decodes Text into
// Records, appends answers to Out, and counts in Counts. It is used by one
// goroutine.
type Worker interface {
	// Work takes a batch on. Batches that it has finished, this or earlier ones in
	// any order, it gives back by Batch.Done. When ctx ends it should return early;
	// what is not done is dropped.
	Work(ctx context.Context, b *Batch)
	// Flush finishes all batches that Work took on. It is called where there is
	// no further batch to be had at once.
	Flush(ctx context.Context)
}

// An EngineReporter is a worker that tells which engines it used, with their
// kernels, once the run is over: "lanes (avx512)".
type EngineReporter interface{ Engines() []string }

// Config says what to run.
type Config struct {
	Inputs []Input
	// Feed, if it is not nil, sends batches in place of inputs.
	Feed *Feed
	// Output is written by one goroutine, one batch's answers at a time. It may be
	// a Flusher.
	Output io.Writer
	// NewWorker makes the worker of each job, and others where one panics: its
	// batches are then done again, to find the record.
	NewWorker func() (Worker, error)

	From       formats.Kind // the form of all inputs; 0 = detected for each
	To         formats.Kind // the form of the answers; 0 = the input's
	Jobs       int          // workers; 0 = one for each usable core, which GOMAXPROCS knows
	BatchBytes int          // text in a batch, about; 0 = DefaultBatchBytes
	Batches    int          // that go round; 0 = two for each worker, and two

	// Range is the records to work on; the zero Range is all of them.
	Range Range
	// Pool, if not nil, is the one that inputs and output were given: the
	// workers are its members, and do its jobs before they begin another batch.
	// It was made for so many workers, and is stopped when Run returns.
	Pool *corpus.Pool

	// OnBatch is told of each batch that a worker has done, in input order and
	// before it is written and counted; it may append to Out and change Counts. An
	// error ends the run; ErrEnough, like the end of a Range, once what was used is
	// verified. A batch that a worker failed is left out. May be nil.
	OnBatch func(*Batch, Place) error
	// OnFault is told of each malformed record, and of what is wrong with an
	// input as a whole (Record is then 0), in input order. The error is only
	// valid during the call. May be nil.
	OnFault func(*formats.SyntaxError)
	// OnUnreadable is told of inputs that could not be opened, in input order.
	// The run goes on with the others. May be nil.
	OnUnreadable func(error)
	// Progress is kept up to date. May be nil.
	Progress *Progress
}

// A Place is where a batch lies in the inputs.
type Place struct {
	Input   int // index in Config.Inputs
	Records int // of that input that lie before the batch
	Lines   int // likewise: Line of the batch's text is the line after them
}

// maxLines is how many lines a batch holds at most, unless a record has more.
// Lines that are part of a record are longer than that, so it makes batches
// smaller only where the text is not what it should be: each of its lines may
// then be a malformed record, whose error and answer take a hundred bytes.
func (c *Config) maxLines() int { return c.BatchBytes/8 + 1 }
