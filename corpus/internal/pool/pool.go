// Package pool carries jobs from the readers and writers of package corpus to workers.
package pool

import (
	"sync"
	"sync/atomic"
	"time"
)

// A Pool carries jobs from Readers and Writers, which have frames to decode and
// to encode, to the goroutines that work on the text of these frames: so one
// set of goroutines does all that costs time, and does whatever is at hand. Its
// methods may be called from any goroutine. A nil Pool has no workers: readers
// and writers then do their jobs themselves.
//
// A pool works from Start to Stop; before and after, readers and writers do
// their jobs themselves. In between a worker takes from Jobs, before other work
// where it has a choice, until Stopped; then it drains Jobs and returns.
// Workers must not wait for a Reader or Writer of the same pool. Jobs wait for
// nothing, so every job that was handed over gets done, and the Readers and
// Writers that wait for it always make progress.
//
// A pool that was stopped may be started again; it serves one run at a time.
type Pool struct {
	workers int
	jobs    chan Job

	mu      sync.Mutex
	stopped chan struct{} // since the last Start
	running bool

	spent [accounts]atomic.Int64 // nanoseconds
}

// A Job is a frame to encode or to decode, or the like. It is run once, and waits for nothing.
type Job = interface{ Run() }

// An Account is what time is spent on.
type Account uint8

// The accounts of a pool: of jobs, and of those who wait for them.
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
	// Room for all that one reader and one writer may have in flight, so that
	// they need not wait to hand it over.
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

// Jobs is where workers take their jobs from.
func (p *Pool) Jobs() <-chan Job {
	if p == nil {
		return nil
	}
	return p.jobs
}

// Start says that there are workers who take jobs from now on.
func (p *Pool) Start() {
	if p != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.running, p.stopped = true, make(chan struct{})
	}
}

// Stop releases the workers. It is called when Readers are done or closed and
// there are no more Writes; Commit encodes the last of a Writer's text.
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

// Stopped is closed by Stop. It may be called only after Start.
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

// Do has a job done, by a worker if there are any.
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

// Times returns the times up to now.
func (p *Pool) Times() Times {
	if p == nil {
		return Times{}
	}
	of := func(a Account) time.Duration { return time.Duration(p.spent[a].Load()) }
	return Times{of(Decoding), of(Encoding), of(AwaitingDecoding), of(AwaitingEncoding)}
}
