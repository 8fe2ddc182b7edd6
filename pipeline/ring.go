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
	return newRing(&cfg).run(ctx, workers)
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
	members := make([]*member, len(workers))
	for i, w := range workers {
		m := newMember(r, w)
		members[i] = m
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
	return r.stats(time.Since(start), members), err
}

// stats are those of a run that is over.
func (r *ring) stats(elapsed time.Duration, members []*member) Stats {
	stats := r.sink.stats
	stats.Elapsed = elapsed
	times := r.pool.Times()
	stats.Decompressing, stats.Compressing = times.Decompressing, times.Compressing
	stats.Reading = max(0, r.source.reading-times.AwaitingText) + time.Duration(r.sectionTime.Load())
	stats.Writing = max(0, stats.Writing-times.AwaitingFrames)
	for _, m := range members {
		stats.Working += m.busy
		if w, ok := m.worker.(EngineReporter); ok {
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
