package pipeline

import (
	"bytes"
	"context"
	"io"
	"slices"
	"time"

	"github.com/sudokubatch/sudokubatch/formats"
)

// minRead is the least that is asked for in one read, in batches that large.
const minRead = 4 << 10

// fill reads text until there is a batch of it, or the reads end. Of a live
// input it takes what one read gives: the next one may have to wait. Either way
// it goes on until a line has ended, because no record ends before.
func (s *source) fill(ctx context.Context) {
	had, skipping, size := s.line, s.skipping, s.batchBytes()
	for !s.eof && s.err == nil && ctx.Err() == nil {
		want := max(size-len(s.text), min(size, minRead))
		if s.skipping {
			want = s.cfg.BatchBytes
		}
		s.read(want)
		switch {
		case s.framer == nil && s.skipping && !skipping:
			return // what there is of that line may show the form
		case (s.line > had || !s.hasLines()) && (len(s.text) >= size || s.src.Stream()):
			return
		}
	}
}

// read reads up to want bytes after the text, of which it keeps no more than
// a line may have.
func (s *source) read(want int) {
	start := time.Now()
	s.text = slices.Grow(s.text, want)
	had := len(s.text)
	n, err := readSome(s.src, s.text[had:had+want])
	s.text = s.text[:had+n]
	s.unsent += int64(n)
	s.reading += time.Since(start)
	s.cfg.Progress.BytesIn.Store(s.shown + s.rawBefore + max(0, s.src.BytesIn()-s.in.ahead()))
	if s.eof = err == io.EOF; !s.eof { //nolint:errorlint // as io.Reader has it
		s.err = err
	}

	if !s.hasLines() {
		return
	}
	maxLine := formats.DetectBytes + len("\ufeff") // which detect takes away
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

// shorten copies lines to the front of dst, without what is beyond the byte after
// their maxLine first: so much is read behind a line that is too long that there
// may be others.
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

// hasLines reports whether the text is made of lines, which may be shortened.
func (s *source) hasLines() bool {
	if s.framer != nil {
		return s.from.MaxLine() > 0
	}
	return s.cfg.From != 0 && s.cfg.From.HasLines() || s.cfg.From == 0 && formats.HasLines(s.text)
}

// maxEmptyReads is how often a reader may give neither bytes nor an error, as
// package bufio has it.
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
