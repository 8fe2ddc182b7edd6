package pipeline

import (
	"sync/atomic"

	"github.com/sudokubatch/sudokubatch/formats"
)

// A Batch is a token of the ring: some whole records of one input, or a task
// from a feed, and what a worker made of them. Its buffers are reused from trip
// to trip.
type Batch struct {
	// From is the form of Text, To the form asked for the output.
	From, To formats.Form
	// Text holds whole records, as the source framed them.
	Text []byte
	// Records is for the worker to decode Text into. The sink reads its Faults,
	// N, Lines and the mark of a declared end. A worker that is given tasks of a
	// Feed has nothing to decode: it sets N to the number of records it made, by
	// which the positions of later batches are counted.
	Records formats.Records
	// Out is for the worker to append the answers to.
	Out []byte
	// Counts is for the worker to count its records by status.
	Counts Counts
	// Slot is the workers' own: what they keep with a batch, such as buffers for
	// its puzzles. It is kept from trip to trip, and belongs to whoever has the
	// batch; any worker of a run may get the batch next.
	Slot any
	// Live has the output flushed after this batch, if it can be: the next one
	// may be long in coming.
	Live bool

	seq     uint64
	buf     []byte       // backs Text
	section section      // where Text is to be read, if the source did not
	input   *inputState  // which input this is from
	fed     bool         // a feed sent it: there is work without text, too
	opened  *Opened      // the input, with its first batch
	head    []byte       // what comes before all answers, with the first batch of a table
	lead    int          // lines ahead of Text that belong to no record of the run
	before  int          // records ahead of those of the run
	bytes   int64        // decoded bytes that were read for it
	upto    int64        // of the input's text, what was read when it was sent
	engines []string     // of the worker that did it, for a Checkpoint
	last    bool         // it is the last of the input, all of which was read
	problem problem      // what is wrong with more than a record, if anything is
	done    func(*Batch) // runner.finish: hands it to the sink
}

// An inputState is what the sink keeps of one input between its batches.
type inputState struct {
	name    string
	index   int           // in Config.Inputs
	records int           // before the current batch
	lines   int           // likewise
	passed  bool          // its records are ahead of where the run goes on
	part    *Part         // of it that is read; nil: all
	hints   formats.Hints // what is known of its form
	located bool          // it is known how much is ahead of the part
	before  lead          // what is ahead of the part, once that is known; none where nobody asked
	ended   bool          // a record said that the input ends
	noted   bool          // text after that end was reported
	late    bool          // so was what no column is for

	rawBefore, uncheckedBefore int64 // of the inputs ahead, as in a Checkpoint

	sections atomic.Int64  // that are not read, and one until the source is done
	drained  chan struct{} // closed when all were read
	unread   atomic.Int64  // bytes in sections that are not read
}

// SlotOf returns what the workers of a run keep with a batch, made when the batch first
// comes round.
func SlotOf[T any](b *Batch) *T {
	s, ok := b.Slot.(*T)
	if !ok {
		s = new(T)
		b.Slot = s
	}
	return s
}

// Done gives the batch back to the ring: the sink writes it when its turn comes.
// A worker calls it once for each batch that it took on, and keeps nothing of
// the batch. A batch that is of no ring just stays where it is.
func (b *Batch) Done() {
	if b.done != nil {
		b.done(b)
	}
}

// Fail notes that the worker could not go on at a record (its index in the
// batch). Out must hold the answers to all earlier records. The sink writes
// them, reports the malformed ones up to that record, and then ends the run
// with err. Of several calls the first counts.
func (b *Batch) Fail(record int, err error) {
	if b.problem.kind == noProblem {
		b.problem = problem{kind: workFailed, err: err, record: record}
	}
}

// hasWork reports whether there is something in the batch for a worker.
func (b *Batch) hasWork() bool { return len(b.Text) > 0 || b.fed }

// reset makes a batch as good as new, its buffers and its slot kept.
func (b *Batch) reset() {
	b.clear()
	b.Text, b.Live, b.problem = nil, false, problem{}
	b.section, b.input, b.fed = section{}, nil, false
	b.opened, b.head, b.engines = nil, nil, nil
	b.lead, b.before, b.bytes, b.last = 0, 0, 0, false
}

// clear removes all that a worker made of a batch, its buffers kept.
func (b *Batch) clear() {
	b.Out, b.Counts = b.Out[:0], Counts{}
	if b.problem.kind == workFailed {
		b.problem = problem{}
	}
	b.Records = formats.Records{Order: b.Records.Order, Cells: b.Records.Cells[:0], Faults: b.Records.Faults[:0], Spans: b.Records.Spans[:0]}
}

// A pace says how much text the next batch is to hold: Config.BatchBytes, but
// less at first and of hard puzzles, so that a few of these keep all workers
// busy, and of very short records, each of which takes memory. The output does not
// depend on it.
type pace struct {
	// Of the batch that was finished last, a KiB of text:
	guesses, records atomic.Uint64
}

const (
	// firstBytes is what the first batches hold: four puzzles of order 16.
	firstBytes = 1100
	// batchGuesses is how much search there is to be in a batch, about: far more
	// than what a batch costs, and still only some milliseconds.
	batchGuesses = 4 << 10
	// batchRecords is how many records there are to be in a batch, about: five times
	// as many as there is room for puzzles. Malformed ones may have two bytes.
	batchRecords = 8 << 10
)

// bytes is how much text batch number seq is to hold. It doubles every two batches
// per worker, up to Config.BatchBytes.
func (p *pace) bytes(seq uint64, cfg *Config) int {
	most := cfg.BatchBytes
	if r := p.records.Load(); r > 0 {
		most = min(most, int(min(batchRecords<<10/r, 1<<30)))
	}
	if cfg.Jobs == 1 {
		return most
	}
	lap := seq / uint64(2*cfg.Jobs)
	most = min(most, firstBytes<<min(lap, 20))
	if g := p.guesses.Load(); g > 0 {
		most = min(most, int(min(batchGuesses<<10/g, 1<<30)))
	}
	return min(max(most, firstBytes), cfg.BatchBytes)
}

// note notes what a finished batch took.
func (p *pace) note(b *Batch) {
	if n := len(b.Text); n > 0 {
		p.guesses.Store(b.Counts.Guesses << 10 / uint64(n))
		p.records.Store(uint64(b.Records.N) << 10 / uint64(n))
	}
}
