package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/sudokubatch/sudokubatch/corpus"
)

// A Part is the records of an input between two borders. The form comes from the beginning of
// the input, and positions in messages count from there. A Part that ends where it begins
// has no records; the run only detects the form of the input.
type Part struct {
	From, To corpus.Border
	End      bool // the part goes to the end of the input; To is ignored
}

// Continues reports whether the part has records and does not begin with the input.
func (p *Part) Continues() bool { return p != nil && p.From.Raw > 0 && !p.none() }

// none reports whether the part has no records. The nil Part is the whole input.
func (p *Part) none() bool { return p != nil && p.From == p.To && !p.End }

// skipped returns the number of raw bytes before the part.
func (in *inputState) skipped() int64 {
	if in.part == nil {
		return 0
	}
	return in.part.From.Raw
}

// errUncut is the error of Run, wrapped, if a record goes on after the end of its Part: the
// input cannot be divided there.
var errUncut = errors.New("this input cannot be divided among shards")

// enterPart moves to the beginning of the part, or near the place where an earlier run was
// stopped. The form is known by then.
func (s *source) enterPart(bom int) error {
	part, stopped := s.in.part, s.stoppedAt()
	if part == nil && stopped == (corpus.Border{}) || s.err != nil { // the run ends with that error
		return nil
	}
	if part == nil {
		part = &Part{From: stopped, End: true}
	}
	if s.file == nil || !s.from.Divisible() {
		return fmt.Errorf("%s: %w: its form is %v", s.in.name, errUncut, s.from)
	}
	to := part.To
	if part.End {
		to = corpus.Border{}
	}
	if err := s.file.Enter(part.From, to); err != nil {
		return err
	}
	s.bounded = !part.End
	if part.From.Raw > 0 {
		s.framer = s.from.NewFramerFrom(part.From.Records)
		bom = 0
	}
	err := s.readAnew(bom)
	s.unsent += stopped.Text // the earlier run has read it
	s.skip(int(stopped.Records), int(stopped.Lines))
	return err
}

// stoppedAt returns a place near the start of the run, if it starts in this input.
func (s *source) stoppedAt() (at corpus.Border) {
	if start := s.cfg.Start; start != nil && s.in.index == start.Input && s.records == start.Before {
		return start.Border
	}
	return at
}

// readAnew drops what was read of an input that begins again, and skips its byte order mark
// of bom bytes.
func (s *source) readAnew(bom int) error {
	s.text, s.line, s.skipping, s.eof, s.unsent = s.text[:0], 0, false, false, int64(bom)
	_, err := io.ReadFull(s.src, make([]byte, bom))
	return err
}

// cutShort returns an error if the part was read to its end and the last record was not.
func (s *source) cutShort() error {
	if len(s.text) > 0 {
		return fmt.Errorf("%s: %w: a record goes on past byte %d of the file, where a shard ends", s.in.name, errUncut, s.in.part.To.Raw)
	}
	return nil
}

// locate counts what precedes a part in its input, if a batch needs positions. Counting may
// read all of it.
func (s *sink) locate(ctx context.Context, b *Batch) (err error) {
	in := b.input
	if in.part == nil || in.located || in.part.From.Raw == 0 {
		return nil
	}
	asked := !s.cfg.PartPlaces && s.cfg.OnBatch != nil && b.hasWork() || !s.cfg.InputFaults && len(b.Records.Faults) > 0
	if !asked && b.Records.Trailing.Err == nil && b.rounded.Err == nil && b.problem.kind == noProblem {
		return nil
	}
	in.located = true
	at := in.part.From
	if at.Records < 0 {
		in.before, err = countBefore(ctx, s.cfg, in)
		return err
	}
	in.before = Place{Records: int(at.Records), Lines: int(at.Lines)}
	return nil
}

// place returns the place of the next record of an input.
func (in *inputState) place() Place {
	return Place{in.index, in.name, in.before.Records + in.records, in.before.Lines + in.lines}
}

// place returns that place for OnBatch.
func (s *sink) place(in *inputState) Place {
	if s.cfg.PartPlaces {
		return Place{in.index, in.name, in.records, in.lines}
	}
	return in.place()
}

// end returns the place after the last record.
func (s *sink) end() Place {
	if s.read == nil {
		return Place{Input: -1}
	}
	return s.place(s.read)
}

// countBefore counts the records and lines before the part of an input.
func countBefore(ctx context.Context, cfg *Config, in *inputState) (end Place, err error) {
	before := cfg.Inputs[in.index]
	before.Part = &Part{To: in.part.From}
	_, err = Each(ctx, Config{Inputs: []Input{before}, From: cfg.From, Hints: in.hints, To: cfg.To, Stretch: Stretch{End: &end}}, nil)
	return end, err
}
