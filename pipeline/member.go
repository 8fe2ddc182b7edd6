package pipeline

import (
	"context"
	"runtime"
	"slices"
	"time"
)

// A member of the ring runs one worker.
type member struct {
	*ring
	worker   Worker
	inFlight []*Batch      // accepted and not done
	busy     time.Duration // of the worker, without that of jobs
	finished func(*Batch)  // finish, made once so that batches do not allocate
}

func newMember(r *ring, w Worker) *member {
	m := &member{ring: r, worker: w}
	m.finished = m.finish
	return m
}

// work has the worker work until there are no more batches.
func (m *member) work(ctx context.Context) {
	for {
		b, again := m.next(ctx)
		if again {
			continue
		}
		if b == nil || ctx.Err() != nil {
			break
		}
		b.done = m.finished
		m.inFlight = append(m.inFlight, b)
		m.readSection(b)
		if !b.hasWork() {
			b.Done()
			continue
		}
		start := time.Now()
		m.worker.Work(ctx, b)
		m.busy += time.Since(start)
		m.source.cfg.Progress.noteEngine(m.worker)
	}
	if ctx.Err() == nil {
		m.flush(ctx)
	}
}

// next takes a batch, nil if there are no more; or it does a job, and is to be
// called again. If no batch is ready the worker first finishes what it has.
func (m *member) next(ctx context.Context) (b *Batch, again bool) {
	if len(m.ring.work) == 0 {
		// Source and sink may only be waiting for a processor to put another
		// batch there.
		runtime.Gosched()
	}
	jobs := m.pool.Jobs()
	select {
	case job := <-jobs:
		job.Run()
		return nil, true
	default:
	}
	select {
	case b = <-m.ring.work:
		return b, false
	default:
	}
	m.flush(ctx)
	select {
	case job := <-jobs:
		job.Run()
		return nil, true
	case b = <-m.ring.work:
		return b, false
	}
}

func (m *member) flush(ctx context.Context) {
	start := time.Now()
	m.worker.Flush(ctx)
	m.busy += time.Since(start)
}

// finish is Batch.done: it forwards a batch that the worker has done.
func (m *member) finish(b *Batch) {
	i := slices.Index(m.inFlight, b)
	m.inFlight = slices.Delete(m.inFlight, i, i+1)
	if w, ok := m.worker.(EngineReporter); ok && m.sink.cfg.OnCheckpoint != nil {
		b.engines = w.Engines()
	}
	m.forward(b)
}

// forward sends a batch to the sink, unless the run was cancelled: then the worker
// may have stopped in the middle of it.
func (m *member) forward(b *Batch) {
	m.source.pace.note(b)
	if !m.cancelled() {
		m.done <- b
	}
}
