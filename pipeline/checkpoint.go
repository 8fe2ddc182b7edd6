package pipeline

import (
	"errors"
	"slices"
	"time"

	"github.com/sudokubatch/sudokubatch/corpus"
)

// A Checkpoint is a place between two batches of a run. The output holds everything up to
// there. If the run is stopped, another run with the same Config can go on at the Checkpoint.
// It can be stored as JSON.
type Checkpoint struct {
	Input     int   // index in Config.Inputs of the current input
	Before    int64 // records of the inputs before it
	Records   int64 // records of all inputs so far; with a Feed, records that workers made
	Raw       int64 // raw bytes of the inputs before it
	Unchecked int64 // frames without a checksum in the inputs before it
	Header    bool  // the header of the answers was written

	// In the current input:
	Text     int64 // bytes of its text that Stats count
	Problems int   // problems that were handled
	Member   int   // current member, from 0
	Noted    bool  // text after the end of the member was reported
	// Border is a place at or before the Checkpoint where reading can begin. It is zero if no
	// such place is known.
	Border corpus.Border

	// Stats are the statistics so far. Of the times only Earlier is set.
	Stats Stats
}

// enter moves the checkpoint to the input of a batch. If the run starts in the input or member before it,
// that must have been read up to there.
func (s *sink) enter(in *inputState) error {
	if in == s.in {
		return nil
	}
	if s.in != nil && s.behind() && (s.in.index != in.index || s.checkpoint.Member == s.cfg.Start.Member) {
		return ErrUnreached
	}
	if !in.passed {
		s.read = in
	}
	m := &s.checkpoint
	if s.in != nil {
		s.passed += int64(s.in.records)
	}
	if s.in == nil || s.in.index != in.index {
		m.Input, m.Before, m.Raw, m.Unchecked = in.index, s.passed, in.rawBefore, in.uncheckedBefore
		m.Text, m.Problems, m.Member, m.Noted, m.Border = 0, 0, 0, false, corpus.Border{}
	} else {
		m.Member++
	}
	if start := s.cfg.Start; start != nil && m.Input == start.Input {
		if m.Member == start.Member && s.passed > start.Records {
			return ErrUnreached
		}
		in.noted = m.Member < start.Member || m.Member == start.Member && start.Noted
	}
	s.in = in
	return nil
}

// behind reports whether the run goes on and has not reached its start yet: it reads again
// what an earlier run has answered.
func (s *sink) behind() bool {
	start, m := s.cfg.Start, &s.checkpoint
	if start == nil || m.Input != start.Input || m.Member > start.Member {
		return false
	}
	return m.Member < start.Member || s.passed+int64(s.in.records) < start.Records || m.Problems < start.Problems
}

// ErrUnreached is the error of a run that does not reach its Start.
var ErrUnreached = errors.New("does not reach the place where it was stopped: its inputs are others, or could not all be read then: remove the partial outputs to begin again")

// unreached returns an error if the inputs have ended before the start of the run.
func (s *sink) unreached() error {
	if start := s.cfg.Start; start != nil && s.in != nil && (s.in.index < start.Input || s.behind()) {
		return ErrUnreached
	}
	return nil
}

// moveCheckpoint moves the checkpoint behind a batch that was written. It stays where an input
// declares its end, because no records follow.
func (s *sink) moveCheckpoint(b *Batch) error {
	in, m := b.input, &s.checkpoint
	m.Text += b.bytes
	m.Header = m.Header || b.opened != nil
	if s.cfg.OnCheckpoint == nil || in.ended || s.behind() {
		return nil
	}
	if m.Records, m.Noted = s.passed+int64(in.records), in.noted; m.Records == 0 && s.stats.Unreadable > 0 {
		return nil // the next run begins again, as it may read those inputs
	}
	if b.section.n > 0 {
		at := b.section.at + int64(b.section.n)
		m.Border = corpus.Border{Raw: at, Text: at, Records: int64(in.records), Lines: int64(in.lines)}
	}
	for _, name := range b.engines {
		if !slices.Contains(s.stats.Engines, name) {
			s.stats.Engines = append(s.stats.Engines, name)
		}
	}
	m.Stats = s.stats
	m.Stats.Earlier += time.Since(s.began)
	return s.cfg.OnCheckpoint(m)
}

// known reports whether an earlier run has handled the problem of a batch.
func (s *sink) known(b *Batch) bool {
	if kind := b.problem.kind; kind != badFile && kind != unopened {
		return false
	}
	s.checkpoint.Problems++
	start := s.cfg.Start
	return start != nil && b.input.index == start.Input && s.checkpoint.Problems <= start.Problems
}

// resume prepares a run that goes on at a checkpoint.
func (r *ring) resume(start *Checkpoint) {
	r.source.records, r.source.rawBefore, r.source.unchecked = start.Before, start.Raw, start.Unchecked
	r.sink.passed = start.Before
	r.sink.cfg.Progress.Puzzles.Store(start.Stats.Puzzles())
	r.sink.cfg.Progress.Earlier.Store(start.Stats.Puzzles())
	r.sink.stats = start.Stats
	r.sink.stats.TextIn -= start.Text
	r.sink.checkpoint.Header = start.Header
}

// bytesWorkedOn returns how many raw bytes of the input this run and an earlier one have read
// together.
func (s *source) bytesWorkedOn() int64 {
	start := s.cfg.Start
	if s.file != nil && start != nil && s.in.index == start.Input && s.eof && s.file.Size() >= 0 {
		return s.file.Size()
	}
	return s.bytesIn()
}

// sendForm sends the form of an input whose records an earlier run has answered.
func (s *source) sendForm(b *Batch) {
	b.Text, b.problem, b.lead, s.unsent = nil, problem{}, 0, 0
	s.send(b)
}
