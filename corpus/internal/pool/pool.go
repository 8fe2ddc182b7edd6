// Package pool carries jobs from readers and writers to workers. Its contract
// is that of corpus.Pool, which wraps it.
package pool

import (
	"sync"
	"sync/atomic"
	"time"
)

// A Pool hands jobs to workers. A nil Pool has none: the owner of a job then
// does it.
type Pool struct {
	workers int
	jobs    chan Job

	mu      sync.Mutex
	stopped chan struct{} // since the last Start
	running bool

	spent [accounts]atomic.Int64 // nanoseconds
}

// A Job is done once. It waits for nothing.
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

// New returns a pool of so many workers, at least one.
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

// Start says that there are workers from now on.
func (p *Pool) Start() {
	if p != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.running, p.stopped = true, make(chan struct{})
	}
}

// Stop lets the workers go.
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

// Stopped is closed by Stop.
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
func (p *Pool) Since(start time.Time, a Account) {
	if p != nil {
		p.Add(a, time.Since(start))
	}
}

// Add adds to an account.
func (p *Pool) Add(a Account, d time.Duration) {
	if p != nil {
		p.spent[a].Add(int64(d))
	}
}

// Spent is what an account holds.
func (p *Pool) Spent(a Account) time.Duration {
	if p == nil {
		return 0
	}
	return time.Duration(p.spent[a].Load())
}
