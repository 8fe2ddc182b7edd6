package pipeline

import (
	"context"
	"errors"
	"io"
	"runtime"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

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
	// Work takes a batch on, and calls done with each batch, this or an earlier
	// one, that it has finished, in any order. It keeps nothing of a finished
	// batch. When ctx ends it should return early; what is not done is dropped.
	Work(ctx context.Context, b *Batch, done func(*Batch))
	// Flush finishes all batches that Work took on. It is called where there is
	// no further batch to be had at once.
	Flush(ctx context.Context, done func(*Batch))
}

// Config says what to run.
type Config struct {
	Inputs []Input
	// Output is written by one goroutine, one batch's answers at a time. If it
	// has a method Flush() error, that is called after what is answered of
	// inputs that may wait for a producer (see Source.Stream), and before such
	// an input is read; not at the end.
	Output io.Writer
	// NewWorker makes the worker of each job.
	NewWorker func() (Worker, error)

	From       formats.Kind // the form of all inputs; 0 = detected for each
	To         formats.Kind // the form of the answers; 0 = the input's
	Jobs       int          // workers; 0 = one for each usable core, which GOMAXPROCS knows
	BatchBytes int          // text in a batch, about; 0 = DefaultBatchBytes

	// Range is the records to work on; the zero Range is all of them.
	Range Range
	// Crew, if not nil, is the one that inputs and output were given: the
	// workers are its members, and do its jobs before they begin another batch.
	// It was made for so many workers, and is dismissed when Run returns.
	Crew *corpus.Crew

	// OnBatch is told of each batch, in input order and before it is written and
	// counted; it may append to Out and change Counts. An error ends the run. A
	// batch that a worker failed is left out. May be nil.
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
	Lines   int // likewise: Line of the batch's text is the line behind them
}

// maxLines is how many lines a batch holds at most, unless a record has more.
// Lines that are part of a record are longer than that, so it makes batches
// smaller only where the text is not what it should be: each of its lines may
// then be a malformed record, whose error and answer take a hundred bytes.
func (c *Config) maxLines() int { return c.BatchBytes/8 + 1 }

// A flusher is an output that buffers.
type flusher interface{ Flush() error }

// Run runs all inputs, as one stream, through the workers to the output. It
// returns when all its goroutines have, with the statistics up to there and
// the first error in input order: of reading, of a worker, of writing, or
// ctx's. What was answered ahead of an error is written. Malformed records
// are not errors.
//
// When ctx ends, what is written is a beginning of the whole output, up to the
// end of some batch. Run returns as soon as the Open, Read, Write or Work that
// is under way does.
func Run(ctx context.Context, cfg Config) (Stats, error) {
	if cfg.Jobs <= 0 {
		cfg.Jobs = runtime.GOMAXPROCS(0)
	}
	if cfg.BatchBytes <= 0 {
		cfg.BatchBytes = DefaultBatchBytes
	}
	if cfg.Progress == nil {
		cfg.Progress = new(Progress)
	}
	workers := make([]Worker, cfg.Jobs)
	for i := range workers {
		w, err := cfg.NewWorker()
		if err != nil {
			return Stats{}, err
		}
		workers[i] = w
	}
	return newRing(&cfg, 2*cfg.Jobs+2).run(ctx, workers)
}

// A ring is one run's channels and their two ends.
type ring struct {
	free, work, done chan *Batch
	source           source
	sink             sink
	feed             func(context.Context) error // sends the batches: the source's run
	crew             *corpus.Crew
	working          atomic.Int32 // workers that have batches to come
	ends             atomic.Int32 // of source and sink, who may have jobs
	sectionTime      atomic.Int64 // that workers took to read, in nanoseconds
}

// newRing makes a ring of n batches.
func newRing(cfg *Config, n int) *ring {
	r := &ring{
		free: make(chan *Batch, n),
		work: make(chan *Batch, n),
		done: make(chan *Batch, n),
		crew: cfg.Crew,
	}
	for range n {
		r.free <- new(Batch)
	}
	r.source = source{cfg: cfg, free: r.free, work: r.work}
	r.feed = r.source.run
	r.sink = sink{cfg: cfg, free: r.free, done: r.done, waiting: make([]*Batch, n)}
	r.sink.stats.Jobs = cfg.Jobs
	return r
}

// errStopped ends a run early without being an error of its own: the sink has
// said all there is to say.
var errStopped = errors.New("stopped")

func (r *ring) run(ctx context.Context, workers []Worker) (Stats, error) {
	start := time.Now()
	busy := make([]time.Duration, len(workers))
	r.working.Store(int32(len(workers)))
	r.ends.Store(2)
	r.crew.Begin()
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { defer r.leave(); return r.feed(ctx) })
	for i, w := range workers {
		group.Go(func() error { busy[i] = r.workOn(ctx, w); r.serve(); return nil })
	}
	group.Go(func() error { defer r.leave(); return r.sink.run(ctx) })
	err := group.Wait()
	if r.sink.err != nil {
		err = r.sink.err
	}
	stats := r.sink.stats
	stats.Elapsed = time.Since(start)
	times := r.crew.Times()
	stats.Decompressing, stats.Compressing = times.Decompressing, times.Compressing
	stats.Reading = max(0, r.source.reading-times.AwaitingText) + time.Duration(r.sectionTime.Load())
	stats.Writing = max(0, stats.Writing-times.AwaitingFrames)
	for _, t := range busy {
		stats.Working += t
	}
	stats.BytesIn, stats.Unchecked = r.source.rawBefore, r.source.unchecked
	return stats, err
}

// leave is what source and sink do in the end. Behind both there are no jobs.
func (r *ring) leave() {
	if r.ends.Add(-1) == 0 {
		r.crew.Dismiss()
	}
}

// serve has a worker without batches do jobs until there are no more: the sink
// still has text to compress.
func (r *ring) serve() {
	if r.working.Add(-1) == 0 {
		close(r.done)
	}
	if r.crew == nil {
		return
	}
	for {
		select {
		case job := <-r.crew.Jobs():
			job.Run()
			continue
		case <-r.crew.Dismissed():
		}
		select {
		case job := <-r.crew.Jobs():
			job.Run()
		default:
			return
		}
	}
}

// workOn has a worker work until there are no more batches. It returns the time
// that took, without that of jobs.
func (r *ring) workOn(ctx context.Context, w Worker) (busy time.Duration) {
	done := func(b *Batch) {
		if ctx.Err() == nil { // else it may have stopped in mid-batch
			r.source.pace.note(b)
			r.done <- b
		}
	}
	jobs := r.crew.Jobs()
	for {
		if len(r.work) == 0 {
			// Source and sink may only be waiting for a processor to put another
			// batch there.
			runtime.Gosched()
		}
		select {
		case job := <-jobs:
			job.Run()
			continue
		default:
		}
		var b *Batch
		select {
		case b = <-r.work:
		default:
			start := time.Now()
			w.Flush(ctx, done)
			busy += time.Since(start)
			select {
			case job := <-jobs:
				job.Run()
				continue
			case b = <-r.work:
			}
		}
		if b == nil || ctx.Err() != nil {
			break
		}
		r.readSection(b)
		if len(b.Text) == 0 && b.unit.count == 0 {
			done(b)
			continue
		}
		start := time.Now()
		w.Work(ctx, b, done)
		busy += time.Since(start)
	}
	if ctx.Err() == nil {
		start := time.Now()
		w.Flush(ctx, done)
		busy += time.Since(start)
	}
	return busy
}
