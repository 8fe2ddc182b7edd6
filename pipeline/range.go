package pipeline

import (
	"bytes"
	"math"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A Range is the records from First to Last, counted from 1 over all inputs; malformed records
// count. A First of 0 is 1, a Last of 0 is the last record. If Last is negative the range is
// empty, and the run only detects the forms of the inputs.
//
// The run stops reading soon after the range, so damage behind it goes unseen. In a
// compressed input it reads on to the checksum of the range (see Stats.Unverified).
type Range struct{ First, Last int64 }

// empty reports whether the range has no records.
func (r Range) empty() bool { return r.Last < 0 }

// last returns the number of the last record.
func (r Range) last() int64 {
	if r.Last <= 0 {
		return math.MaxInt64
	}
	return r.Last
}

// counting reports whether the source must count records to find an end of the range.
func (s *source) counting() bool {
	return s.records < s.cfg.Range.First-1 || s.cfg.Range.Last > 0
}

// skipFrames skips frames of a compressed input before the range, when the form is known. All
// text that was read is still in s.text.
func (s *source) skipFrames() error {
	n := s.cfg.Range.First - 1 - s.records
	if s.file == nil || n <= 0 || !s.from.PlainLines() || s.eof || s.err != nil {
		return nil
	}
	before := s.offset()
	records, lines, err := s.file.SkipRecords(n)
	if err != nil || records == 0 {
		return err
	}
	if s.cfg.Start != nil {
		s.unsent += s.offset() - before // an earlier run has read it
	}
	s.text, s.line, s.skipping = s.text[:0], 0, false
	s.skip(int(records), int(lines))
	return nil
}

// skip counts records before the next batch that are not in the range.
func (s *source) skip(records, lines int) {
	s.records += int64(records)
	s.skippedRecords += records
	s.skippedLines += lines
}

// applyRange drops the records of a batch that are not in the range. again says that none is
// left, and the batch must be filled again. If the range ends in the batch, it is the last.
func (s *source) applyRange(b *Batch) (again bool) {
	if s.counting() && len(b.Text) > 0 && !s.ended {
		s.spans = b.Spans(s.spans[:0])
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
		to := max(min(s.cfg.Range.last()-s.records, n), from) // from is larger if a run goes on at the end of the range
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
	if !b.From.PlainLines() {
		return false
	}
	at := 0
	if n := len(s.spans); n > 0 {
		at = s.spans[n-1].To
	}
	_, _, ok := b.From.FirstText(b.Text[at:])
	return ok
}

// trim keeps the records of a batch with indexes from up to, but not including, to.
func (s *source) trim(b *Batch, from, to int) {
	at, end := 0, len(b.Text)
	if to < len(s.spans) {
		end = s.spans[to-1].To
	}
	if from > 0 {
		at = s.spans[from-1].To
		if b.From.LeavesOutSolutions() && (!b.framed.Decoded || b.framed.LeftOut > 0) && from < len(s.spans) {
			at = s.spans[from].From // the solution of the record before may lie between them
		}
		b.lead += bytes.Count(b.Text[:at], []byte{'\n'})
		b.before += from
	}
	b.keep(from, to, at, end)
}

// keep cuts the text of a batch to text[at:end], which holds the records with indexes from up to, but not
// including, to.
func (b *Batch) keep(from, to, at, end int) {
	if b.framed.Decoded && (from > 0 || end < len(b.Text)) {
		var kept model.Records
		kept.SetSlice(&b.framed, b.Text, from, to, at, end)
		b.framed = kept
	}
	b.Text = b.Text[at:end]
}
