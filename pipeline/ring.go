// Package pipeline runs the records of many inputs through workers on every
// core and writes what they make of them in input order, in bounded memory.
//
// [Run] does so for a [Config]: its inputs, often made by [Files], its output,
// and NewWorker, which makes the [Worker] of each core. Packages solve, check,
// convert, split, gen and augment have workers; the examples show runs, and a worker of
// one's own. A worker is handed a [Batch] of whole records at a time. In place of
// inputs, a [Feed] can send batches of tasks, by a [Sender]; what a task is lies in
// the batch's Slot, and a Slot with methods of [Tasks] lets a panic be traced to
// one task. [Each] reads records without a worker.
//
// The pipeline is a ring. A fixed number of batches circulates; those that are
// not in flight wait in free, and taking a batch from there is the only
// back-pressure:
//
//	    ┌───────────────────── free ◄────────────────────┐
//	    ▼                                                │
//	source ──► work ──► worker × jobs ──► done ──► sink ─┘
//	frames             decode, work,             restores order,
//	records            append text               writes
//
// One goroutine owns each part: the source its input and the text carried
// from batch to batch, each worker its solvers and scratch, the sink the
// output and the counts of records and lines. A batch belongs to whoever
// received it last. Every channel can hold all batches, so that no send ever
// blocks, and nothing is done per puzzle: no goroutine, no channel operation,
// no allocation. A worker may take the next batches before it has finished one,
// and finish them in another order; the sink restores theirs.
//
// Whatever happens in the input travels inside the batches, through the ring:
// a malformed record, an unreadable file, a stream that ends in an error. So
// it is reported in input order, on every run the same. What ends the run is
// returned by the sink when it reaches that batch, and so are errors of OnBatch
// and of the output. Apart from these the errgroup carries cancellation, and a
// worker that panicked and cannot be replaced, or had no batch in flight, or that
// does not give its batches back. A panic is an error like others, and one of a
// worker names the puzzle: another worker does its batches again.
package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/corpus/guard"
)

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
	if err := cfg.check(); err != nil {
		return Stats{}, err
	}
	withDefaults(&cfg)
	if cfg.Start != nil {
		cfg.Range.First = max(cfg.Range.First, cfg.Start.Records+1)
	}
	workers, err := makeWorkers(&cfg)
	if err != nil {
		return Stats{}, err
	}
	stats, err := newRing(&cfg).run(ctx, workers)
	if err == nil && cfg.OnEnd != nil {
		err = guard.Do(cfg.OnEnd)
	}
	return stats, err
}

// check reports fields that there can be no run with.
func (cfg *Config) check() error {
	switch {
	case cfg.NewWorker == nil:
		return errors.New("there is no NewWorker to make workers")
	case cfg.Feed == nil && cfg.hasParts() && (cfg.Range.First > 1 || cfg.Range.Last != 0 || cfg.Start != nil):
		return errors.New("a run of Parts has no Range and no Start")
	case cfg.Feed == nil && cfg.To != 0 && !cfg.To.CanWrite():
		return fmt.Errorf("answers cannot be written in the form %v", cfg.To)
	}
	return nil
}

// hasParts reports whether a part of some input is read.
func (cfg *Config) hasParts() bool {
	return slices.ContainsFunc(cfg.Inputs, func(in Input) bool { return in.Part != nil })
}

// makeWorkers makes those of all jobs, and asks what columns they add.
func makeWorkers(cfg *Config) (workers []Worker, err error) {
	err = guard.Do(func() error {
		for range cfg.Jobs {
			w, err := cfg.NewWorker()
			if err != nil {
				return err
			}
			workers = append(workers, w)
		}
		if w, ok := workers[0].(ColumnAdder); ok {
			cfg.added = w.AddedColumns()
		}
		return nil
	})
	return workers, err
}

// withDefaults fills in fields that were left open.
func withDefaults(cfg *Config) *Config {
	if cfg.Jobs <= 0 {
		cfg.Jobs = runtime.GOMAXPROCS(0)
	}
	if cfg.BatchBytes <= 0 {
		cfg.BatchBytes = DefaultBatchBytes
	}
	if cfg.Batches <= 0 {
		cfg.Batches = 2*cfg.Jobs + 2
	}
	if cfg.Progress == nil {
		cfg.Progress = new(Progress)
	}
	if cfg.Output == nil {
		cfg.Output = io.Discard
	}
	return cfg
}

// A ring is one run's channels and their two ends.
type ring struct {
	free, work, done chan *Batch
	source           source
	sink             sink
	pool             *corpus.Pool
	newWorker        func() (Worker, error) // to replace one that panicked
	cancelled        func() bool            // whether the run was
	working          atomic.Int32           // workers that have batches to come
	ends             atomic.Int32           // source and sink, while they may have jobs
	sectionTime      atomic.Int64           // that workers took to read, in nanoseconds
}

// newRing makes a ring and its batches.
func newRing(cfg *Config) *ring {
	n := cfg.Batches
	r := &ring{
		free: make(chan *Batch, n),
		work: make(chan *Batch, n),
		done: make(chan *Batch, n),
		pool: cfg.Pool,

		newWorker: cfg.NewWorker,
	}
	for range n {
		r.free <- new(Batch)
	}
	r.source = source{cfg: cfg, free: r.free, work: r.work, inputCursor: inputCursor{in: new(inputState)}}
	r.source.shown = cfg.Progress.BytesIn.Load()
	r.sink = sink{cfg: cfg, free: r.free, done: r.done, waiting: make([]*Batch, n)}
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
	for i, w := range workers {
		m := newRunner(r, w)
		runners[i] = m
		group.Go(func() error { defer r.serve(); return m.run(ctx) })
	}
	group.Go(func() error { defer r.endDone(); return r.sink.run(ctx) })
	err := group.Wait()
	if r.sink.err != nil {
		err = r.sink.err
	}
	if e := (*earlyStop)(nil); errors.As(err, &e) {
		if wrong := guard.Do(func() error { return r.source.verify(e.in, e.upto) }); wrong != nil {
			err = wrong
		}
	}
	if end := r.source.cfg.End; end != nil {
		*end = r.sink.end()
	}
	return r.stats(time.Since(start), runners), err
}

// stats are those of a run that is over.
func (r *ring) stats(elapsed time.Duration, runners []*runner) Stats {
	stats := r.sink.stats
	stats.Elapsed = elapsed
	times := r.pool.Times()
	stats.Decompressing, stats.Compressing = times.Decompressing, times.Compressing
	stats.Reading = max(0, r.source.reading-times.AwaitingText) + time.Duration(r.sectionTime.Load())
	stats.Writing = max(0, stats.Writing-times.AwaitingFrames)
	for _, m := range runners {
		stats.Working += m.busy
		if w, ok := m.worker.(engineReporter); ok {
			stats.Engines = append(stats.Engines, w.Engines()...)
		}
	}
	slices.Sort(stats.Engines)
	stats.Engines = slices.Compact(stats.Engines)
	stats.BytesIn, stats.Unchecked, stats.Unverified = r.source.rawBefore, r.source.unchecked, r.source.unverified
	stats.Counted = r.source.records
	return stats
}

// send sends all batches. A panic of the source is handled in input order, like
// any other reason why an input ends.
func (r *ring) send(ctx context.Context) error {
	defer close(r.work)
	err := guard.Do(func() error { return r.source.run(ctx) })
	if isPanic(err) {
		return r.source.sendEnd(ctx, problem{kind: brokenFeed, err: err})
	}
	return err
}

// endDone is called when the source or the sink returns. Once both have, no more
// jobs can arrive.
func (r *ring) endDone() {
	if r.ends.Add(-1) == 0 {
		r.pool.Stop()
	}
}

// serve has a worker that has no more batches do jobs until there can be none: the
// sink may still have text to compress.
func (r *ring) serve() {
	if r.working.Add(-1) == 0 {
		close(r.done)
	}
	if r.pool == nil {
		return
	}
	for {
		select {
		case job := <-r.pool.Jobs():
			job.Run()
			continue
		case <-r.pool.Stopped():
		}
		select {
		case job := <-r.pool.Jobs():
			job.Run()
		default:
			return
		}
	}
}

// Each decodes the records of cfg.Inputs in order and calls do with each batch;
// do must not keep the batch, and its error ends the reading. Of cfg it ignores
// NewWorker, Jobs (it uses one worker), Output and OnBatch. To only sets the
// batches' To; one that an input's order does not have ends the reading, as in
// Run. Of the records, the statistics count those that are malformed; do may count
// others in the batch's Counts.
func Each(ctx context.Context, cfg Config, do func(*Batch, Place) error) (Stats, error) {
	cfg.NewWorker = func() (Worker, error) { return decoder{}, nil }
	cfg.Jobs, cfg.Output, cfg.OnBatch = 1, nil, do
	return Run(ctx, cfg)
}

// A decoder is a worker that only decodes.
type decoder struct{}

func (decoder) Work(_ context.Context, b *Batch) {
	b.From.Decode(&b.Records, b.Text)
	b.Counts.Malformed = int64(len(b.Records.Faults))
	b.Done()
}

func (decoder) Flush(context.Context) {}
