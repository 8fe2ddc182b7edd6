package corpus

import (
	"time"

	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
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
type Pool pool.Pool

// A Job is a frame to encode or to decode. It is run once.
type Job = interface{ Run() }

// NewPool returns a pool of so many workers, at least one. Readers and Writers
// size their buffers by that.
func NewPool(workers int) *Pool { return (*Pool)(pool.New(workers)) }

func (p *Pool) inner() *pool.Pool { return (*pool.Pool)(p) }

// Jobs is where workers take their jobs from.
func (p *Pool) Jobs() <-chan Job { return p.inner().Jobs() }

// Start says that there are workers who take jobs from now on.
func (p *Pool) Start() { p.inner().Start() }

// Stop releases the workers. It is called when Readers are done or closed and
// there are no more Writes; Commit encodes the last of a Writer's text.
func (p *Pool) Stop() { p.inner().Stop() }

// Stopped is closed by Stop. It may be called only after Start.
func (p *Pool) Stopped() <-chan struct{} { return p.inner().Stopped() }

// PoolTimes is where the time of a pool's jobs went.
type PoolTimes struct {
	Decompressing, Compressing time.Duration // of all workers, in jobs
	// AwaitingText is how long readers waited for jobs, AwaitingFrames how long
	// writers did.
	AwaitingText, AwaitingFrames time.Duration
}

// Times returns the times up to now.
func (p *Pool) Times() PoolTimes {
	of := p.inner().Spent
	return PoolTimes{of(pool.Decoding), of(pool.Encoding), of(pool.AwaitingDecoding), of(pool.AwaitingEncoding)}
}
