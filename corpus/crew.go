package corpus

import (
	"sync/atomic"
	"time"
)

// A Crew carries jobs from Readers and Writers, which have frames to decode and to encode, to the goroutines that work
// on the text of these frames: so one set of goroutines does all that costs time, and does whatever is at hand. Its
// methods may be called from any goroutine. A nil Crew is nobody: readers and writers then do their jobs themselves.
//
// A member of the crew takes from Jobs, before other work where it has a choice, until Dismissed; then it does what is
// left in Jobs and goes. Members must not wait for a Reader or Writer of the same crew. Jobs wait for nothing, so every
// job that was handed over gets done, and whoever waits for it, a Reader or a Writer, gets on.
type Crew struct {
	jobs      chan Job
	dismissed chan struct{}

	encoding, decoding         atomic.Int64 // time that jobs took, in nanoseconds
	awaitEncoding, awaitDecode atomic.Int64 // time that writers and readers waited for jobs
}

// A Job is a frame to encode or to decode. It is run once.
type Job interface{ Run() }

// jobsAhead is how many jobs a crew holds for each member before a hand-over waits: what one Reader and one Writer have
// in flight.
const jobsAhead = 4

// NewCrew returns a crew of so many members, at least one. Readers and Writers size their buffers by that.
func NewCrew(members int) *Crew {
	return &Crew{jobs: make(chan Job, jobsAhead*max(members, 1)), dismissed: make(chan struct{})}
}

// Jobs is where members take their jobs from.
func (c *Crew) Jobs() <-chan Job {
	if c == nil {
		return nil
	}
	return c.jobs
}

// Dismiss lets the members go: those who come with a job later do it themselves. To be called once, when Readers are
// closed or done and nobody writes; the last of a Writer's text is for Commit.
func (c *Crew) Dismiss() {
	if c != nil {
		close(c.dismissed)
	}
}

// Dismissed is closed by Dismiss.
func (c *Crew) Dismissed() <-chan struct{} {
	if c == nil {
		return nil
	}
	return c.dismissed
}

// size is the number of members.
func (c *Crew) size() int {
	if c == nil {
		return 1
	}
	return cap(c.jobs) / jobsAhead
}

// do has a job done, by a member if there is one.
func (c *Crew) do(j Job) {
	if c == nil {
		j.Run()
		return
	}
	select {
	case <-c.dismissed:
		j.Run()
		return
	default:
	}
	select {
	case <-c.dismissed:
		j.Run()
	case c.jobs <- j:
	}
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
