package corpus

import (
	"sync"
	"sync/atomic"
	"time"
)

// A Pool carries jobs from Readers and Writers, which have frames to decode and to encode, to the goroutines that work
// on the text of these frames: so one set of goroutines does all that costs time, and does whatever is at hand. Its
// methods may be called from any goroutine. A nil Pool is nobody: readers and writers then do their jobs themselves.
//
// A pool works from Start to Stop; before and after, readers and writers do their jobs themselves. In between a member
// takes from Jobs, before other work where it has a choice, until Stopped; then it does what is left in Jobs and goes.
// Members must not wait for a Reader or Writer of the same pool. Jobs wait for nothing, so every job that was handed over
// gets done, and whoever waits for it, a Reader or a Writer, gets on.
//
// A pool may begin again when it was stopped; it works for one run at a time.
type Pool struct {
	members int
	jobs    chan Job

	mu        sync.Mutex
	stopped chan struct{} // since the last Start
	atWork    bool

	encoding, decoding         atomic.Int64 // time that jobs took, in nanoseconds
	awaitEncoding, awaitDecoding atomic.Int64 // time that writers and readers waited for jobs
}

// A Job is a frame to encode or to decode. It is run once.
type Job interface{ Run() }

// NewPool returns a pool of so many members, at least one. Readers and Writers size their buffers by that.
func NewPool(members int) *Pool {
	members = max(members, 1)
	// Room for all that one Reader and one Writer may have on their way, so that they need not wait to hand it over.
	return &Pool{members: members, jobs: make(chan Job, 2*inFlight(members))}
}

// inFlight is how many groups or frames may be on their way at a time.
func inFlight(members int) int { return members + 2 }

// Jobs is where members take their jobs from.
func (c *Pool) Jobs() <-chan Job {
	if c == nil {
		return nil
	}
	return c.jobs
}

// Start says that there are members who take jobs from now on.
func (c *Pool) Start() {
	if c != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.atWork, c.stopped = true, make(chan struct{})
	}
}

// Stop lets the members go. It is called when Readers are done or closed and nobody writes; the last of a Writer's
// text is for Commit.
func (c *Pool) Stop() {
	if c != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.atWork {
			c.atWork = false
			close(c.stopped)
		}
	}
}

// Stopped is closed by Stop. It is asked for after Start.
func (c *Pool) Stopped() <-chan struct{} {
	if c == nil {
		return nil
	}
	stopped, _ := c.state()
	return stopped
}

func (c *Pool) state() (stopped chan struct{}, atWork bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.stopped, c.atWork
}

// size is the number of members.
func (c *Pool) size() int {
	if c == nil {
		return 1
	}
	return c.members
}

// do has a job done, by a member if there are any.
func (c *Pool) do(j Job) {
	if c != nil {
		if stopped, atWork := c.state(); atWork {
			select {
			case c.jobs <- j:
				return
			case <-stopped:
			}
		}
	}
	j.Run()
}

// PoolTimes is where the time of a pool's jobs went.
type PoolTimes struct {
	Decompressing, Compressing time.Duration // of all members, in jobs
	// AwaitingText is how long readers waited for jobs, AwaitingFrames how long writers did.
	AwaitingText, AwaitingFrames time.Duration
}

// Times returns the times up to now.
func (c *Pool) Times() (t PoolTimes) {
	if c != nil {
		t.Decompressing, t.Compressing = time.Duration(c.decoding.Load()), time.Duration(c.encoding.Load())
		t.AwaitingText, t.AwaitingFrames = time.Duration(c.awaitDecoding.Load()), time.Duration(c.awaitEncoding.Load())
	}
	return t
}

// since adds the time since start to a pool's account.
func (c *Pool) since(start time.Time, account func(*Pool) *atomic.Int64) {
	if c != nil {
		account(c).Add(int64(time.Since(start)))
	}
}
