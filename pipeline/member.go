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
	worker Worker
	flying []*Batch      // taken on and not finished
	busy   time.Duration // of the worker, without that of jobs
}

// work has the worker work until there are no more batches.
func (m *member) work(ctx context.Context) {
	done := func(b *Batch) { m.finish(ctx, b) }
	jobs := m.crew.Jobs()
	for {
		if len(m.ring.work) == 0 {
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
		case b = <-m.ring.work:
		default:
			m.flush(ctx, done)
			select {
			case job := <-jobs:
				job.Run()
				continue
			case b = <-m.ring.work:
			}
		}
		if b == nil || ctx.Err() != nil {
			break
		}
		m.flying = append(m.flying, b)
		m.readSection(b)
		if len(b.Text) == 0 && b.unit.count == 0 {
			done(b)
			continue
		}
		start := time.Now()
		m.worker.Work(ctx, b, done)
		m.busy += time.Since(start)
	}
	if ctx.Err() == nil {
		m.flush(ctx, done)
	}
}

func (m *member) flush(ctx context.Context, done func(*Batch)) {
	start := time.Now()
	m.worker.Flush(ctx, done)
	m.busy += time.Since(start)
}

// finish passes a finished batch on.
func (m *member) finish(ctx context.Context, b *Batch) {
	if i := slices.Index(m.flying, b); i >= 0 {
		m.flying = slices.Delete(m.flying, i, i+1)
	}
	if ctx.Err() == nil { // else it may have stopped in mid-batch
		m.done <- b
	}
}
