// Package pipeline runs the records of many inputs through workers on every core and writes
// their answers in input order, in bounded memory.
//
// [Run] takes a [Config]: inputs (often made by [Files]), an output, and NewWorker, which makes
// one [Worker] per core. Packages solve, check, convert, split and gen provide workers; the
// examples show a run and a worker of your own. A worker receives a [Batch] of whole records. A
// [Feed] can send batches of tasks instead of inputs, with a [Sender]; the task lies in the
// batch's Slot. [Each] reads records without a worker.
//
// The pipeline is a ring. A bounded number of batches circulates. Idle batches wait in the
// channel free, and taking a batch from free is the only back-pressure:
//
//	    ┌───────────────────── free ◄────────────────────┐
//	    ▼                                                │
//	source ──► work ──► worker × jobs ──► done ──► sink ─┘
//	frames             decode, work,             restores order,
//	records            append text               writes
//
// One goroutine owns each part. The source owns the open input and the text carried from batch
// to batch. Each worker owns its solvers and scratch memory. The sink owns the output and the
// counts of records and lines. A batch belongs to the goroutine that received it last. Every
// channel can hold all batches, so no send blocks. Per puzzle there is no goroutine, no channel
// operation and no allocation. A worker may take further batches before it finishes one, and
// may finish them in any order; the sink restores input order.
//
// Faults travel inside the batches: a malformed record, an unreadable file, a broken stream. So
// every run reports them in input order. The sink returns the error that ends a run when it
// reaches that batch; errors of OnBatch and of the output too. The errgroup carries
// cancellation. It also carries the error of a worker that cannot be replaced after a panic,
// had no batch in flight, or does not return its batches.
//
// A panic is an error like others. If a worker panics, another one repeats its batches record
// by record to name the puzzle.
package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// Run runs all inputs, as one stream, through the workers to the output. It returns after all
// its goroutines have ended, with the statistics so far and the first error in input order: of
// reading, of a worker, of writing, or of ctx. Answers before the error are written. Malformed
// records are not errors.
//
// If ctx ends, the output holds a prefix of the whole output that ends at a batch, or where
// Batch.More was called. Run returns as soon as the current Open, Read, Write, Work or More returns.
func Run(ctx context.Context, cfg Config) (Stats, error) {
	if err := cfg.check(); err != nil {
		return Stats{}, err
	}
	withDefaults(&cfg)
	if cfg.Start != nil {
		cfg.Range.First = max(cfg.Range.First, cfg.Start.Records+1)
	}
	workers, added, err := makeWorkers(&cfg)
	if err != nil {
		return Stats{}, err
	}
	r := newRing(&cfg)
	r.source.added = added
	stats, err := r.run(ctx, workers)
	if err == nil && cfg.OnEnd != nil {
		err = guard.Do(cfg.OnEnd)
	}
	return stats, err
}

// check reports settings that no run can have.
func (cfg *Config) check() error {
	switch {
	case cfg.NewWorker == nil:
		return errors.New("NewWorker is missing")
	case cfg.Feed == nil && cfg.hasParts() && (cfg.Range.First > 1 || cfg.Range.Last != 0 || cfg.Start != nil):
		return errors.New("a run of Parts cannot have a Range or a Start")
	case cfg.Feed == nil && cfg.To != 0 && !cfg.To.CanWrite():
		return fmt.Errorf("answers cannot be written in the form %v", cfg.To)
	}
	return nil
}

// hasParts reports whether some input is read only in part.
func (cfg *Config) hasParts() bool {
	return slices.ContainsFunc(cfg.Inputs, func(in Input) bool { return in.Part != nil })
}

// makeWorkers makes one worker per job, and returns the columns that they add to the rows of a table.
func makeWorkers(cfg *Config) (workers []Worker, added []model.Column, err error) {
	err = guard.Do(func() error {
		for range cfg.Jobs {
			w, err := cfg.NewWorker()
			if err != nil {
				return err
			}
			workers = append(workers, w)
		}
		if w, ok := workers[0].(ColumnAdder); ok {
			added = w.AddedColumns()
		}
		return nil
	})
	return workers, added, err
}

// withDefaults fills in zero fields.
func withDefaults(cfg *Config) *Config {
	if cfg.Jobs <= 0 {
		cfg.Jobs = runtime.GOMAXPROCS(0)
	}
	if cfg.BatchBytes <= 0 {
		cfg.BatchBytes = DefaultBatchBytes
	}
	if cfg.Progress == nil {
		cfg.Progress = new(Progress)
	}
	if cfg.Output == nil {
		cfg.Output = io.Discard
	}
	if cfg.Where != nil {
		cfg.Use = UseText
	}
	return cfg
}

// oneThread says that goroutines take turns, as in a page. One small batch at a time then lets
// the sink show each before the worker has another.
const oneThread = runtime.GOOS == "js"

// batches returns the number of batches in the ring.
func (cfg *Config) batches() int {
	switch {
	case cfg.Feed != nil && cfg.Feed.PerJob > 0:
		return cfg.Feed.PerJob*cfg.Jobs + 2
	case oneThread:
		return 1
	}
	return 2*cfg.Jobs + 2
}

// poolBatches are further batches for the time that workers spend in jobs of the pool.
const poolBatches = 4

// A ring holds the channels of one run, its source and its sink.
type ring struct {
	free, work, done chan *Batch
	source           source
	sink             sink
	pool             *corpus.Pool
	newWorker        func() (Worker, error) // replaces a worker that panicked
	where            Filter                 // Config.Where
	cancelled        func() bool            // whether the run was cancelled
	working          atomic.Int32           // workers that still wait for batches
	idle             chan struct{}          // closed when no worker waits for batches
	parts            chan func()            // parts of a worker's batch, for workers without one
	offer            func(func()) bool      // share, made once; nil: there is one worker
	ends             atomic.Int32           // source and sink, while they may send jobs to the pool
	sectionTime      atomic.Int64           // nanoseconds that workers spent reading sections
}

// newRing makes a ring with all its batches in free.
func newRing(cfg *Config) *ring {
	n := cfg.batches()
	most := n + poolBatches
	r := &ring{
		free: make(chan *Batch, most),
		work: make(chan *Batch, most),
		done: make(chan *Batch, most),
		pool: cfg.Pool,
		idle: make(chan struct{}),

		newWorker: cfg.NewWorker,
		where:     cfg.Where,
	}
	if cfg.Jobs > 1 {
		r.parts, r.offer = make(chan func()), r.share
	}
	for range n {
		r.free <- new(Batch)
	}
	r.source = source{cfg: cfg, free: r.free, work: r.work, inputCursor: inputCursor{in: new(inputState)}}
	r.source.more = poolBatches
	r.source.shown = cfg.Progress.BytesIn.Load()
	r.sink = sink{cfg: cfg, free: r.free, done: r.done, waiting: make([]*Batch, most)}
	if cfg.Start != nil {
		r.resume(cfg.Start)
	}
	r.sink.stats.Jobs = cfg.Jobs
	return r
}

func (r *ring) run(ctx context.Context, workers []Worker) (Stats, error) {
	start := time.Now()
	r.sink.began = start
	r.working.Store(int32(len(workers)))
	r.ends.Store(2)
	r.source.outer = ctx
	r.pool.Start()
	group, ctx := errgroup.WithContext(ctx)
	r.cancelled = func() bool { return ctx.Err() != nil }
	group.Go(func() error { defer r.endDone(); return r.send(ctx) })
	runners := make([]*runner, len(workers))
	var serving sync.WaitGroup // apart from the group, which hears of an error at once
	for i, w := range workers {
		m := newRunner(r, w)
		runners[i] = m
		group.Go(func() error { defer serving.Go(m.serve); return m.run(ctx) })
	}
	group.Go(func() error { defer r.endDone(); return r.sink.run(ctx) })
	err := group.Wait()
	serving.Wait()
	if r.sink.err != nil {
		err = r.sink.err
	} else if err == nil {
		err = r.sink.unreached()
	}
	if e := (*earlyStop)(nil); errors.As(err, &e) {
		if wrong := guard.Do(func() error { return r.source.verify(e.in, e.upto) }); wrong != nil {
			err = wrong
		}
	}
	if cfg := r.source.cfg; cfg.Feed == nil && err == nil {
		cfg.Progress.BytesIn.Store(r.source.shown + r.source.rawBefore)
	}
	if end := r.source.cfg.End; end != nil {
		*end = r.sink.end()
	}
	return r.stats(time.Since(start), runners), err
}

// stats returns the statistics of a run that has ended.
func (r *ring) stats(elapsed time.Duration, runners []*runner) Stats {
	stats := r.sink.stats
	stats.Elapsed = elapsed
	times := r.pool.Times()
	stats.Decompressing, stats.Compressing = times.Decompressing, times.Compressing
	stats.Reading = max(0, r.source.reading-times.AwaitingText) + time.Duration(r.sectionTime.Load())
	stats.Writing = max(0, stats.Writing-times.AwaitingFrames)
	for _, m := range runners {
		stats.Working += m.busy
		stats.Engines = append(stats.Engines, m.engines()...)
	}
	slices.Sort(stats.Engines)
	stats.Engines = slices.Compact(stats.Engines)
	stats.BytesIn, stats.Unchecked, stats.Unverified = r.source.rawBefore, r.source.unchecked, r.source.unverified
	stats.Counted = r.source.records
	return stats
}

// send sends all batches. A panic of the source ends the run in input order, like any other
// reason why an input ends.
func (r *ring) send(ctx context.Context) error {
	defer close(r.work)
	err := guard.Do(func() error { return r.source.run(ctx) })
	if isPanic(err) {
		if held := r.source.held; held != nil {
			r.free <- held // there may be no other batch
		}
		return r.source.sendEnd(ctx, problem{kind: brokenFeed, err: err})
	}
	return err
}

// endDone is called when the source or the sink returns. After both have returned no more jobs
// can arrive.
func (r *ring) endDone() {
	if r.ends.Add(-1) == 0 {
		r.pool.Stop()
	}
}

// share gives a part of a batch to a worker that waits, if there is one.
func (r *ring) share(part func()) (taken bool) {
	select {
	case r.parts <- part:
		return true
	default:
		return false
	}
}

// serve lets a worker that gets no more batches help the others until all are done, and do jobs of
// the pool until none can come: the sink may still have text to compress.
func (m *runner) serve() {
	if m.working.Add(-1) == 0 {
		close(m.done)
		close(m.idle)
	}
	idle, stopped := m.idle, m.pool.Stopped()
	for idle != nil || stopped != nil {
		select {
		case part := <-m.parts:
			m.help(part)
		case job := <-m.pool.Jobs():
			job.Run()
		case <-idle:
			idle = nil
		case <-stopped:
			stopped = nil
		}
	}
	for {
		select {
		case job := <-m.pool.Jobs():
			job.Run()
		default:
			return
		}
	}
}

// help does a part of another worker's batch.
func (m *runner) help(part func()) {
	start := time.Now()
	part()
	m.busy += time.Since(start)
}

// Each decodes the records of cfg.Inputs in order and calls do with each batch. An error from
// do ends the reading; do must not keep the batch. Each ignores cfg.NewWorker, Jobs (it uses
// one worker), Output and OnBatch. To only sets the To of batches; if it cannot hold an input's
// size of puzzle, reading ends with an error, as in Run. The statistics count malformed records
// only; do may count others in Batch.Counts.
func Each(ctx context.Context, cfg Config, do func(*Batch, Place) error) (Stats, error) {
	cfg.NewWorker = func() (Worker, error) { return decoder{}, nil }
	cfg.Jobs, cfg.Output, cfg.OnIdle, cfg.OnBatch = 1, nil, nil, do
	return Run(ctx, cfg)
}

// A decoder is a worker that only decodes.
type decoder struct{}

func (decoder) Work(ctx context.Context, b *Batch) {
	b.Decode(ctx)
	b.Counts.Malformed = int64(len(b.Records.Faults))
	b.Done()
}

func (decoder) Flush(context.Context) {}
