package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A sink restores the order of the batches, makes their positions absolute, and writes their
// answers.
type sink struct {
	cfg  *Config
	free chan<- *Batch
	done <-chan *Batch

	waiting    []*Batch // finished batches before their turn, by sequence number modulo len
	next       uint64   // sequence number of the next batch to write
	at         *Batch   // the batch that is being written
	stats      Stats
	in         *inputState // input of the last batch
	read       *inputState // the last input whose records were processed
	passed     int64       // records of the inputs and members before it
	checkpoint Checkpoint
	began      time.Time
	err        error             // the error that ended the run, in input order
	dirty      bool              // something was written since the last OnIdle
	fault      model.SyntaxError // passed to OnFault
}

// run takes batches until there are no more, or one of them ends the run.
func (s *sink) run(ctx context.Context) error {
	err := guard.Do(func() error { return s.takeAll(ctx) })
	if isPanic(err) && s.at != nil {
		at := s.at.input.place()
		s.err = fmt.Errorf("%s: after record %d: %w", at.Name, at.Records, err)
		return s.err
	}
	return err
}

// takeAll accepts all batches. After a cancellation it accepts the batches that are there, so that
// the output is a prefix of the whole output.
func (s *sink) takeAll(ctx context.Context) error {
	for {
		var b *Batch
		select {
		case b = <-s.done:
		default:
			select {
			case b = <-s.done:
			case <-ctx.Done():
			}
		}
		if b == nil {
			return ctx.Err()
		}
		if err := s.accept(ctx, b); err != nil {
			s.err = err
			return err
		}
	}
}

// accept stores a batch and writes all batches whose turn has come.
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
		if s.cfg.Feed == nil && !s.behind() {
			s.cfg.Progress.BytesIn.Store(b.raw)
		}
		s.free <- b
	}
}

func (s *sink) put(ctx context.Context, b *Batch) error {
	in := b.input
	s.at = b
	if err := s.enter(in); err != nil {
		return err
	}
	if in.passed {
		s.opened(b)
		if err := s.write(ctx, b); err != nil || !s.cfg.Range.empty() { // the header
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
		if err := s.use(ctx, b); err != nil {
			return err
		}
	}
	if !s.known(b) {
		if err := s.handle(b); err != nil {
			return err
		}
	}
	s.noteTrailing(b)
	s.noteLoss(b)
	if !in.ended {
		in.records += b.Number(b.Records.N)
	}
	if b.last && in.records == 0 && b.problem.kind != badFile && s.cfg.OnEmpty != nil {
		s.cfg.OnEmpty(in.name)
	}
	in.ended = in.ended || b.Records.Ended
	if in.ended && in.part != nil && !in.part.End {
		return fmt.Errorf("%s: %w: a line in the midst of it says that it ends", in.name, errUncut)
	}
	in.lines += b.Records.Lines
	return s.moveCheckpoint(b)
}

// use hands a batch to OnBatch, writes its answers and counts it.
func (s *sink) use(ctx context.Context, b *Batch) error {
	if s.cfg.OnBatch != nil && b.hasWork() && b.problem.kind != workFailed {
		if err := s.cfg.OnBatch(b, s.place(b.input)); errors.Is(err, ErrEnough) {
			return &earlyStop{b.input, b.upto}
		} else if err != nil {
			return err
		}
	}
	if err := s.write(ctx, b); err != nil {
		return err
	}
	s.count(b)
	return nil
}

// opened calls OnForm with the form of an input.
func (s *sink) opened(b *Batch) {
	if b.opened != nil && s.cfg.OnForm != nil {
		s.cfg.OnForm(*b.opened)
	}
	if s.checkpoint.Header {
		b.head = nil
	}
}

// write writes a batch's answers, and calls OnIdle if the input may pause.
func (s *sink) write(ctx context.Context, b *Batch) error {
	start, working := time.Now(), s.stats.Working
	defer func() { s.stats.Writing += time.Since(start) - (s.stats.Working - working) }()
	if err := s.writeText(b.head); err != nil {
		return err
	}
	if err := s.writeText(b.Out); err != nil {
		return err
	}
	for b.More != nil {
		began := time.Now()
		b.Out = b.Out[:0]
		if !b.More() {
			b.More = nil
		}
		s.stats.Working += time.Since(began)
		if ctx.Err() != nil { // More may have stopped in the middle of an answer
			return ctx.Err()
		}
		if err := s.writeText(b.Out); err != nil {
			return err
		}
	}
	if s.cfg.OnIdle != nil && b.Live && s.dirty {
		s.dirty = false
		return s.cfg.OnIdle()
	}
	return nil
}

// writeText writes a part of the output.
func (s *sink) writeText(text []byte) error {
	if len(text) == 0 {
		return nil
	}
	s.dirty = true
	n, err := s.cfg.Output.Write(text)
	s.stats.TextOut += int64(n)
	if err == nil && n < len(text) {
		err = io.ErrShortWrite
	}
	return err
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
		if b.problem.kind == workFailed && (fault.Record > b.problem.record || fault.Err == model.ErrCoding) { //nolint:errorlint // never wrapped
			return // not answered, or what the run ends with
		}
		s.report(in, b.Fault(fault, in.place()))
	}
}

// noteTrailing reports text after the end that a record declared, once per input. That text is
// not answered, so the user must be told.
func (s *sink) noteTrailing(b *Batch) {
	in := b.input
	if in.noted || len(b.Text) == 0 {
		return
	}
	var fault model.SyntaxError
	switch {
	case in.ended:
		line, column, ok := b.From.FirstText(b.Text)
		if !ok {
			return
		}
		fault = model.SyntaxError{Line: line, Column: column, Err: model.ErrTrailing}
	case b.Records.Trailing.Err != nil:
		fault = b.Records.Trailing
	default:
		return
	}
	in.noted = true
	fault.Record = 0
	fault.Line += in.place().Lines
	s.report(in, fault)
	s.stats.Faults++
}

// noteLoss reports the first value without a column, unless nobody uses columns or the record is
// copied, and the first rounded solution, once per input.
func (s *sink) noteLoss(b *Batch) {
	in := b.input
	if s.cfg.OnLoss == nil {
		return
	}
	at := in.place()
	looked := s.cfg.Use >= UseColumns || b.To.Kind.IsTable() && !b.To.Copies()
	if looked && !in.late && b.Records.Late.Err != nil {
		in.late = true
		s.fault = b.Records.Late.Rebase(at.Name, at.Records, at.Lines)
		s.cfg.OnLoss(&s.fault)
	}
	if !in.rounded && b.rounded.Err != nil {
		in.rounded = true
		s.fault = b.Fault(&b.rounded, at)
		s.cfg.OnLoss(&s.fault)
	}
}

// report calls OnFault with the name of the input. It reuses one variable, so a file full of
// faults allocates nothing.
func (s *sink) report(in *inputState, fault model.SyntaxError) {
	if s.cfg.OnFault != nil {
		s.fault = fault
		s.fault.File = in.name
		s.cfg.OnFault(&s.fault)
	}
}
