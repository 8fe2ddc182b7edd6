package pipeline

import (
	"slices"
	"sync/atomic"
	"time"
)

// Counts are records by what became of them.
type Counts struct {
	Solved        int64
	Multiple      int64
	NoSolution    int64
	Contradiction int64
	GaveUp        int64
	Malformed     int64
	Guesses       uint64 // over all puzzles
	Solutions     uint64 // that were found, over all puzzles
	Incomplete    int64  // puzzles that may have more solutions than were found
}

// Puzzles is the number of records, malformed ones included.
func (c *Counts) Puzzles() int64 {
	return c.Solved + c.Multiple + c.NoSolution + c.Contradiction + c.GaveUp + c.Malformed
}

// Add adds the counts of d.
func (c *Counts) Add(d *Counts) {
	c.Solved += d.Solved
	c.Multiple += d.Multiple
	c.NoSolution += d.NoSolution
	c.Contradiction += d.Contradiction
	c.GaveUp += d.GaveUp
	c.Malformed += d.Malformed
	c.Guesses += d.Guesses
	c.Solutions += d.Solutions
	c.Incomplete += d.Incomplete
}

// Stats are what a run did. The counts depend on the input alone; the times do
// not.
type Stats struct {
	Counts
	Unreadable int   // inputs that could not be opened
	Faults     int   // inputs that are wrong as a whole: a header, trailing text
	BytesIn    int64 // raw, as read: compressed bytes of a compressed input
	TextIn     int64 // decoded bytes of what was worked on
	TextOut    int64 // bytes written, before any compression
	Unchecked  int64 // zstd frames without a checksum
	Counted    int64 // records counted to find the Range; all of them if it begins after the last
	Jobs       int   // workers
	// Engines are those that ran, with their kernels, sorted and each once:
	// "lanes (avx512)".
	Engines []string

	// Unverified names the input of which text was used that may be wrong: its
	// checksum was not reached, because the run needed no more of the input. It is
	// empty if there is none, as when all inputs were read to their end.
	Unverified string

	// The source's and the sink's times are without their waits for the
	// workers; they include what decompression and compression they do alone.
	Elapsed time.Duration
	Earlier time.Duration // that the run took before it was stopped; see Checkpoint
	Reading time.Duration // the source's time in reads
	Writing time.Duration // the sink's time in writes
	// The workers' times are sums over all of them. Decompressing includes that
	// of large frames, which a goroutine beside the workers decodes.
	Working       time.Duration // on batches
	Decompressing time.Duration
	Compressing   time.Duration
}

// Join adds the statistics of another run over other records: what each did, and
// the times that they took.
func (s *Stats) Join(t *Stats) {
	s.Add(&t.Counts)
	s.Unreadable += t.Unreadable
	s.Faults += t.Faults
	s.BytesIn += t.BytesIn
	s.TextIn += t.TextIn
	s.TextOut += t.TextOut
	s.Unchecked += t.Unchecked
	s.Jobs = max(s.Jobs, t.Jobs)
	s.Engines = slices.Compact(slices.Sorted(slices.Values(slices.Concat(s.Engines, t.Engines))))
	if s.Unverified == "" {
		s.Unverified = t.Unverified
	}
	s.Elapsed += t.Elapsed
	s.Reading += t.Reading
	s.Writing += t.Writing
	s.Working += t.Working
	s.Decompressing += t.Decompressing
	s.Compressing += t.Compressing
}

// Progress can be read while a run goes on. Runs that follow each other may share
// one: they go on counting.
type Progress struct {
	BytesIn atomic.Int64 // raw bytes read
	Puzzles atomic.Int64 // records written

	stage  atomic.Pointer[Stage]
	engine atomic.Pointer[string]
}

// A Stage is work on what was read before: records are compared, sorted or
// written.
type Stage struct {
	Name  string // what is done: "comparing"
	Total int64  // records
	Done  atomic.Int64
}

// Begin begins a stage. On a nil Progress it is shown to nobody.
func (p *Progress) Begin(name string, total int64) *Stage {
	s := &Stage{Name: name, Total: total}
	if p != nil {
		p.stage.Store(s)
	}
	return s
}

// Stage is the current stage; nil: the inputs are being read.
func (p *Progress) Stage() *Stage { return p.stage.Load() }

// Engine names an engine that runs, with its kernels; "" if none is known yet.
func (p *Progress) Engine() string {
	if name := p.engine.Load(); name != nil {
		return *name
	}
	return ""
}

// noteEngine notes the engine of a worker, which must be between two batches.
func (p *Progress) noteEngine(w Worker) {
	if p.engine.Load() != nil {
		return
	}
	if r, ok := w.(engineReporter); ok {
		if names := r.Engines(); len(names) > 0 {
			p.engine.Store(&names[0])
		}
	}
}
