package zframe

import (
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// A frameStream decodes one zstd frame piece by piece, in the caller's
// goroutine: a frame that is too large to be held, one that its producer may
// not have finished, or one that is cut, of which the text up to there counts.
type frameStream struct {
	dec       *zstd.Decoder
	walk      *frameWalker
	maxWindow uint64
}

// begin begins the frame at a raw offset. The decoder is kept from frame to
// frame.
func (s *frameStream) begin(raw io.Reader, start int64) error {
	s.walk = newFrameWalker(raw, start)
	if s.dec != nil {
		return s.dec.Reset(s.walk)
	}
	var err error
	// Asynchronous decoding (concurrency 2) starts three goroutines a stream
	// and was no faster on puzzle text beside busy workers: 390 MB/s against
	// 400 to 500.
	s.dec, err = zstd.NewReader(
		s.walk,
		zstd.WithDecoderConcurrency(1),
		zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(s.maxWindow),
	)
	return err
}

// Read gives what one block holds, or less. It returns a bare io.EOF only at
// the frame's end.
func (s *frameStream) Read(p []byte) (int, error) {
	n, err := s.dec.Read(p)
	if err != nil {
		err = s.judge(err)
	}
	return n, err
}

// judge replaces the decoder's view of an end or a failure by the walker's
// where the latter knows more.
func (s *frameStream) judge(err error) error {
	w := s.walk
	switch {
	case w.err != nil:
		return w.err
	case errors.Is(err, io.EOF):
		// The decoder takes some cuts for an end.
		return w.end()
	case w.window > s.maxWindow &&
		(errors.Is(err, zstd.ErrWindowSizeExceeded) || errors.Is(err, zstd.ErrDecoderSizeExceeded)):
		return fmt.Errorf("%w of %d bytes at raw byte %d: the cap is %d",
			ErrWindow, w.window, w.start, s.maxWindow)
	}
	return inFrame(w.start, err)
}

// inFrame is what a decoder's error says of the frame at a raw offset.
func inFrame(start int64, err error) error {
	switch {
	case errors.Is(err, zstd.ErrWindowSizeExceeded): // but not that of the frame, which was looked at
		return fmt.Errorf("in the zstd frame at raw byte %d: %w by a block, which no cap allows", start, err)
	case errors.Is(err, zstd.ErrDecoderSizeExceeded): // the room for the size that the frame declares
		return fmt.Errorf("in the zstd frame at raw byte %d: %w", start, zstd.ErrFrameSizeExceeded)
	}
	return fmt.Errorf("in the zstd frame at raw byte %d: %w", start, err)
}

func (s *frameStream) close() {
	if s.dec != nil {
		s.dec.Close()
		s.dec = nil
	}
}
