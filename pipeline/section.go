package pipeline

import (
	"bytes"
	"context"
	"io"
	"slices"
	"time"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
)

// A section is a piece of a plain file that a worker reads itself. There is only one source but
// many workers, so this is faster. In a file of lines the source reads only the ends of
// sections; if all records have the same size, it reads nothing.
type section struct {
	text io.ReaderAt
	at   int64
	n    int
}

const (
	// sectionTail is how much the source reads at the end of a section, to find the end of a
	// line. If there is none, it reads the text as usual.
	sectionTail = 2 << 10
	// minSection is the smallest useful section.
	minSection = 8 * sectionTail
)

// mayCut reports whether the next batches may be sections of this size.
func (s *source) mayCut(size int) bool {
	if s.file == nil || size < minSection || !s.from.PlainLines() && s.from.RecordSize() == 0 || s.eof || s.err != nil || s.skipping {
		return false
	}
	return len(s.answers) == 0 && !s.counting() && s.skippedRecords == 0 && s.skippedLines == 0 // else the next batch begins later
}

// sendSections sends batches of sections, as many as possible.
func (s *source) sendSections(ctx context.Context) error {
	size := s.batchBytes()
	if !s.mayCut(size) {
		return nil
	}
	text, from, to := s.file.Rest()
	if text == nil || s.from.PlainLines() && bytes.IndexByte(s.carry, '\n') >= 0 { // a complete line in carry may have been shortened
		return nil
	}
	at := from - int64(len(s.carry))
	begun := at
	for size >= minSection && to-at > int64(size) {
		n := s.sectionLength(text, at, size)
		if n == 0 {
			break
		}
		b, err := s.take(ctx)
		if err != nil {
			return err
		}
		b.From, b.To, b.judged = s.from, s.to, s.judged
		b.section = section{text, at, n}
		s.in.sections.Add(1)
		s.in.unread.Add(int64(n))
		s.unsent += int64(n)
		if at == begun {
			s.unsent -= int64(len(s.carry)) // these bytes were counted before
		}
		s.send(b)
		at += int64(n)
		s.sectionsTo = at
		size = s.batchBytes()
	}
	if at == begun {
		return nil
	}
	s.carry, s.line = s.carry[:0], 0
	s.err = s.file.Continue(at)
	return nil
}

// sectionLength returns the length of a section of whole records, near the given size. It
// returns 0 if no record ends there, or if short lines may exceed Config.maxLines.
func (s *source) sectionLength(text io.ReaderAt, at int64, size int) int {
	if record := s.from.RecordSize(); record > 0 {
		if n := size / record; bulk.PassRecords(s.framer, n) {
			return n * record
		}
		return 0
	}
	start := time.Now()
	defer func() { s.reading += time.Since(start) }()
	s.tail = slices.Grow(s.tail[:0], sectionTail)[:sectionTail]
	if _, err := text.ReadAt(s.tail, at+int64(size)-sectionTail); err != nil {
		return 0 // the sequential read will hit the same error
	}
	if bytes.Count(s.tail, []byte{'\n'})*s.cfg.BatchBytes > s.cfg.maxLines()*sectionTail {
		return 0
	}
	end := bytes.LastIndexByte(s.tail, '\n') + 1
	if end == 0 {
		return 0
	}
	return size - sectionTail + end
}

// bytesIn returns how many raw bytes of the input all goroutines have read.
func (s *source) bytesIn() int64 { return max(s.src.BytesIn(), s.sectionsTo-s.in.unread.Load()) }

// awaitSections waits until the workers have read all sections of the input.
func (s *source) awaitSections(ctx context.Context) {
	if s.in.sections.Add(-1) == 0 {
		return
	}
	select {
	case <-s.in.drained:
	case <-ctx.Done():
	}
}

// readSection reads the section of a batch, if it has one.
func (r *ring) readSection(b *Batch) {
	if b.section.n == 0 {
		return
	}
	start := time.Now()
	b.buf = slices.Grow(b.buf[:0], b.section.n)[:b.section.n]
	if _, err := b.section.text.ReadAt(b.buf, b.section.at); err != nil {
		b.problem = problem{kind: brokenFeed, err: err}
	} else {
		b.Text = b.buf
		b.input.unread.Add(-int64(b.section.n))
	}
	r.sectionTime.Add(int64(time.Since(start)))
	if in := b.input; in.sections.Add(-1) == 0 {
		close(in.drained)
	}
}
