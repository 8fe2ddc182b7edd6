//go:build !js

package zframe

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
)

// This file decodes frames: whole ones as jobs, others piece by piece.

// passFrame passes the next frame on: as a job if it is whole and not too large, otherwise piece by
// piece.
func (f *prefetcher) passFrame() error {
	h, err := peekHeader(f.raw, f.offset)
	if err != nil {
		return err
	}
	if !h.HasCheckSum {
		f.opts.Unchecked.Add(1)
	}
	window := h.WindowSize
	if h.SingleSegment {
		window = h.FrameContentSize
	}
	if window > f.opts.MaxWindow {
		return fmt.Errorf("%w of %d bytes at raw byte %d: the cap is %d", ErrWindow, window, f.offset, f.opts.MaxWindow)
	}
	f.frame = frameReader{raw: f.raw, checksum: h.HasCheckSum, start: f.offset, offset: f.offset, left: h.HeaderSize}
	if err := f.decode(h); err != nil {
		return err
	}
	f.offset = f.frame.offset
	return nil
}

// decode has the current frame decoded.
func (f *prefetcher) decode(h zstd.Header) error {
	if !f.forJob(h) {
		return f.streamFrame(&f.frame)
	}
	p, err := f.take(max(int(h.FrameContentSize), streamText))
	if err != nil {
		return err
	}
	p.start = f.offset
	text := f.frame.collect(p)
	if !f.frame.whole() || h.HasFCS && text < h.FrameContentSize {
		defer f.drop(p)
		return f.streamFrame(io.MultiReader(bytes.NewReader(p.raw), &f.frame))
	}
	if h.HasFCS {
		text = h.FrameContentSize
	}
	return f.sendJob(p, int(text))
}

// forJob decides by the header whether a frame is to be a job.
func (f *prefetcher) forJob(h zstd.Header) bool {
	first := !f.begun
	f.begun = true
	if h.HasFCS {
		return h.FrameContentSize <= maxJobText && (!first || h.FrameContentSize <= firstText)
	}
	// A slow producer does not know the size, and wants each block to be seen.
	return !first && (!f.src.Stream() || f.announced != nil)
}

// collect reads the frame into p.raw, up to its end or until it is too large or cut. It returns the
// most text that these blocks can hold.
func (f *frameReader) collect(p *piece) (text uint64) {
	p.raw = p.raw[:0]
	for {
		n, err := f.next()
		if err != nil || n == 0 || n > 3+maxBlock || f.text > maxJobText+maxBlock {
			return f.text
		}
		had := len(p.raw)
		if cap(p.raw)-had < n {
			p.raw = slices.Grow(p.raw, max(n, had))
		}
		n, err = io.ReadFull(f, p.raw[had:had+n])
		p.raw = p.raw[:had+n]
		if err != nil {
			return f.text
		}
	}
}

// sendJob has a whole frame decoded, of so much text at most.
func (f *prefetcher) sendJob(p *piece, text int) error {
	if cap(p.text) < text {
		p.text = make([]byte, 0, text+text/16+64) // a little more than the next frame is likely to have
	}
	f.largest = max(f.largest, cap(p.text)+cap(p.raw))
	p.job = true
	if err := f.send(p); err != nil {
		return err
	}
	f.pool.Do(p)
	return nil
}

// Run decodes a whole frame.
func (p *piece) Run() {
	start := time.Now()
	p.err = guard.Do(func() (err error) {
		p.text, err = p.ahead.jobs.DecodeAll(p.raw, p.text[:0])
		return err
	})
	p.ahead.pool.Since(start, pool.Decoding)
	p.done <- struct{}{}
}

// streamFrame decodes the current frame piece by piece, in this goroutine. Such a frame is too large
// for memory, or its producer may not have finished it, or it is cut; then the text before the cut
// counts. raw reads f.frame from its beginning.
func (f *prefetcher) streamFrame(raw io.Reader) (err error) {
	if f.stream == nil {
		// Asynchronous decoding (concurrency 2) starts three goroutines a stream and was no faster
		// on puzzle text while workers were busy: 390 MB/s instead of 400 to 500.
		f.stream, err = zstd.NewReader(raw, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxWindow(f.opts.MaxWindow))
	} else {
		err = f.stream.Reset(raw)
	}
	for err == nil {
		var p *piece
		if p, err = f.take(streamText); err != nil {
			return err
		}
		p.text = slices.Grow(p.text[:0], streamText)[:streamText]
		start, reading := time.Now(), f.src.Reading()
		n, decodeErr := f.stream.Read(p.text)
		f.pool.Since(start.Add(f.src.Reading()-reading), pool.Decoding)
		p.text = p.text[:n]
		if decodeErr != nil {
			err = f.frame.judge(decodeErr)
		}
		ends := err == io.EOF //nolint:errorlint // the end of a frame is the bare value
		if p.ends = ends; n == 0 && !ends {
			f.drop(p)
		} else if sendErr := f.send(p); sendErr != nil {
			return sendErr
		}
		if ends {
			return nil
		}
	}
	return err
}

// judge replaces the decoder's error if the structure of the frame says more.
func (f *frameReader) judge(err error) error {
	switch {
	case f.err != nil:
		return f.err
	case !errors.Is(err, io.EOF):
		return inFrame(f.start, err)
	case f.whole():
		return io.EOF
	}
	return cutInside(f.start) // the decoder takes some cuts for the end
}

// inFrame adds to a decoder's error the raw offset of the frame.
func inFrame(start int64, err error) error {
	switch {
	case errors.Is(err, zstd.ErrWindowSizeExceeded): // by a block: passFrame checked the frame's window
		return fmt.Errorf("in the zstd frame at raw byte %d: %w by a block, which no cap allows", start, err)
	case errors.Is(err, zstd.ErrDecoderSizeExceeded): // the room for the size that the frame declares
		return fmt.Errorf("in the zstd frame at raw byte %d: %w", start, zstd.ErrFrameSizeExceeded)
	}
	return fmt.Errorf("in the zstd frame at raw byte %d: %w", start, err)
}
