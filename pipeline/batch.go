package pipeline

import (
	"sync/atomic"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/solver"
)

// A Batch is a token of the ring: some whole records of one input, and what a
// worker made of them. Its buffers are reused from trip to trip.
type Batch struct {
	// From is the form of Text, To the form asked for the output.
	From, To formats.Form
	// Text holds whole records, as the source framed them.
	Text []byte
	// Records is for the worker to decode Text into. The sink reads its Faults,
	// N, Lines and the mark of a declared end.
	Records formats.Records
	// Out is for the worker to append the answers to.
	Out []byte
	// Counts is for the worker to count its records by status.
	Counts Counts
	// Checks is what a checking worker found out, for Config.OnBatch.
	Checks Checks

	seq     uint64
	buf     []byte               // backs Text
	section section              // where Text is to be read, if the source did not
	input   *inputState          // which input this is from
	lead    int                  // lines ahead of Text that belong to no record of the run
	before  int                  // records ahead of those of the run
	bytes   int64                // decoded bytes that were read for it
	upto    int64                // of the input's text, what was read when it was sent
	fault   *formats.SyntaxError // what is wrong with the file as a whole
	err     error                // why the input ends here, if not at its end
	failed  failure              // why the worker could not finish
	live    bool                 // the input has a producer, who may pause after this
	puzzles solver.Batch         // the good records, while a solver has them
	unit    unit                 // puzzles to make, rather than records
}

// An inputState is what the sink keeps of one input between its batches.
type inputState struct {
	name    string
	index   int  // in Config.Inputs
	records int  // before the batch at hand
	lines   int  // likewise
	ended   bool // a record said that the input ends
	noted   bool // text behind that end was reported

	sections atomic.Int64  // that are not read, and one until the source is done
	drained  chan struct{} // closed when all were read
	unread   atomic.Int64  // bytes in sections that are not read
}

// A failure is an error of a worker at a record of its batch.
type failure struct {
	err    error
	record int // index in the batch
}

// Fail notes that the worker could not go on at a record (its index in the
// batch). Out must hold the answers to all earlier records. The sink writes
// them, reports the malformed ones up to that record, and then ends the run
// with err. Of several calls the first counts.
func (b *Batch) Fail(record int, err error) {
	if b.failed.err == nil {
		b.failed = failure{err: err, record: record}
	}
}

// reset makes a batch as good as new, its buffers kept.
func (b *Batch) reset() {
	b.clear()
	b.Text = nil
	b.input, b.lead, b.bytes, b.fault, b.err = nil, 0, 0, nil, nil
	b.live = false
	b.section = section{}
	b.unit.count = 0
	b.before = 0
	r := &b.Records // what is read of it where no worker decoded anything
	*r = formats.Records{Cells: r.Cells[:0], Faults: r.Faults[:0]}
}

// clear takes away all that a worker made of a batch, its buffers kept.
func (b *Batch) clear() {
	b.Out, b.Counts, b.failed = b.Out[:0], Counts{}, failure{}
	b.Checks.reset()
	r := &b.Records
	*r = formats.Records{Order: r.Order, Cells: r.Cells[:0], Faults: r.Faults[:0]}
}
