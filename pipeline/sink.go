package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/formats"
)

// A sink restores the order of the batches, makes their positions absolute,
// and writes their answers.
type sink struct {
	cfg  *Config
	free chan<- *Batch
	done <-chan *Batch

	waiting []*Batch // done, but not yet their turn; by sequence number, modulo all
	next    uint64   // the sequence number whose turn it is
	at      *Batch   // that is written
	stats   Stats
	in      *inputState // of the last batch
	read    *inputState // the last whose records are worked on
	passed  int64       // records of the inputs, and members, ahead of it
	mark    Checkpoint
	began   time.Time
	err     error               // what ended the run, in input order
	dirty   bool                // something was written and not flushed
	fault   formats.SyntaxError // what OnFault is given
}

// run takes batches until there are no more or one of them ends the run.
func (s *sink) run(ctx context.Context) error {
	err := guard.Do(func() error { return s.takeAll(ctx) })
	if isPanic(err) && s.at != nil {
		s.err = fmt.Errorf("%s: after record %d: %w", s.at.input.name, s.at.input.records, err)
		return s.err
	}
	return err
}

func (s *sink) takeAll(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return s.finishPrefix(ctx)
		case b, ok := <-s.done:
			if !ok {
				return ctx.Err()
			}
			if err := s.accept(ctx, b); err != nil {
				s.err = err
				return err
			}
		}
	}
}

// finishPrefix writes what was done in order when the run was cancelled.
func (s *sink) finishPrefix(ctx context.Context) error {
	for {
		select {
		case b, ok := <-s.done:
			if !ok {
				return ctx.Err()
			}
			if err := s.accept(ctx, b); err != nil {
				s.err = err
				return err
			}
		default:
			return ctx.Err()
		}
	}
}

// accept puts a batch in its place and writes all whose turn has come.
func (s *sink) accept(ctx context.Context, b *Batch) error {
	n := uint64(len(s.waiting))
	s.waiting[b.seq%n] = b
	for {
		b := s.waiting[s.next%n]
		if b == nil {
			return nil
		}
		s.waiting[s.next%n] = nil
		s.next++
		if err := s.put(ctx, b); err != nil {
			return err
		}
		s.free <- b
	}
}

// put writes one batch.
func (s *sink) put(ctx context.Context, b *Batch) error {
	in := b.input
	s.at = b
	s.enter(in)
	if in.passed {
		s.opened(b)
		if err := s.write(b); err != nil || !s.cfg.Range.empty() { // the header
			return err
		}
		return s.handle(b)
	}
	if err := s.locate(ctx, b); err != nil {
		return err
	}
	in.lines += b.lead
	in.records += b.before
	s.stats.TextIn += b.bytes
	s.opened(b)
	if !in.ended && !s.behind() {
		if s.cfg.OnBatch != nil && b.hasWork() && b.problem.kind != workFailed {
			if err := s.cfg.OnBatch(b, s.place(in)); errors.Is(err, ErrEnough) {
				return &earlyStop{in, b.upto}
			} else if err != nil {
				return err
			}
		}
		if err := s.write(b); err != nil {
			return err
		}
		s.count(b)
	}
	if !s.known(b) {
		if err := s.handle(b); err != nil {
			return err
		}
	}
	s.noteTrailing(b)
	s.noteLate(b)
	if !in.ended {
		in.records += b.Records.N
	}
	if b.last && in.records == 0 && b.problem.kind != badFile && s.cfg.OnEmpty != nil {
		s.cfg.OnEmpty(in.name)
	}
	in.ended = in.ended || b.Records.Ended
	if in.ended && in.part != nil && !in.part.End {
		return fmt.Errorf("%s: %w: a line in the midst of it says that it ends", in.name, ErrUncut)
	}
	in.lines += b.Records.Lines
	return s.moveCheckpoint(b)
}

// opened passes on the form of an input.
func (s *sink) opened(b *Batch) {
	if b.opened != nil && s.cfg.OnForm != nil {
		s.cfg.OnForm(*b.opened)
	}
	if s.mark.Header {
		b.head = nil
	}
}

// write writes a batch's answers, and flushes where the input may pause.
func (s *sink) write(b *Batch) error {
	start := time.Now()
	defer func() { s.stats.Writing += time.Since(start) }()
	for _, text := range [...][]byte{b.head, b.Out} {
		if len(text) == 0 {
			continue
		}
		n, err := s.cfg.Output.Write(text)
		s.stats.TextOut += int64(n)
		if err == nil && n < len(text) {
			err = io.ErrShortWrite
		}
		if err != nil {
			return err
		}
		s.dirty = true
	}
	if f, ok := s.cfg.Output.(flusher); ok && b.Live && s.dirty {
		s.dirty = false
		return f.Flush()
	}
	return nil
}

// count adds a batch to the statistics and reports its malformed records.
func (s *sink) count(b *Batch) {
	s.stats.Add(&b.Counts)
	s.cfg.Progress.Puzzles.Add(b.Counts.Puzzles())
	if s.cfg.InputFaults {
		return
	}
	in := b.input
	for i := range b.Records.Faults {
		fault := &b.Records.Faults[i]
		if b.problem.kind == workFailed && fault.Record > b.problem.record {
			return // not answered
		}
		s.report(in, fault.Rebase("", in.before.records+in.records, in.before.lines+in.lines))
	}
}

// noteTrailing reports, once an input, text after the end that a record
// declared: it is not answered, and must not go unseen.
func (s *sink) noteTrailing(b *Batch) {
	in := b.input
	if in.noted || len(b.Text) == 0 {
		return
	}
	var fault formats.SyntaxError
	switch {
	case in.ended:
		line, column, ok := b.From.FirstText(b.Text)
		if !ok {
			return
		}
		fault = formats.SyntaxError{Line: line, Column: column, Err: formats.ErrTrailing}
	case b.Records.Trailing.Err != nil:
		fault = b.Records.Trailing
	default:
		return
	}
	in.noted = true
	fault.Record = 0
	fault.Line += in.before.lines + in.lines
	s.report(in, fault)
	s.stats.Faults++
}

// noteLate reports, once an input, what a record has that no column is for, unless nobody
// looks at it or it is copied.
func (s *sink) noteLate(b *Batch) {
	in := b.input
	looked := s.cfg.Columns || b.To.Kind.IsTable() && !b.To.Copies()
	if in.late || b.Records.Late.Err == nil || !looked || s.cfg.OnLate == nil {
		return
	}
	in.late = true
	s.fault = b.Records.Late.Rebase(in.name, in.before.records+in.records, in.before.lines+in.lines)
	s.cfg.OnLate(&s.fault)
}

// report hands a fault on, with the name of its input. One place holds all of
// them in turn, so that even a file of nothing but faults allocates nothing.
func (s *sink) report(in *inputState, fault formats.SyntaxError) {
	if s.cfg.OnFault != nil {
		s.fault = fault
		s.fault.File = in.name
		s.cfg.OnFault(&s.fault)
	}
}
