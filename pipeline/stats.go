package pipeline

import (
	"slices"
	"sync/atomic"
	"time"
)

// Counts are numbers of records by result.
type Counts struct {
	Solved        int64
	Multiple      int64
	NoSolution    int64
	Contradiction int64
	GaveUp        int64
	Malformed     int64
	Guesses       uint64 // over all puzzles
	Solutions     uint64 // found, over all puzzles
	Incomplete    int64  // puzzles that may have more solutions than were found
	LeftOut       int64  // records that do not match Config.Where
	Rounded       int64  // well-formed records with a rounded solution, see model.ErrRounded
	Commented     int64  // grids in comments, which are not read
	Answers       int64  // solutions in records of their own, which are left out; see model.Records
	Zeroed        int64  // puzzles without a solution to write, for which an array has zeros
	Unmarked      int64  // puzzles with several solutions; an array has the first as if it were the only one
}

// Puzzles returns the number of records, with malformed ones and without those left out.
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
	c.LeftOut += d.LeftOut
	c.Rounded += d.Rounded
	c.Answers += d.Answers
	c.Commented += d.Commented
	c.Zeroed += d.Zeroed
	c.Unmarked += d.Unmarked
}

// Stats describe a run. The counts depend only on the input; the times do not.
type Stats struct {
	Counts
	Unreadable int   // inputs that could not be opened
	Faults     int   // faults of whole inputs: a header, trailing text
	BytesIn    int64 // raw bytes read: compressed bytes of a compressed input
	TextIn     int64 // decoded bytes that were processed
	TextOut    int64 // bytes written, before compression
	Unchecked  int64 // zstd frames without a checksum
	Counted    int64 // records counted to find the Range; all if the Range begins after the last
	Jobs       int   // workers
	// Engines lists the engines that ran, with their kernels, sorted, each once: "lanes
	// (avx512)".
	Engines []string

	// Unverified names the input whose used text may be wrong. Its checksum was not reached,
	// because the run needed no more of the input. It is empty otherwise, as after reading all
	// inputs to their ends.
	Unverified string

	// The times of the source and the sink exclude waiting for the workers. They include
	// decompression and compression that they do alone.
	Elapsed time.Duration
	Earlier time.Duration // time of the run before it was stopped, see Checkpoint
	Reading time.Duration // time of the source in reads
	Writing time.Duration // time of the sink in writes
	// The times of the workers are sums over all of them. Decompressing includes large frames,
	// which an extra goroutine decodes.
	Working       time.Duration // time on batches
	Decompressing time.Duration
	Compressing   time.Duration
}

// Join adds the statistics of another run over other records.
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

// Progress can be read during a run. Several runs may share one and go on counting.
type Progress struct {
	BytesIn atomic.Int64 // raw bytes of the records written, about
	Puzzles atomic.Int64 // records written
	Made    atomic.Int64 // puzzles made to wishes, written or not
	Earlier atomic.Int64 // records that the run had written before it was stopped, see Checkpoint
	Tried   atomic.Int64 // grids tried by a run that makes puzzles

	stage  atomic.Pointer[Stage]
	engine atomic.Pointer[string]
}

// A Stage is work after the inputs were read: records are compared, sorted or written.
type Stage struct {
	Name  string // such as "comparing"
	Total int64  // records
	Done  atomic.Int64
}

// Begin begins a stage. A nil Progress shows it to nobody.
func (p *Progress) Begin(name string, total int64) *Stage {
	s := &Stage{Name: name, Total: total}
	if p != nil {
		p.stage.Store(s)
	}
	return s
}

// Stage returns the current stage, or nil while the inputs are being read.
func (p *Progress) Stage() *Stage { return p.stage.Load() }

// Engine returns the name of a running engine with its kernels, or "" if none is known yet.
func (p *Progress) Engine() string {
	if name := p.engine.Load(); name != nil {
		return *name
	}
	return ""
}

// noteEngine notes the engine of a worker that is between two batches.
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
