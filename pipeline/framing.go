package pipeline

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
)

// frame fills b with whole records, reading as much as that takes. It returns false at the
// input's end.
func (s *source) frame(ctx context.Context, b *Batch) (more bool) {
	for ctx.Err() == nil {
		if s.framer != nil && s.cut(b) {
			return true
		}
		switch {
		case s.err != nil:
			b.problem = problem{kind: brokenFeed, err: s.err}
			return false
		case s.eof && s.bounded:
			if err := s.cutShort(); err != nil {
				b.problem = problem{kind: brokenFeed, err: err}
			}
			return false
		case s.eof:
			b.problem, b.last = s.finish(), s.in.skipped() == 0
			return false
		// The limit is a batch of text, what was read to pass a line, and the longest record.
		case s.framer != nil && len(s.text) > 2*s.cfg.BatchBytes+s.from.MaxRecord()+s.from.MaxLine():
			err := fmt.Errorf("%s: no end of a record in %d bytes of %v", s.in.name, len(s.text), s.from)
			b.problem = problem{kind: brokenFeed, err: err}
			return false
		}
		s.fill(ctx)
		if s.framer == nil {
			if b.problem = s.detect(); b.problem.kind != noProblem {
				return false
			}
		}
	}
	return false
}

// finish returns the fault of the whole input, or which solutions were not read.
func (s *source) finish() problem {
	if fault := s.framer.Finish(); fault != nil {
		return problem{kind: badFile, err: fault}
	}
	if name := bulk.UnreadSolutions(s.framer); name != "" {
		return problem{kind: partlyRead, unread: name}
	}
	return problem{}
}

// cut moves the whole records at the beginning of the text to b, and reports whether there are
// any. It runs before every read: a framer need not find all records at once, and whole records
// must not wait for a producer.
func (s *source) cut(b *Batch) bool {
	if len(s.pieces) > 0 {
		s.text = append(s.text[:0], s.whole[s.piecesAt:s.pieces[0].To]...)
		s.takePiece(b)
		return true
	}
	for len(s.text) > 0 {
		from, to := s.cutLines(b)
		b.lead += bytes.Count(s.text[:from], []byte{'\n'})
		s.line = max(0, s.line-to)
		if from < to {
			b.From, b.To, b.judged = s.from, s.to, s.judged
			b.Text = s.text[from:to]
			s.carry = append(s.carry[:0], s.text[to:]...)
			switch {
			case len(s.answers) == 0:
			case b.framed.Decoded:
				s.sized(b, s.from.Sized(b.framed.Order))
			default:
				s.whole, s.piecesAt = append(s.whole[:0], b.Text...), 0
				s.pieces = s.from.Pieces(s.pieces[:0], s.whole)
				s.text = append(s.text[:0], s.whole[:s.pieces[0].To]...)
				s.takePiece(b)
			}
			return true
		}
		if to == 0 {
			return false
		}
		s.text = append(s.text[:0], s.text[to:]...)
	}
	return false
}

// takePiece makes a batch of the next piece, whose text was copied.
func (s *source) takePiece(b *Batch) {
	p := s.pieces[0]
	b.Text, b.judged = s.text, s.judged
	s.sized(b, p.Form)
	s.pieces, s.piecesAt = s.pieces[1:], p.To
}

// sized gives a batch the form of its records, whose size is one of several, and the form of
// their answers.
func (s *source) sized(b *Batch, from bulk.Form) {
	a := s.answers[slices.IndexFunc(s.answers, func(a answers) bool { return a.order == from.Order })]
	b.From, b.To = from, a.to
	if a.err != nil {
		b.Text, b.problem = nil, problem{kind: brokenFeed, err: fmt.Errorf("%s: no such answers: %w", s.in.name, a.err)}
	}
}

// cutLines asks the framer for the records in as many lines as a batch may hold. If no record
// ends there, it asks for all of the text.
func (s *source) cutLines(b *Batch) (from, to int) {
	n := lengthOf(s.text, s.cfg.maxLines())
	if size := s.batchBytes(); size < n { // the sample is longer than the first batches
		n = size + bytes.IndexByte(s.text[size:n], '\n') + 1
	}
	if n < len(s.text) {
		if from, to = s.framer.Cut(&b.framed, s.text[:n], false); to > 0 {
			return from, to
		}
	}
	return s.framer.Cut(&b.framed, s.text, s.eof && !s.bounded)
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

const (
	// minRead is the least size of a read.
	minRead = 4 << 10
	// sampleBytes is the least text in which a form is looked for: four puzzles of order 16.
	sampleBytes = 1100
)

// fill reads text until there is enough for a batch, or the input ends. From a live input it
// takes what one read gives, as the next read may have to wait. In both cases it goes on to the
// end of a line, because no record ends before.
func (s *source) fill(ctx context.Context) {
	had, skipping, size := s.line, s.skipping, s.batchBytes()
	if s.framer == nil {
		size = max(size, min(sampleBytes, s.cfg.BatchBytes))
	}
	for !s.eof && s.err == nil && ctx.Err() == nil {
		want := max(size-len(s.text), min(size, minRead))
		if s.skipping {
			want = s.cfg.BatchBytes
		}
		s.read(want)
		switch {
		case s.framer == nil && s.skipping && !skipping:
			return // this beginning of the line may show the form
		case (s.line > had || !s.hasLines()) && (len(s.text) >= size || s.src.Stream()):
			return
		}
	}
}

// read appends up to want bytes to the text. It keeps no more of a line than a line may have.
func (s *source) read(want int) {
	start := time.Now()
	s.text = slices.Grow(s.text, want)
	had := len(s.text)
	from := io.Reader(s.src)
	if s.rows != nil {
		from = s.rows
	}
	n, err := readSome(from, s.text[had:had+want])
	s.text = s.text[:had+n]
	s.unsent += int64(n)
	s.reading += time.Since(start)
	if s.rows != nil && s.file != nil {
		s.sectionsTo = min(s.sectionsTo+int64(n), s.file.Size())
	}
	if s.eof = err == io.EOF; !s.eof { //nolint:errorlint // as io.Reader has it
		s.err = err
	}

	if !s.hasLines() {
		return
	}
	maxLine := bulk.DetectBytes + len("\ufeff") // detect removes the byte order mark
	if s.framer != nil {
		maxLine = s.from.MaxLine()
	}
	if s.skipping {
		end := bytes.IndexByte(s.text[had:], '\n')
		if end < 0 {
			s.text = s.text[:had]
			return
		}
		s.skipping = false
		s.text = s.text[:had+len(shorten(s.text[had:], s.text[had+end:], maxLine))]
	}
	if i := bytes.LastIndexByte(s.text[had:], '\n'); i >= 0 {
		s.line = had + i + 1
	}
	if len(s.text)-s.line > maxLine+1 {
		s.text = s.text[:s.line+maxLine+1]
		s.skipping = true
	}
}

// shorten copies lines to the front of dst and cuts each after maxLine+1 bytes. A read that
// passes the end of a line that is too long may hold other such lines.
func shorten(dst, lines []byte, maxLine int) []byte {
	dst = dst[:0]
	for len(lines) > 0 {
		line := lines
		if end := bytes.IndexByte(lines, '\n'); end >= 0 {
			line = lines[:end+1]
		}
		lines = lines[len(line):]
		if len(line) > maxLine+2 && line[len(line)-1] == '\n' {
			dst = append(append(dst, line[:maxLine+1]...), '\n')
			continue
		}
		dst = append(dst, line...)
	}
	return dst
}

// hasLines reports whether the text consists of lines, which may be shortened.
func (s *source) hasLines() bool {
	if s.framer != nil {
		return s.from.MaxLine() > 0
	}
	return s.cfg.From != 0 && s.cfg.From.HasLines() || s.cfg.From == 0 && bulk.HasLines(s.text)
}

// maxEmptyReads is how often a reader may return neither bytes nor an error, as in package
// bufio.
const maxEmptyReads = 100

// readSome reads at least one byte, or returns an error.
func readSome(r io.Reader, p []byte) (n int, err error) {
	for range maxEmptyReads {
		if n, err = r.Read(p); n > 0 || err != nil {
			return n, err
		}
	}
	return 0, io.ErrNoProgress
}
