package pipeline

import (
	"slices"
	"time"

	"github.com/sudokubatch/sudokubatch/corpus"
)

// A Checkpoint is a place in a run, between two batches, up to which everything was
// written: a run of the same Config can go on there if that one is stopped. It may
// be kept as JSON.
type Checkpoint struct {
	Input     int   // the index in Config.Inputs of the input that it is in
	Before    int64 // records of the inputs ahead of that
	Records   int64 // of all inputs up to here; of a Feed, what its workers made
	Raw       int64 // raw bytes of the inputs ahead
	Unchecked int64 // frames without a checksum, of the inputs ahead
	Header    bool  // what comes ahead of all answers was written

	// Of the input itself:
	Text     int64 // bytes of its text in Stats
	Problems int   // that were handled
	Member   int   // that it is in, from 0
	Noted    bool  // text after the end of that was reported
	// Border is at or ahead of the Checkpoint: reading can begin there. It is zero where none
	// is known.
	Border corpus.Border

	// Stats are those up to here, without times but Earlier.
	Stats Stats
}

// enter has the mark move on to the input of a batch.
func (s *sink) enter(in *inputState) {
	if in == s.in {
		return
	}
	if !in.passed {
		s.read = in
	}
	m := &s.mark
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
		in.noted = m.Member < start.Member || m.Member == start.Member && start.Noted
	}
	s.in = in
}

// behind reports whether the run, which goes on, was further when it was stopped: it reads
// once more what was worked on.
func (s *sink) behind() bool {
	start, m := s.cfg.Start, &s.mark
	if start == nil || m.Input != start.Input || m.Member > start.Member {
		return false
	}
	return m.Member < start.Member || s.passed+int64(s.in.records) < start.Records || m.Problems < start.Problems
}

// moveCheckpoint has the mark follow a batch that was written. After a declared end of an
// input it stays, as what follows has no records.
func (s *sink) moveCheckpoint(b *Batch) error {
	in, m := b.input, &s.mark
	m.Text += b.bytes
	m.Header = m.Header || b.opened != nil
	if s.cfg.OnCheckpoint == nil || in.ended || s.behind() {
		return nil
	}
	m.Records, m.Noted = s.passed+int64(in.records), in.noted
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

// known reports whether a problem of a batch was handled before the run was
// stopped.
func (s *sink) known(b *Batch) bool {
	if kind := b.problem.kind; kind != badFile && kind != unopened {
		return false
	}
	s.mark.Problems++
	start := s.cfg.Start
	return start != nil && b.input.index == start.Input && s.mark.Problems <= start.Problems
}

// resume prepares a run that goes on at a mark.
func (r *ring) resume(start *Checkpoint) {
	r.source.records, r.source.rawBefore, r.source.unchecked = start.Before, start.Raw, start.Unchecked
	r.sink.passed = start.Before
	r.sink.stats = start.Stats
	r.sink.stats.TextIn -= start.Text
	r.sink.mark.Header = start.Header
}

// bytesWorkedOn is how many raw bytes of the input were read: all of them at the end
// of the one in which the run goes on, though of its beginning some may have been
// left out, or read once more.
func (s *source) bytesWorkedOn() int64 {
	start := s.cfg.Start
	if src, ok := s.src.(Sizer); ok && start != nil && s.in.index == start.Input && s.eof && src.Size() >= 0 {
		return src.Size()
	}
	return s.bytesIn()
}

// sendForm sends the form of an input all of whose records are ahead of where the
// run goes on.
func (s *source) sendForm(b *Batch) {
	b.Text, b.problem, b.lead, s.unsent = nil, problem{}, 0, 0
	s.send(b)
}
