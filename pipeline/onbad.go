package pipeline

import (
	"errors"

	"github.com/sudokubatch/sudokubatch/formats"
)

// OnBad says what a worker does with malformed records.
type OnBad uint8

const (
	// Mark answers a malformed record with a line that says so, or with its row.
	Mark OnBad = iota
	// Skip leaves malformed records out of the output.
	Skip
	// Stop ends the run at the first malformed record.
	Stop
)

// ErrMalformed ends a run at its first malformed record, with OnBad Stop.
var ErrMalformed = errors.New("malformed record")

// KeepGood is called once a batch is decoded, with what is to be done with
// malformed records: with Stop only what comes before the first is left. It
// returns the cells of the records that are left.
func (b *Batch) KeepGood(onBad OnBad) []uint8 {
	r := &b.Records
	good := r.N - len(r.Faults)
	if onBad == Stop && len(r.Faults) > 0 {
		good = r.Faults[0].Record
		r.Faults = r.Faults[:1]
	}
	return r.Cells[:good*r.Order*r.Order]
}

// AnswerFault answers a malformed record of a form that is no table, and counts
// it.
func (b *Batch) AnswerFault(fault *formats.SyntaxError, onBad OnBad) {
	b.Counts.Malformed++
	switch onBad {
	case Mark:
		b.Out = b.To.AppendAnswer(b.Out, &formats.Answer{Verdict: formats.Malformed, Fault: fault})
	case Stop:
		b.Fail(fault.Record, ErrMalformed)
	case Skip:
	}
}
