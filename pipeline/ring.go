package pipeline

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/sudokubatch/sudokubatch/corpus"
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
	workers := make([]Worker, cfg.Jobs)
	for i := range workers {
		w, err := cfg.NewWorker()
		if err != nil {
			return Stats{}, err
		}
		workers[i] = w
	}
	return newRing(&cfg).run(ctx, workers)
}

// A ring is one run's channels and their two ends.
type ring struct {
	free, work, done chan *Batch
	source           source
	sink             sink
	crew             *corpus.Crew
	dropped          func() bool  // whether the run was cancelled, so that batches come to nothing
	working          atomic.Int32 // workers that have batches to come
	ends             atomic.Int32 // of source and sink, who may have jobs
	sectionTime      atomic.Int64 // that workers took to read, in nanoseconds
}

// newRing makes a ring and its batches.
func newRing(cfg *Config) *ring {
	n := cfg.Batches
	r := &ring{
		free: make(chan *Batch, n),
		work: make(chan *Batch, n),
		done: make(chan *Batch, n),
		crew: cfg.Crew,
	}
	finish := r.finish // one for all batches
	for range n {
		r.free <- &Batch{done: finish}
	}
	r.source = source{cfg: cfg, free: r.free, work: r.work}
	r.sink = sink{cfg: cfg, free: r.free, done: r.done, waiting: make([]*Batch, n)}
	r.sink.stats.Jobs = cfg.Jobs
	return r
}

func (r *ring) run(ctx context.Context, workers []Worker) (Stats, error) {
	start := time.Now()
	busy := make([]time.Duration, len(workers))
	r.working.Store(int32(len(workers)))
	r.ends.Store(2)
	r.crew.Begin()
	group, ctx := errgroup.WithContext(ctx)
	r.dropped = func() bool { return ctx.Err() != nil }
	group.Go(func() error { defer r.leave(); return r.source.run(ctx) })
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

// finish hands a batch to the sink.
func (r *ring) finish(b *Batch) {
	if !r.dropped() { // else a worker may have stopped in mid-batch
		r.done <- b
	}
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
			w.Flush(ctx)
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
		if !b.hasWork() {
			b.Done()
			continue
		}
		start := time.Now()
		w.Work(ctx, b)
		busy += time.Since(start)
	}
	if ctx.Err() == nil {
		start := time.Now()
		w.Flush(ctx)
		busy += time.Since(start)
	}
	return busy
}
