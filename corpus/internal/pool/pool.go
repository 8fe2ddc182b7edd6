// Package pool carries jobs from the readers and writers of package corpus to workers.
package pool

import (
	"sync"
	"sync/atomic"
	"time"
)

// A Pool carries jobs, frames to decode and to encode, from Readers and Writers to the goroutines that
// work on the text. So one set of goroutines does all work. Its methods may be called from any
// goroutine. A nil Pool has no workers: Readers and Writers then do their jobs themselves.
//
// A pool works from Start to Stop. Before and after, Readers and Writers do their jobs themselves. In
// between each worker takes jobs from Jobs, before other work if it has a choice, until Stopped is
// closed; then it takes those that are left, and returns. Workers must not wait for a Reader or Writer
// of the same pool. Jobs wait for nothing, so every job gets done and whoever waits for it goes on.
//
// A pool that was stopped may be started again. It serves one run at a time.
type Pool struct {
	workers int
	jobs    chan Job

	mu      sync.Mutex
	stopped chan struct{} // since the last Start
	running bool

	spent [accounts]atomic.Int64 // nanoseconds
}

// A Job is a piece of work, such as a frame to decode. It is run once, and waits for nothing.
type Job = interface{ Run() }

// An Account is what time is spent on.
type Account uint8

// The accounts of a pool: the time in jobs, and the time that Readers and Writers wait for them.
const (
	Encoding Account = iota
	Decoding
	AwaitingEncoding
	AwaitingDecoding
	accounts
)

// Times is where the time of a pool's jobs went.
type Times struct {
	Decompressing, Compressing time.Duration // of all workers, in jobs
	// AwaitingText is how long readers waited for jobs, AwaitingFrames how long
	// writers did.
	AwaitingText, AwaitingFrames time.Duration
}

// New returns a pool of so many workers, at least one. Readers and Writers size their buffers by
// that.
func New(workers int) *Pool {
	workers = max(workers, 1)
	// There is room for all jobs that one reader and one writer may have in flight, so that neither
	// waits to hand them over.
	return &Pool{workers: workers, jobs: make(chan Job, 2*inFlight(workers))}
}

func inFlight(workers int) int { return workers + 2 }

// InFlight is how many jobs a reader or writer may have in flight at a time.
func (p *Pool) InFlight() int { return inFlight(p.Workers()) }

// Workers is the number of workers, 1 without a pool.
func (p *Pool) Workers() int {
	if p == nil {
		return 1
	}
	return p.workers
}

// Jobs returns the channel that workers take jobs from.
func (p *Pool) Jobs() <-chan Job {
	if p == nil {
		return nil
	}
	return p.jobs
}

// Start is called when workers begin to take jobs.
func (p *Pool) Start() {
	if p != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.running, p.stopped = true, make(chan struct{})
	}
}

// Stop lets the workers go. Call it when Readers are done or closed and there are no more Writes.
// Commit encodes the last of a Writer's text itself.
func (p *Pool) Stop() {
	if p != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.running {
			p.running = false
			close(p.stopped)
		}
	}
}

// Stopped returns a channel that Stop closes. Call it only after Start.
func (p *Pool) Stopped() <-chan struct{} {
	if p == nil {
		return nil
	}
	stopped, _ := p.state()
	return stopped
}

func (p *Pool) state() (stopped chan struct{}, running bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stopped, p.running
}

// Do hands a job to the workers, or does it if there are none.
func (p *Pool) Do(j Job) {
	if p != nil {
		if stopped, running := p.state(); running {
			select {
			case p.jobs <- j:
				return
			case <-stopped:
			}
		}
	}
	j.Run()
}

// Since adds the time since start to an account.
func (p *Pool) Since(start time.Time, a Account) { p.Add(a, time.Since(start)) }

// Add adds to an account.
func (p *Pool) Add(a Account, d time.Duration) {
	if p != nil {
		p.spent[a].Add(int64(d))
	}
}

// Used reports whether a job was done.
func (p *Pool) Used() bool {
	return p != nil && (p.spent[Decoding].Load() > 0 || p.spent[Encoding].Load() > 0)
}

// Times returns the times up to now.
func (p *Pool) Times() Times {
	if p == nil {
		return Times{}
	}
	of := func(a Account) time.Duration { return time.Duration(p.spent[a].Load()) }
	return Times{of(Decoding), of(Encoding), of(AwaitingDecoding), of(AwaitingEncoding)}
}
