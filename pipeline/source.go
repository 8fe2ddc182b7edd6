package pipeline

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/sudokubatch/sudokubatch/formats"
)

// A source reads the inputs one after the other and cuts their text into
// batches of whole records.
type source struct {
	cfg  *Config
	free <-chan *Batch
	work chan<- *Batch

	seq       uint64
	rawBefore int64 // raw bytes of the inputs so far
	reading   time.Duration

	// Of the input at hand:
	in     *inputState
	src    Source
	from   formats.Form
	to     formats.Form
	framer formats.Framer
	text   []byte // the batch's text so far; its array is the batch's
	carry  []byte // text behind the last whole record of the batch before
	eof    bool
	// skipping: the line at hand is too long; its beginning is kept, the rest
	// up to its newline is dropped.
	skipping bool
}

// An openError is why an input could not be opened.
type openError struct{ err error }

func (e *openError) Error() string { return e.err.Error() }

// run sends the batches of all inputs.
func (s *source) run(ctx context.Context) error {
	defer close(s.work)
	for _, input := range s.cfg.Inputs {
		if err := s.runInput(ctx, input); err != nil {
			return err
		}
	}
	return nil
}

// runInput sends the batches of one input. What goes wrong with the input is
// sent in its last batch; only cancellation is returned.
func (s *source) runInput(ctx context.Context, input Input) error {
	s.in = &inputState{name: input.Name}
	src, err := input.Open()
	if err != nil {
		return s.sendEnd(ctx, &openError{err})
	}
	s.src, s.framer, s.carry = src, nil, s.carry[:0]
	s.eof, s.skipping = false, false
	err = s.sendBatches(ctx)
	s.rawBefore += src.BytesIn()
	s.cfg.Progress.BytesIn.Store(s.rawBefore)
	if closeErr := src.Close(); err == nil && closeErr != nil {
		return s.sendEnd(ctx, closeErr)
	}
	return err
}

// sendEnd sends a batch that holds nothing but the reason why its input ends.
func (s *source) sendEnd(ctx context.Context, reason error) error {
	b, err := s.take(ctx)
	if err != nil {
		return err
	}
	b.err = reason
	s.send(b)
	return nil
}

// sendBatches sends the batches of the open input, up to its end or the error
// that ends it.
func (s *source) sendBatches(ctx context.Context) error {
	for more := true; more; {
		b, err := s.take(ctx)
		if err != nil {
			return err
		}
		s.text = append(b.buf[:0], s.carry...)
		for more = true; more && len(b.Text) == 0; {
			more = s.advance(b)
		}
		b.buf = s.text
		s.send(b)
	}
	return ctx.Err()
}

// take waits for a free batch.
func (s *source) take(ctx context.Context) (*Batch, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case b := <-s.free:
		b.reset()
		b.input = s.in
		return b, nil
	}
}

// send sends a batch on its way.
func (s *source) send(b *Batch) {
	b.seq = s.seq
	s.seq++
	s.work <- b
}

// advance gives b whole records to hold, or finds that there are none in the
// text so far. It reports whether the input goes on.
func (s *source) advance(b *Batch) (more bool) {
	if b.err = s.fill(b); b.err == nil && s.framer == nil {
		b.err = s.detect()
	}
	if s.framer == nil {
		return b.err == nil
	}
	broken := b.err != nil // then the rest of the text is an incomplete record
	from, to := s.framer.Cut(s.text, s.eof && !broken)
	b.From, b.To = s.from, s.to
	b.lead += bytes.Count(s.text[:from], []byte{'\n'})
	b.Text = s.text[from:to]
	s.carry = append(s.carry[:0], s.text[to:]...)
	if len(b.Text) == 0 {
		s.text = append(s.text[:0], s.carry...)
		if !s.eof && len(s.text) > s.cfg.BatchBytes+s.from.MaxRecord()+s.from.MaxLine() {
			b.err = fmt.Errorf("%s: no end of a record in %d bytes of %v", s.in.name, len(s.text), s.from)
			return false
		}
	}
	if s.eof && len(s.carry) == 0 && !broken {
		b.fault = s.framer.Finish()
		return false
	}
	return !broken
}

// detect finds the form of the input, if there is enough text to tell.
func (s *source) detect() error {
	from, err := formats.Detect(s.text, s.eof, s.cfg.From)
	if errors.Is(err, formats.ErrNeedMore) {
		return nil
	}
	if err != nil {
		return &openError{fmt.Errorf("%s: %w", s.in.name, err)}
	}
	to := from
	if s.cfg.To != 0 {
		if to, err = s.cfg.To.Form(from.Order); err != nil {
			return fmt.Errorf("%s: no such answers: %w", s.in.name, err)
		}
	}
	s.from, s.to, s.framer = from, to, from.NewFramer()
	s.text = append(s.text[:0], s.text[formats.SkipBOM(s.text):]...)
	return nil
}

// fill reads text until there is a batch of it, or until a live input may
// pause, or its end.
func (s *source) fill(b *Batch) error {
	for !s.eof {
		want := max(s.cfg.BatchBytes-len(s.text), min(s.cfg.BatchBytes, 4<<10))
		n, err := s.read(want)
		if err == io.EOF { //nolint:errorlint // as io.Reader has it
			s.eof = true
			return nil
		}
		if err != nil {
			return err
		}
		b.live = n < want && s.src.Stream()
		if b.live || len(s.text) >= s.cfg.BatchBytes {
			return nil
		}
	}
	return nil
}

// read reads up to want bytes behind the text, of which it keeps no more than
// a line may have.
func (s *source) read(want int) (int, error) {
	start := time.Now()
	s.text = slices.Grow(s.text, want)
	had := len(s.text)
	n, err := s.src.Read(s.text[had : had+want])
	s.text = s.text[:had+n]
	s.reading += time.Since(start)
	s.cfg.Progress.BytesIn.Store(s.rawBefore + s.src.BytesIn())

	if s.skipping {
		end := bytes.IndexByte(s.text[had:], '\n')
		if end < 0 {
			end = n
		}
		s.skipping = end == n
		s.text = append(s.text[:had], s.text[had+end:]...)
	}
	maxLine := formats.DetectBytes
	if s.framer != nil {
		maxLine = s.from.MaxLine()
	}
	if line := bytes.LastIndexByte(s.text, '\n') + 1; len(s.text)-line > maxLine+1 {
		s.text = s.text[:line+maxLine+1]
		s.skipping = true
	}
	return n, err
}
