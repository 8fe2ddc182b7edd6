package pipeline

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"time"
)

// A runner runs one worker of the ring.
type runner struct {
	*ring
	worker   Worker
	matcher  Matcher       // of Config.Where, or nil
	inFlight []*Batch      // accepted by the worker and not finished
	busy     time.Duration // time in the worker, without jobs of the pool
	finished func(*Batch)  // the method finish, made once so that batches do not allocate
}

func newRunner(r *ring, w Worker) *runner {
	m := &runner{ring: r, worker: w, matcher: r.newMatcher()}
	m.finished = m.finish
	return m
}

// newMatcher returns a matcher for a worker, or nil if the run works on all records.
func (r *ring) newMatcher() Matcher {
	if r.where == nil {
		return nil
	}
	return r.where.NewMatcher()
}

// engines names the engines of the worker and the matcher.
func (m *runner) engines() (names []string) {
	if w, ok := m.worker.(engineReporter); ok {
		names = w.Engines()
	}
	if m.matcher != nil {
		names = append(names, m.matcher.Engines()...)
	}
	return names
}

// work feeds the worker until there are no more batches.
func (m *runner) work(ctx context.Context) error {
	for {
		b, again, err := m.next(ctx)
		if err != nil {
			return err
		}
		if again {
			continue
		}
		if b == nil || ctx.Err() != nil {
			break
		}
		b.done, b.Share, b.filtered.matcher = m.finished, m.offer, m.matcher
		m.inFlight = append(m.inFlight, b)
		m.readSection(b)
		if !b.hasWork() {
			b.Done()
			continue
		}
		start, text := time.Now(), len(b.Text)
		m.worker.Work(ctx, b)
		took := time.Since(start)
		m.busy += took
		m.source.pace.timed(text, took)
		m.source.cfg.Progress.noteEngine(m.worker)
	}
	if ctx.Err() != nil {
		return nil
	}
	return m.flush(ctx)
}

// next returns the next batch, or nil if there are no more. With again it did a job of the pool
// or helped another worker, and is to be called again. If no batch is ready the worker first finishes its batches.
func (m *runner) next(ctx context.Context) (b *Batch, again bool, err error) {
	if len(m.ring.work) == 0 {
		// The source and the sink may only be waiting for a processor to put another batch
		// there.
		runtime.Gosched()
	}
	jobs := m.pool.Jobs()
	select {
	case job := <-jobs:
		job.Run()
		return nil, true, nil
	default:
	}
	select {
	case b = <-m.ring.work:
		return b, false, nil
	default:
	}
	if err := m.flush(ctx); err != nil {
		return nil, false, err
	}
	select {
	case job := <-jobs:
		job.Run()
	case part := <-m.parts:
		m.help(part)
	case b = <-m.ring.work:
		return b, false, nil
	}
	return nil, true, nil
}

// flush lets the worker finish all batches that it accepted. A batch that it keeps would lose
// records or block the ring, so that is an error.
func (m *runner) flush(ctx context.Context) error {
	start := time.Now()
	m.worker.Flush(ctx)
	m.busy += time.Since(start)
	if n := len(m.inFlight); n > 0 && ctx.Err() == nil {
		return fmt.Errorf("a worker (%T) was flushed and has not called Batch.Done for %d of its batches", m.worker, n)
	}
	return nil
}

// finish is Batch.done: it forwards a batch that the worker has finished.
func (m *runner) finish(b *Batch) {
	i := slices.Index(m.inFlight, b)
	if i < 0 {
		panic(fmt.Sprintf("%T called Batch.Done for a batch that it does not have", m.worker))
	}
	m.inFlight = slices.Delete(m.inFlight, i, i+1)
	if m.sink.cfg.OnCheckpoint != nil {
		b.engines = m.engines()
	}
	m.forward(b)
}

// forward sends a batch to the sink. After a cancellation it does not: the worker may have
// stopped in the middle of the batch.
func (m *runner) forward(b *Batch) {
	m.source.pace.note(b)
	if !m.cancelled() {
		m.done <- b
	}
}
