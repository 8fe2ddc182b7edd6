package pipeline

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/formats"
)

// A source reads the inputs one after the other and cuts their text into
// batches of whole records.
type source struct {
	cfg  *Config
	free <-chan *Batch
	work chan<- *Batch
	pace pace

	seq       uint64
	rawBefore int64 // raw bytes of the inputs so far
	reading   time.Duration
	records   int64          // counted so far, of all inputs; see counting
	spans     []formats.Span // to count them
	unchecked int64          // frames without a checksum, of the inputs so far
	past      bool           // the range ends in what was sent
	over      bool           // the run does

	unverified string          // the input of which text was used that may be wrong; "": none
	outer      context.Context // that of the run; the one of its goroutines also ends when they are done

	// Of the input at hand:
	in         *inputState
	src        Source
	from       formats.Form
	to         formats.Form
	framer     formats.Framer // nil until the form is known
	text       []byte         // the batch's text so far; its array is the batch's
	line       int            // where the last, unended line begins in text
	carry      []byte         // text behind the last whole record of the batch before
	tail       []byte         // of a section
	sectionsTo int64          // where in the file the last section ends
	unsent     int64          // bytes read that no batch accounts for yet
	eof        bool           // everything was read
	err        error          // why the rest cannot be read
	// skipping: the line at hand is too long; its beginning is kept, the rest
	// up to its newline is dropped.
	skipping bool
	ended    bool // a record said that the input ends
	// Of records that were passed over, since the last batch:
	passedRecords, passedLines int
}

// run sends the batches of all inputs, up to the first that breaks.
func (s *source) run(ctx context.Context) error {
	if s.cfg.Feed != nil {
		return s.runFeed(ctx, s.cfg.Feed)
	}
	for i, input := range s.cfg.Inputs {
		if err := s.runInput(ctx, i, input); err != nil || s.over {
			return err
		}
	}
	return nil
}

// runInput sends the batches of one input. What goes wrong with the input is
// sent in its last batch; only a cancellation is returned.
//
// A read that waits for a producer does not see a cancellation, so that closes
// the input: exactly once, here or there.
func (s *source) runInput(ctx context.Context, index int, input Input) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	s.in = &inputState{name: input.Name, index: index, drained: make(chan struct{})}
	s.in.sections.Store(1)
	src, err := input.Open()
	if err != nil {
		return s.sendEnd(ctx, trouble{kind: unopened, err: err})
	}
	closed := make(chan error, 1)
	closeSrc := sync.OnceFunc(func() { closed <- guard.Do(src.Close) })
	in := s.in
	defer context.AfterFunc(ctx, func() { s.hangUp(ctx, in, src, closeSrc) })()
	defer context.AfterFunc(s.outer, closeSrc)()

	s.src, s.framer, s.line, s.carry = src, nil, 0, s.carry[:0]
	s.eof, s.err, s.skipping, s.ended = false, nil, false, false
	s.passedRecords, s.passedLines, s.sectionsTo = 0, 0, 0
	err = s.sendBatches(ctx)
	s.awaitSections(ctx)
	err = s.settle(ctx, err)
	s.rawBefore += s.bytesIn()
	if c, ok := src.(checksumCounter); ok {
		s.unchecked += c.Unchecked()
	}
	s.cfg.Progress.BytesIn.Store(s.rawBefore)
	closeSrc()
	if closeErr := <-closed; closeErr != nil && err == nil && !s.over {
		return s.sendEnd(ctx, trouble{kind: brokenFeed, err: closeErr})
	}
	return err
}

// sendEnd sends a batch that holds nothing but the reason why its input ends.
func (s *source) sendEnd(ctx context.Context, reason trouble) error {
	b, err := s.take(ctx)
	if err != nil {
		return err
	}
	b.trouble = reason
	b.before, b.lead = s.passedRecords, s.passedLines
	s.passedRecords, s.passedLines = 0, 0
	s.send(b)
	return nil
}

// sendBatches sends the batches of the open input, up to its end or the error
// that ends it.
func (s *source) sendBatches(ctx context.Context) error {
	live := s.src.Stream()
	if live && s.seq > 0 {
		// What the inputs before it gave must not wait for this one's producer.
		b, err := s.take(ctx)
		if err != nil {
			return err
		}
		b.Live = true
		s.send(b)
	}
	for more := true; more && !s.over; {
		if s.framer != nil && !live {
			if err := s.sendSections(ctx); err != nil {
				return err
			}
		}
		b, err := s.take(ctx)
		if err != nil {
			return err
		}
		b.Live = live
		for again := true; again; {
			s.text = b.buf[:0]
			s.text = append(s.text, s.carry...)
			more = s.frame(ctx, b)
			b.buf = s.text
			again = s.choose(b) && more && ctx.Err() == nil
		}
		if ctx.Err() != nil {
			return ctx.Err() // which may be all that broke the input
		}
		s.send(b)
	}
	return nil
}

// batchBytes is how much text the next batch is to hold.
func (s *source) batchBytes() int { return s.pace.bytes(s.seq, s.cfg) }

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

// send sends a batch on its way. If the run ends with that batch, it is the
// last.
func (s *source) send(b *Batch) {
	s.over = s.over || b.trouble.ends()
	b.seq = s.seq
	s.seq++
	b.bytes, s.unsent = s.unsent, 0
	b.upto = s.offset()
	s.work <- b
}

// frame gives b whole records to hold, reading as much as that takes, or finds
// the input's end. It reports whether the input goes on.
func (s *source) frame(ctx context.Context, b *Batch) (more bool) {
	for ctx.Err() == nil {
		if s.framer != nil && s.cut(b) {
			return true
		}
		switch {
		case s.err != nil:
			b.trouble = trouble{kind: brokenFeed, err: s.err}
			return false
		case s.eof:
			if fault := s.framer.Finish(); fault != nil {
				b.trouble = trouble{kind: badFile, err: fault}
			}
			return false
		case s.framer != nil && len(s.text) > s.cfg.BatchBytes+s.from.MaxRecord()+s.from.MaxLine():
			err := fmt.Errorf("%s: no end of a record in %d bytes of %v", s.in.name, len(s.text), s.from)
			b.trouble = trouble{kind: brokenFeed, err: err}
			return false
		}
		s.fill(ctx)
		if s.framer == nil {
			if b.trouble = s.detect(); b.trouble.kind != noTrouble {
				return false
			}
		}
	}
	return false
}

// cut gives b the whole records at the beginning of the text, and reports
// whether there are any. It is asked before every read, because a framer need
// not find all of them at once, and what is whole must not wait for a producer.
func (s *source) cut(b *Batch) bool {
	for len(s.text) > 0 {
		from, to := s.cutLines()
		b.lead += bytes.Count(s.text[:from], []byte{'\n'})
		s.line = max(0, s.line-to)
		if from < to {
			b.From, b.To = s.from, s.to
			b.Text = s.text[from:to]
			s.carry = append(s.carry[:0], s.text[to:]...)
			return true
		}
		if to == 0 {
			return false
		}
		s.text = append(s.text[:0], s.text[to:]...)
	}
	return false
}

// cutLines asks the framer for the records in as many lines of the text as a
// batch may hold or, where no record ends there, in all of it.
func (s *source) cutLines() (from, to int) {
	if n := lengthOf(s.text, s.cfg.maxLines()); n < len(s.text) {
		if from, to = s.framer.Cut(s.text[:n], false); to > 0 {
			return from, to
		}
	}
	return s.framer.Cut(s.text, s.eof)
}

// lengthOf returns the length of the first n lines of text.
func lengthOf(text []byte, n int) int {
	if bytes.Count(text, []byte{'\n'}) <= n {
		return len(text)
	}
	at := 0
	for range n {
		at += bytes.IndexByte(text[at:], '\n') + 1
	}
	return at
}

// detect finds the form of the input, if there is enough text to tell.
func (s *source) detect() trouble {
	from, err := formats.Detect(s.text, s.eof, s.cfg.From)
	if errors.Is(err, formats.ErrNeedMore) {
		return trouble{}
	}
	if err != nil {
		return trouble{kind: unopened, err: fmt.Errorf("%s: %w", s.in.name, err)}
	}
	to := from
	if s.cfg.To != 0 {
		if to, err = s.cfg.To.Form(from.Order); err != nil {
			return trouble{kind: brokenFeed, err: fmt.Errorf("%s: no such answers: %w", s.in.name, err)}
		}
	}
	s.from, s.to, s.framer = from, to, from.NewFramer()
	bom := formats.SkipBOM(s.text)
	s.text = s.from.Shorten(append(s.text[:0], s.text[bom:]...))
	s.line = bytes.LastIndexByte(s.text, '\n') + 1
	if err := s.skipFrames(); err != nil {
		return trouble{kind: brokenFeed, err: err}
	}
	return trouble{}
}
