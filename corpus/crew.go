package corpus

import (
	"sync"
	"sync/atomic"
	"time"
)

// A Crew carries jobs from Readers and Writers, which have frames to decode and to encode, to the goroutines that work
// on the text of these frames: so one set of goroutines does all that costs time, and does whatever is at hand. Its
// methods may be called from any goroutine. A nil Crew is nobody: readers and writers then do their jobs themselves.
//
// A crew works from Begin to Dismiss; before and after, readers and writers do their jobs themselves. In between a member
// takes from Jobs, before other work where it has a choice, until Dismissed; then it does what is left in Jobs and goes.
// Members must not wait for a Reader or Writer of the same crew. Jobs wait for nothing, so every job that was handed over
// gets done, and whoever waits for it, a Reader or a Writer, gets on.
//
// A crew may begin again when it was dismissed; it works for one run at a time.
type Crew struct {
	members int
	jobs    chan Job

	mu        sync.Mutex
	dismissed chan struct{} // since the last Begin
	atWork    bool

	encoding, decoding         atomic.Int64 // time that jobs took, in nanoseconds
	awaitEncoding, awaitDecode atomic.Int64 // time that writers and readers waited for jobs
}

// A Job is a frame to encode or to decode. It is run once.
type Job interface{ Run() }

// NewCrew returns a crew of so many members, at least one. Readers and Writers size their buffers by that.
func NewCrew(members int) *Crew {
	members = max(members, 1)
	// Room for all that one Reader and one Writer may have on their way, so that they need not wait to hand it over.
	return &Crew{members: members, jobs: make(chan Job, 2*inFlight(members))}
}

// inFlight is how many groups or frames may be on their way at a time.
func inFlight(members int) int { return members + 2 }

// Jobs is where members take their jobs from.
func (c *Crew) Jobs() <-chan Job {
	if c == nil {
		return nil
	}
	return c.jobs
}

// Begin says that there are members who take jobs from now on.
func (c *Crew) Begin() {
	if c != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.atWork, c.dismissed = true, make(chan struct{})
	}
}

// Dismiss lets the members go. It is called when Readers are done or closed and nobody writes; the last of a Writer's
// text is for Commit.
func (c *Crew) Dismiss() {
	if c != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.atWork {
			c.atWork = false
			close(c.dismissed)
		}
	}
}

// Dismissed is closed by Dismiss. It is asked for after Begin.
func (c *Crew) Dismissed() <-chan struct{} {
	if c == nil {
		return nil
	}
	dismissed, _ := c.state()
	return dismissed
}

func (c *Crew) state() (dismissed chan struct{}, atWork bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.dismissed, c.atWork
}

// size is the number of members.
func (c *Crew) size() int {
	if c == nil {
		return 1
	}
	return c.members
}

// do has a job done, by a member if there are any.
func (c *Crew) do(j Job) {
	if c != nil {
		if dismissed, atWork := c.state(); atWork {
			select {
			case c.jobs <- j:
				return
			case <-dismissed:
			}
		}
	}
	j.Run()
}

// CrewTimes is where the time of a crew's jobs went.
type CrewTimes struct {
	Decompressing, Compressing time.Duration // of all members, in jobs
	// AwaitingText is how long readers waited for jobs, AwaitingFrames how long writers did.
	AwaitingText, AwaitingFrames time.Duration
}

// Times returns the times up to now.
func (c *Crew) Times() (t CrewTimes) {
	if c != nil {
		t.Decompressing, t.Compressing = time.Duration(c.decoding.Load()), time.Duration(c.encoding.Load())
		t.AwaitingText, t.AwaitingFrames = time.Duration(c.awaitDecode.Load()), time.Duration(c.awaitEncoding.Load())
	}
	return t
}

// since adds the time since start to a crew's account.
func (c *Crew) since(start time.Time, account func(*Crew) *atomic.Int64) {
	if c != nil {
		account(c).Add(int64(time.Since(start)))
	}
}
