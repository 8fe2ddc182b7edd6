package pipeline

import (
	"iter"
	"sync/atomic"
	"time"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A Batch circulates in the ring. It holds some whole records of one input, or a task from a
// feed, and the worker's answers. Its buffers are reused.
type Batch struct {
	// From is the form of Text; To is the form of the answers.
	From, To bulk.Form
	// Text holds whole records, as the source framed them.
	Text []byte
	// Records is for the worker to decode Text into. The sink reads its Faults, N, Lines and
	// Ended. A worker with tasks of a Feed decodes nothing: it sets N to the number of records
	// it made, which numbers the records of later batches.
	Records model.Records
	// Out is for the worker to append answers to.
	Out []byte
	// More is for a worker with long answers to set, so that a batch takes little memory. The sink
	// calls it after it has written Out, with Out empty, until it returns false. Each call appends
	// further answers, counts, and reports whether there may be others. More may use what lies in
	// the Slot, but nothing of the worker, which goes on with other batches.
	More func() bool
	// Counts is for the worker to count its records by status.
	Counts Counts
	// Slot keeps what the workers need with a batch, such as buffers for its puzzles; see
	// SlotOf. It stays with the batch from trip to trip, and any worker of the run may get the
	// batch next.
	Slot any
	// Tasks are the tasks of a Feed in the batch; nil if nobody can divide them.
	Tasks Tasks
	// Share, if it is not nil, is for the worker to offer a part of its work to the other workers.
	// If it returns true, one that has no batch calls part, which must not panic. It returns false
	// at once if all have batches.
	Share func(part func()) (taken bool)
	// Live has OnIdle called after this batch: the next batch may be long in coming.
	Live bool

	seq     uint64
	buf     []byte            // backs Text
	section section           // where the worker reads Text, if the source did not
	input   *inputState       // the input of the records
	fed     bool              // sent by a feed: there is work without text
	opened  *Opened           // the input's form, with its first batch
	head    []byte            // header of all answers, with the first batch
	lead    int               // lines before Text that belong to no record of the run
	before  int               // records before Text that are not in the run's range
	bytes   int64             // decoded bytes read for the batch
	upto    int64             // text of the input that was read when the batch was sent
	raw     int64             // raw bytes of the run up to its end, about
	engines []string          // engines of its worker, for a Checkpoint
	last    bool              // last batch of an input that was read to its end
	problem problem           // a fault beyond malformed records
	framed  model.Records     // what the framer decoded; see [model.Records.Decoded]
	judged  bool              // records must be UTF-8
	rounded model.SyntaxError // the first rounded solution; its Err is nil if there is none

	filtered filtered
	done     func(*Batch) // runner.finish: hands the batch to the sink
}

// An inputState holds what the sink knows about one input between its batches.
type inputState struct {
	name    string
	index   int         // in Config.Inputs
	records int         // before the current batch
	lines   int         // before the current batch
	passed  bool        // a resumed run has done its records before
	part    *Part       // part of the input that is read; nil: all
	hints   model.Hints // for detecting its form
	located bool        // the records before the part were counted
	before  Place       // what precedes the part; zero until it is counted
	ended   bool        // a record said that the input ends
	noted   bool        // text after that end was reported
	late    bool        // a value without a column was reported
	rounded bool        // a rounded solution was reported

	rawBefore, uncheckedBefore int64 // of the inputs before this one, as in a Checkpoint

	sections atomic.Int64  // sections not read yet, and one more until the source is done
	drained  chan struct{} // closed when all sections were read
	unread   atomic.Int64  // bytes in sections that are not read yet
}

// SlotOf returns the batch's Slot as a *T. It makes a new T when the batch first comes round.
func SlotOf[T any](b *Batch) *T {
	s, ok := b.Slot.(*T)
	if !ok {
		s = new(T)
		b.Slot = s
	}
	return s
}

// InputName returns the name of the batch's input, with the member of an archive; "" for a batch that
// is in no ring.
func (b *Batch) InputName() string {
	if b.input == nil {
		return ""
	}
	return b.input.name
}

// Done returns the batch to the ring: the sink writes it when its turn comes. A worker calls
// Done once for each batch that it accepted, and keeps no reference to the batch. A second
// call fails the run. On a batch that is in no ring, Done does nothing.
func (b *Batch) Done() {
	if b.done != nil {
		b.done(b)
	}
}

// Fail records that the worker could not process a record (its index in the batch). Out must
// hold the answers to all earlier records. The sink writes them, reports the malformed ones up
// to that record, and ends the run with err. The first call counts.
func (b *Batch) Fail(record int, err error) {
	if b.problem.kind == noProblem || b.problem.byFilter {
		b.problem = problem{kind: workFailed, err: err, record: record}
	}
}

// EachRecord iterates over the records of a decoded batch, see [model.Records.Each].
func (b *Batch) EachRecord() iter.Seq2[int, *model.SyntaxError] { return b.Records.Each() }

// hasWork reports whether a worker has something to do for the batch.
func (b *Batch) hasWork() bool { return len(b.Text) > 0 || b.fed }

// reset empties a batch and keeps its buffers and slot.
func (b *Batch) reset() {
	b.clear()
	b.Text, b.Tasks, b.Live, b.problem = nil, nil, false, problem{}
	b.section, b.input, b.fed = section{}, nil, false
	b.opened, b.head, b.engines = nil, nil, nil
	b.lead, b.before, b.bytes, b.last = 0, 0, 0, false
	b.framed.Reset(0)
}

// clear removes the worker's results from a batch and keeps its buffers.
func (b *Batch) clear() {
	b.Out, b.More, b.Counts = b.Out[:0], nil, Counts{}
	if b.problem.kind == workFailed {
		b.problem = problem{}
	}
	b.filtered.numbers = b.filtered.numbers[:0]
	b.Records.Reset(b.Records.Order)
}

// A pace decides how much text the next batch holds: Config.BatchBytes, but less at the start
// and if records take long, whatever the reason, so that a few of them keep all workers busy.
// Batches of very short records are smaller too, as each record takes memory. The output does not
// depend on the pace.
type pace struct {
	// Of the batch that was finished last, per KiB of text. Micros are the microseconds that its
	// worker took.
	guesses, micros, records atomic.Uint64
}

const (
	// firstBytes is the size of the first batches, and of batches of the hardest puzzles: less
	// than a line, so that a batch has one.
	firstBytes = 80
	// batchGuesses is the wanted search effort per batch, in guesses or microseconds: far more
	// than the cost of a batch, and still only some milliseconds.
	batchGuesses = 4 << 10
	// onlyMicros is the wanted time for a batch of a run's only worker: others need not share its
	// records, but progress is to be seen.
	onlyMicros = 1 << 20
	// batchRecords is the wanted number of records per batch: five times as many as there is
	// room for puzzles. Malformed records may have two bytes.
	batchRecords = 8 << 10
)

// bytes returns the text size for batch number seq. It doubles every two batches per worker, up
// to Config.BatchBytes.
func (p *pace) bytes(seq uint64, cfg *Config) int {
	most := cfg.BatchBytes
	if r := p.records.Load(); r > 0 {
		most = min(most, int(min(batchRecords<<10/r, 1<<30)))
	}
	micros := p.micros.Load()
	if cfg.Jobs == 1 && !oneThread {
		return min(most, max(firstBytes, int(min(onlyMicros<<10/max(micros, 1), 1<<30))))
	}
	lap := seq / uint64(2*cfg.Jobs)
	most = min(most, firstBytes<<min(lap, 20))
	if effort := max(p.guesses.Load(), micros); effort > 0 {
		most = min(most, int(min(batchGuesses<<10/effort, 1<<30)))
	}
	return min(max(most, firstBytes), cfg.BatchBytes)
}

// timed records how long a worker took for a batch of so much text.
func (p *pace) timed(text int, took time.Duration) {
	if text > 0 {
		p.micros.Store(uint64(took.Microseconds()) << 10 / uint64(text))
	}
}

// note records the effort for a finished batch.
func (p *pace) note(b *Batch) {
	if n := len(b.Text); n > 0 {
		p.guesses.Store(b.Counts.Guesses << 10 / uint64(n))
		p.records.Store(uint64(b.Records.N) << 10 / uint64(n))
	}
}
