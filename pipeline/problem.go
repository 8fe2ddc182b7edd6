package pipeline

import (
	"fmt"

	"github.com/sudokubatch/sudokubatch/formats"
)

// A problem is something that is wrong beyond a malformed record. It travels in
// the batch where it came up, so that the sink handles it in input order, after
// the answers to all that came before.
type problem struct {
	kind   problemKind
	err    error
	record int    // of the batch, which a worker could not finish
	unread string // the name of what was not read
}

type problemKind uint8

const (
	noProblem  problemKind = iota
	badFile                // a *formats.SyntaxError of a file as a whole: it is reported, and the run goes on
	partlyRead             // solutions of a file were not read: it is said, and the run goes on
	unopened               // the input could not be opened, or is of no known form: it is skipped
	brokenFeed             // the input or the feed cannot go on: the run ends
	workFailed             // a worker could not go on: the run ends
)

// ends reports whether the run ends after the batch.
func (t *problem) ends() bool { return t.kind == brokenFeed || t.kind == workFailed }

// handle reports or returns the problem of a batch, if it has one. It is called
// while the counts of the batch's input are those before the batch.
func (s *sink) handle(b *Batch) error {
	t, in := &b.problem, b.input
	switch t.kind {
	case noProblem:
	case badFile:
		if fault, ok := t.err.(*formats.SyntaxError); ok { //nolint:errorlint // made by a framer, never wrapped
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
			return fmt.Errorf("%s: after record %d: %w", in.name, in.before.records+in.records, t.err)
		}
		return t.err
	case workFailed:
		if !in.ended {
			return fmt.Errorf("%s: record %d: %w", in.name, in.before.records+in.records+t.record+1, t.err)
		}
	}
	return nil
}
