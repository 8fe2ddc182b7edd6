package pipeline

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/formats"
)

// A source reads the inputs one after the other and cuts their text into
// batches of whole records.
type source struct {
	cfg   *Config
	free  <-chan *Batch
	work  chan<- *Batch
	outer context.Context // that of the run; the one of its goroutines also ends when they are done

	runState
	inputCursor
	batchBuffer

	spans []formats.Span // scratch of applyRange
	tail  []byte         // scratch of sectionLength
}

// runState is what a source keeps for the whole run.
type runState struct {
	seq       uint64 // of the next batch
	pace      pace
	over      bool  // the run ends with what was sent
	past      bool  // because the range does
	records   int64 // counted so far; see counting
	rawBefore int64 // raw bytes of the inputs so far
	shown     int64 // raw bytes that Progress had before this run
	reading   time.Duration
	unchecked int64 // frames without a checksum, of the inputs so far
	// unverified is the input of which text was used that may be wrong; "": none.
	unverified string
	// first is the form of the answers to the first input, whose columns those to
	// later ones have.
	first formats.Form
	blank *Opened // the first input, if nothing is in it
}

// inputCursor is what it keeps for the current input.
type inputCursor struct {
	in         *inputState
	src        Source
	from, to   formats.Form
	framer     formats.Framer // nil until the form is known
	carry      []byte         // text after the last whole record of the batch before
	sectionsTo int64          // where in the file the last section ends
	eof        bool           // everything was read
	err        error          // why the rest cannot be read
	opened     *Opened        // to be sent with the next batch, and
	head       []byte         // so is this
	ended      bool           // a record said that the input ends
	bounded    bool           // what is read ends within the input
}

// batchBuffer is what it keeps for the batch that it is filling.
type batchBuffer struct {
	text []byte // so far; its array is the batch's
	line int    // where the last, unended line begins in text
	// skipping: the current line is too long; its beginning is kept, the rest
	// up to its newline is dropped.
	skipping bool
	unsent   int64 // bytes read that no batch accounts for yet
	// Of records that were passed over, since the last batch:
	skippedRecords, skippedLines int
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
	return s.endBlank(ctx)
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
	in := &inputState{
		name: input.Name, index: index, drained: make(chan struct{}),
		rawBefore: s.rawBefore, uncheckedBefore: s.unchecked,
		passed: s.cfg.Start != nil && index < s.cfg.Start.Input || input.Part.none() || s.cfg.Range.empty(),
		part:   input.Part,
	}
	if in.passed && (in.part != nil || s.cfg.Range.empty()) && s.first.Kind != 0 {
		return nil // its form makes no difference
	}
	in.sections.Store(1)
	s.inputCursor = inputCursor{in: in, carry: s.carry[:0]}
	s.batchBuffer = batchBuffer{text: s.text, unsent: s.unsent}
	src, err := input.Open()
	if err != nil {
		return s.sendEnd(ctx, problem{kind: unopened, err: err})
	}
	s.src = src
	closed := make(chan error, 1)
	closeSrc := sync.OnceFunc(func() { closed <- guard.Do(src.Close) })
	defer context.AfterFunc(ctx, func() { s.closeOnCancel(ctx, in, src, closeSrc) })()
	defer context.AfterFunc(s.outer, closeSrc)()
	defer closeSrc() // also where it panics

	err = s.sendMembers(ctx)
	err = s.finishInput(ctx, err)
	s.account(src)
	s.cfg.Progress.BytesIn.Store(s.shown + s.rawBefore)
	closeSrc()
	if closeErr := <-closed; closeErr != nil && err == nil && !s.over {
		return s.sendEnd(ctx, problem{kind: brokenFeed, err: closeErr})
	}
	return err
}

// account adds what was read of an input to what was read of those before.
func (s *source) account(src Source) {
	if s.in.passed {
		return // it is in the mark
	}
	if part := s.in.part; part != nil {
		s.rawBefore += part.To.Raw - part.From.Raw
	} else {
		s.rawBefore += s.bytesWorkedOn()
	}
	if c, ok := src.(checksumCounter); ok {
		s.unchecked += c.Unchecked()
	}
}

// sendMembers sends the batches of all members of an input, which most have one of.
func (s *source) sendMembers(ctx context.Context) error {
	defer func() { s.awaitSections(ctx) }()
	container, ok := s.src.(Container)
	if !ok {
		return s.sendBatches(ctx)
	}
	whole, met := s.in, false
	for !s.over {
		name, more, err := container.Next()
		switch {
		case err != nil:
			return s.sendEnd(ctx, problem{kind: brokenFeed, err: err})
		case !more && !met:
			return s.sendEnd(ctx, problem{kind: unopened, err: fmt.Errorf("%s: nothing in it to read", whole.name)})
		case !more:
			return nil
		}
		if met {
			s.awaitSections(ctx)
		}
		if met = true; name != "" {
			s.enter(whole, name)
		}
		if err := s.sendBatches(ctx); err != nil {
			return err
		}
	}
	return nil
}

// enter begins with a member of an input.
func (s *source) enter(whole *inputState, member string) {
	in := &inputState{
		name: whole.name + ":" + member, index: whole.index, drained: make(chan struct{}),
		rawBefore: whole.rawBefore, uncheckedBefore: whole.uncheckedBefore, passed: whole.passed, part: whole.part,
	}
	in.sections.Store(1)
	s.inputCursor = inputCursor{in: in, src: s.src, carry: s.carry[:0]}
	s.batchBuffer = batchBuffer{text: s.text, unsent: s.unsent}
}

// sendEnd sends a batch that holds nothing but the reason why its input ends.
func (s *source) sendEnd(ctx context.Context, reason problem) error {
	b, err := s.take(ctx)
	if err != nil {
		return err
	}
	b.problem = reason
	b.before, b.lead = s.skippedRecords, s.skippedLines
	s.skippedRecords, s.skippedLines = 0, 0
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
		if err := s.sendSections(ctx); err != nil {
			return err
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
			if s.in.passed && ctx.Err() == nil {
				s.sendForm(b)
				return nil
			}
			again = s.applyRange(b) && more && ctx.Err() == nil
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
	s.over = s.over || b.problem.ends()
	b.seq = s.seq
	s.seq++
	b.bytes, s.unsent = s.unsent, 0
	b.upto = s.offset()
	b.opened, b.head = s.opened, s.head
	s.opened, s.head = nil, nil
	s.work <- b
}

// A Feed sends batches in place of those that inputs would give: tasks for the
// workers, such as numbers of puzzles to make. Its workers must set
// Batch.Records.N.
type Feed struct {
	Name string // for messages: "puzzles"
	// Run sends all batches, in the order of the output. It returns nil when it has
	// sent all, or an error, which ends the run after what was sent. It gets no
	// further batch once ctx has ended. Of a run that goes on at a Checkpoint it sends only
	// what comes after that.
	Run func(ctx context.Context, to *Sender) error
}

// A Sender is how a Feed sends batches. It is for one goroutine.
type Sender struct{ source *source }

// Tasks can be implemented by a Slot where a feed sends several tasks in a batch:
// the ring then finds out at which of them a worker panics.
type Tasks interface {
	// Len is the number of tasks.
	Len() int
	// CopyTo gives another batch task i, and no other.
	CopyTo(b *Batch, i int)
	// Truncate keeps only the first n tasks.
	Truncate(n int)
	// Puzzle is the puzzle that the first task is about, as text for a message; ""
	// if there is none yet.
	Puzzle() string
}

// Take waits for a free batch, which is as good as new but for its Slot: room for
// what the workers are to do. Every batch that was taken must be sent.
func (s *Sender) Take(ctx context.Context) (*Batch, error) { return s.source.take(ctx) }

// Send sends a batch on its way.
func (s *Sender) Send(b *Batch) {
	b.fed = true
	s.source.send(b)
}

// runFeed has the feed send its batches.
func (s *source) runFeed(ctx context.Context, feed *Feed) error {
	s.in = &inputState{name: feed.Name}
	if start := s.cfg.Start; start != nil {
		s.in.records = int(start.Records)
	}
	err := feed.Run(ctx, &Sender{s})
	if err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	return s.sendEnd(ctx, problem{kind: brokenFeed, err: err})
}
