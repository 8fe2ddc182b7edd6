package pipeline

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A source reads the inputs one after the other and cuts their text into batches of whole
// records.
type source struct {
	cfg   *Config
	free  chan *Batch
	work  chan<- *Batch
	outer context.Context // context of the run; the context of the source's goroutine also ends when its group is done

	runState
	inputCursor
	batchBuffer
	added []model.Column // columns that the workers add to the rows of a table

	held  *Batch       // taken last, and not sent yet
	spans []model.Span // scratch of applyRange
	tail  []byte       // scratch of sectionLength
}

// runState holds what a source knows about the whole run.
type runState struct {
	seq       uint64 // sequence number of the next batch
	more      int    // batches that take may make
	pace      pace
	over      bool  // the run ends with the batches sent so far
	past      bool  // over, because the range has ended
	records   int64 // records counted so far, see counting
	rawBefore int64 // raw bytes of all finished inputs
	shown     int64 // raw bytes in Progress before this run
	reading   time.Duration
	unchecked int64 // frames without a checksum in all finished inputs
	// unverified names the input whose used text may be wrong; "" = none.
	unverified string
	// first is the form of the answers to the first input. Later inputs have the same columns.
	first bulk.Form
	blank *Opened // the first input, if it is empty
}

// inputCursor holds what a source knows about the current input.
type inputCursor struct {
	in         *inputState
	src        Source
	file       file      // src, if it is one; otherwise nil
	rows       io.Reader // is read in place of src, see join; otherwise nil
	from, to   bulk.Form
	judged     bool         // records must be UTF-8
	framer     model.Framer // nil until the form is known
	carry      []byte       // text after the last whole record of the previous batch
	answers    []answers    // for each size, if there are several
	whole      []byte       // text with several pieces
	pieces     []bulk.Piece // of whole, from its byte piecesAt on
	piecesAt   int
	sectionsTo int64   // end of the last section, in the file
	eof        bool    // everything was read
	err        error   // why the rest of the input cannot be read
	opened     *Opened // to send with the next batch
	head       []byte  // header to send with the next batch
	ended      bool    // a record said that the input ends
	bounded    bool    // reading ends at a border within the input
}

// answers are the form of the answers to puzzles of a size, or why there is none.
type answers struct {
	order int
	to    bulk.Form
	err   error
}

// batchBuffer holds the batch that the source is filling.
type batchBuffer struct {
	text []byte // text so far; its array belongs to the batch
	line int    // start of the last, unfinished line in text
	// skipping: the current line is too long. Its beginning is kept; the rest up to its newline
	// is dropped.
	skipping bool
	unsent   int64 // bytes read that no batch accounts for yet
	// Records and lines skipped since the last batch:
	skippedRecords, skippedLines int
}

// run sends the batches of all inputs, up to the first broken one.
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

// runInput sends the batches of one input. The last batch carries the error of the input; only
// a cancellation is returned.
//
// A read that waits for a producer does not see a cancellation. So the cancellation closes the
// input, exactly once, here or there.
func (s *source) runInput(ctx context.Context, index int, input Input) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	in := &inputState{
		name: input.Name, index: index,
		rawBefore: s.rawBefore, uncheckedBefore: s.unchecked,
		passed: s.cfg.Start != nil && index < s.cfg.Start.Input || input.Part.none() || s.cfg.Range.empty(),
		part:   input.Part,
	}
	if in.passed && (in.part != nil || s.cfg.Range.empty()) && s.first.Kind != 0 {
		return nil // the input adds nothing to the form of the answers
	}
	s.begin(in, nil)
	src, err := input.Open()
	if err != nil {
		return s.sendEnd(ctx, problem{kind: unopened, err: err})
	}
	s.begin(in, src)
	closed := make(chan error, 1)
	closeSrc := sync.OnceFunc(func() { closed <- guard.Do(src.Close) })
	defer context.AfterFunc(ctx, func() { closeOnCancel(ctx, in, src, closeSrc) })()
	defer context.AfterFunc(s.outer, closeSrc)()
	defer closeSrc() // also if something panics

	err = s.sendMembers(ctx)
	err = s.finishInput(ctx, err)
	s.account()
	closeSrc()
	if closeErr := <-closed; closeErr != nil && err == nil && !s.over {
		return s.sendEnd(ctx, problem{kind: brokenFeed, err: closeErr})
	}
	return err
}

// begin begins an input, or a member of it.
func (s *source) begin(in *inputState, src Source) {
	in.drained = make(chan struct{})
	in.sections.Store(1)
	s.inputCursor = inputCursor{in: in, src: src, carry: s.carry[:0]}
	s.file, _ = src.(file)
	s.batchBuffer = batchBuffer{text: s.text, unsent: s.unsent}
}

// account adds the bytes read from an input to the total.
func (s *source) account() {
	if s.in.passed {
		return // the checkpoint counts it
	}
	if part := s.in.part; part != nil {
		s.rawBefore += part.To.Raw - part.From.Raw
	} else {
		s.rawBefore += s.bytesWorkedOn()
	}
	if s.file != nil {
		s.unchecked += s.file.Unchecked()
	}
}

// sendMembers sends the batches of all members of an input. Most inputs have one.
func (s *source) sendMembers(ctx context.Context) error {
	defer func() { s.awaitSections(ctx) }()
	if s.file == nil {
		return s.sendBatches(ctx)
	}
	whole, met := s.in, false
	for !s.over {
		name, more, err := s.file.Next()
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

// enter begins a member of an input.
func (s *source) enter(whole *inputState, member string) {
	s.begin(&inputState{
		name: whole.name + ":" + member, index: whole.index,
		rawBefore: whole.rawBefore, uncheckedBefore: whole.uncheckedBefore, passed: whole.passed, part: whole.part,
	}, s.src)
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

// sendBatches sends the batches of the open input, up to its end or its error.
func (s *source) sendBatches(ctx context.Context) error {
	live := s.src.Stream()
	if live && s.seq > 0 {
		// Earlier answers must not wait for this input's producer.
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
			return ctx.Err() // the cancellation may have broken the input
		}
		s.send(b)
	}
	return nil
}

// batchBytes returns the text size of the next batch. Nobody waits for text before the range.
func (s *source) batchBytes() int {
	if s.skippedRecords > 0 {
		return s.cfg.BatchBytes
	}
	return s.pace.bytes(s.seq, s.cfg)
}

// take waits for a free batch. While workers also do jobs of the pool it rather makes another, up to
// poolBatches.
func (s *source) take(ctx context.Context) (*Batch, error) {
	if s.more > 0 && len(s.free) == 0 && s.cfg.Pool.Used() {
		s.more--
		s.free <- new(Batch)
	}
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case b := <-s.free:
		s.held = b
		b.reset()
		b.input = s.in
		return b, nil
	}
}

// send sends a batch. If the run ends with that batch, it is the last.
func (s *source) send(b *Batch) {
	s.over = s.over || b.problem.ends()
	b.seq = s.seq
	s.seq++
	if s.held == b {
		s.held = nil
	}
	b.bytes, s.unsent = s.unsent, 0
	b.upto, b.raw = s.offset(), s.rawUpTo(b)
	b.opened, b.head = s.opened, s.head
	s.opened, s.head = nil, nil
	s.work <- b
}

// rawUpTo returns the raw bytes of the run up to the end of a batch: they made the text read so
// far, but not the text after the batch.
func (s *source) rawUpTo(b *Batch) int64 {
	before := s.shown + s.rawBefore - s.in.skipped()
	switch {
	case s.src == nil || s.in.passed:
		return s.shown + s.rawBefore
	case b.section.n > 0:
		return before + b.section.at + int64(b.section.n)
	case s.file == nil:
		return before + s.src.BytesIn()
	}
	raw, text, rest := s.file.Passed(), s.file.Offset(), len(s.carry)
	if len(s.pieces) > 0 {
		rest += len(s.whole) - s.piecesAt
	}
	if part := s.in.part; part != nil && text > part.From.Text {
		text -= part.From.Text
	}
	if made := raw - s.in.skipped(); text > int64(rest) {
		raw -= int64(float64(made) * float64(rest) / float64(text))
	}
	return before + raw
}

// A Feed sends batches with tasks for the workers, such as numbers of puzzles to make, in place
// of inputs. Its workers must set Batch.Records.N.
type Feed struct {
	Name string // for messages: "puzzles"
	// Run sends all batches, in the order of the output. It returns nil after the last, or an
	// error, which ends the run after the batches sent. It gets no further batch once ctx has
	// ended. In a run that goes on at a Checkpoint it sends only the batches after that.
	Run func(ctx context.Context, to *Sender) error
	// PerJob is the number of batches in the ring per worker, with two more; 0 = two.
	PerJob int
}

// A Sender sends the batches of a Feed. One goroutine uses it.
type Sender struct{ source *source }

// Tasks are several tasks of a feed in one batch. The ring uses them to find the task at which a
// worker panics.
type Tasks interface {
	// Len is the number of tasks.
	Len() int
	// CopyTo gives another batch task i alone, also as its Tasks.
	CopyTo(b *Batch, i int)
	// Truncate keeps only the first n tasks.
	Truncate(n int)
	// Puzzle returns the puzzle of the first task as text for a message, or "" if there is none
	// yet.
	Puzzle() string
}

// Take waits for a free batch. It is empty but for its Slot, which may hold the tasks. Every batch
// that was taken must be sent.
func (s *Sender) Take(ctx context.Context) (*Batch, error) { return s.source.take(ctx) }

// Send sends a batch to the workers.
func (s *Sender) Send(b *Batch) {
	b.fed = true
	s.source.send(b)
}

// runFeed lets the feed send its batches.
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
