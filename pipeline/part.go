package pipeline

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
)

// A Part is a piece of an input: its records between two borders. Its form, and so
// the meaning of its records, is that of the whole input, and so are positions in
// messages. One that ends where it begins has no records: only the form of the input
// is looked at, and the header of the answers is that of the first input, as ever.
type Part struct {
	From, To corpus.Border
	End      bool // To is the end of the input, whatever it says
}

// Continues reports whether there are records in the part, and an earlier part of the
// same input.
func (p *Part) Continues() bool { return p != nil && p.From.Raw > 0 && !p.none() }

// none reports whether there are no records in the part; the nil Part is everything.
func (p *Part) none() bool { return p != nil && p.From == p.To && !p.End }

// ahead is how many raw bytes of the input are ahead of its part.
func (in *inputState) ahead() int64 {
	if in.part == nil {
		return 0
	}
	return in.part.From.Raw
}

// ErrUncut is what Run returns, wrapped, where a record does not end at the end of
// its Part: the input cannot be divided there.
var ErrUncut = errors.New("this input cannot be divided among shards")

// enterPart goes on where the part of the input begins, or near where an earlier run was
// stopped, when the form is known.
func (s *source) enterPart(bom int) error {
	part, stopped := s.in.part, s.stoppedAt()
	if part == nil && stopped == (corpus.Border{}) || s.err != nil { // with which the run will end
		return nil
	}
	if part == nil {
		part = &Part{From: stopped, End: true}
	}
	src, ok := s.src.(Divisible)
	if !ok || !s.from.Divisible() {
		return fmt.Errorf("%s: %w: its form is %v", s.in.name, ErrUncut, s.from)
	}
	to := part.To
	if part.End {
		to = corpus.Border{}
	}
	if err := src.Enter(part.From, to); err != nil {
		return err
	}
	s.bounded = !part.End
	if part.From.Raw > 0 {
		s.framer = s.from.NewFramerFrom(part.From.Records)
		bom = 0
	}
	err := s.readAnew(bom)
	s.unsent += stopped.Text // which the earlier run read
	s.skip(int(stopped.Records), int(stopped.Lines))
	return err
}

// stoppedAt returns where an earlier run was stopped, if that was in this input, and zero if not.
func (s *source) stoppedAt() (at corpus.Border) {
	if start := s.cfg.Start; start != nil && s.in.index == start.Input && s.records == start.Before {
		return start.Border
	}
	return at
}

// readAnew forgets what was read of an input that begins anew, and passes its byte
// order mark, so many bytes.
func (s *source) readAnew(bom int) error {
	s.text, s.line, s.skipping, s.eof, s.unsent = s.text[:0], 0, false, false, int64(bom)
	_, err := io.ReadFull(s.src, make([]byte, bom))
	return err
}

// cutShort reports a part whose end is not that of a record, when all of it was read
// and what is left of it is in text.
func (s *source) cutShort() error {
	if len(s.text) > 0 {
		return fmt.Errorf("%s: %w: a record goes on past byte %d of the file, where a shard ends", s.in.name, ErrUncut, s.in.part.To.Raw)
	}
	return nil
}

// A lead is what is ahead of a part in its input.
type lead struct{ records, lines int }

// locate finds out how much is ahead of an input's part, which takes a look at all of
// that: so it is done when someone asks.
func (s *sink) locate(ctx context.Context, b *Batch) (err error) {
	in := b.input
	if in.part == nil || in.located || in.part.From.Raw == 0 {
		return nil
	}
	asked := !s.cfg.PartPlaces && s.cfg.OnBatch != nil && b.hasWork() || !s.cfg.InputFaults && len(b.Records.Faults) > 0
	if !asked && b.Records.Trailing.Err == nil && b.problem.kind == noProblem {
		return nil
	}
	in.located = true
	at := in.part.From
	if at.Records < 0 {
		in.before, err = countAhead(ctx, s.cfg, in)
		return err
	}
	in.before = lead{int(at.Records), int(at.Lines)}
	return nil
}

// place is where the next record of an input is.
func (s *sink) place(in *inputState) Place {
	p := Place{in.index, in.name, in.records, in.lines}
	if !s.cfg.PartPlaces {
		p.Records += in.before.records
		p.Lines += in.before.lines
	}
	return p
}

// end is the place after all records.
func (s *sink) end() Place {
	if s.read == nil {
		return Place{Input: -1}
	}
	return s.place(s.read)
}

// countAhead counts the records and lines of an input ahead of its part.
func countAhead(ctx context.Context, cfg *Config, in *inputState) (lead, error) {
	ahead := cfg.Inputs[in.index]
	ahead.Part = &Part{To: in.part.From}
	r := newRing(withDefaults(&Config{
		Inputs: []Input{ahead}, From: cfg.From, Hints: in.hints, To: cfg.To, Jobs: cfg.Jobs,
	}))
	workers := make([]Worker, cfg.Jobs)
	for i := range workers {
		workers[i] = counter{}
	}
	if _, err := r.run(ctx, workers); err != nil {
		return lead{}, err
	}
	return lead{r.sink.in.records, r.sink.in.lines}, nil
}

// A counter is a worker that only counts.
type counter struct{}

func (counter) Work(_ context.Context, b *Batch) {
	spans, _ := b.Slot.([]formats.Span)
	spans = b.From.Spans(spans[:0], b.Text)
	b.Slot = spans
	b.Records.N, b.Records.Lines = len(spans), bytes.Count(b.Text, []byte{'\n'})
	b.Done()
}

func (counter) Flush(context.Context) {}
