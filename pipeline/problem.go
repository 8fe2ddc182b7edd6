package pipeline

import (
	"fmt"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A problem is a fault beyond malformed records. It travels in the batch where it came up, so
// that the sink handles it in input order, after all earlier answers.
type problem struct {
	kind   problemKind
	err    error
	record int // index in the batch of the record that the worker could not process
	// byFilter: the run's Filter could not test the record, which is after all in Records.
	byFilter bool
	unread   string // name of the list of solutions that was not read
}

type problemKind uint8

const (
	noProblem  problemKind = iota
	badFile                // a *model.SyntaxError of a whole file: reported, and the run goes on
	partlyRead             // solutions of a file were not read: reported, and the run goes on
	unopened               // the input could not be opened or has no known form: skipped
	brokenFeed             // the input or the feed cannot go on: the run ends
	workFailed             // a worker could not go on: the run ends
)

// ends reports whether the run ends after the batch.
func (t *problem) ends() bool { return t.kind == brokenFeed || t.kind == workFailed }

// handle reports or returns the problem of a batch. The counts of the input must not include
// the batch yet.
func (s *sink) handle(b *Batch) error {
	t, in := &b.problem, b.input
	switch t.kind {
	case noProblem:
	case badFile:
		if fault, ok := t.err.(*model.SyntaxError); ok { //nolint:errorlint // made by a framer, never wrapped
			s.report(in, *fault)
			s.stats.Faults++
		}
	case partlyRead:
		if s.cfg.OnUnread != nil {
			s.cfg.OnUnread(in.name, t.unread)
		}
	case unopened:
		s.stats.Unreadable++
		if s.cfg.OnUnreadable != nil {
			s.cfg.OnUnreadable(t.err)
		}
	case brokenFeed:
		if isPanic(t.err) {
			return fmt.Errorf("%s: after record %d: %w", in.name, in.place().Records, t.err)
		}
		return t.err
	case workFailed:
		if !in.ended {
			return fmt.Errorf("%s: record %d: %w", in.name, in.place().Records+b.Number(t.record)+1, t.err)
		}
	}
	return nil
}
