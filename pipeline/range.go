package pipeline

import (
	"bytes"
	"math"

	"github.com/sudokubatch/sudokubatch/formats"
)

// A Range is the numbers of the first and the last record to work on, from 1.
// Numbers go on from one input to the next; malformed records have theirs. A
// Last of 0 is the last there is, a First of 0 is 1. If Last is less than 0 there
// are none, and inputs are only opened, to see their forms. What is after the range
// is not read, except for what was read ahead, and so not checked; but what is
// compressed is read to the checksum of what is in it (see Stats.Unverified).
type Range struct{ First, Last int64 }

// empty reports whether no records are in the range.
func (r Range) empty() bool { return r.Last < 0 }

// last is the number of the last record.
func (r Range) last() int64 {
	if r.Last <= 0 {
		return math.MaxInt64
	}
	return r.Last
}

// counting reports whether records must be counted from here on, to find where
// the range begins or ends.
func (s *source) counting() bool {
	return s.records < s.cfg.Range.First-1 || s.cfg.Range.Last > 0
}

// skipFrames is called when the form is known. Where the range begins later it
// skips the beginning of the input, all of which is still in text.
func (s *source) skipFrames() error {
	skipper, ok := s.src.(recordSkipper)
	n := s.cfg.Range.First - 1 - s.records
	if !ok || n <= 0 || !s.plainLines() || s.eof || s.err != nil {
		return nil
	}
	before := s.offset()
	records, lines, err := skipper.SkipRecords(n)
	if err != nil || records == 0 {
		return err
	}
	if s.cfg.Start != nil {
		s.unsent += s.offset() - before // it was worked on before the run was stopped
	}
	s.text, s.line, s.skipping = s.text[:0], 0, false
	s.skip(int(records), int(lines))
	return nil
}

// plainLines reports whether each line of the input is a record, a comment or
// blank.
func (s *source) plainLines() bool { return s.from.Kind == formats.Line && s.from.Layout == nil }

// skip notes records before the next batch that are not in the range.
func (s *source) skip(records, lines int) {
	s.records += int64(records)
	s.skippedRecords += records
	s.skippedLines += lines
}

// applyRange keeps only the records of a batch that are in the range. It reports
// whether the batch is to be filled again, because there is nothing left to do in
// it. If the range ends in it, it is the last.
func (s *source) applyRange(b *Batch) (again bool) {
	if s.counting() && len(b.Text) > 0 && !s.ended {
		s.spans = b.From.Spans(s.spans[:0], b.Text)
		n := int64(len(s.spans))
		s.ended = s.endsAfter(b)
		from := min(max(s.cfg.Range.First-1-s.records, 0), n)
		s.past = s.records+n >= s.cfg.Range.last()
		s.over = s.past
		if from == n && !s.ended && !s.past {
			s.skip(int(n), b.lead+bytes.Count(b.Text, []byte{'\n'}))
			b.Text, b.lead = nil, 0
			return true
		}
		to := max(min(s.cfg.Range.last()-s.records, n), from) // less where a run goes on at its end
		s.trim(b, int(from), int(to))
		s.records += n
	}
	b.before += s.skippedRecords
	b.lead += s.skippedLines
	s.skippedRecords, s.skippedLines = 0, 0
	return false
}

// endsAfter reports whether a line "end" follows the records of a batch.
func (s *source) endsAfter(b *Batch) bool {
	if b.From.Kind != formats.Line || b.From.Layout != nil {
		return false
	}
	at := 0
	if n := len(s.spans); n > 0 {
		at = s.spans[n-1].To
	}
	_, _, ok := b.From.FirstText(b.Text[at:])
	return ok
}

// trim keeps only the records of a batch from index from up to, not with, to.
func (s *source) trim(b *Batch, from, to int) {
	if to < len(s.spans) {
		b.Text = b.Text[:s.spans[to-1].To]
	}
	if from > 0 {
		at := s.spans[from-1].To
		b.lead += bytes.Count(b.Text[:at], []byte{'\n'})
		b.before += from
		b.Text = b.Text[at:]
	}
}
